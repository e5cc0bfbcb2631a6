/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tables, histograms and samples as densities that are linear or constant between breaks. Samples with ties or more than
 * MAX values have steps (samples.c). */
#include "density.h"
#include "targets/target.h"

#include <float.h>
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

/* Checks x and the first `values` of y; RR_OK: no error. */
static rr_status check(const double *x, size_t n, const double *y, size_t values, rr_density_report *report)
{
    if (!x || !y || n < 2 || n > MAX)
        return fail(report, RR_ERR_ARGUMENT, "2 to 16385 points, or 1 to 16384 bins, are accepted", 0);
    for (size_t i = 0; i < n; ++i)
        if (!isfinite(x[i]) || (i && !(x[i] > x[i - 1])))
            return fail(report, RR_ERR_ARGUMENT, "x[%zu] is not finite, or not above the one before it: an atom "
                        "has no density", i);
    for (size_t i = 0; i < values; ++i)
        if (!(y[i] >= 0 && y[i] <= DBL_MAX))
            return fail(report, RR_ERR_PARAM, "value %zu is not finite, or negative", i);
    return RR_OK;
}

static rr_status make(const shape *s, const rr_sampler **law, rr_density_report *report)
{
    rr_density d = RR_DENSITY_INIT;
    shape copy = *s;
    d.pdf = value;
    d.context = &copy;
    d.low = s->x[0];
    d.high = s->x[s->n - 1];
    d.breaks = s->x + 1;
    d.break_count = s->n - 2;
    return rr_law_from_density(&d, law, report);
}

rr_status rr_law_from_table(const double *x, const double *density, size_t n, const rr_sampler **law,
                            rr_density_report *report)
{
    if (!law) return RR_ERR_ARGUMENT;
    *law = NULL;
    const rr_status status = check(x, n, density, n, report);
    return status == RR_OK ? make(&(shape){x, density, n, true}, law, report) : status;
}

rr_status rr_law_from_histogram(const double *edge, const double *mass, size_t bins, const rr_sampler **law,
                                rr_density_report *report)
{
    if (!law) return RR_ERR_ARGUMENT;
    *law = NULL;
    rr_status status = check(edge, bins + 1, mass, bins, report);
    if (status != RR_OK) return status;
    double *y = malloc(bins * sizeof *y);
    if (!y) return fail(report, RR_ERR_MEMORY, "no memory for the histogram", 0);
    for (size_t i = 0; i < bins && status == RR_OK; ++i) {
        y[i] = mass[i] / (edge[i + 1] - edge[i]);
        if (mass[i] > 0 && nextafter(edge[i], INFINITY) == edge[i + 1])   /* a density is evaluated inside its bin */
            status = fail(report, RR_ERR_PARAM, "bin %zu has no double inside: an atom has no density", i);
    }
    if (status == RR_OK) status = make(&(shape){edge, y, bins + 1, false}, law, report);
    free(y);
    return status;
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

/* Of n sorted values without ties; RR_ERR_PARAM if some are too close for a density. */
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
    if (!sample || n < 2 || n > MAX_SAMPLES)
        return fail(report, RR_ERR_ARGUMENT, "2 to 2^40 samples are accepted", 0);
    for (size_t i = 0; i < n; ++i)
        if (!isfinite(sample[i])) return fail(report, RR_ERR_ARGUMENT, "sample[%zu] is not finite", i);
    double *x = malloc(n * sizeof *x);
    if (!x) return fail(report, RR_ERR_MEMORY, "no memory for the samples", 0);
    memcpy(x, sample, n * sizeof *x);
    const bool ties = sort(x, n);
    rr_status status = RR_ERR_PARAM;
    if (!isfinite(x[n - 1] - x[0]))
        status = fail(report, RR_ERR_ARGUMENT, "the largest sample less the smallest one is more than a double holds", 0);
    else if (!ties && n <= MAX)
        status = of_distinct(x, n, law, report);
    if (status == RR_ERR_PARAM) status = rr_law_from_steps(x, n, law, report);
    free(x);
    return status;
}
