/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cuts the support into cells, on each of which the density is its Chebyshev series
 *
 *     c_k = (2 - [k = 0]) / N sum over i of f(x_i) cos(pi k (i + 1/2) / N),   N = 16,
 *
 * whose integral is b_k = (c_(k-1) - c_(k+1)) / (2 k) (2 c_0 for c_0), with b_0 such that it is 0 at the lower end. A cell
 * is halved
 *
 *   - while its last coefficients, or the series at three places between its points, are off by more than 2^-47 of its
 *     largest value and by more than an ulp of x explains. Where halving does not help, the density's own rounding errors
 *     dominate, and 2^-36 is accepted; the measured error decides (measure.c)
 *   - while its values differ by more than a factor of 16: a cell must not have much more mass than the tail beyond it,
 *     whose relative accuracy its rounding errors would reduce
 *   - while it touches an end of the support, for the same reason: so cells there are octaves of the distance to the end,
 *
 * until its mass is below 2^-114 of an octave's largest, or no double is between its ends. Next to a pole (poles.c) the
 * density is treated as a function of the distance, and the cell at the pole is a power. */
#include "density.h"
#include "targets/target.h"

#include <math.h>
#include <stdlib.h>

#define SMOOTH 0x1p-47
#define BETWEEN 0x1p-44    /* at the places between, where rounding errors of the series add up */
#define ROUGH 0x1p-36
#define STEEP 16
#define GRAIN 4          /* ulps of x */
#define NOTHING 0x1p-114
#define AFTER 3            /* octaves without mass after the last one with mass */

enum { N = RR_CELL_POINTS, CELL_LIMIT = 100000, FEW = 16 };

typedef struct cutter {
    rr_mass *mass;
    rr_curve *curve;
    double cosine[4 * N];   /* cos(2 pi j / (4 N)) */
} cutter;

/* Statistics of the values of a cell. */
typedef struct look {
    double max, min, rest;
} look;

static bool is_knot(const rr_curve *c, double x)
{
    size_t first = 0, end = c->knots;
    while (first < end) {
        const size_t middle = (first + end) / 2;
        if (c->knot[middle] < x) first = middle + 1;
        else end = middle;
    }
    return first < c->knots && c->knot[first] == x;
}

/* The x of s, between the ends; if these are neighbouring doubles, the one where the density may be evaluated. */
static double place(const cutter *w, const rr_cell *cell, double s)
{
    const double half = (cell->high - cell->low) / 2, x = s < 0 ? cell->low + half * (1 + s) : cell->high - half * (1 - s);
    const double in = nextafter(cell->low, cell->high);
    if (cell->low < x && x < cell->high) return x;
    if (in < cell->high) return x <= cell->low ? in : nextafter(cell->high, cell->low);
    return is_knot(w->curve, cell->low) ? cell->high : cell->low;
}

/* The density at s. */
static double value(const cutter *w, const rr_cell *cell, double s)
{
    const rr_pole *p = rr_pole_of(w->curve, cell->low, cell->high);
    if (!p) return rr_curve_at(w->curve, place(w, cell, s));
    const double low = fabs(cell->low - p->x), high = fabs(cell->high - p->x), half = (cell->high - cell->low) / 2;
    return rr_pole_value(w->curve, p, s < 0 ? low + p->side * half * (1 + s) : high - p->side * half * (1 - s));
}

static void integrate(rr_cell *cell)
{
    const double *c = cell->c;
    double low = 0, sum = 0;
    for (int k = N; k > 0; --k) {
        cell->b[k] = ((k == 1 ? 2 : 1) * c[k - 1] - (k + 1 < N ? c[k + 1] : 0)) / (2 * k);
        low += k % 2 ? -cell->b[k] : cell->b[k];
        sum += cell->b[k];
    }
    cell->b[0] = -low;
    cell->mass = (cell->high - cell->low) / 2 * (sum - low);
    if (!(cell->mass > 0)) cell->mass = 0;
}

