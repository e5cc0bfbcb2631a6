/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* exponential: -scale * log U, the inverse CDF, exact at both ends (uniform.h). The uniform is that of sampler uniform. */
#ifndef RR_SAMPLER_EXPONENTIAL_H
#define RR_SAMPLER_EXPONENTIAL_H

#include "engine/bits/uniform.h"

#define RR_GROUP_exponential RR_ONE_WORD_GROUP
#define RR_AUX_exponential 0
#define RR_BLOCKS_exponential 1
#define RR_IN_ORDER_exponential 1

RR_FN rr_real rr_exponential_of(rr_unit u) { return rr_unit_neglog(u); }

#define RR_ONE_WORD exponential
#define RR_ONE_WORD_OPEN(u) (u).open
#include "engine/draws/one_word.h"

RR_FN rr_real rr_exponential_finish(const rr_tile *t, rr_uint32 slot0, rr_real e, rr_real aux)
{
    (void)aux;
    return e * rr_run_param(t, 0, slot0);
}

#endif
