/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loggamma: the logarithm of the gamma draw of the same index and shape, without its underflow: log g - E / a. */
#ifndef RR_SAMPLER_LOGGAMMA_H
#define RR_SAMPLER_LOGGAMMA_H

#include "../math/log.h"
#include "gamma_boost.h"
#include "gamma_draw.h"

#define RR_GROUP_loggamma RR_GAMMA_GROUP
#define RR_AUX_loggamma RR_BOOST_GROUP
#define RR_BLOCKS_loggamma RR_GAMMA_BLOCKS

RR_FN void rr_loggamma_prepare(RR_GLOBAL rr_tile *t) { rr_gamma_prepare(t); }

RR_FN void rr_loggamma_group(RR_GLOBAL const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_gamma_group(t, b, slot0, v);
}

#if RR_GAMMA_BLOCKS > 1
RR_FN rr_counter rr_loggamma_counter(RR_GLOBAL const rr_tile *t, rr_index q, int k)
{
    return rr_gamma_counter(t, q, k);
}
#endif

RR_FN rr_try rr_loggamma_attempt(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_gamma_attempt(t, slot, j);
}

RR_FN rr_try rr_loggamma_settle(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_gamma_settle(t, slot, j);
}

RR_FN rr_mask rr_loggamma_aux_wanted(RR_GLOBAL const rr_tile *t, rr_uint32 slot0)
{
    return rr_boost_wanted(t, slot0);
}

RR_FN void rr_loggamma_aux_group(RR_GLOBAL const rr_tile *t, rr_index q, rr_real *e)
{
    rr_boost_group(t, q, e);
}

RR_FN rr_real rr_loggamma_aux_index(RR_GLOBAL const rr_tile *t, rr_index i)
{
    return rr_boost_index(t, i);
}

RR_FN rr_real rr_loggamma_finish(RR_GLOBAL const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    const rr_mask small = rr_boost_wanted(t, slot0);
    const rr_real l = rr_log(g);
    return rr_select(small, l - e / rr_run_param(t, 0, slot0), l);
}

#endif
