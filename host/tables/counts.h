/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Probabilities of counts, for tables. */
#ifndef RR_TABLES_COUNTS_H
#define RR_TABLES_COUNTS_H

#include <stdint.h>

/* A law's counts from low to high: P(k + 1) / P(k) by its parameters, and the likeliest. */
typedef struct rr_window {
    double (*ratio)(const double *v, double k);
    const double *v;
    double likely, low, high;
} rr_window;

/* Of parameters of poisson:icdf, binomial:icdf that are good. */
rr_window rr_window_of_poisson(const double *v);
rr_window rr_window_of_binomial(const double *v);

/* How many counts have a weight, the first of which is *first; their weights, where weight is not null. */
uint64_t rr_window_weigh(const rr_window *window, double *first, double *weight);

#endif
