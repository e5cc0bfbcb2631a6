/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Poles: next to a knot at p the density is C h^-a (1 + c h + ...), h the distance to p, with a from MIN_STEEP to MAX_STEEP.
 * Doubles next to p are too far apart to integrate it: those next to 1 have h = 2^-53, 2^-52, ..., and for x^-0.9, 2 % of an
 * octave's mass is below the first. Therefore
 *
 *   - the density at a distance h is that of a double at a distance near h, times a power of the two distances' ratio
 *   - the mass within `from`, a few doubles, is that of the power: from f(from) / (1 - a)
 *
 * The exponent is measured over two stretches of 8 octaves (64 at 0, where doubles are dense and the logarithm of the
 * density is large), from which the term c h is eliminated. A pole of another kind gives another mass to measure.c, which
 * extrapolates masses instead of values, so its table is refused. */
#include "density.h"
#include "targets/target.h"

#include <math.h>
#include <stdlib.h>

#define MIN_STEEP 0.05
#define MAX_STEEP 0.9901
#define NEAR 0x1p-16       /* of x, and of 0: a mode this close is a pole */
#define NEAR_0 0x1p-700
#define LOG_2 0x1.62e42fefa39efp-1

enum {
    STRETCH = 8, STRETCH_AT_0 = 64,     /* octaves */
    DOUBLES = 3,     /* log2 of the number of doubles within `from` */
    DEEP = 960,      /* octaves from the width, or 1 if that is less, to `from` of a pole at 0 */
    RETREAT = 32,    /* octaves by which `from` grows while the density overflows there */
    WIDER = 14       /* octaves of the distances beyond both stretches, at least */
};

static double place(const rr_pole *p, double h) { return p->x + p->side * h; }

/* True if the density is +inf at a distance h. */
static bool overflows(rr_curve *c, const rr_pole *p, double h)
{
    const double x = place(p, h), raw = c->given->pdf ? c->given->pdf(x, c->given->context) : 0;
    ++c->evaluations;
    return raw == INFINITY;
}

/* Sets the smallest distance, a power of 2, and the largest. False: they are too close. */
static bool pole_range(rr_curve *c, rr_pole *p, double width)
{
    const int wide = 2 * p->octaves + WIDER;
    p->from = ldexp(fabs(nextafter(p->x, p->side * INFINITY) - p->x), DOUBLES);
    if (p->x == 0) p->from = fmax(p->from, ldexp(1, (width < 1 ? ilogb(width) : 0) - DEEP));
    while (ldexp(p->from, wide) < width && overflows(c, p, p->from)) p->from = ldexp(p->from, RETREAT);
    p->to = width / 2;
    return ldexp(p->from, wide) < width;
}

/* The exponent of the density at a distance p->from; 0: no pole. */
static double steepness(rr_curve *c, const rr_pole *p)
{
    double log[3];
    for (int i = 0; i < 3; ++i) {
        log[i] = rr_curve_log(c, place(p, ldexp(p->from, p->octaves * i)));
        if (log[i] == -INFINITY) return 0;
    }
    const double near = (log[0] - log[1]) / (p->octaves * LOG_2), far = (log[1] - log[2]) / (p->octaves * LOG_2);
    return near + (near - far) / (ldexp(1, p->octaves) - 1);
}

static bool find(rr_curve *c, size_t knot, int side)
{
    const bool upper = side > 0, outer = upper ? knot + 1 == c->knots : knot == 0;
    rr_pole p = {.x = c->knot[knot], .side = side, .octaves = c->knot[knot] == 0 ? STRETCH_AT_0 : STRETCH};
    if (outer && !c->open[upper]) return true;
    if (!pole_range(c, &p, outer ? ldexp(1, c->last[upper]) : fabs(c->knot[upper ? knot + 1 : knot - 1] - p.x))) return true;
    const double a = steepness(c, &p);
    if (!(a >= MIN_STEEP)) return true;
    if (!(a <= MAX_STEEP))
        return rr_curve_refuse(c, p.x, false, "the density has a pole at x = %.17g that is too steep: it is like d^%.4g at "
                               "a distance d; the integral of d^-1 is infinite, and exponents from -0.99 on are accepted",
                               p.x, -a);
    p.power = 1 - a;
    c->pole[c->poles++] = p;
    return true;
}

/* The search for a mode may have climbed to a double next to a pole. */
static void drop_near_mode(rr_curve *c)
{
    for (size_t i = 0; i < c->knots; ++i) {
        const double x = c->knot[i], away = fabs(c->mode - x);
        if (away > 0 && away < (x == 0 ? NEAR_0 : fabs(x) * NEAR)) {
            rr_curve_drop_mode(c);
            return;
        }
    }
}

bool rr_poles_find(rr_curve *c)
{
    drop_near_mode(c);
    free(c->pole);
    c->poles = 0;
    if (!(c->pole = malloc(2 * c->knots * sizeof *c->pole + 1)))
        return rr_curve_fail(c, RR_ERR_MEMORY, "no memory for the poles");
    for (size_t i = 0; i < c->knots; ++i)
        if (!find(c, i, -1) || !find(c, i, 1)) return false;
    return true;
}

/* The first pole whose place is not below x. */
static size_t first_from(const rr_curve *c, double x)
{
    size_t first = 0, end = c->poles;
    while (first < end) {
        const size_t middle = (first + end) / 2;
        if (c->pole[middle].x < x) first = middle + 1;
        else end = middle;
    }
    return first;
}

rr_pole *rr_pole_at(const rr_curve *c, double x, int side)
{
    for (size_t i = first_from(c, x); i < c->poles && c->pole[i].x == x; ++i)
        if (c->pole[i].side == side) return &c->pole[i];
    return NULL;
}

const rr_pole *rr_pole_of(const rr_curve *c, double low, double high)
{
    if (!c->poles) return NULL;
    const size_t below = first_from(c, nextafter(low, INFINITY)), above = first_from(c, high);
    if (below > 0) {
        const rr_pole *p = &c->pole[below - 1];   /* the upper side is the last of two */
        if (p->side > 0 && low - p->x >= p->from && high - p->x <= p->to) return p;
    }
    if (above < c->poles) {
        const rr_pole *p = &c->pole[above];
        if (p->side < 0 && p->x - high >= p->from && p->x - low <= p->to) return p;
    }
    return NULL;
}

double rr_pole_value(rr_curve *c, const rr_pole *p, double h)
{
    const double x = place(p, h), at = fabs(x - p->x), y = rr_curve_at(c, x);
    return at == h ? y : y * rr_plain_exp((1 - p->power) * rr_plain_log(at / h));
}
