/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* attempts: number of trials of probability `accept` until one succeeds, 1, 2, ... Type u32.
 *
 * It is the surrogate of Ridley and Forget (2021), Appendix A: a rejection sampler that only rejects, for measuring
 * strategies. Attempt j of index i takes word w, i mod 4 of block i / 4, and succeeds where w < accept 2^32; its value is
 * j + 1. accept is a float, so accept 2^32 is an integer for accept >= 2^-20 and the probability is exact. The attempt
 * number has all 32 bits of its word (a = 32); the cap is ceil(64 log 2 / -log1p(-accept)). */
#ifndef RR_SAMPLER_ATTEMPTS_H
#define RR_SAMPLER_ATTEMPTS_H

#include "engine/draws/integer.h"

#define RR_GROUP_attempts 4
#define RR_AUX_attempts 0
#define RR_BLOCKS_attempts 1

/* w < accept 2^32 in halves that floats hold exactly: accept 2^16 = h + l, h integer; w_hi < h, or w_hi = h and w_lo <
 * l 2^16. */
RR_FN rr_mask rr_attempts_success(rr_word w, rr_real accept)
{
    const rr_real s = accept * RR_C(65536), big = rr_splat(RR_C(8388608));
    const rr_real near = (s + big) - big, h = near - rr_select(rr_lt(s, near), rr_splat(RR_C(1)), rr_splat(RR_C(0)));
    const rr_real l = (s - h) * RR_C(65536), hi = rr_fromuint(w >> 16), lo = rr_fromuint(w & 0xffffu);
    return rr_mor(rr_lt(hi, h), rr_mand(rr_le(hi, h), rr_lt(lo, l)));
}

RR_FN void rr_attempts_prepare(rr_tile *t) { (void)t; }

RR_FN void rr_attempts_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real p[4];
    if (t->varies & 1)
        rr_load4((RR_GLOBAL const rr_scalar *)t->param[0] + slot0, &p[0], &p[1], &p[2], &p[3]);
    else
        p[0] = p[1] = p[2] = p[3] = rr_slot_param(t, 0, rr_wsplat(0));
    RR_UNROLL
    for (int k = 0; k < 4; ++k)
        v[k] = rr_try_of(rr_word_value(rr_wsplat(1)), rr_attempts_success(b->w[k], p[k]), rr_mfrom(0));
}

RR_FN rr_try rr_attempts_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    const rr_word w = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), i.lo);
    /* A parameter that no host has checked (targets/gpu/kernels/launch.h) must not keep a kernel busy up to the cap. */
    const rr_real accept = rr_max(rr_slot_param(t, 0, slot), rr_splat(RR_C(0x1p-20)));
    return rr_try_of(rr_word_value(j + 1u), rr_attempts_success(w, accept), rr_mfrom(0));
}

RR_FN rr_try rr_attempts_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_attempts_attempt(t, slot, j);
}

#define RR_AS_DRAWN attempts
#include "engine/draws/as_drawn.h"

#endif
