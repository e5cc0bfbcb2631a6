/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The error of v of a table. A CDF is asked itself; of a density, it is measured against an integration that shares nothing
 * with the one that made it: the density itself, by Gauss and Lobatto's rule of 4 points and Kronrod's extension to 7
 * (Gander and Gautschi, BIT 40 (2000) 84), adaptively, from place to place and so from either end of the support inwards.
 * Places are 2048 v in each half, in equal ratios from 2^-64 to 1/2. The sample x of a place is what a kernel makes of it;
 * an error that a change of x by four ulps of its piece explains is none. What lies beyond the largest number of the dtype
 * is not looked at. */
#include "density.h"
#include "targets/target.h"

#include <math.h>

#define TOLERANCE 0x1p-45
#define ULPS 4
#define GRAIN 1
#define MOST_F32 0x1.fffffdp127
#define SUM 0x1p-40        /* what a CDF and its tail may add up to beside 1 */
#define NOTHING 0x1p-110   /* of the mass: where an end of the support is not gone to */

enum { PLACES = 2048, DEPTH = 40, MOST = 8000000 /* evaluations */, FEW = 16 };

typedef struct sum {
    rr_curve *curve;
    double all, rest;   /* compensated */
    uint64_t before;    /* evaluations when it began */
} sum;

static void add(sum *s, double x)
{
    const double all = s->all + x, z = all - s->all;
    s->rest += (s->all - (all - z)) + (x - z);
    s->all = all;
}

static double total(const sum *s) { return s->all + s->rest; }

/* Adds the integral from a to b > a, whose values at the ends are fa and fb. */
static void integrate(sum *s, double a, double b, double fa, double fb, int depth)
{
    static const double alpha = 0.81649658092772603, beta = 0.44721359549995794;
    const double h = (b - a) / 2, m = a + h, x[] = {m - alpha * h, m - beta * h, m, m + beta * h, m + alpha * h};
    double f[5];
    if (s->curve->evaluations - s->before > MOST)
        rr_curve_refuse(s->curve, NAN, false, "the density is too rough about x = %.17g for its table to be measured", m);
    if (s->curve->status != RR_OK) return;
    if (!(a < x[0] && x[0] < x[1] && x[3] < x[4] && x[4] < b)) {   /* a few ulps */
        add(s, h * (fa + fb));
        return;
    }
    for (int i = 0; i < 5; ++i) f[i] = rr_curve_at(s->curve, x[i]);
    const double four = h / 6 * (fa + fb + 5 * (f[1] + f[3]));
    const double seven = h / 1470 * (77 * (fa + fb) + 432 * (f[0] + f[4]) + 625 * (f[1] + f[3]) + 672 * f[2]);
    const double grain = GRAIN * 0x1p-52 * fmax(fabs(a), fabs(b)) / (b - a);   /* what ulps of x do to values in it */
    if (!depth || !(fabs(four - seven) > TOLERANCE * (total(s) + seven) + grain * seven)) {
        add(s, seven);
        return;
    }
    for (int i = 0; i <= 5; ++i)
        integrate(s, i ? x[i - 1] : a, i < 5 ? x[i] : b, i ? f[i - 1] : fa, i < 5 ? f[i] : fb, depth - 1);
}

/* Where the integration begins and ends: cells at the ends that weigh nothing are left out. */
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

/* From low to high, whose own values are those next to them: a knot and an end of the support are not asked for. Where
 * nothing is between both, the one that is neither. */
static void part(sum *s, double low, double high)
{
    const double in = nextafter(low, high);
    if (!(low < high)) return;
    const double from = in < high ? in : ends_at(s->curve, low) ? high : low, to = in < high ? nextafter(high, low) : from;
    integrate(s, low, high, rr_curve_at(s->curve, from), rr_curve_at(s->curve, to), DEPTH);
}

/* From a knot to `far`, by octaves of the distance: there may be a pole. */
static void graded(sum *s, double knot, double far)
{
    for (double near; far != knot && s->curve->status == RR_OK; far = near) {
        near = knot + (far - knot) / 2;
        if (near == far) near = knot;
        part(s, fmin(near, far), fmax(near, far));
    }
}

/* Between neighbouring knots, or what is between them. */
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

/* From a to b, a > b where upper, a cell after the other from a on: a part that spans hundreds of octaves of a heavy tail
 * runs out of depth. */
static void stretch(sum *s, const rr_mass *m, double a, double b)
{
    double ends[2];
    ends_of(m, ends);
    const double low = fmax(fmin(a, b), ends[0]), high = fmin(fmax(a, b), ends[1]);
    for (size_t k = 0; k < m->count; ++k) {
        const size_t i = a > b ? m->count - 1 - k : k;
        segment(s, fmax(m->cell[i].low, low), fmin(m->cell[i].high, high));
    }
}

static double place(int k, unsigned width)
{
    const double octaves = 63. * k / (PLACES - 1), whole = (double)(int)octaves;
    const double v = ldexp(1 + (octaves - whole), (int)whole - 64);   /* linear within an octave */
    return width == 4 ? (double)(float)v : v;
}

/* A place: the sample, the mass up to it, and how far v may be off below and above because of the sample's ulps. */
typedef struct seen {
    double v, mass, under, over;
} seen;

static void look(const rr_mass *m, unsigned width, bool upper, double x, double unit, seen *to)
{
    const double here = rr_mass_at(m, upper, x), reach = ULPS * unit;
    const double some = rr_mass_at(m, upper, x - reach), other = rr_mass_at(m, upper, x + reach);
    to->under = here - fmin(some, other);
    to->over = fmax(some, other) - here;
    if (width == 4 && fabs(x) > MOST_F32) to->under = to->over = INFINITY;
}

/* One half, at all its places. Returns the sample of the last. */
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

/* Of a CDF: how far its share is from v wherever x may be. The two sides are to be of one law. */
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
            rr_curve_refuse(curve, x, false, "the CDF and the tail add up to %.17g at x = %.17g: 1 is accepted", sum, x);
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
    if (m->exact) return error_of_cdf(table, width, m, curve, at);
    static const bool sides[] = {false, true};
    seen places[2][PLACES];
    double last[2], worst = 0;
    const sum none = {curve, 0, 0, curve->evaluations};
    sum s[3] = {none, none, none};
    for (int side = 0; side < 2; ++side) last[side] = half(&s[side], table, width, m, sides[side], places[side]);
    s[2].all = total(&s[0]) + total(&s[1]);
    if (last[0] < last[1]) stretch(&s[2], m, last[0], last[1]);   /* else the samples of 1/2 are one but for rounding */
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
