/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* uniform: low + (high - low) U, clamped to [low, high]; the interval is open only before the last rounding. The sample is
 * never below low: high - low and U are not negative, and rounding is monotone. */
#ifndef RR_SAMPLER_UNIFORM_H
#define RR_SAMPLER_UNIFORM_H

#include "engine/bits/uniform.h"

#define RR_GROUP_uniform RR_ONE_WORD_GROUP
#define RR_AUX_uniform 0
#define RR_BLOCKS_uniform 1
#define RR_IN_ORDER_uniform 1

RR_FN rr_real rr_uniform_of(rr_unit u) { return u.raw; }

#define RR_ONE_WORD uniform
#define RR_ONE_WORD_OPEN(u) (u).open_u
#define RR_ONE_WORD_PREPARES
#include "engine/draws/one_word.h"

/* True where low is not above high. */
#define RR_RELATES_uniform 2
RR_FN rr_mask rr_uniform_related(const rr_real *v) { return rr_le(v[0], v[1]); }

/* The set-up for constant parameters: high - low, the largest result of the finish (that of the largest U below 1) and, for
 * a CPU, low. Rounding is monotone, so one minimum handles a U of 1 as well. A GPU's kernels for per-sample parameters would
 * branch on it, so only a GPU's default kernel uses it. */
RR_FN void rr_uniform_prepare(rr_tile *t)
{
    if (t->varies & 3) return;
    const rr_real low = rr_slot_param(t, 0, rr_wsplat(0)), high = rr_slot_param(t, 1, rr_wsplat(0));
    rr_setup_put(t, 0, high - low);
    rr_setup_put(t, 1, rr_min(high, rr_fma(high - low, rr_splat(RR_UNIT_MAX), low)));
    rr_setup_put(t, 2, low);
}

RR_FN rr_real rr_uniform_finish(const rr_tile *t, rr_uint32 slot0, rr_real u, rr_real aux)
{
    (void)aux;
    if (RR_HAS_BUFFERS && !(t->varies & 3))
        return rr_min(rr_fma(rr_splat(RR_SETUP(t)[0]), u, rr_splat(RR_SETUP(t)[2])), rr_splat(RR_SETUP(t)[1]));
    const rr_real low = rr_run_param(t, 0, slot0);
    if (RR_PLAIN && !(t->varies & 3))
        return rr_min(rr_fma(rr_splat(RR_SETUP(t)[0]), u, low), rr_splat(RR_SETUP(t)[1]));
    const rr_real high = rr_run_param(t, 1, slot0);
    return rr_min(high, rr_fma(high - low, rr_min_scalar(u, RR_UNIT_MAX), low));
}

#endif
