/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* ornstein-uhlenbeck: a row of K values of the process dY = -theta Y dt + sigma dW, Y = 0 at time 0, at the times step_0 +
 * ... + step_c, by its exact transition over a step, plus a mean for each component:
 *
 *     x_c = mean_c + sigma y_c,   y_c = e^(-theta step_c) y_(c-1) + sqrt(v_c) z_c
 *
 * with v_c = (1 - e^(-2 theta step_c)) / (2 theta), or step_c where theta is 0. z_c of row i is a normal of the sampler's
 * own family with index i K + c (laws/normal/draw/draw.h). The rest is computed in f64 for every dtype, e^ and v within 3
 * ulp. A step adds a few roundings of y_(c-1) and of its own term, and the weight of earlier errors decreases. */
#ifndef RR_SAMPLER_ORNSTEIN_UHLENBECK_H
#define RR_SAMPLER_ORNSTEIN_UHLENBECK_H

#include "engine/abi/row.h"
#include "laws/normal/draw/draw.h"
#include "engine/math/expm1_times.h"

RR_FN void rr_ornstein_uhlenbeck_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN ornstein_uhlenbeck
#include "engine/draws/as_drawn.h"

/* Parameters: mean, step; theta and sigma of the row. */
#define RR_WHOLE_ornstein_uhlenbeck 1
#if RR_HAS_WHOLE
RR_SLOW_FN void rr_ornstein_uhlenbeck_whole(const rr_row *r)
{
    const rr_real theta = rr_splat(r->param[2][0]), one = rr_splat(RR_C(1));
    const rr_one sigma = r->param[3][0];
    RR_GLOBAL rr_one *const x = r->x;
    RR_GLOBAL rr_one *const keep = r->buffer;
    rr_one y = 0;
    for (rr_uint32 c = 0; c < r->n; c += RR_LANES) {
        const rr_uint32 n = r->n - c;
        const rr_real step = rr_loadn(r->param[1] + c, n), fall = RR_C(0) - theta * step;
        rr_storen(keep + c, rr_exp(fall), n);
        rr_storen(x + c, rr_sqrt(rr_expm1_over(fall + fall, step, one)) * rr_loadn(x + c, n), n);
    }
    for (rr_uint32 c = 0; c < r->n; ++c) {
        y = keep[c] * y + x[c];
        x[c] = r->param[0][c] + sigma * y;
    }
}
#endif

#endif
