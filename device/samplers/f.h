/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* f: the F law with df1 and df2 degrees of freedom: (df2 / df1) X / (1 - X), X the beta of shapes df1 / 2 and df2 / 2 of
 * the same index. Its odds are (df1 / df2) e^v, so that F = e^v: no difference, no quotient, and over- or underflow only
 * where F itself leaves the dtype. */
#ifndef RR_SAMPLER_F_H
#define RR_SAMPLER_F_H

#include "beta_draw.h"

#define RR_GROUP_f RR_BETA_GROUP
#define RR_AUX_f 0
#define RR_BLOCKS_f RR_BETA_BLOCKS
#define RR_F_UNIT RR_C(0.5)

RR_FN void rr_f_prepare(RR_GLOBAL rr_tile *t)
{
    rr_beta_prepare_of(t, RR_F_UNIT);
}

RR_FN void rr_f_group(RR_GLOBAL const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_beta_group_of(t, b, slot0, v, RR_F_UNIT);
}

#if RR_BETA_BLOCKS > 1
RR_FN rr_counter rr_f_counter(RR_GLOBAL const rr_tile *t, rr_index q, int k)
{
    return rr_beta_counter_of(t, q, k);
}
#endif

RR_FN rr_try rr_f_attempt(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_beta_attempt_of(t, slot, j, RR_F_UNIT);
}

RR_FN rr_try rr_f_settle(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_beta_settle_of(t, slot, j, RR_F_UNIT);
}

RR_FN rr_real rr_f_finish(RR_GLOBAL const rr_tile *t, rr_uint32 slot0, rr_real v, rr_real aux)
{
    (void)t;
    (void)slot0;
    (void)aux;
    return rr_exp(v);
}

#endif
