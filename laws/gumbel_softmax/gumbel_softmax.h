/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gumbel-softmax: a row of K numbers of sum 1, none negative, a smooth replacement for the one category that `categorical`
 * would draw with weights e^logit: with G_c = -log E_c standard Gumbel variates and l the largest logit,
 *
 *     x_c = e^(y_c - m) / sum of all e^(y_k - m),   y_c = (logit_c - l + G_c) / temperature,   m the largest y
 *
 * (Maddison, Mnih and Teh, The concrete distribution, ICLR 2017; Jang, Gu and Poole, same place). E_c of row i is an
 * exponential of the sampler's own family with index i K + c. The rest is computed in f64 for every dtype, sums from the
 * first component on. At every temperature the largest component is that with the largest logit + G, by the Gumbel-max rule
 * with probability softmax(logits). In f32 E is at least 2^-33, so one more than 24 below the largest is drawn too rarely,
 * and never from 27 on: a probability of 4e-11. Without l, G would lose its digits where logits are large: for 1e17 and 1e17
 * all would be ties. As E is within 3 ulp, y is within (3 ulp of the dtype + 2^-52 (|logit - l| + |G|)) / temperature,
 * and the relative error of x_c is at most twice the largest of that. Below 2^-1074 of the largest a component is 0,
 * as it is where its logit is -inf. */
#ifndef RR_SAMPLER_GUMBEL_SOFTMAX_H
#define RR_SAMPLER_GUMBEL_SOFTMAX_H

#include "engine/abi/row.h"
#include "engine/math/exp.h"
#include "engine/math/log.h"
#include "laws/exponential/exponential.h"

RR_FN void rr_gumbel_softmax_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN gumbel_softmax
#include "engine/draws/as_drawn.h"

/* Parameters: logits; the row's temperature. */
#define RR_WHOLE_gumbel_softmax 1
#if RR_HAS_WHOLE
RR_FN rr_one rr_gumbel_max(RR_GLOBAL const rr_one *v, rr_uint32 n)
{
    rr_one max = v[0];
    for (rr_uint32 c = 1; c < n; ++c) max = v[c] > max ? v[c] : max;
    return max;
}

RR_SLOW_FN void rr_gumbel_softmax_whole(const rr_row *r)
{
    const rr_real by = rr_splat(r->param[1][0]);
    RR_GLOBAL rr_one *const x = r->x;
    RR_GLOBAL rr_one *const y = r->buffer;
    RR_GLOBAL const rr_one *const logit = r->param[0];
    const rr_one largest = rr_gumbel_max(logit, r->n);
    for (rr_uint32 c = 0; c < r->n; c += RR_LANES) {
        const rr_uint32 n = r->n - c;
        const rr_real below = rr_loadn(logit + c, n) - rr_splat(largest);
        rr_storen(y + c, rr_div(below - rr_log(rr_loadn(x + c, n)), by), n);
    }
    const rr_one max = rr_gumbel_max(y, r->n);
    rr_one sum = 0;
    for (rr_uint32 c = 0; c < r->n; c += RR_LANES) {
        const rr_uint32 n = r->n - c;
        rr_storen(x + c, rr_exp(rr_loadn(y + c, n) - rr_splat(max)), n);
    }
    for (rr_uint32 c = 0; c < r->n; ++c) sum += x[c];
    for (rr_uint32 c = 0; c < r->n; ++c) x[c] /= sum;
}
#endif

#endif
