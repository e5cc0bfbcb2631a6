/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The CDF of cells, from either end: sums of positive masses in pairs of doubles, so that both tails are as accurate as the
 * cells. Within a cell the integral is a Chebyshev series; the quantile is its root, by Newton's steps within the
 * bracket. In a cell at a pole both are powers. */
#include "density.h"
#include "targets/target.h"

#include <math.h>
#include <stdlib.h>

#define ATOM 0x1p-20   /* fraction of the mass between two neighbouring doubles */

typedef struct pair { double hi, lo; } pair;

static pair add(pair a, double x)
{
    const double s = a.hi + x, z = s - a.hi, rest = a.lo + ((a.hi - (s - z)) + (x - z)), hi = s + rest;
    return (pair){hi, rest - (hi - s)};
}

bool rr_mass_sum(rr_mass *m, rr_curve *curve)
{
    pair sum = {0, 0};
    for (size_t i = 0; i < m->count; ++i) {
        m->cell[i].under = sum.hi;
        sum = add(sum, m->cell[i].mass);
    }
    m->total = sum.hi;
    sum = (pair){0, 0};
    for (size_t i = m->count; i-- > 0;) {
        m->cell[i].over = sum.hi;
        sum = add(sum, m->cell[i].mass);
    }
    if (!(m->total > 0))
        return rr_curve_refuse(curve, NAN, true,
                               "the density has no mass at the points tried: give a centre, or breaks, "
                               "where it has");
    if (!isfinite(m->total)) return rr_curve_refuse(curve, NAN, false, "the mass of the density is infinite");
    for (size_t i = 0; i < m->count; ++i) {
        const rr_cell *c = &m->cell[i];
        const double middle = c->low + (c->high - c->low) / 2;
        if (!c->power && !(c->low < middle && middle < c->high) && c->mass > ATOM * m->total)
            return rr_curve_refuse(curve, c->low, false, "the density has an atom at x = %.17g, or a pole that is too steep "
                                   "for doubles there: "
                                   "put a pole at 0", c->low);
    }
    return true;
}

void rr_mass_free(rr_mass *m)
{
    free(m->cell);
    m->cell = NULL;
}

double rr_chebyshev(const double *c, int n, double s)
{
    double next = 0, now = 0;
    for (int k = n - 1; k > 0; --k) {
        const double before = 2 * s * now - next + c[k];
        next = now;
        now = before;
    }
    return s * now - next + c[0];
}

/* The mass of a cell at a pole within a distance of it, and the distance of a mass. */
static double power_mass(const rr_cell *c, double h)
{
    const double d = c->high - c->low;
    return h >= d ? c->mass : h > 0 ? c->mass * rr_plain_exp(fabs(c->power) * rr_plain_log(h / d)) : 0;
}

static double power_distance(const rr_cell *c, double mass)
{
    const double d = c->high - c->low;
    return mass >= c->mass ? d : mass > 0 ? d * rr_plain_exp(rr_plain_log(mass / c->mass) / fabs(c->power)) : 0;
}

/* The mass of a cell below s. */
static double inside(const rr_cell *c, double s)
{
    const double y = (c->high - c->low) / 2 * rr_chebyshev(c->b, RR_CELL_POINTS + 1, s);
    return y <= 0 ? 0 : y >= c->mass ? c->mass : y;
}

/* The cell that contains x, which is between the ends. */
static const rr_cell *cell_of(const rr_mass *m, double x)
{
    size_t low = 0, high = m->count;   /* it is in [low, high) */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (m->cell[middle].low <= x) low = middle;
        else high = middle;
    }
    return &m->cell[low];
}

/* The position of x in its cell, from -1 to 1. */
static double within(const rr_cell *c, double x) { return ((x - c->low) - (c->high - x)) / (c->high - c->low); }

double rr_mass_at(const rr_mass *m, bool upper, double x)
{
    if (m->exact) return rr_curve_fraction(m->exact, upper, x);
    if (m->steps) return rr_steps_at(m->steps, upper, x);
    if (x <= m->cell[0].low) return upper;
    if (x >= m->cell[m->count - 1].high) return !upper;
    const rr_cell *c = cell_of(m, x);
    if (c->power) {
        const double near = power_mass(c, c->power > 0 ? x - c->low : c->high - x);
        const double part = upper == (c->power < 0) ? near : c->mass - near;
        return ((upper ? c->over : c->under) + part) / m->total;
    }
    const double y = inside(c, within(c, x));
    return (upper ? c->over + (c->mass - y) : c->under + y) / m->total;
}

double rr_mass_density(const rr_mass *m, double x)
{
    if (x <= m->cell[0].low || x >= m->cell[m->count - 1].high) return 0;
    const rr_cell *c = cell_of(m, x);
    if (c->power) {
        const double h = c->power > 0 ? x - c->low : c->high - x;
        return h > 0 ? power_mass(c, h) * fabs(c->power) / h : 0;
    }
    return rr_chebyshev(c->c, RR_CELL_POINTS, within(c, x));
}

/* The x of a cell with the mass `target` of the cell below it. */
static double root(const rr_cell *c, double target)
{
    const double half = (c->high - c->low) / 2;
    double low = -1, high = 1, s = 2 * (target / c->mass) - 1;
    for (int i = 0; i < 60; ++i) {
        const double over = inside(c, s) - target, slope = half * rr_chebyshev(c->c, RR_CELL_POINTS, s);
        if (over > 0) high = s;
        else low = s;
        const double next = s - over / slope, last = s;
        s = next > low && next < high ? next : over == 0 ? s : (low + high) / 2;
        if (fabs(s - last) <= 0x1p-52 * fmin(1 + s, 1 - s) || high - low <= 0x1p-53) break;
    }
    return s < 0 ? c->low + half * (1 + s) : c->high - half * (1 - s);
}

double rr_mass_quantile(const rr_mass *m, bool upper, double v)
{
    const double target = v * m->total;
    size_t low = 0, high = m->count;
    if (m->exact) return rr_inverse(m->exact, upper, v);
    if (m->steps) return rr_steps_quantile(m->steps, upper, v);
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (upper ? m->cell[middle - 1].over > target : m->cell[middle].under <= target) low = middle;
        else high = middle;
    }
    while (upper ? low > 0 && m->cell[low].mass == 0 : low + 1 < m->count && m->cell[low].mass == 0) low += upper ? -1 : 1;
    const rr_cell *c = &m->cell[low];
    const double part = target - (upper ? c->over : c->under), max = part < 0 ? 0 : part > c->mass ? c->mass : part;
    if (c->power) {
        const double h = power_distance(c, upper == (c->power < 0) ? max : c->mass - max);
        return c->power > 0 ? c->low + h : c->high - h;
    }
    return root(c, upper ? c->mass - max : max);
}
