/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Probabilities of counts for inverse CDFs (host/tables/weights.c, targets/cpu/inverted.c), relative to the window's mode:
 * from there both ways by ratios of neighbours, to the first below 2^-110. A ratio is rounded at most four times, its
 * product once, and counts are at most 13000 from the mode: 13 standard deviations for the largest, 1000. So a probability
 * has a relative error of at most 2^-37, and a sum over the sum of all at most 2^-36. The omitted counts have less than
 * 2^-96 of the sum. */
#include <math.h>
#include <string.h>

#include "windows.h"

#define MIN 0x1p-110

/* P(k + 1) / P(k) */
static double poisson_ratio(const double *v, double k) { return v[0] / (k + 1); }
static double binomial_ratio(const double *v, double k) { return (v[0] - k) / (k + 1) * (v[1] / (1 - v[1])); }

/* From the mode, which is moved into the window, down and up to the last count that has a weight. */
static rr_window cut(rr_ratio *ratio, const double *v, double likely, double low, double high)
{
    rr_window w = {ratio, v, fmin(fmax(likely, low), high), 0, 0};
    double p = 1;
    for (double k = w.likely; k > low && (p /= ratio(v, k - 1)) >= MIN; --k) ++w.under;
    p = 1;
    for (double k = w.likely; k < high && (p *= ratio(v, k)) >= MIN; ++k) ++w.over;
    return w;
}

/* v: the distribution's parameters, then low and high. */
rr_window rr_window_of_poisson(const double *v)
{
    return cut(poisson_ratio, v, floor(v[0]), v[1], fmax(v[1], v[2]));
}

rr_window rr_window_of_binomial(const double *v)
{
    const double high = fmin(v[0], v[3]), low = fmin(v[2], high);
    if (v[1] == 1) return cut(binomial_ratio, v, v[0], v[0], v[0]);
    return cut(binomial_ratio, v, floor((v[0] + 1) * v[1]), low, high);
}

rr_window_law *rr_window_law_of(const rr_sampler *s)
{
    if (!strcmp(s->name, "poisson:icdf")) return rr_window_of_poisson;
    return strcmp(s->name, "binomial:icdf") ? NULL : rr_window_of_binomial;
}

void rr_window_weigh(const rr_window *w, double *weight)
{
    double *const likely = weight + w->under, p = 1;
    *likely = 1;
    for (uint64_t i = 1; i <= w->under; ++i) weight[w->under - i] = p /= w->ratio(w->v, w->likely - (double)i);
    p = 1;
    for (uint64_t i = 1; i <= w->over; ++i) likely[i] = p *= w->ratio(w->v, w->likely + (double)(i - 1));
}
