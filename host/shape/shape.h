/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What follows from shapes (include/reroll_shape.h): sizes of dimensions, which parameters are arrays of their own, how much
 * of a caller's memory a parameter takes. The rules of docs/shapes.md are here and nowhere else. */
#ifndef RR_SHAPE_H
#define RR_SHAPE_H

#include "targets/target.h"

/* shape.c: the sizes of a job's dimensions, checked against its columns, and the kinds of its parameters. rows * cols does
 * not overflow and is not 0. */
rr_status rr_shape_settle(const rr_job *job, rr_sizes *sizes, rr_result *result);

/* The bytes that parameter p of a job takes lie in [data - *low, data + *high). */
void rr_shape_span(const rr_job *job, const rr_sizes *sizes, uint32_t p, uint64_t *low, uint64_t *high);

/* Does parameter p have a value per element, or a vector per sample? */
int rr_shape_varies(const rr_job *job, uint32_t p);

/* Bit d: the sampler has dimension d. The sizes that one may have. */
uint32_t rr_shape_dims(const rr_sampler *s);
uint64_t rr_dim_smallest(unsigned dim);
uint64_t rr_dim_largest(unsigned dim);
static inline int rr_dim_fits(unsigned dim, uint64_t size)
{
    return size >= rr_dim_smallest(dim) && size <= rr_dim_largest(dim);
}

/* Do the last axes of an array make a matrix of this shape? */
static inline int rr_extent_is_matrix(const rr_extent *e, uint64_t rows, uint64_t cols)
{
    return e->axes >= 2 && e->length[0] == rows && e->length[1] == cols;
}

#endif
