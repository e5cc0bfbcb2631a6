/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures the error of v of a table. A CDF, or that of steps, is evaluated directly. A density is integrated by a method
 * that shares nothing with the one that made the table: Gauss and Lobatto's rule of 4 points and Kronrod's extension to 7
 * (Gander and Gautschi, BIT 40 (2000) 84), adaptively, from place to place and so from either end of the support inwards.
 * The places are 2048 v in each half from 2^-64 to 1/2, about 32 per octave, even within it. The sample x of a place is that
 * of a kernel; an error that a change of x by four ulps of its piece explains is ignored. The mass at a pole (poles.c) is
 * extrapolated from the masses of three stretches next to it. Values beyond the largest number of the dtype are not
 * checked. */
#include "density.h"
#include "targets/target.h"

#include <math.h>

#define TOLERANCE 0x1p-45
#define ULPS 4
#define GRAIN 1
#define MAX_F32 0x1.fffffdp127
#define SUM 0x1p-40        /* how far the sum of a CDF and its tail may be from 1 */
#define LOG_2 0x1.62e42fefa39efp-1
#define ROUNDED 0x1p-40    /* relative error of masses, which two methods have computed */
#define NOTHING 0x1p-110   /* fraction of the mass at an end of the support that is left out */

enum { PLACES = 2048, DEPTH = 40, MAX = 8000000 /* evaluations */, FEW = 16 };

typedef struct sum {
    rr_curve *curve;
    double all, rest;   /* compensated */
    uint64_t before;    /* evaluations when it began */
    const rr_pole *pole;   /* or NULL; otherwise arguments are distances from it */
} sum;

static void add(sum *s, double x)
{
    const double all = s->all + x, z = all - s->all;
    s->rest += (s->all - (all - z)) + (x - z);
    s->all = all;
}

static double total(const sum *s) { return s->all + s->rest; }

static double value(const sum *s, double x)
{
    return s->pole ? rr_pole_value(s->curve, s->pole, x) : rr_curve_at(s->curve, x);
}

/* Adds the integral from a to b > a, whose values at the ends are fa and fb. */
static void integrate(sum *s, double a, double b, double fa, double fb, int depth)
{
    static const double alpha = 0.81649658092772603, beta = 0.44721359549995794;
    const double h = (b - a) / 2, m = a + h, x[] = {m - alpha * h, m - beta * h, m, m + beta * h, m + alpha * h};
    double f[5];
    if (s->curve->evaluations - s->before > MAX)
        rr_curve_refuse(s->curve, NAN, false, "the density is too rough about x = %.17g for its table to be measured", m);
    if (s->curve->status != RR_OK) return;
    if (!(a < x[0] && x[0] < x[1] && x[3] < x[4] && x[4] < b)) {   /* a few ulps */
        add(s, h * (fa + fb));
        return;
    }
    for (int i = 0; i < 5; ++i) f[i] = value(s, x[i]);
    const double four = h / 6 * (fa + fb + 5 * (f[1] + f[3]));
    const double seven = h / 1470 * (77 * (fa + fb) + 432 * (f[0] + f[4]) + 625 * (f[1] + f[3]) + 672 * f[2]);
    const double grain = GRAIN * 0x1p-52 * fmax(fabs(a), fabs(b)) / (b - a);   /* effect of ulps of x on values in it */
    if (!depth || !(fabs(four - seven) > TOLERANCE * (total(s) + seven) + grain * seven)) {
        add(s, seven);
        return;
    }
    for (int i = 0; i <= 5; ++i)
        integrate(s, i ? x[i - 1] : a, i < 5 ? x[i] : b, i ? f[i - 1] : fa, i < 5 ? f[i] : fb, depth - 1);
}

/* The ends of the integration: cells of negligible mass at the ends are left out. */
static void ends_of(const rr_mass *m, double ends[2])
{
    size_t first = 0, last = m->count - 1;
    while (m->cell[first].under + m->cell[first].mass <= NOTHING * m->total) ++first;
    while (m->cell[last].over + m->cell[last].mass <= NOTHING * m->total) --last;
    ends[0] = m->cell[first].low;
    ends[1] = m->cell[last].high;
}

static bool ends_at(const rr_curve *c, double low)
{
    bool found = low <= c->given->low;
    for (size_t i = 0; i < c->knots && !found; ++i) found = c->knot[i] == low;
    return found;
}

