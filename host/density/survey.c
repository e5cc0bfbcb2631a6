/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Searches for mass that the cells of a density have missed, at places that do not depend on them: the cells look next to
 * knots, and miss a mode between two of their places. The places are
 *
 *   - in geometric steps on both sides of 0, of the ends of the support, of the outer knots and of their mirror
 *     images, from an ulp to beyond the width of the distribution; around 0 from the smallest number to the largest
 *   - in even steps between neighbouring knots
 *   - in even steps between the outermost quantiles, and in steps of some widths of the distribution far beyond them: a
 *     mode as wide as the distribution shows within 38 of its standard deviations, where exp(-x^2/2) is still above the
 *     smallest double
 *
 * A local maximum of the logarithm at which the cells have less than half of the density is climbed by golden section and
 * integrated over the stretch where the density is at least half of it. Mass is missed where the cells have less than half
 * of that integral. It matters if it is above 2^-44 of the mass beyond it on the nearer side and 2^-90 of all. */
#include "density.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define LOG_2 0x1.62e42fefa39efp-1
#define COUNTS 0x1p-90      /* of the mass */
#define OF_TAIL 0x1p-44
#define FLAT 0x1p-8
#define GOLDEN 0x1.8722191a02d61p-2   /* (3 - sqrt 5) / 2 */

enum {
    ANCHORS = 18, DENSE = 64, THIN = 4, NEAR = 40 /* octaves */, EVEN = 4096, WIDTHS = 24, STEPS = 160, LEVEL = 8,
    PARTS = 16, CLIMBS = 512
};

typedef struct look {
    double x, log;
} look;

typedef struct survey {
    rr_curve *curve;
    const rr_mass *mass;
    rr_survey *found;
    look *at;
    size_t count, capacity;
    bool tops;            /* candidates: local maxima, or other places with mass */
    double offset;        /* of places, in steps */
    int climbs;
} survey;

static void add(survey *s, double x)
{
    const rr_density *d = s->curve->given;
    if (!(x > d->low && x < d->high && fabs(x) <= DBL_MAX)) return;
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? 2 * s->capacity : 65536;
        look *more = realloc(s->at, capacity * sizeof *more);
        if (!more) {
            rr_curve_fail(s->curve, RR_ERR_MEMORY, "no memory for the search of the density");
            return;
        }
        s->at = more;
        s->capacity = capacity;
    }
    s->at[s->count++].x = x;
}

/* `steps` places from low to high. */
static void evenly(survey *s, double low, double high, int steps)
{
    for (int i = 0; i < steps; ++i) add(s, low + (high - low) * ((i + s->offset) / steps));
}

/* Octaves first to last of the distance to x, on both sides. */
static void geometric(survey *s, double x, int first, int last, int per_octave)
{
    for (int k = first; k <= last; ++k)
        for (int i = 0; i < per_octave; ++i) {
            const double step = ldexp(1 + (i + s->offset) / per_octave, k);
            if (x + step != x) add(s, x + step);
            if (x - step != x) add(s, x - step);
        }
}

static int clamp(int k) { return k < RR_MIN_OCTAVE ? RR_MIN_OCTAVE : k > RR_MAX_OCTAVE ? RR_MAX_OCTAVE : k; }

/* Around 0 and the first knots; `size` is the octave of the distribution's width. */
static void about_anchors(survey *s, int size)
{
    const rr_curve *c = s->curve;
    const int low = clamp(size - NEAR), high = clamp(size + NEAR);
    geometric(s, 0, RR_MIN_OCTAVE, low - 1, THIN);
    geometric(s, 0, low, high, DENSE);
    geometric(s, 0, high + 1, RR_MAX_OCTAVE, THIN);
    const int per_octave = c->knots <= 4 ? DENSE : DENSE / 4;
    for (size_t i = 0; i < c->knots; ++i) {
        if (i == ANCHORS / 2 && c->knots > ANCHORS) i = c->knots - ANCHORS / 2;
        const double x = c->knot[i];
        const int octave = x == 0 ? RR_MIN_OCTAVE : ilogb(x), first = clamp(octave - 53),
                  last = clamp((octave > size ? octave : size) + 2);
        if (octave < low) continue;   /* as close to it as 0 is */
        geometric(s, x, first, last, per_octave);
        geometric(s, -x, first, last, per_octave);
    }
}

