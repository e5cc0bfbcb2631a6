/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* matrix-normal: a row is an R x C matrix, row by row, X = M + A Z B'. A and B are the lower triangular factors of the
 * covariance of its rows, A A', and of its columns, B B' (host/tables/matrix.c), in the job's type. Z are the normals of its
 * own family; entry (a, b) of sample i has index i R C + a C + b. The rest is computed in f64 without fma: W = A Z, w_ab =
 * a_a0 z_0b + ... + a_aa z_ab from the first term on, then x_ab = m_ab + (w_a0 b_b0 + ... + w_ab b_bb), rounded once. So
 * x_ab is within (6 ulp of the dtype + (R + C) 2^-53) of the sum of all |terms|. */
#ifndef RR_SAMPLER_MATRIX_NORMAL_H
#define RR_SAMPLER_MATRIX_NORMAL_H

#include "product.h"

RR_FN void rr_matrix_normal_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN matrix_normal
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_matrix_normal 1
#if RR_HAS_WHOLE
/* Parameters: mean, the factors of rows and of columns. */
RR_SLOW_FN void rr_matrix_normal_whole(const rr_row *r)
{
    rr_product_left(r, r->x, r->buffer);
    rr_product_right(r, r->buffer);
}
#endif

#endif
