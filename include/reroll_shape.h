/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The shape of samples and of parameters. docs/shapes.md lists the shapes of all samplers.
 *
 * A sample is a number, a row of K numbers, a D x D matrix or an R x C matrix. A parameter has a shape in the same
 * dimensions. For example, wishart draws D x D matrices, and its parameters are a D x D matrix and a number. */
#ifndef REROLL_SHAPE_H
#define REROLL_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Dimensions. A job gives their sizes. They are the sides of samples and parameters. */
typedef enum rr_dim {
    RR_DIM_NONE,   /* no side */
    RR_DIM_K,      /* components of a row: 1 to 2^32 - 1, of a direction from 2 */
    RR_DIM_D,      /* rows and columns of a square matrix: 1 to 256 */
    RR_DIM_R,      /* rows of an R x C matrix sample; columns of a K x R factor: 1 to 256 */
    RR_DIM_C,      /* columns of an R x C matrix sample: 1 to 256 */
    RR_DIM_N       /* length of a vector that does not depend on the size of a sample: 1 to 2^28 */
} rr_dim;
#define RR_DIM_END 6

/* The sizes of the dimensions. In a job, a size is 0 if the number of columns determines it: K is cols, D is the square
 * root of cols. For an R x C matrix, r or c is enough. */
typedef struct rr_dims {
    uint64_t k, d, r, c, n;
} rr_dims;

/* Conditions on the values of a parameter, in addition to its range. */
typedef enum rr_rule {
    RR_RULE_NONE,
    RR_RULE_WEIGHTS,      /* finite and not negative, at least one positive */
    RR_RULE_INCREASING,   /* each value is above the one before it */
    RR_RULE_DIRECTION,    /* at least one is not 0 */
    RR_RULE_COVARIANCE,   /* a symmetric positive semidefinite matrix */
    RR_RULE_ABOVE_SIDE,   /* one number, above D - 1, where D is the first side of the sample */
    RR_RULE_SUM,          /* the sum of each row also has a range; rr_sampler_info.relate gets the sum instead of the
                             value */
    RR_RULE_LOGITS,       /* below infinity, at least one above -infinity */
    RR_RULE_COMPLEX       /* of a sample: each entry is two numbers, a real and an imaginary part */
} rr_rule;

/* The shape of a sample or of a parameter. A number has no side, a vector one, a matrix two. */
typedef struct rr_shape {
    unsigned char side[2];   /* rr_dim */
    unsigned char once;      /* of a parameter. 1: one for all samples; 0: one for all, or one per sample */
    unsigned char rule;      /* of a parameter: an rr_rule */
} rr_shape;

/* Returns how many numbers an entry of a sample has: 2 for complex entries, otherwise 1. */
static inline unsigned rr_shape_parts(rr_shape s) { return s.rule == RR_RULE_COMPLEX ? 2 : 1; }

/* Return 1 for a covariance, and for a list (a vector of N values or a factor, which is read as a whole); otherwise 0. */
static inline int rr_shape_is_covariance(rr_shape s) { return s.rule == RR_RULE_COVARIANCE; }
static inline int rr_shape_is_list(rr_shape s) { return s.side[0] == RR_DIM_N || (s.once && !rr_shape_is_covariance(s)); }

#ifdef __cplusplus
}
#endif

#endif
