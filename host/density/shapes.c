/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tables, histograms and samples as densities that are linear or constant between breaks. Samples with ties or more than
 * MAX values have steps (samples.c). */
#include "density.h"
#include "targets/target.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SAMPLES ((size_t)1 << 40)

enum { MAX = 16385 };

/* On [x[i], x[i + 1]]: linear from y[i] to y[i + 1], or constant y[i]. */
typedef struct shape {
    const double *x, *y;
    size_t n;   /* of x */
    bool linear;
} shape;

static double value(double at, void *context)
{
    const shape *s = context;
    size_t i = 0, end = s->n - 1;
    while (end - i > 1) {
        const size_t middle = i + (end - i) / 2;
        if (s->x[middle] <= at) i = middle;
        else end = middle;
    }
    if (!s->linear) return s->y[i];
    const double width = s->x[i + 1] - s->x[i];
    return s->y[i] * ((s->x[i + 1] - at) / width) + s->y[i + 1] * ((at - s->x[i]) / width);
}

static rr_status fail(rr_density_report *report, rr_status status, const char *message, size_t i)
{
    if (report && report->size == sizeof *report) {
        report->status = status;
        snprintf(report->message, sizeof report->message, message, i);
    }
    return status;
}

/* The same for element i of an argument. */
static rr_status fail_at(rr_density_report *report, rr_status status, const char *name, size_t i, const char *message)
{
    char text[128];
    snprintf(text, sizeof text, "%s[%%zu] %s", name, message);
    return fail(report, status, text, i);
}

/* Checks x and the first `values` of y, by the names of the arguments; RR_OK: no error. */
static rr_status check(const double *x, const char *x_name, size_t n, const double *y, const char *y_name, size_t values,
                       rr_density_report *report)
{
    if (!x) return fail(report, RR_ERR_ARGUMENT, "the points or edges are NULL", 0);
    if (!y) return fail(report, RR_ERR_ARGUMENT, "the densities or masses are NULL", 0);
    if (n < 2 || n > MAX) return fail(report, RR_ERR_ARGUMENT, "2 to 16385 points, or 1 to 16384 bins, are accepted", 0);
    for (size_t i = 0; i < n; ++i)
        if (!isfinite(x[i]) || (i && !(x[i] > x[i - 1])))
            return fail_at(report, RR_ERR_ARGUMENT, x_name, i,
                           "is not finite, or not above the one before it: an atom has no density");
    for (size_t i = 0; i < values; ++i)
        if (!(y[i] >= 0 && y[i] <= DBL_MAX))
            return fail_at(report, RR_ERR_PARAM, y_name, i, "is not finite, or negative");
    return RR_OK;
}

/* mass[i] / (x[i + 1] - x[i]), or mass[i] where x is NULL, as q 2^e: the quotient itself may be denormal, or infinite. */
static double quotient(const double *mass, const double *x, size_t i, int *e)
{
    const double width = x ? x[i + 1] - x[i] : 1;
    int down;
    if (!(mass[i] > 0) || !(width < INFINITY)) return 0;
    const double q = frexp(mass[i], e) / frexp(width, &down);
    *e -= down;
    return q;
}

/* The exponent of the largest quotient, or 0 where it is far from the ends of the doubles' range. */
static int common_exponent(const double *mass, const double *x, size_t n)
{
    int max = INT_MIN, e;
    for (size_t i = 0; i < n; ++i)
        if (quotient(mass, x, i, &e) > 0 && e > max) max = e;
    return max == INT_MIN || (max > -400 && max < 400) ? 0 : max;
}

/* The exponent of a bin's mass, or of the largest mass that the density at a point contributes to. */
static int exponent_of_mass(const double *x, const double *given, size_t n, bool linear, size_t i)
{
    if (!(given[i] > 0)) return INT_MIN / 2;
    if (!linear) return ilogb(given[i]);
    const double below = i ? x[i] - x[i - 1] : 0, above = i + 1 < n ? x[i + 1] - x[i] : 0;
    return ilogb(given[i]) + ilogb(fmin(fmax(below, above), DBL_MAX));
}

/* Whether y * 2^e is no longer q, though the mass there is not negligible: an underflow would remove it without an error. */
static bool lost(double y, int e, double q, int mass, int largest_mass)
{
    return fabs(ldexp(y, e) - q) > q * 0x1p-44 && mass > largest_mass - 110;
}

/* y: the densities; e: they are y * 2^e. */
static rr_status make(const shape *s, int e, const rr_sampler **law, rr_density_report *report)
{
    rr_density d = RR_DENSITY_INIT;
    shape copy = *s;
    d.pdf = value;
    d.context = &copy;
    d.low = s->x[0];
    d.high = s->x[s->n - 1];
    d.breaks = s->x + 1;
    d.break_count = s->n - 2;
    const rr_status status = rr_law_from_density(&d, law, report);
    if (status == RR_OK && report) report->mass = ldexp(report->mass, e);
    return status;
}

