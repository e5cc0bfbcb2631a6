/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gumbel: loc - scale log E, E = -log U with full relative precision at both ends (engine/draws/sides.h), so the right tail
 * reaches 65 log 2 = 45.1 (f32), 89.4 (f64). E has a relative error of 4.5 2^-24 (4.5 2^-53): the rounding of U or U - 1
 * gives 2.1 of that and its logarithm the rest. The logarithm of E has 2^-24 and 0.6 ulp more (2^-53 and 0.9 ulp), together
 * at most 7 2^-24 (7 2^-53) and 1 ulp; the sum is rounded once. */
#ifndef RR_SAMPLER_GUMBEL_H
#define RR_SAMPLER_GUMBEL_H

#include "engine/draws/sides.h"
#include "engine/math/short/log.h"

#define RR_GROUP_gumbel RR_ONE_WORD_GROUP
#define RR_AUX_gumbel 0
#define RR_BLOCKS_gumbel 1
#define RR_IN_ORDER_gumbel 1

RR_FN rr_real rr_gumbel_of(rr_unit u) { return rr_short_neglog(u.raw, u.t); }

#define RR_ONE_WORD gumbel
#define RR_ONE_WORD_BOTH 1
#include "engine/draws/one_word.h"

RR_FN rr_real rr_gumbel_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    (void)aux;
    return rr_fma(rr_short_minus_log(drawn), rr_run_param(t, 1, slot0), rr_run_param(t, 0, slot0));
}

#endif
