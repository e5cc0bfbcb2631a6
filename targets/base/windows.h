/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Probabilities of counts, with and without tables. */
#ifndef RR_BASE_WINDOWS_H
#define RR_BASE_WINDOWS_H

#include "laws/sampler.h"

/* P(k + 1) / P(k), from the distribution's parameters. */
typedef double rr_ratio(const double *v, double k);

/* A distribution's counts in a window: the mode, and the numbers of counts below and above it that have a weight. */
typedef struct rr_window {
    rr_ratio *ratio;
    const double *v;
    double likely;
    uint64_t under, over;
} rr_window;

static inline uint64_t rr_window_size(const rr_window *w) { return w->under + 1 + w->over; }

/* The windows of poisson:icdf and binomial:icdf for valid parameters. */
rr_window rr_window_of_poisson(const double *v);
rr_window rr_window_of_binomial(const double *v);

typedef rr_window rr_window_law(const double *v);

/* Returns the window function of a sampler that inverts counts in a window, otherwise null. */
rr_window_law *rr_window_law_of(const rr_sampler *sampler);

/* The weights of all counts of the window, in increasing order. */
void rr_window_weigh(const rr_window *window, double *weight);

#endif