static void between_knots(survey *s)
{
    const rr_curve *c = s->curve;
    const size_t parts = c->knots > 1 ? c->knots - 1 : 1;
    const int each = parts >= EVEN / 8 ? 4 : (int)(EVEN / parts);
    for (size_t i = 0; i + 1 < c->knots; ++i) evenly(s, c->knot[i], c->knot[i + 1], each);
}

/* Around the distribution that the cells have. */
static void about_law(survey *s)
{
    const double q[] = {rr_mass_quantile(s->mass, false, 0x1p-20), rr_mass_quantile(s->mass, false, 0.25),
                        rr_mass_quantile(s->mass, true, 0.25), rr_mass_quantile(s->mass, true, 0x1p-20)};
    const double width = q[2] - q[1], middle = q[1] + width / 2;
    about_anchors(s, width > 0 ? ilogb(width) : ilogb(fmax(fabs(middle), DBL_MIN)) - 52);
    evenly(s, q[0], q[3], EVEN);
    evenly(s, middle - width * (WIDTHS * EVEN / 2), middle + width * (WIDTHS * EVEN / 2), EVEN);
}

static int by_place(const void *a, const void *b)
{
    const double x = ((const look *)a)->x, y = ((const look *)b)->x;
    return (x > y) - (x < y);
}

/* ---- A mode --------------------------------------------------------------------------------------------------------- */

/* The mass of the cells between a and b, from the side with more significant bits. */
static double mass_between(const rr_mass *m, double a, double b)
{
    const bool upper = rr_mass_at(m, false, a) > 0.5;
    const double x = rr_mass_at(m, upper, a), y = rr_mass_at(m, upper, b);
    return fabs(x - y) * m->total;
}

/* The place of the largest value between a and b, starting at x, by golden section until values hardly differ. */
static look climb(survey *s, double a, look x, double b)
{
    for (int i = 0, level = 0; i < STEPS && level < LEVEL; ++i) {
        const bool right = b - x.x > x.x - a;
        look y = {.x = right ? x.x + (b - x.x) * GOLDEN : x.x - (x.x - a) * GOLDEN};
        if (!(y.x > a && y.x < b) || y.x == x.x) break;
        y.log = rr_curve_log(s->curve, y.x);
        level = fabs(y.log - x.log) < FLAT ? level + 1 : 0;
        if (y.log > x.log) {
            if (right) a = x.x;
            else b = x.x;
            x = y;
        } else if (right) {
            b = y.x;
        } else {
            a = y.x;
        }
    }
    return x;
}

/* The distance within which the density is at least half that at x, to a factor of 2, from `min` on; 0: less. */
static double reach(survey *s, look x, double sign, double min)
{
    const rr_density *d = s->curve->given;
    double step = fmax(fmax(fabs(x.x) * 0x1p-52, min), 0x1p-1074), last = 0;
    for (; step < DBL_MAX / 4; step *= 2) {
        const double y = x.x + sign * step;
        if (y == x.x) continue;
        if (!(y > d->low && y < d->high) || rr_curve_log(s->curve, y) < x.log - LOG_2) break;
        last = step;
    }
    return last;
}

/* The integral from a to b, by the trapezoidal rule. */
static double integral(survey *s, double a, double b)
{
    double sum = 0;
    for (int i = 0; i <= PARTS; ++i)
        sum += rr_plain_exp(fmin(rr_curve_log(s->curve, a + (b - a) * i / PARTS), 700)) * (i % PARTS ? 1 : 0.5);
    return sum * ((b - a) / PARTS);
}

