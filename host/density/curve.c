/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A given density, scaled so that its octaves have a mass of about 1 at most: then no relevant value under- or overflows. A
 * climb from the place with the most mass around it finds a mode, which becomes a knot. The search looks at 32 places of
 * each stretch between knots and at 60 octaves from its ends, and on infinite sides at one place per octave from the
 * smallest number to the largest, which shows where there is mass. A NaN is not an error there: far from all mass, x^2 e^-x
 * is inf * 0. It is one where the density is integrated. */
#include "density.h"
#include "targets/target.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BREAKS = 65536, EVEN = 32 };

/* The first fault is reported. */
bool rr_curve_fail(rr_curve *curve, rr_status status, const char *format, ...)
{
    va_list more;
    if (curve->status != RR_OK) return false;
    curve->status = status;
    va_start(more, format);
    vsnprintf(curve->report->message, sizeof curve->report->message, format, more);
    va_end(more);
    return false;
}

bool rr_curve_refuse(rr_curve *curve, double place, bool breaks, const char *format, ...)
{
    va_list more;
    if (curve->status != RR_OK) return false;
    curve->status = RR_ERR_PARAM;
    curve->report->place = place;
    curve->report->breaks = breaks;
    va_start(more, format);
    vsnprintf(curve->report->message, sizeof curve->report->message, format, more);
    va_end(more);
    return false;
}

/* ---- The description ------------------------------------------------------------------------------------------------ */

static bool check_functions(rr_curve *c, const rr_density *d)
{
    char message[160];
    if (!d || d->size != sizeof *d) {
        rr_size_text(message, d, sizeof *d, "density", "RR_DENSITY_INIT");
        return rr_curve_fail(c, RR_ERR_ARGUMENT, "%s", message);
    }
    if (!d->pdf == !d->logpdf)
        return rr_curve_fail(c, RR_ERR_ARGUMENT, "exactly one of pdf and logpdf must be NULL");
    return true;
}

static bool check_support(rr_curve *c, const rr_density *d)
{
    if (!(d->low < d->high) || d->low == INFINITY || d->high == -INFINITY)
        return rr_curve_fail(c, RR_ERR_ARGUMENT, "low = %.17g is not below high = %.17g", d->low, d->high);
    if (isfinite(d->low) && isfinite(d->high) && !isfinite(d->high - d->low))
        return rr_curve_fail(c, RR_ERR_ARGUMENT, "high - low overflows a double");
    if (d->centre == d->centre && !(d->low <= d->centre && d->centre <= d->high && isfinite(d->centre)))
        return rr_curve_fail(c, RR_ERR_ARGUMENT, "centre = %.17g is not a number of the support", d->centre);
    if (d->break_count > MAX_BREAKS || (d->break_count && !d->breaks))
        return rr_curve_fail(c, RR_ERR_ARGUMENT, "breaks is NULL, or more than %d", MAX_BREAKS);
    for (size_t i = 0; i < d->break_count; ++i)
        if (!(d->breaks[i] > (i ? d->breaks[i - 1] : d->low) && d->breaks[i] < d->high))
            return rr_curve_fail(c, RR_ERR_ARGUMENT, "break number %zu, %.17g, is not above the one before it and inside "
                                 "the support",
                                 i, d->breaks[i]);
    return true;
}

static void add_knot(rr_curve *c, double x, bool hard)
{
    if (c->knots && c->knot[c->knots - 1] == x) return;
    c->hard[c->knots] = hard;
    c->knot[c->knots++] = x;
}

/* Collects the ends, the breaks and the centre, in order. */
static void knots(rr_curve *c, const rr_density *d)
{
    const bool bare = isinf(d->low) && isinf(d->high) && !d->break_count;
    double centre = d->centre == d->centre ? d->centre : bare ? 0 : INFINITY;
    if (isfinite(d->low)) add_knot(c, d->low, true);
    for (size_t i = 0; i <= d->break_count; ++i) {
        const double next = i < d->break_count ? d->breaks[i] : d->high;
        if (centre <= next && isfinite(centre) && centre < d->high) {
            add_knot(c, centre, false);
            centre = INFINITY;
        }
        if (isfinite(next)) add_knot(c, next, i == d->break_count);
    }
    c->bare = bare && d->centre != d->centre;
    c->open[0] = isinf(d->low);
    c->open[1] = isinf(d->high);
}

/* ---- Values --------------------------------------------------------------------------------------------------------- */

static double value(rr_curve *c, double x)
{
    const rr_density *d = c->given;
    ++c->evaluations;
    return d->pdf ? d->pdf(x, d->context) : d->logpdf(x, d->context);
}

