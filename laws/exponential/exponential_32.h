/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* exponential:32: -scale * log U, where U has one 32-bit word (unit32.h). It is in [2^-33, 33 log 2 = 22.87] times scale.
 * Small samples have the resolution of the word: -log(1 - 2^-33) is the smallest. */
#ifndef RR_SAMPLER_EXPONENTIAL_32_H
#define RR_SAMPLER_EXPONENTIAL_32_H

#include "engine/bits/unit32.h"

#define RR_GROUP_exponential_32 RR_ONE_WORD32_GROUP
#define RR_AUX_exponential_32 0
#define RR_BLOCKS_exponential_32 1
#define RR_IN_ORDER_exponential_32 2

RR_FN rr_real rr_exponential_32_of(rr_word w) { return rr_unit32_neglog(w); }

#define RR_ONE_WORD32 exponential_32
#include "engine/draws/one_word32.h"

RR_FN rr_real rr_exponential_32_finish(const rr_tile *t, rr_uint32 slot0, rr_real e, rr_real aux)
{
    (void)aux;
    return e * rr_run_param(t, 0, slot0);
}

#endif