static look fill(cutter *w, rr_cell *cell)
{
    static const double between[] = {-0.9827, 0.0413, 0.7071};
    double f[N];
    look l = {0, INFINITY, 0};
    for (int i = 0; i < N; ++i) {
        f[i] = value(w, cell, w->cosine[2 * i + 1]);
        l.max = fmax(l.max, f[i]);
        l.min = fmin(l.min, f[i]);
    }
    for (int k = 0; k < N; ++k) {
        double sum = 0;
        for (int i = 0; i < N; ++i) sum += f[i] * w->cosine[k * (2 * i + 1) % (4 * N)];
        cell->c[k] = sum * (k ? 2 : 1) / N;
        if (k >= N - 3) l.rest = fmax(l.rest, fabs(cell->c[k]));
    }
    for (int i = 0; l.max > 0 && l.rest <= ROUGH * l.max && i < 3; ++i) {
        const double y = value(w, cell, between[i]);
        const double off = fabs(y - rr_chebyshev(cell->c, N, between[i]));
        l.max = fmax(l.max, y);
        l.rest = fmax(l.rest, off * (SMOOTH / BETWEEN));
    }
    integrate(cell);
    return l;
}

static bool keep(cutter *w, const rr_cell *cell)
{
    rr_mass *m = w->mass;
    if (m->count == CELL_LIMIT)
        return rr_curve_refuse(w->curve, NAN, true, "the density is too rough about x = %.17g: it needs %d cells or "
                               "more; give breaks, or "
                               "a density with more digits", cell->low, CELL_LIMIT);
    if (m->count == m->capacity) {
        const size_t capacity = m->capacity ? 2 * m->capacity : 512;
        rr_cell *more = realloc(m->cell, capacity * sizeof *more);
        if (!more) return rr_curve_fail(w->curve, RR_ERR_MEMORY, "no memory for the density's cells");
        m->cell = more;
        m->capacity = capacity;
    }
    m->cell[m->count++] = *cell;
    return true;
}

/* touch: 1, low is an end of the support; 2, high is. before: the roughness of the cell that this is half of. */
static bool cut(cutter *w, double low, double high, unsigned touch, double before)
{
    rr_cell cell = {.low = low, .high = high};
    const double middle = low + (high - low) / 2;
    const look l = fill(w, &cell);
    if (w->curve->status != RR_OK) return false;
    const double rough = l.max > 0 ? l.rest / l.max : 0;
    const rr_pole *p = rr_pole_of(w->curve, low, high);
    const double from = p ? p->x : 0, ulp = p ? 0 : 0x1p-1074;
    const double grain = GRAIN * fmax(0x1p-52 * fmax(fabs(low - from), fabs(high - from)), ulp) / (high - low);
    const bool smooth = rough <= SMOOTH + grain || (rough <= ROUGH && rough >= before / 4);
    if (!touch && smooth && l.min * STEEP >= l.max) return keep(w, &cell);
    if (!(low < middle && middle < high) || l.max * (high - low) <= NOTHING) return keep(w, &cell);
    return cut(w, low, middle, touch & 1, rough) && cut(w, middle, high, touch & 2, rough);
}

/* Keeps the cell at a pole. */
static bool keep_pole(cutter *w, const rr_pole *p)
{
    rr_cell cell = {.low = p->side > 0 ? p->x : p->x - p->from, .high = p->side > 0 ? p->x + p->from : p->x};
    cell.power = p->side * p->power;
    cell.mass = rr_pole_value(w->curve, p, p->from) * p->from / p->power;
    return w->curve->status == RR_OK && keep(w, &cell);
}

/* Cuts octave k of an infinite side; *mass is its mass. */
static bool cut_octave(cutter *w, int side, int k, double *mass)
{
    const rr_curve *c = w->curve;
    const double from = side ? c->knot[c->knots - 1] : c->knot[0];
    const double near = side ? from + ldexp(1, k) : from - ldexp(1, k);
    const double far = side ? from + ldexp(1, k + 1) : from - ldexp(1, k + 1);
    const size_t first = w->mass->count;
    *mass = 0;
    if (near == far) return true;
    if (!cut(w, side ? near : far, side ? far : near, 0, INFINITY)) return false;
    for (size_t i = first; i < w->mass->count; ++i) *mass += w->mass->cell[i].mass;
    return true;
}