double rr_curve_at(rr_curve *c, double x)
{
    if (c->status != RR_OK) return 0;
    const double raw = value(c, x), y = c->given->pdf ? ldexp(raw, -(int)c->shift) : rr_plain_exp(raw - c->shift);
    if (y >= 0 && y <= DBL_MAX) return y;
    const char *what = y != y ? "NaN" : y < 0 ? "negative" : "infinite";
    rr_curve_refuse(c, x, y > DBL_MAX, "the density is %s at x = %.17g; it must be finite and not negative%s", what,
                    x, y > DBL_MAX ? "; a pole must be a break or an end of the support, and a growing density needs an end"
                                   : "");
    return 0;
}

double rr_curve_log(rr_curve *c, double x)
{
    const double raw = value(c, x);
    if (raw != raw || raw == INFINITY || (c->given->pdf && !(raw > 0))) return -INFINITY;
    return c->given->pdf ? rr_plain_log(raw) - c->shift * 0x1.62e42fefa39efp-1 : raw - c->shift;
}

double rr_curve_fraction(rr_curve *c, bool upper, double x)
{
    if (c->status != RR_OK) return 0.5;
    if (x <= c->given->low) return upper;
    if (x >= c->given->high) return !upper;
    ++c->evaluations;
    const double y = (upper ? c->exact->tail : c->exact->cdf)(x, c->exact->context);
    if (y >= 0 && y <= 1) return y;
    rr_curve_refuse(c, x, false, "the %s is %.17g at x = %.17g: it must be from 0 to 1", upper ? "tail" : "CDF", y, x);
    return 0.5;
}

double rr_curve_unscaled(const rr_curve *c, double mass)
{
    return c->given->pdf ? ldexp(mass, (int)c->shift) : mass * rr_plain_exp(c->shift);
}

/* ---- Its size ------------------------------------------------------------------------------------------------------- */

/* About log2 of the mass of a stretch of this width around x; -inf where it is 0 or not known. */
static double weight(rr_curve *c, double x, double width)
{
    const double raw = value(c, x);
    if (raw != raw || raw == INFINITY || (c->given->pdf && !(raw > 0)) || !(width > 0)) return -INFINITY;
    return (c->given->pdf ? (double)ilogb(raw) : raw * 0x1.71547652b82fep0) + (double)ilogb(width);
}

/* The same; keeps the largest with its place. */
static double weigh(rr_curve *c, double x, double width)
{
    const double w = weight(c, x, width);
    if (w > c->max) {
        c->max = w;
        c->place = x;
        c->width = width;
    }
    return w;
}

static double larger(double a, double b) { return a > b ? a : b; }

static void stretch(rr_curve *c, double low, double high)
{
    const bool few = c->knots < 256;
    double width = (high - low) / 2;
    for (int i = 0; i < EVEN && few; ++i) weigh(c, low + (high - low) * ((i + 0.5) / EVEN), (high - low) / EVEN);
    for (int i = 0; i < (few ? rr_octaves(high - low) : 2); ++i, width /= 2) {
        if (low + 0.75 * width > low) weigh(c, low + 0.75 * width, width);
        if (high - 0.75 * width < high) weigh(c, high - 0.75 * width, width);
    }
}

/* Octave k of an infinite side: around knot +- 1.5 2^k. */
static double octave(rr_curve *c, int side, int k)
{
    const double from = side ? c->knot[c->knots - 1] : c->knot[0], step = ldexp(1.5, k), x = side
        ? from + step : from - step;
    return x == from ? -INFINITY : weigh(c, x, ldexp(1, k));
}

/* A place with a large value near x, by steps that shrink where neither side is larger; NaN: it reached a knot. */
static double climb(rr_curve *c, double x, double step)
{
    const double from = x, width = step;
    double best = weight(c, x, 1);
    for (int i = 0; i < 200 && step > width * 0x1p-40; ++i) {
        const double up = x + step, down = x - step, low = c->given->low, high = c->given->high;
        const double above = up < high ? weight(c, up, 1) : -INFINITY, below = down > low ? weight(c, down, 1) : -INFINITY;
        if (above > best || below > best) {
            x = above > below ? up : down;
            best = larger(above, below);
        } else {
            step /= 2;
        }
    }
    for (size_t i = 0; i < c->knots; ++i)
        if (fabs(x - c->knot[i]) <= fabs(from - c->knot[i]) * 0x1p-20) return NAN;
    return x;
}

/* log2 of the largest mass of a stretch or octave. */
static double look_around(rr_curve *c, double *place, double *width)
{
    c->max = -INFINITY;
    for (size_t i = 0; i + 1 < c->knots; ++i) stretch(c, c->knot[i], c->knot[i + 1]);
    for (int side = 0; side < 2; ++side)
        for (int k = RR_MIN_OCTAVE; c->open[side] && k <= RR_MAX_OCTAVE; ++k) octave(c, side, k);
    *place = c->place;
    *width = c->width;
    return c->max;
}

static void insert(rr_curve *c, double x)
{
    size_t i = c->knots++;
    for (; i > 0 && c->knot[i - 1] > x; --i) {
        c->knot[i] = c->knot[i - 1];
        c->hard[i] = c->hard[i - 1];
    }
    c->knot[i] = x;
    c->hard[i] = false;
}

