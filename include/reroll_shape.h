/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll: the shape of samples and of parameters. docs/shapes.md has the shapes of all samplers.
 *
 * A sample is a number, a row of K numbers, a D x D matrix or an R x C matrix. A parameter has a shape of the same kind, in
 * the same dimensions: wishart draws D x D matrices from a D x D scale matrix and from one number. */
#ifndef REROLL_SHAPE_H
#define REROLL_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Dimensions. A job gives their sizes; samples and parameters have them as sides. */
typedef enum rr_dim {
    RR_DIM_NONE,   /* no side */
    RR_DIM_K,      /* components of a row: 2 to 2^32 - 1 */
    RR_DIM_D,      /* rows and columns of a square matrix: 2 to 256 */
    RR_DIM_R,      /* rows of a sample that is an R x C matrix; columns of a K x R factor: 1 to 256 */
    RR_DIM_C,      /* columns of a sample that is an R x C matrix: 1 to 256 */
    RR_DIM_N       /* length of a vector that does not depend on the size of a sample: 1 to 2^28 */
} rr_dim;
#define RR_DIM_END 6

/* Their sizes. In a job, 0 where the number of columns says it: K is cols, D the square root of cols. Of R and C one is
 * enough. */
typedef struct rr_dims {
    uint64_t k, d, r, c, n;
} rr_dims;

/* What values of a parameter have to be beyond their range. */
typedef enum rr_rule {
    RR_RULE_NONE,
    RR_RULE_WEIGHTS,      /* finite and not negative, one at least positive */
    RR_RULE_INCREASING,   /* each is above the one before it */
    RR_RULE_DIRECTION,    /* not all are 0 */
    RR_RULE_COVARIANCE,   /* a symmetric positive semidefinite matrix */
    RR_RULE_ABOVE_SIDE,   /* one number, above the first side of the sample less 1 */
    RR_RULE_SUM           /* the sum of each row, too, has a range: relate (reroll_law.h) gets it in place of the value */
} rr_rule;

/* The shape of a sample or of a parameter. A number has no side, a vector one, a matrix two. */
typedef struct rr_shape {
    unsigned char side[2];   /* rr_dim */
    unsigned char once;      /* of a parameter: 1: one for all samples; 0: one for all, or one per sample */
    unsigned char rule;      /* of a parameter: rr_rule */
} rr_shape;

/* Is a parameter of this shape a covariance, whose factor the library computes? A list: an array that is read by itself and
 * has no value per element, a vector of N or a factor? */
static inline int rr_shape_is_covariance(rr_shape s) { return s.rule == RR_RULE_COVARIANCE; }
static inline int rr_shape_is_list(rr_shape s) { return s.side[0] == RR_DIM_N || (s.once && !rr_shape_is_covariance(s)); }

#ifdef __cplusplus
}
#endif

#endif