/* Integrates from low to high. The values at the ends are replaced by those of their neighbours, because knots and ends of
 * the support are not evaluated. If there is no double between low and high, the value at the end that is neither is
 * used. */
static void part(sum *s, double low, double high)
{
    const double in = nextafter(low, high);
    if (!(low < high)) return;
    const double from = in < high ? in : ends_at(s->curve, low) ? high : low, to = in < high ? nextafter(high, low) : from;
    integrate(s, low, high, rr_curve_at(s->curve, from), rr_curve_at(s->curve, to), DEPTH);
}

/* From a knot to `far`, by octaves of the distance, since there may be a pole. */
static void graded(sum *s, double knot, double far)
{
    for (double near; far != knot && s->curve->status == RR_OK; far = near) {
        near = knot + (far - knot) / 2;
        if (near == far) near = knot;
        part(s, fmin(near, far), fmax(near, far));
    }
}

/* Between neighbouring knots, or a part of such a stretch. */
static void between(sum *s, double low, double high, bool low_knot, bool high_knot)
{
    const double middle = low + (high - low) / 2;
    if (low_knot) graded(s, low, middle);
    if (high_knot) graded(s, high, middle);
    part(s, low_knot ? middle : low, high_knot ? middle : high);
}

static bool is_knot(const rr_curve *c, size_t i, double x)
{
    return i < c->knots && c->knot[i] == x && (c->hard[i] || c->knots <= FEW);
}

/* From low to high, cut at knots. */
static void segment(sum *s, double low, double high)
{
    const rr_curve *c = s->curve;
    size_t first = 0, end = c->knots;
    while (first < end) {   /* the first knot above low */
        const size_t middle = (first + end) / 2;
        if (c->knot[middle] <= low) first = middle + 1;
        else end = middle;
    }
    for (size_t i = first; low < high; ++i) {
        const double to = i < c->knots && c->knot[i] < high ? c->knot[i] : high;
        between(s, low, to, i > 0 && is_knot(c, i - 1, low), is_knot(c, i, to));
        low = to;
    }
}

/* With a distance h from the pole instead of x, from low to high. */
static void distances(sum *s, const rr_pole *p, double low, double high)
{
    s->pole = p;
    integrate(s, low, high, value(s, low), value(s, high), DEPTH);
    s->pole = NULL;
}

/* The mass within p->from: that of three stretches of n octaves is a r^j (1 + b 2^(n j)), j = 0, 1, 2. */
static void extrapolate(const sum *s, rr_pole *p)
{
    const int n = p->octaves / 2;
    double mass[3];
    for (int j = 0; j < 3; ++j) {
        sum part = {s->curve, 0, 0, s->curve->evaluations, NULL};
        for (int k = 0; k < n; ++k) distances(&part, p, ldexp(p->from, n * j + k), ldexp(p->from, n * j + k + 1));
        mass[j] = total(&part);
    }
    const double first = mass[1] / mass[0], second = mass[2] / mass[1], ratio = first - (second - first) / (ldexp(1, n) - 1);
    p->measured_power = rr_plain_log(ratio) / (n * LOG_2);
    p->measured = ratio > 1 ? mass[0] / (ratio - 1) : INFINITY;
}

/* The part of the cell at a pole from low to high. */
static void at_pole(sum *s, const rr_cell *cell, double low, double high)
{
    const double x = cell->power > 0 ? cell->low : cell->high, d = cell->high - cell->low;
    rr_pole *p = rr_pole_at(s->curve, x, cell->power > 0 ? 1 : -1);
    if (!p->measured) extrapolate(s, p);
    for (int far = 0; far < 2; ++far) {
        const double h = far == (cell->power > 0) ? fabs(high - x) : fabs(low - x);
        if (h > 0) add(s, (far ? 1 : -1) * p->measured * rr_plain_exp(p->measured_power * rr_plain_log(h / d)));
    }
}

/* From a to b, with a > b where upper, cell by cell from a on: a part that spans hundreds of octaves of a heavy tail would
 * run out of depth. */
static void stretch(sum *s, const rr_mass *m, double a, double b)
{
    double ends[2];
    ends_of(m, ends);
    const double low = fmax(fmin(a, b), ends[0]), high = fmin(fmax(a, b), ends[1]);
    for (size_t k = 0; k < m->count; ++k) {
        const size_t i = a > b ? m->count - 1 - k : k;
        const rr_cell *c = &m->cell[i];
        const double from = fmax(c->low, low), to = fmin(c->high, high);
        const rr_pole *p = rr_pole_of(s->curve, c->low, c->high);
        if (!(from < to)) continue;
        if (c->power) at_pole(s, c, from, to);
        else if (p) distances(s, p, fmin(fabs(from - p->x), fabs(to - p->x)), fmax(fabs(from - p->x), fabs(to - p->x)));
        else segment(s, from, to);
    }
}