/* Makes a knot of a mode, so that cells next to it are narrow; on the whole line without other knots it replaces 0. */
static void add_mode(rr_curve *c, double place, double width)
{
    const double mode = climb(c, place, width);
    if (mode != mode || c->knots > 16) return;
    for (size_t k = 0; k < c->knots; ++k)
        if (c->knot[k] == mode) return;
    if (c->bare) c->knot[0] = mode;
    else insert(c, mode), c->mode = mode;
}

/* The scale and the relevant octaves, from the search around the knots; `max` is log2 of the largest mass. */
static void scale(rr_curve *c, double max)
{
    c->unseen = !(max > -INFINITY);
    if (c->unseen) return;
    c->shift = c->given->pdf ? max : max * 0x1.62e42fefa39efp-1;
    for (int side = 0; side < 2; ++side) {
        c->first[side] = RR_MAX_OCTAVE + 1;
        for (int k = RR_MIN_OCTAVE; c->open[side] && k <= RR_MAX_OCTAVE; ++k) {
            if (octave(c, side, k) < max - 130) continue;
            if (c->first[side] > k) c->first[side] = k;
            c->last[side] = k;
        }
        if (c->first[side] > RR_MAX_OCTAVE) c->first[side] = c->last[side] = 0;
    }
}

bool rr_curve_add(rr_curve *c, double x)
{
    double place, width, *knot;
    bool *hard;
    if (!(x > c->given->low && x < c->given->high)) return false;
    for (size_t i = 0; i < c->knots; ++i)
        if (c->knot[i] == x) return false;
    if (!(knot = realloc(c->knot, (c->knots + 1) * sizeof *knot)))
        return rr_curve_fail(c, RR_ERR_MEMORY, "no memory for the breaks");
    c->knot = knot;
    if (!(hard = realloc(c->hard, (c->knots + 1) * sizeof *hard)))
        return rr_curve_fail(c, RR_ERR_MEMORY, "no memory for the breaks");
    c->hard = hard;
    insert(c, x);
    scale(c, look_around(c, &place, &width));
    return c->status == RR_OK;
}

void rr_curve_drop_mode(rr_curve *c)
{
    double place, width;
    size_t i = 0;
    while (i < c->knots && c->knot[i] != c->mode) ++i;
    if (i == c->knots) return;
    for (--c->knots; i < c->knots; ++i) {
        c->knot[i] = c->knot[i + 1];
        c->hard[i] = c->hard[i + 1];
    }
    c->mode = NAN;
    scale(c, look_around(c, &place, &width));
}

static void size_up(rr_curve *c)
{
    double place, width, max = look_around(c, &place, &width);
    if (max > -INFINITY) {
        add_mode(c, place, width);
        max = look_around(c, &place, &width);
    }
    scale(c, max);
}

/* True if the density jumps to 0 at 0: it is 0 on one side of 0, and does not fall towards 0 on the other. */
static bool ends_at_0(rr_curve *c)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        const double near = rr_curve_log(c, sign * 0x1p-1000), far = rr_curve_log(c, sign * 0x1p-100);
        if (near > -INFINITY && near > far - 1 && rr_curve_log(c, -sign * 0x1p-1000) == -INFINITY &&
            rr_curve_log(c, -sign * 0x1p-100) == -INFINITY)
            return true;
    }
    return false;
}

/* Checks the support and collects its knots. */
static bool open_support(rr_curve *c, const rr_density *given)
{
    if (!check_support(c, given)) return false;
    c->knot = malloc((given->break_count + 4) * sizeof *c->knot);
    c->hard = malloc((given->break_count + 4) * sizeof *c->hard);
    if (!c->knot || !c->hard) return rr_curve_fail(c, RR_ERR_MEMORY, "no memory for the breaks");
    knots(c, given);
    return true;
}

bool rr_curve_open(rr_curve *c, const rr_density *given, rr_density_report *report)
{
    *c = (rr_curve){.given = given, .report = report, .mode = NAN};
    report->message[0] = '\0';
    if (check_functions(c, given) && open_support(c, given)) {
        if (c->bare && ends_at_0(c)) c->bare = false;   /* 0 stays a knot: x > 0 ? exp(-x) : 0 jumps there */
        size_up(c);
    }
    if (c->status == RR_OK) return true;
    rr_curve_close(c);
    return false;
}

bool rr_curve_open_cdf(rr_curve *c, const rr_distribution *exact, const rr_density *given, rr_density_report *report)
{
    *c = (rr_curve){.given = given, .exact = exact, .report = report, .mode = NAN};
    report->message[0] = '\0';
    if (open_support(c, given)) return true;
    rr_curve_close(c);
    return false;
}

void rr_curve_close(rr_curve *c)
{
    free(c->knot);
    free(c->hard);
    free(c->pole);
    c->pole = NULL;
    c->knot = NULL;
    c->hard = NULL;
}
