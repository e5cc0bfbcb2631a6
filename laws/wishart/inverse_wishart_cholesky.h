/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* inverse-wishart-cholesky: a row is a lower triangular D x D matrix C, row by row, such that C C' is an inverse Wishart
 * matrix: C U' = L, with L the factor of the scale matrix and U an upper triangle with normals above the diagonal and
 * sqrt(2 G_a) on it, G_a gamma of shape (df - (D - 1 - a)) / 2. U U' is a `wishart` of df and the identity (Bartlett's
 * theorem, with rows and columns in reverse order), so C C' = L (U U')^-1 L'. Row i of C solves a triangular system from
 * entry i to entry 0; nothing is squared, so a diagonal entry has an error of (5 ulp of the dtype + 2^-52) of itself. C
 * C' is not the `inverse-wishart` of the same index: that one's triangle is lower. */
#ifndef RR_SAMPLER_INVERSE_WISHART_CHOLESKY_H
#define RR_SAMPLER_INVERSE_WISHART_CHOLESKY_H

#include "laws/wishart/bartlett.h"

RR_FN void rr_inverse_wishart_cholesky_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN inverse_wishart_cholesky
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_inverse_wishart_cholesky 1
#if RR_HAS_WHOLE
/* Parameters: the scale's factor; df. */
RR_SLOW_FN void rr_inverse_wishart_cholesky_whole(const rr_row *r)
{
    const rr_uint64 d = r->side;
    RR_GLOBAL const rr_one *const l = r->param[0];
    for (rr_uint64 i = 0; i < d; ++i)
        for (rr_uint64 k = d; k-- > 0; ) {
            rr_one rest = k <= i ? l[i * d + k] : 0;
            for (rr_uint64 m = i; k < i && m > k; --m) rest -= r->x[k * d + m] * r->buffer[i * d + m];
            r->buffer[i * d + k] = k <= i ? rest / r->number[k] : 0;
        }
    for (rr_uint64 k = 0; k < r->n; ++k) r->x[k] = r->buffer[k];
}
#endif

#define RR_SCALES_inverse_wishart_cholesky 1
#if RR_HAS_ROWS
RR_FN void rr_inverse_wishart_cholesky_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                             rr_real *param)
{
    const rr_real after = rr_run_param(t, 0, slot0) - RR_C(1) - rr_run_param(t, 1, slot0);   /* D - 1 - a */
    (void)number;
    (void)made;
    param[0] = (rr_run_param(t, 2, slot0) - after) * RR_C(0.5);
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_inverse_wishart_cholesky_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_bartlett_root(made[0]);
}
#endif

#endif
