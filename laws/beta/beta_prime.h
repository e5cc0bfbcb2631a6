/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta-prime: scale X / (1 - X), where X is the beta variate of shapes a and b of the same index. Its odds are (a / b) 2^v,
 * without a difference. Where they are so large or small that they might overflow or lose precision before the product with
 * scale, the sample is the product of (a / b) 2^(v/2) and scale 2^(v/2). */
#ifndef RR_SAMPLER_BETA_PRIME_H
#define RR_SAMPLER_BETA_PRIME_H

#include "laws/beta/draw/slots.h"

#define RR_BETA_PRIME_MIN (RR_DTYPE == 64 ? RR_C(0x1p-100) * RR_C(0x1p-100) * RR_C(0x1p-100) : RR_C(0x1p-100))

#define RR_CONSTANT_FINISH_beta_prime 3
RR_FN void rr_beta_prime_prepare(rr_tile *t) { rr_beta_prepare_of(t, RR_C(1)); }

RR_FN rr_real rr_beta_prime_finish(const rr_tile *t, rr_uint32 slot0, rr_real v, rr_real aux)
{
    const rr_real odds = rr_div(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0));
    (void)aux;
    const rr_real scale = rr_run_param(t, 2, slot0), x = rr_short_exp2_times(v, odds);
    const rr_mask plain = rr_mand(rr_lt(rr_splat(RR_BETA_PRIME_MIN), x),
                                  rr_lt(x, rr_splat(RR_C(1) / RR_BETA_PRIME_MIN)));
    if (!rr_some(rr_mnot(plain))) return x * scale;
    const rr_real half_way = v * RR_C(0.5);
    return rr_select(plain, x * scale, rr_short_exp2_times(half_way, odds) * rr_short_exp2_times(half_way, scale));
}

#endif
