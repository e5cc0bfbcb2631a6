/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multivariate-t: a row x = mean + L z / sqrt(G) of K components, L L' = shape and z as in multivariate_normal.h (in its own
 * family). G is a gamma of shape df / 2 and mean 1 at the row's index, in f64 for every dtype. Each component of L z is
 * multiplied by the root's inverse before the mean is added.
 *
 * G's sd is sqrt(2 / df), so G is 1, rounded, from df = 2^121 on, where the shape stays at 2^120: df = inf is the normal. */
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
/* Parameter 1 of a row's number is df. */
#define RR_SCALES_multivariate_t 1
RR_FN void rr_multivariate_t_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real shape = rr_min_scalar(rr_run_param(t, 1, slot0) * RR_C(0.5), RR_C(0x1p120));
    (void)number;
    (void)made;
    param[0] = shape;
    param[1] = rr_div(rr_splat(RR_C(1)), shape);
}

RR_FN rr_real rr_multivariate_t_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_div(rr_splat(RR_C(1)), rr_sqrt(made[0]));
}
#endif

#endif