/* Makes the distribution of n points with these densities, or of n - 1 bins with these masses. */
static rr_status make_scaled(const double *x, const double *given, size_t n, bool linear, const rr_sampler **law,
                             rr_density_report *report)
{
    const size_t values = linear ? n : n - 1;
    const double *edge = linear ? NULL : x;
    double *y = malloc(values * sizeof *y);
    if (!y) return fail(report, RR_ERR_MEMORY, "no memory for the density", 0);
    const int e = common_exponent(given, edge, values);
    rr_status status = RR_OK;
    int largest_mass = INT_MIN / 2;
    for (size_t i = 0; i < values; ++i) {
        const int mass = exponent_of_mass(x, given, n, linear, i);
        if (mass > largest_mass) largest_mass = mass;
    }
    for (size_t i = 0; i < values && status == RR_OK; ++i) {
        int own = 0;
        const double q = quotient(given, edge, i, &own);
        y[i] = ldexp(q, own - e);
        if (q > 0 && lost(y[i], e - own, q, exponent_of_mass(x, given, n, linear, i), largest_mass))
            status = fail_at(report, RR_ERR_PARAM, linear ? "density" : "mass", i,
                             "gives a density below 2^-1022 of the largest one, the smallest ratio that is accepted");
    }
    if (status == RR_OK) status = make(&(shape){x, y, n, linear}, e, law, report);
    free(y);
    return status;
}

rr_status rr_law_from_table(const double *x, const double *density, size_t n, const rr_sampler **law,
                            rr_density_report *report)
{
    if (!law) return RR_ERR_ARGUMENT;
    *law = NULL;
    const rr_status status = check(x, "x", n, density, "density", n, report);
    return status == RR_OK ? make_scaled(x, density, n, true, law, report) : status;
}

rr_status rr_law_from_histogram(const double *edge, const double *mass, size_t bins, const rr_sampler **law,
                                rr_density_report *report)
{
    if (!law) return RR_ERR_ARGUMENT;
    *law = NULL;
    const rr_status status = check(edge, "edge", bins + 1, mass, "mass", bins, report);
    if (status != RR_OK) return status;
    for (size_t i = 0; i < bins; ++i)   /* a density is evaluated inside its bin */
        if (mass[i] > 0 && nextafter(edge[i], INFINITY) == edge[i + 1])
            return fail(report, RR_ERR_PARAM, "bin %zu has no double inside: an atom has no density", i);
    return make_scaled(edge, mass, bins + 1, false, law, report);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts; returns whether values are equal. */
static bool sort(double *x, size_t n)
{
    bool sorted = true, equal = false;
    for (size_t i = 1; i < n && sorted; ++i) sorted = x[i - 1] <= x[i];
    if (!sorted) qsort(x, n, sizeof *x, by_size);
    for (size_t i = 1; i < n && !equal; ++i) equal = x[i - 1] == x[i];
    return equal;
}

/* The distribution of n sorted values without ties. RR_ERR_PARAM: some are too close for a density. */
static rr_status of_distinct(const double *x, size_t n, const rr_sampler **law, rr_density_report *report)
{
    double *mass = malloc(n * sizeof *mass);
    if (!mass) return fail(report, RR_ERR_MEMORY, "no memory for the samples", 0);
    for (size_t i = 0; i < n; ++i) mass[i] = 1;
    const rr_status status = rr_law_from_histogram(x, mass, n - 1, law, report);
    free(mass);
    return status;
}

rr_status rr_law_from_samples(const double *sample, size_t n, const rr_sampler **law, rr_density_report *report)
{
    if (!law) return RR_ERR_ARGUMENT;
    *law = NULL;
    if (!sample) return fail(report, RR_ERR_ARGUMENT, "sample is NULL", 0);
    if (n < 2 || n > MAX_SAMPLES)
        return fail(report, RR_ERR_ARGUMENT, "2 to 2^40 samples are accepted", 0);
    for (size_t i = 0; i < n; ++i)
        if (!isfinite(sample[i])) return fail(report, RR_ERR_ARGUMENT, "sample[%zu] is not finite", i);
    double *x = malloc(n * sizeof *x);
    if (!x) return fail(report, RR_ERR_MEMORY, "no memory for the samples", 0);
    memcpy(x, sample, n * sizeof *x);
    const bool ties = sort(x, n);
    rr_status status = RR_ERR_PARAM;
    if (!isfinite(x[n - 1] - x[0]))
        status = fail(report, RR_ERR_ARGUMENT, "the largest sample minus the smallest overflows a double", 0);
    else if (!ties && n <= MAX)
        status = of_distinct(x, n, law, report);
    if (status == RR_ERR_PARAM) status = rr_law_from_steps(x, n, law, report);
    free(x);
    return status;
}
