/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tables of inverse CDFs (engine/draws/icdf.h): the builder and the quantile functions that it takes. */
#ifndef RR_TABLE_ICDF_H
#define RR_TABLE_ICDF_H

#include <stddef.h>

/* A quantile function, returned as its 2^s-th root, which is tabulated: x with P(X <= x) = v (upper 0) or P(X > x) = v
 * (upper 1), 0 < v <= 1/2. It is relatively accurate, and monotone but for its errors. */
typedef double rr_quantile(const void *law, int upper, double v);

/* Bytes of a table for a kernel whose dtype has `width` bytes. */
size_t rr_icdf_size(unsigned width);

/* Makes the table of a distribution; squarings is s, the number of times that the sampler squares. */
void rr_icdf_build(rr_quantile *quantile, const void *law, unsigned squarings, unsigned width, void *table);

/* The gamma distribution of one shape, 0.1 to 1e6, with scale 1. */
typedef struct rr_gamma_law {
    double shape;
    unsigned squarings;
    double root;        /* 1 / (shape 2^squarings) */
    double log_gamma;   /* log Gamma(shape + 1), for shapes below 20 */
    double log_scale;   /* log(sqrt(2 pi shape)) + the Stirling correction, for the others */
    double split;       /* upper quantiles above this are found from the upper tail, ... */
    double split_v;     /* ... whose probability here is split_v */
} rr_gamma_law;

void rr_gamma_law_make(rr_gamma_law *law, double shape);
double rr_gamma_root(const void *law, int upper, double v);

/* The beta distribution, both shapes 0.3 to 1000. Its root is that of X where X is below 1/2, and otherwise minus that of 1
 * - X, so that it is accurate near either end; the choice is the same for all v of an octave. */
typedef struct rr_beta_law {
    double shape[2];      /* of X and of 1 - X */
    double mean[2];       /* of X and 1 - X, and their logarithms */
    double log_mean[2];
    unsigned squarings;
    double log_peak;      /* log of D = x^a (1-x)^b / B(a, b) at its maximum */
    double split;         /* P(X <= x) at the x where both continued fractions converge equally well */
    double half;          /* P(X <= 1/2) */
} rr_beta_law;

void rr_beta_law_make(rr_beta_law *law, double a, double b);
double rr_beta_root(const void *law, int upper, double v);

#endif
