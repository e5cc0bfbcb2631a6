/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multivariate-t: a row x = mean + L z sqrt(df) / X of K components, L L' = shape and z as in multivariate_normal.h (in its
 * own family). X is a chi variate of df degrees of freedom at the row's index, in f64 for every dtype. Each component of L z
 * is multiplied by sqrt(df) / X before the mean is added.
 *
 * X^2 / df is a gamma variate of mean 1, but X does not underflow where X^2 does: for df = 0.01 in 2 % of rows. The sd of
 * X / sqrt(df) is sqrt(1 / (2 df)), so from df = 2^121 on the quotient is 1, rounded, and df stays there: df = inf is the
 * normal. */
#ifndef RR_SAMPLER_MULTIVARIATE_T_H
#define RR_SAMPLER_MULTIVARIATE_T_H

#include "laws/normal/draw/draw.h"
#if RR_HAS_POINTERS
#include "engine/passes/lower.h"
#endif

RR_FN void rr_multivariate_t_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN multivariate_t
#include "engine/draws/as_drawn.h"

#if RR_HAS_POINTERS
#define RR_ROWS_multivariate_t 1
RR_FN void rr_multivariate_t_rows(rr_scalar *x, rr_uint32 rows, rr_uint32 n, const void *table)
{
    rr_lower_rows(x, rows, n, table);
}
#endif

#if RR_HAS_ROWS
#define RR_SCALES_multivariate_t 1

/* Parameter 1 of a row's number. */
RR_FN rr_real rr_multivariate_t_df(const rr_tile *t, rr_uint32 slot0)
{
    return rr_min_scalar(rr_run_param(t, 1, slot0), RR_C(0x1p121));
}

RR_FN void rr_multivariate_t_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)number;
    (void)made;
    param[0] = rr_multivariate_t_df(t, slot0);
}

RR_FN rr_real rr_multivariate_t_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_div(rr_sqrt(rr_multivariate_t_df(t, slot0)), made[0]);
}
#endif

#endif