static double place(int k, unsigned width)
{
    const double octaves = 63. * k / (PLACES - 1), whole = (double)(int)octaves;
    const double v = ldexp(1 + (octaves - whole), (int)whole - 64);   /* linear within an octave */
    return width == 4 ? (double)(float)v : v;
}

/* A place: its v, the mass up to its sample, and the errors of v below and above that the sample's ulps explain. */
typedef struct seen {
    double v, mass, under, over;
} seen;

static void look(const rr_mass *m, unsigned width, bool upper, double x, double unit, seen *to)
{
    const double here = rr_mass_at(m, upper, x), reach = ULPS * unit;
    const double some = rr_mass_at(m, upper, x - reach), other = rr_mass_at(m, upper, x + reach);
    to->under = (here - fmin(some, other)) * (1 + ROUNDED);
    to->over = (fmax(some, other) - here) * (1 + ROUNDED);
    if (width == 4 && fabs(x) > MAX_F32) to->under = to->over = INFINITY;
}

/* Measures one half, at all its places. Returns the sample of the last. */
static double half(sum *s, const void *table, unsigned width, const rr_mass *m, bool upper, seen *places)
{
    double ends[2];
    ends_of(m, ends);
    double last = ends[upper];
    for (int k = 0; k < PLACES && s->curve->status == RR_OK; ++k) {
        double unit;
        const double v = place(k, width), x = rr_pieces_sample(table, width, upper, v, &unit);
        if (upper ? x < last : x > last) {
            stretch(s, m, last, x);
            last = x;
        }
        places[k] = (seen){.v = v, .mass = total(s) - (rr_mass_at(m, upper, last) - rr_mass_at(m, upper, x)) * m->total};
        look(m, width, upper, x, unit, &places[k]);
    }
    return last;
}

/* For a CDF or steps: the largest distance of its probability from v. The two sides must belong to one distribution. */
static double error_of_cdf(const void *table, unsigned width, const rr_mass *m, rr_curve *curve, double *at)
{
    double worst = 0;
    for (int k = 0; k < 2 * PLACES && curve->status == RR_OK; ++k) {
        const bool upper = k >= PLACES;
        double unit;
        const double v = place(k % PLACES, width), x = rr_pieces_sample(table, width, upper, v, &unit);
        const double here = rr_mass_at(m, upper, x), sum = here + rr_mass_at(m, !upper, x);
        seen p = {.v = v, .mass = here};
        if (!(fabs(sum - 1) <= SUM))
            rr_curve_refuse(curve, x, false, "the CDF and the tail add up to %.17g at x = %.17g; they must add up to 1",
                            sum, x);
        look(m, width, upper, x, unit, &p);
        const double error = fmax(p.mass - v - p.under, v - p.mass - p.over) / v;
        if (error <= worst) continue;
        worst = error;
        *at = upper ? 1 - v : v;
    }
    return worst;
}

double rr_pieces_error(const void *table, unsigned width, const rr_mass *m, rr_curve *curve, double *at)
{
    *at = 0;
    if (m->exact || m->steps) return error_of_cdf(table, width, m, curve, at);
    static const bool sides[] = {false, true};
    seen places[2][PLACES];
    double last[2], worst = 0;
    const sum none = {curve, 0, 0, curve->evaluations, NULL};
    sum s[3] = {none, none, none};
    for (int side = 0; side < 2; ++side) last[side] = half(&s[side], table, width, m, sides[side], places[side]);
    stretch(&s[2], m, fmin(last[0], last[1]), fmax(last[0], last[1]));   /* samples of 1/2 may overlap, by rounding */
    s[2].all = total(&s[0]) + total(&s[1]) + (last[0] < last[1] ? 1 : -1) * total(&s[2]);
    s[2].rest = 0;
    for (int side = 0; side < 2; ++side)
        for (int k = 0; k < PLACES; ++k) {
            const seen *p = &places[side][k];
            const double off = p->mass / total(&s[2]) - p->v, error = fmax(off - p->under, -off - p->over) / p->v;
            if (error <= worst) continue;
            worst = error;
            *at = side ? 1 - p->v : p->v;
        }
    return worst;
}
