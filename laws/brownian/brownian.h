/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* brownian: a row of K values of a Brownian motion with drift at the times t_c = step_0 + ... + step_c:
 *
 *     x_c = start + (drift t_c + scale W_c),   W_c = W_(c-1) + sqrt(step_c) z_c
 *
 * z_c of row i is a normal of brownian's own family with index i K + c (laws/normal/draw/draw.h). t and W are sums from the
 * first component on, in f64 for every dtype, so that W_c is within (5 ulp of the dtype + c 2^-53) of the sum of all
 * |sqrt(step) z| up to c. */
#ifndef RR_SAMPLER_BROWNIAN_H
#define RR_SAMPLER_BROWNIAN_H

#include "engine/abi/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_brownian_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN brownian
#include "engine/draws/as_drawn.h"

/* Parameters: step; drift, scale and start of the row. */
#define RR_WHOLE_brownian 1
#if RR_HAS_WHOLE
RR_SLOW_FN void rr_brownian_whole(const rr_row *r)
{
    const rr_one drift = r->param[1][0], scale = r->param[2][0], start = r->param[3][0];
    RR_GLOBAL rr_one *const x = r->x;
    rr_one t = 0, w = 0;
    for (rr_uint32 c = 0; c < r->n; c += RR_LANES)
        rr_storen(x + c, rr_sqrt(rr_loadn(r->param[0] + c, r->n - c)) * rr_loadn(x + c, r->n - c), r->n - c);
    for (rr_uint32 c = 0; c < r->n; ++c) {
        t += r->param[0][c];
        w += x[c];
        x[c] = start + (drift * t + scale * w);
    }
}
#endif

#endif
