/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tables of inverse CDFs (engine/draws/icdf.h): the builder, and the quantile functions that it is given. */
#ifndef RR_TABLE_ICDF_H
#define RR_TABLE_ICDF_H

#include <stddef.h>

/* A quantile function by its 2^s-th root: the value x with P(X <= x) = v (upper 0), P(X > x) = v (upper 1), 0 < v <= 1/2,
 * and of it the root that is to be tabulated. Relatively accurate, monotone but for its errors. */
typedef double rr_quantile(const void *law, int upper, double v);

/* Bytes of a table for a kernel whose dtype is so many bytes wide. */
size_t rr_icdf_size(unsigned width);

/* Makes the table of a law; squarings is s, the number of times that the sampler squares. */
void rr_icdf_build(rr_quantile *quantile, const void *law, unsigned squarings, unsigned width, void *table);

/* The gamma law of one shape, 0.1 to 1e6, scale 1. */
typedef struct rr_gamma_law {
    double shape;
    unsigned squarings;
    double root;        /* 1 / (shape 2^squarings) */
    double log_gamma;   /* log Gamma(shape + 1), for shapes below 20 */
    double log_scale;   /* log(sqrt(2 pi shape)) + the Stirling correction, for the others */
    double split;       /* upper quantiles from here on are found from the upper tail ... */
    double split_v;     /* ... whose probability here this is */
} rr_gamma_law;

void rr_gamma_law_make(rr_gamma_law *law, double shape);
double rr_gamma_root(const void *law, int upper, double v);

/* The beta law, both shapes 0.3 to 1000. Its root is that of X where X is below 1/2, and else that of 1 - X with a minus
 * sign, so that the nearer end has its digits; all v of an octave are taken alike. */
typedef struct rr_beta_law {
    double shape[2];      /* of X and of 1 - X */
    double mean[2];       /* of the same, and their logarithms */
    double log_mean[2];
    unsigned squarings;
    double log_peak;      /* the logarithm of the density over that of x^a (1-x)^b at its largest, which is 1 there */
    double split;         /* P(X <= x) where the continued fractions of both tails converge alike */
    double half;          /* P(X <= 1/2) */
} rr_beta_law;

void rr_beta_law_make(rr_beta_law *law, double a, double b);
double rr_beta_root(const void *law, int upper, double v);

#endif
