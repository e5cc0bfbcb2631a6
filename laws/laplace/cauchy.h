/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cauchy: loc + scale tan(pi (U - 1/2)). With the distances v to the nearer end and c to 1/2, the tangent's absolute value
 * is tan(pi c), or cot(pi v) where v is smaller. With s = 2 c, or 2 v, this is s over s cot(pi/2 s), or its inverse
 * (engine/math/short/cot.h). So it reaches 2^65 / pi (2^129 / pi), at a tail probability of 2^-65 (2^-129), and is
 * relatively accurate at the median. Error: 8 ulp, and half an ulp of the sum: s 3/4, with a condition of at most pi / 2,
 * the polynomial 1.8, each counting at most twice, and the quotient 1/2. */
#ifndef RR_SAMPLER_CAUCHY_H
#define RR_SAMPLER_CAUCHY_H

#include "engine/draws/sides.h"
#include "engine/math/short/cot.h"

#define RR_GROUP_cauchy RR_ONE_WORD_GROUP
#define RR_AUX_cauchy 0
#define RR_BLOCKS_cauchy 1
#define RR_IN_ORDER_cauchy 1

RR_FN rr_real rr_cauchy_size(rr_folded x)
{
    const rr_mask middle = rr_lt(rr_splat(RR_C(0.5)), x.u);
    const rr_real s = rr_abs(rr_select(middle, x.t, x.u)), cot = rr_times_cot(s * s);
    return rr_div(rr_select(middle, s, cot), rr_select(middle, cot, s));
}

#define RR_ONE_WORD cauchy
#define RR_ONE_WORD_FOLDED 1
#include "engine/draws/one_word.h"

RR_FN rr_real rr_cauchy_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    (void)aux;
    return rr_fma(drawn, rr_run_param(t, 1, slot0), rr_run_param(t, 0, slot0));
}

#endif
