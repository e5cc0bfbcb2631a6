/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* burr: scale ((1 - U)^(-1/d) - 1)^(1/c), computed as (e^y - 1)^(1/c) with y = E / d. E = -log(1 - U) has full relative
 * precision at both ends. The power uses the logarithm l = log(e^y - 1), so that no intermediate overflows: y + log(1 -
 * e^-y) from y = 1 on. E and the quotient are within 4 ulp, which l multiplies by max(1, y), and the logarithm adds 2: the
 * variate is within (8 (1 + y) + 4 |l|) / c + 3 ulp. */
#ifndef RR_SAMPLER_BURR_H
#define RR_SAMPLER_BURR_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/log.h"

#define RR_CONSTANT_FINISH_burr 3
RR_FN void rr_burr_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_burr_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real y = rr_div(rr_distances_neglog(rr_distances_mirrored(rr_distances_of(drawn))), rr_run_param(t, 1, slot0));
    const rr_mask large = rr_lt(rr_splat(RR_C(1)), y);
    const rr_real part = rr_expm1(rr_select(large, RR_C(0) - y, y)), log = rr_log(rr_abs(part));
    rr_real k;
    const rr_real root = rr_exp_reduced(rr_div(rr_select(large, y + log, log), rr_run_param(t, 0, slot0)), &k);
    (void)aux;
    return rr_exp_times_split(rr_run_param(t, 2, slot0), root, k);
}

#endif