/* Cuts the rest next to a knot: negligible mass, or all down to the spacing of doubles. */
static bool cut_rest(cutter *w, double low, double high, bool empty)
{
    const rr_cell cell = {.low = low, .high = high};
    return empty ? keep(w, &cell) : cut(w, low, high, 0, INFINITY);
}

static bool cut_side(cutter *w, int side)
{
    rr_curve *c = w->curve;
    const double from = side ? c->knot[c->knots - 1] : c->knot[0];
    const rr_pole *pole = rr_pole_at(c, from, side ? 1 : -1);
    double mass;
    const int first = pole && c->first[side] < ilogb(pole->from) ? ilogb(pole->from) : c->first[side];
    int empty = 0, k;
    for (k = first; k >= RR_MIN_OCTAVE && empty < AFTER; --k) {
        if (pole && ldexp(1, k) < pole->from) break;
        if (side ? from + ldexp(1, k) <= from : from - ldexp(1, k) >= from) break;
        if (!cut_octave(w, side, k, &mass)) return false;
        empty = mass > NOTHING ? 0 : empty + 1;
    }
    const double near = side ? from + ldexp(1, k + 1) : from - ldexp(1, k + 1);
    if (pole && fabs(near - from) == pole->from) {
        if (!keep_pole(w, pole)) return false;
    } else if (near != from && !cut_rest(w, side ? from : near, side ? near : from, empty == AFTER)) return false;
    for (k = first + 1, empty = 0; k <= c->last[side] || empty < AFTER; ++k) {
        if (k > RR_MAX_OCTAVE)
            return rr_curve_refuse(c, NAN, false, "the integral %s %g diverges, or the tail is too heavy: the density must "
                                   "fall faster than |x|^-1.12",
                                   side ? "above" : "below", from);
        if (!cut_octave(w, side, k, &mass)) return false;
        empty = mass > NOTHING ? 0 : empty + 1;
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const double x = ((const rr_cell *)a)->low, y = ((const rr_cell *)b)->low;
    return (x > y) - (x < y);
}

/* Cuts from knot i to the next: even parts. Where knots are few the first and the last part are octaves of the distance to
 * their knot, so that narrow features next to it are found. */
static bool cut_stretch(cutter *w, size_t i)
{
    const rr_curve *c = w->curve;
    const double low = c->knot[i], high = c->knot[i + 1], width = high - low;
    const int parts = c->knots <= FEW ? 32 : c->knots <= 256 ? 4 : 1, octaves = c->knots <= FEW ? rr_octaves(width) : 0;
    const rr_pole *at_low = rr_pole_at(c, low, 1), *at_high = rr_pole_at(c, high, -1);
    if (at_low && at_low->from > width / 4) at_low = NULL;
    if (at_high && at_high->from > width / 4) at_high = NULL;
    double from = at_low ? low + at_low->from : low;
    const double end = at_high ? high - at_high->from : high;
    if (at_low && !keep_pole(w, at_low)) return false;
    for (int p = -octaves; p < parts + octaves; ++p) {
        const double to = p < 0           ? low + ldexp(width / parts, p)
                          : p < parts - 1 ? low + width * (p + 1) / parts
                                          : high - ldexp(width / parts, parts - 2 - p);
        const bool last = p == parts + octaves - 1;
        const unsigned touch = (from == low && c->hard[i]) | (unsigned)(last && c->hard[i + 1] && !at_high) << 1;
        if (!last && !(from < to && to < end)) continue;
        if (!cut(w, from, last ? end : to, touch, INFINITY)) return false;
        from = to;
    }
    return !at_high || keep_pole(w, at_high);
}

bool rr_cells_make(rr_mass *mass, rr_curve *c)
{
    cutter w = {mass, c, {0}};
    *mass = (rr_mass){NULL, 0, 0, 0, NULL, NULL};
    for (int j = 0; j < 4 * N; ++j) w.cosine[j] = rr_plain_cos_turn((double)j / (4 * N));
    for (size_t i = 0; i + 1 < c->knots; ++i)
        if (!cut_stretch(&w, i)) return false;
    for (int side = 0; side < 2; ++side)
        if (c->open[side] && !cut_side(&w, side)) return false;
    qsort(mass->cell, mass->count, sizeof *mass->cell, by_place);
    return true;
}
