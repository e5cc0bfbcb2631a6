/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* brownian-bridge: a row of K values of a Brownian motion from `start` at time 0 to `stop` at the time of the last
 * component, which equals `stop`. r_c = step_(c+1) + (... + step_(K-1)) is the time left after component c, and k_c = r_c /
 * (r_c + step_c), or 0 where both are 0:
 *
 *     x_c = stop + (k_c (x_(c-1) - stop) + scale sqrt(step_c k_c) z_c),   x_(-1) = start
 *
 * z_c of row i is a normal of brownian-bridge's own family with index i K + c (laws/normal/draw/draw.h). The rest is
 * computed in f64 for every dtype. A step adds a few roundings of x_(c-1) - stop and of its own term, and the weight of
 * earlier errors decreases. */
#ifndef RR_SAMPLER_BROWNIAN_BRIDGE_H
#define RR_SAMPLER_BROWNIAN_BRIDGE_H

#include "engine/abi/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_brownian_bridge_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN brownian_bridge
#include "engine/draws/as_drawn.h"

/* Parameters: step; start, stop and scale of the row. */
#define RR_WHOLE_brownian_bridge 1
#if RR_HAS_WHOLE
RR_SLOW_FN void rr_brownian_bridge_whole(const rr_row *r)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), scale = rr_splat(r->param[3][0]);
    RR_GLOBAL const rr_one *const step = r->param[0];
    const rr_one stop = r->param[2][0];
    RR_GLOBAL rr_one *const x = r->x;
    RR_GLOBAL rr_one *const keep = r->buffer;
    rr_one left = 0, away = r->param[1][0] - stop;
    for (rr_uint32 c = r->n; c-- > 0; left += step[c]) keep[c] = left;
    for (rr_uint32 c = 0; c < r->n; c += RR_LANES) {
        const rr_uint32 n = r->n - c;
        const rr_real s = rr_loadn(step + c, n), after = rr_loadn(keep + c, n), before = after + s;
        const rr_real k = rr_div(after, rr_select(rr_lt(zero, before), before, one));
        rr_storen(keep + c, k, n);
        rr_storen(x + c, scale * (rr_sqrt(s * k) * rr_loadn(x + c, n)), n);
    }
    for (rr_uint32 c = 0; c < r->n; ++c) {
        away = keep[c] * away + x[c];
        x[c] = stop + away;
    }
}
#endif

#endif
