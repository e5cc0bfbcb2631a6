/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* matrix-normal: a row is an R x C matrix, row by row, X = M + A Z B', A and B the lower triangular factors of the
 * covariance of its rows, A A', and of its columns, B B' (host/tables/matrix.c), of the job's type; Z are the normals of
 * a family of its own, entry (a, b) of sample i that of index i R C + a C + b. All else is made in f64: W = A Z, w_ab =
 * a_a0 z_0b + ... + a_aa z_ab from the first term on, then x_ab = m_ab + (w_a0 b_b0 + ... + w_ab b_bb), without fma,
 * rounded once. So x_ab is within (6 ulp of the dtype + (R + C) 2^-53) of the sum of all |terms|. */
#ifndef RR_SAMPLER_MATRIX_NORMAL_H
#define RR_SAMPLER_MATRIX_NORMAL_H

#include "engine/abi/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_matrix_normal_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN matrix_normal
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_matrix_normal 1
#if RR_HAS_WHOLE
/* W, into the row's room: its columns side by side in a register. */
RR_FN void rr_matrix_normal_left(const rr_row *r, rr_uint32 columns)
{
    RR_GLOBAL const rr_one *const factor = r->param[1];
    for (rr_uint32 c = 0; c < columns; c += RR_LANES)
        for (rr_uint64 a = 0; a < r->side; ++a) {
            rr_real sum = rr_splat(RR_C(0));
            for (rr_uint64 k = 0; k <= a; ++k)
                sum = sum + rr_splat(factor[a * r->side + k]) * rr_loadn(r->x + k * columns + c, columns - c);
            rr_storen(r->room + a * columns + c, sum, columns - c);
        }
}

/* Parameters: mean, the factors of rows and of columns. */
RR_SLOW_FN void rr_matrix_normal_whole(const rr_row *r)
{
    const rr_uint64 columns = r->n / r->side;
    rr_matrix_normal_left(r, (rr_uint32)columns);
    for (rr_uint64 a = 0; a < r->side; ++a)
        for (rr_uint64 b = 0; b < columns; ++b) {
            RR_GLOBAL const rr_one *const w = r->room + a * columns, *const factor = r->param[2] + b * columns;
            rr_one sum = 0;
            for (rr_uint64 k = 0; k <= b; ++k) sum += w[k] * factor[k];
            r->x[a * columns + b] = r->param[0][a * columns + b] + sum;
        }
}
#endif

#endif
