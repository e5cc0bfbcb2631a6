/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* lkj: a row is the D x D lower triangular Cholesky factor L, row by row, of a correlation matrix L L' with a density
 * proportional to det(L L')^(eta - 1). Row a of L is uniform on the sphere except for its last entry. That entry's square is
 * beta of shapes b_a = eta + (D - 1 - a) / 2 and a / 2 (Lewandowski, Kurowicka, Joe 2009, 3.2), so the row is
 *
 *     (z_0, ..., z_(a-1), sqrt(2 G_a)) over its length,   G_a gamma of shape b_a
 *
 * without cancellation. z is the matrix of normals below the diagonal. Squares are added from the first on, in f64 without
 * fma. Entries above the diagonal are 0. Entries are within 8 ulp of the dtype plus D 2^-53. */
#ifndef RR_SAMPLER_LKJ_H
#define RR_SAMPLER_LKJ_H

#include "engine/passes/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_lkj_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN lkj
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_lkj 1
#if RR_HAS_WHOLE
RR_SLOW_FN void rr_lkj_whole(const rr_row *r)
{
    const rr_uint32 d = r->side;
    for (rr_uint32 a = 0; a < d; ++a) {
        RR_GLOBAL rr_one *const row = r->x + (rr_uint64)a * d;
        rr_one square = 0;
        row[a] = r->number[a];
        for (rr_uint32 b = 0; b <= a; ++b) square += row[b] * row[b];
        const rr_one length = rr_root_of(square);
        for (rr_uint32 b = 0; b < a; ++b) row[b] /= length;
        row[a] = a ? row[a] / length : 1;
        for (rr_uint32 b = a + 1; b < d; ++b) row[b] = 0;
    }
}
#endif

#if RR_HAS_ROWS
/* Parameters of a number of a row: D, its place a, eta. A gamma below 2^-900 is replaced by it, so no diagonal entry is
 * 0 before it is rounded to the job's type. */
#define RR_SCALES_lkj 1
RR_FN void rr_lkj_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real after = rr_run_param(t, 0, slot0) - RR_C(1) - rr_run_param(t, 1, slot0);
    (void)number;
    (void)made;
    param[0] = rr_run_param(t, 2, slot0) + after * RR_C(0.5);
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_lkj_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_sqrt(RR_C(2) * rr_max(made[0], rr_splat(RR_C(0x1p-900))));
}
#endif

#endif
