/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* ball: a row of K components, uniform in the unit ball. It is a point of the unit sphere (sphere.h, in another family)
 * times U^(1/K), U a uniform of the row's index. U^(1/K) is e^(-E / K), E the exponential of that index, in f64 for every
 * dtype. */
#ifndef RR_SAMPLER_BALL_H
#define RR_SAMPLER_BALL_H

#include "laws/normal/draw/draw.h"
#if RR_HAS_POINTERS
#include "engine/passes/short_rows.h"
#endif
#if RR_HAS_ROWS
#include "engine/math/exp.h"
#endif

RR_FN void rr_ball_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN ball
#include "engine/draws/as_drawn.h"

#if RR_HAS_POINTERS
#define RR_ROWS_ball 1
RR_FN void rr_ball_rows(rr_scalar *x, rr_uint32 rows, rr_uint32 n, const void *table)
{
    (void)table;
    rr_unit_rows(x, rows, n);
}
#endif

#if RR_HAS_ROWS
/* Parameters of a row's number: K, the radius. */
#define RR_SCALES_ball 1
RR_FN void rr_ball_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)t;
    (void)slot0;
    (void)number;
    (void)made;
    param[0] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_ball_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_exp(RR_C(0) - rr_div(made[0], rr_run_param(t, 0, slot0))) * rr_run_param(t, 1, slot0);
}
#endif

#endif
