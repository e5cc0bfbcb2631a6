/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* uniform:32: low + (high - low) U in [low, high), U of one 32-bit word (unit32.h). It takes one fma; a result that rounds
 * to high or beyond becomes the number below high. The result is never below low: high - low and U are not negative, and
 * rounding is monotone. Where low equals high, the sample is that value. */
#ifndef RR_SAMPLER_UNIFORM_32_H
#define RR_SAMPLER_UNIFORM_32_H

#include "engine/bits/unit32.h"

#define RR_GROUP_uniform_32 RR_ONE_WORD32_GROUP
#define RR_AUX_uniform_32 0
#define RR_BLOCKS_uniform_32 1
#define RR_IN_ORDER_uniform_32 2

RR_FN rr_real rr_uniform_32_of(rr_word w) { return rr_unit32(w); }

#define RR_ONE_WORD32 uniform_32
#define RR_ONE_WORD32_PREPARES
#include "engine/draws/one_word32.h"

#define RR_RELATES_uniform_32 2
RR_FN rr_mask rr_uniform_32_related(const rr_real *v) { return rr_le(v[0], v[1]); }

/* The largest number below x. For either zero it is the smallest denormal, negated. */
RR_FN rr_real rr_uniform_32_below(rr_real x)
{
    const rr_bits b = rr_asbits(x), sign = rr_asbits(rr_splat(RR_C(-0.)));
    return rr_asreal(rr_bselect(rr_lt(rr_splat(RR_C(0)), x), b - 1u, (b | sign) + 1u));
}

/* The set-up for constant parameters: high - low, the largest result of the finish, and low. That result is second in the
 * minimum: where low and high are zeros, the sample is low's zero. In a GPU's kernels this would be a branch. */
RR_FN void rr_uniform_32_prepare(rr_tile *t)
{
    if (t->varies & 3) return;
    const rr_real low = rr_slot_param(t, 0, rr_wsplat(0)), high = rr_slot_param(t, 1, rr_wsplat(0));
    rr_setup_put(t, 0, high - low);
    rr_setup_put(t, 1, rr_max(low, rr_uniform_32_below(high)));
    rr_setup_put(t, 2, low);
}

RR_FN rr_real rr_uniform_32_finish(const rr_tile *t, rr_uint32 slot0, rr_real u, rr_real aux)
{
    (void)aux;
    if (RR_HAS_BUFFERS && !(t->varies & 3))
        return rr_min(rr_fma(rr_splat(RR_SETUP(t)[0]), u, rr_splat(RR_SETUP(t)[2])), rr_splat(RR_SETUP(t)[1]));
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    return rr_max(low, rr_min(rr_uniform_32_below(high), rr_fma(high - low, u, low)));
}

#endif
