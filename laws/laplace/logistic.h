/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* logistic: loc + scale log(U / (1 - U)). With the distances v to the nearer end and c to 1/2 the logarithm's absolute value
 * is log((1 - v) / v) = log1p(2 c / v), relatively accurate at the median too. It is at most 65 log 2 = 45.1 (f32), 89.4
 * (f64). Error: 6 ulp, and half an ulp of the sum: log1p 2.1; its argument's relative error counts at most once and has v
 * 1.5 (f64: 1), c and the quotient 1 each. */
#ifndef RR_SAMPLER_LOGISTIC_H
#define RR_SAMPLER_LOGISTIC_H

#include "engine/draws/sides.h"
#include "engine/math/short/log.h"

#define RR_GROUP_logistic RR_ONE_WORD_GROUP
#define RR_AUX_logistic 0
#define RR_BLOCKS_logistic 1
#define RR_IN_ORDER_logistic 1

RR_FN rr_real rr_logistic_size(rr_folded x) { return rr_short_log1p(rr_div(rr_folded_less(x) * RR_C(-2), x.u)); }

#define RR_ONE_WORD logistic
#define RR_ONE_WORD_FOLDED 1
#include "engine/draws/one_word.h"

RR_FN rr_real rr_logistic_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    (void)aux;
    return rr_fma(drawn, rr_run_param(t, 1, slot0), rr_run_param(t, 0, slot0));
}

#endif