/* Keeps a place if the cells miss its mass; if there are too many, those with the most. */
static void try_place(survey *s, look x, double min)
{
    rr_survey *f = s->found;
    const double a = x.x - reach(s, x, -1, min), b = x.x + reach(s, x, 1, min);
    const double tail = fmin(rr_mass_at(s->mass, false, x.x), rr_mass_at(s->mass, true, x.x)) * s->mass->total;
    if (!(a < b)) return;
    const double mass = integral(s, a, b);
    if (!(mass > OF_TAIL * tail + COUNTS * s->mass->total) || !(mass_between(s->mass, a, b) < mass / 2)) return;
    for (size_t i = 0; i < f->count; ++i)
        if (a <= f->place[i] && f->place[i] <= b) return;
    if (a < 0 && b > 0 && rr_curve_log(s->curve, 0) >= x.log - LOG_2) x.x = 0;
    size_t at = f->count < RR_MODES ? f->count++ : RR_MODES - 1;
    if (at == RR_MODES - 1 && f->mass[at] >= mass) return;
    for (; at > 0 && f->mass[at - 1] < mass; --at) {
        f->place[at] = f->place[at - 1];
        f->width[at] = f->width[at - 1];
        f->mass[at] = f->mass[at - 1];
    }
    f->place[at] = x.x;
    f->width[at] = (b - a) / 2;
    f->mass[at] = mass;
}

/* ---- The search ----------------------------------------------------------------------------------------------------- */

/* True if x is next to a place that was found before. */
static bool is_found(const rr_survey *f, double x)
{
    for (size_t i = 0; i < f->count; ++i)
        if (fabs(x - f->place[i]) <= 2 * f->width[i]) return true;
    return false;
}

/* True if the cells have less than half of the density there. */
static bool lacks(const rr_mass *m, look x)
{
    const double y = rr_mass_density(m, x.x);
    return !(y > 0 && y >= rr_plain_exp(fmin(x.log, 700)) / 2);
}

/* Examines places first to last, whose values are equal. */
static void examine(survey *s, size_t first, size_t last)
{
    const look x = s->at[first + (last - first) / 2];
    const bool left = first > 0, right = last + 1 < s->count;
    const double low = left ? s->at[first - 1].x : x.x, high = right ? s->at[last + 1].x : x.x;
    const bool top = !(left && s->at[first - 1].log > x.log) && !(right && s->at[last + 1].log > x.log);
    if (top != s->tops) return;
    if (!top && !(x.log + rr_plain_log(high - low) > rr_plain_log(s->mass->total * COUNTS))) return;
    if (is_found(s->found, x.x) || !lacks(s->mass, x) || s->climbs++ >= CLIMBS) return;
    try_place(s, top ? climb(s, low, x, high) : x, (high - low) * 0x1p-60);
}

static void examine_all(survey *s, bool tops)
{
    s->tops = tops;
    for (size_t i = 0, last; i < s->count; i = last + 1) {
        for (last = i; last + 1 < s->count && s->at[last + 1].log == s->at[i].log; ++last) continue;
        if (s->at[i].log > -INFINITY) examine(s, i, last);
    }
}

static bool look_at_all(survey *s)
{
    if (s->curve->status != RR_OK) return false;
    qsort(s->at, s->count, sizeof *s->at, by_place);
    for (size_t i = 0; i < s->count; ++i) s->at[i].log = rr_curve_log(s->curve, s->at[i].x);
    return true;
}

bool rr_survey_make(rr_survey *found, const rr_mass *mass, rr_curve *curve, int set)
{
    survey s = {.curve = curve, .mass = mass, .found = found, .offset = set ? 0.1372 : 0.5};
    found->count = 0;
    between_knots(&s);
    about_law(&s);
    if (look_at_all(&s)) {
        examine_all(&s, true);
        if (!found->count) examine_all(&s, false);
    }
    free(s.at);
    return curve->status == RR_OK;
}

bool rr_survey_first(rr_curve *curve, double *place)
{
    survey s = {.curve = curve, .offset = 0.5};
    size_t best = 0;
    double max = -INFINITY;
    between_knots(&s);
    about_anchors(&s, 0);
    const bool seen = look_at_all(&s);
    for (size_t i = 0; seen && i < s.count; ++i) {
        if (!(s.at[i].log > max)) continue;
        max = s.at[i].log;
        best = i;
    }
    if (max > -INFINITY)
        *place = climb(&s, s.at[best ? best - 1 : 0].x, s.at[best], s.at[best + 1 < s.count ? best + 1 : best].x).x;
    free(s.at);
    return max > -INFINITY;
}
