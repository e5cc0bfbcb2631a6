/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rules of shapes (include/reroll_shape.h): sizes of dimensions, which parameters are separate arrays, and how much of a
 * caller's memory a parameter takes. No other file holds rules of docs/shapes.md. */
#ifndef RR_SHAPE_H
#define RR_SHAPE_H

#include "targets/target.h"

/* shape.c: the sizes of a job's dimensions, checked against its columns, and the kinds of its parameters. rows * cols must
 * not overflow and must not be 0. */
rr_status rr_shape_validate(const rr_job *job, rr_sizes *sizes, rr_result *result);

/* Parameter p of a job reads bytes of [data - *low, data + *high). */
void rr_shape_span(const rr_job *job, const rr_sizes *sizes, uint32_t p, uint64_t *low, uint64_t *high);

/* True if parameter p has a value per element, or a vector per sample. */
int rr_shape_varies(const rr_job *job, uint32_t p);

/* Bit d: the sampler has dimension d. The smallest and the largest accepted size of a dimension. */
uint32_t rr_shape_dims(const rr_sampler *s);
uint64_t rr_dim_smallest(const rr_sampler *s, unsigned dim);
uint64_t rr_dim_largest(unsigned dim);
static inline int rr_dim_fits(const rr_sampler *s, unsigned dim, uint64_t size)
{
    return size >= rr_dim_smallest(s, dim) && size <= rr_dim_largest(dim);
}

/* True if the last axes of an array form a matrix of this shape. */
static inline int rr_extent_is_matrix(const rr_extent *e, uint64_t rows, uint64_t cols)
{
    return e->axes >= 2 && e->length[0] == rows && e->length[1] == cols;
}

#endif
