/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* ordered-logistic: the number of cut points c_0 < c_1 < ... that are at most eta + L, L a standard logistic variate
 * (McCullagh, Journal of the Royal Statistical Society B 42 (1980) 109), from 0 to the number of cut points. L is compared
 * with c_k - eta, which is rounded once. For a probability of 2^-64 this is a relative |c_k - eta| 2^-53 < 2^-47, however
 * large both are, and L's own 6 ulps are 2^-44. A difference that overflows has the right sign. The cut points are stored in
 * the job's table (engine/abi/numbers.h). */
#ifndef RR_SAMPLER_ORDERED_LOGISTIC_H
#define RR_SAMPLER_ORDERED_LOGISTIC_H

#include "engine/abi/numbers.h"
#include "engine/draws/integer.h"

RR_FN void rr_ordered_logistic_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                     rr_real *param)
{
    (void)t;
    (void)slot0;
    (void)number;
    (void)made;
    param[0] = rr_splat(RR_C(0));
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_ordered_logistic_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    RR_GLOBAL const rr_scalar *cut = (RR_GLOBAL const rr_scalar *)t->table;
    const rr_real eta = rr_run_param(t, 0, slot0), one = rr_splat(RR_C(1)), none = rr_splat(RR_C(0));
    const rr_uint32 count = (rr_uint32)cut[0];
    rr_real below = rr_splat(RR_C(0x1p52));
    for (rr_uint32 k = 0; k < count; ++k)
        below = below + rr_select(rr_le(rr_splat(cut[RR_NUMBERS_HEAD + k]) - eta, made[0]), one, none);
    return rr_wide_value(rr_asbits(below) & 0xfffffffffffffu);
}

#endif
