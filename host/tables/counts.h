/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Probabilities of counts, for tables. */
#ifndef RR_TABLES_COUNTS_H
#define RR_TABLES_COUNTS_H

#include <stdint.h>

/* P(k + 1) / P(k), by a law's parameters. */
typedef double rr_ratio(const double *v, double k);

/* A law's counts in a window: the likeliest, and how many there are below it and above it that have a weight. */
typedef struct rr_window {
    rr_ratio *ratio;
    const double *v;
    double likely;
    uint64_t below, above;
} rr_window;

static inline uint64_t rr_window_size(const rr_window *w) { return w->below + 1 + w->above; }

/* Of parameters of poisson:icdf, binomial:icdf that are good. */
rr_window rr_window_of_poisson(const double *v);
rr_window rr_window_of_binomial(const double *v);

/* The weights of all, from the lowest count on. */
void rr_window_weigh(const rr_window *window, double *weight);

#endif
