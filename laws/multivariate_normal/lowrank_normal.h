/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* lowrank-normal: a row of K normals with the covariance W W' + diag(d), W a K x R matrix, without forming a K x K matrix:
 *
 *     x_c = mean_c + (w_c0 v_0 + ... + w_c(R-1) v_(R-1) + sqrt(d_c) z_c)
 *
 * z_c of row i is a normal of its own family with index i K + c, drawn in the job's type. v_k, the numbers of the row, are
 * normals of another family with index i R + k, in f64. The rest is computed in f64 for every dtype, with sums in that
 * order. So x_c is within (5 ulp of the dtype) sqrt(d_c) |z_c| + (R + 8) 2^-52 (sum of all |terms|), and rounded once. */
#ifndef RR_SAMPLER_LOWRANK_NORMAL_H
#define RR_SAMPLER_LOWRANK_NORMAL_H

#include "engine/abi/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_lowrank_normal_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN lowrank_normal
#include "engine/draws/as_drawn.h"

/* Parameters: mean, the matrix, diag. */
#define RR_WHOLE_lowrank_normal 1
#if RR_HAS_WHOLE
RR_SLOW_FN void rr_lowrank_normal_whole(const rr_row *r)
{
    const rr_uint32 rank = r->numbers;
    RR_GLOBAL const rr_one *w = r->param[1];
    RR_GLOBAL rr_one *const x = r->x;
    for (rr_uint32 c = 0; c < r->n; c += RR_LANES)
        rr_storen(x + c, rr_sqrt(rr_loadn(r->param[2] + c, r->n - c)) * rr_loadn(x + c, r->n - c), r->n - c);
    for (rr_uint32 c = 0; c < r->n; ++c, w += rank) {
        rr_one sum = w[0] * r->number[0];
        for (rr_uint32 k = 1; k < rank; ++k) sum += w[k] * r->number[k];
        x[c] = r->param[0][c] + (sum + x[c]);
    }
}
#endif

#if RR_HAS_ROWS
#define RR_SCALES_lowrank_normal 1
RR_FN void rr_lowrank_normal_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)t;
    (void)slot0;
    (void)number;
    (void)made;
    param[0] = rr_splat(RR_C(0));
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_lowrank_normal_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[0];
}
#endif

#endif
