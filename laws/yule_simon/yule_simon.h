/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* yule-simon: counts from 1 on of probability alpha B(k, alpha + 1): a geometric count whose probability is e^-W, W an
 * exponential of mean 1 / alpha.
 *
 * Error of P(k), relative, where P(k) >= 2^-64: 2^-33, from e^-W, which is within 2^-52.9 of 1, while 1 - e^-W is some 1 /
 * alpha: alpha is 10^6 at most. A probability is 10^-17 at least, the least of geometric. What is below has the part (10^-17
 * k)^(alpha + 1) / Gamma(alpha + 2) of P(k), which is below 2^-32 for all such k where alpha is .75 at least. */
#ifndef RR_SAMPLER_YULE_SIMON_H
#define RR_SAMPLER_YULE_SIMON_H

#include "engine/draws/integer.h"
#include "engine/math/exp.h"

RR_FN void rr_yule_simon_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    if (number == 0) param[0] = rr_div(rr_splat(RR_C(1)), rr_run_param(t, 0, slot0));
    else param[0] = rr_max(rr_exp(RR_C(0) - made[0]), rr_splat(RR_C(1e-17)));
}

RR_FN rr_real rr_yule_simon_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[1];
}

#endif
