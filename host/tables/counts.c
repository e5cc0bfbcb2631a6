/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Probabilities of counts for tables of their inverse CDFs (weights.c), relative to that of the likeliest in the window: from
 * there both ways, by ratios of neighbours, to the first below 2^-110 of it. A ratio is rounded four times at most, and no
 * count is further off than 13 standard deviations, of 1000 at most: 2^-37 of a probability. What is left out is less than
 * 2^-96 of the sum. */
#include <math.h>

#include "counts.h"

#define LEAST 0x1p-110

/* P(k + 1) / P(k) */
static double poisson_ratio(const double *v, double k) { return v[0] / (k + 1); }
static double binomial_ratio(const double *v, double k) { return (v[0] - k) / (k + 1) * (v[1] / (1 - v[1])); }

/* v: a law's parameters, then low and high. */
rr_window rr_window_of_poisson(const double *v)
{
    return (rr_window){poisson_ratio, v, floor(v[0]), v[1], fmax(v[1], v[2])};
}

rr_window rr_window_of_binomial(const double *v)
{
    const double high = fmin(v[0], v[3]), low = fmin(v[2], high);
    if (v[1] == 1) return (rr_window){binomial_ratio, v, v[0], v[0], v[0]};
    return (rr_window){binomial_ratio, v, floor((v[0] + 1) * v[1]), low, high};
}

uint64_t rr_window_weigh(const rr_window *w, double *first, double *weight)
{
    const double likely = fmin(fmax(w->likely, w->low), w->high);
    double p = 1, k = likely;
    uint64_t n = 0, below = 0;
    for (; k > w->low && (p /= w->ratio(w->v, k - 1)) >= LEAST; --k) ++below;
    *first = k;
    p = 1;
    if (weight) weight[below] = 1;
    for (k = likely; weight && n < below; --k) weight[below - ++n] = p /= w->ratio(w->v, k - 1);
    p = 1;
    n = below + 1;
    for (k = likely; k < w->high && (p *= w->ratio(w->v, k)) >= LEAST; ++k, ++n)
        if (weight) weight[n] = p;
    return n;
}
