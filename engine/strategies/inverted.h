/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts by inversion with per-sample parameters (engine/draws/inverse.h): on GPUs it replaces every strategy, since there
 * is only one attempt, and no table per sample. CPUs have targets/cpu/inverted.c. */
#include "engine/draws/inverse.h"

/* The bits are those of laws/categorical/categorical.h. */
RR_FN rr_word rr_inverted_word(const rr_tile *t, rr_index i, rr_uint32 purpose)
{
    const rr_index q = rr_quarter(i);
    return rr_pick4(rr_draw(&t->key, q.lo, q.hi, rr_wsplat(0), purpose), i.lo) ^ t->flip;
}

RR_FN rr_uint64 rr_inverted_count(const rr_tile *t, rr_word slot)
{
    rr_real low, high, k;
    const rr_inverse law = RR_SAMPLER_FN(inverse)(t, slot, &low, &high);
    const rr_index i = rr_slot_index(t, slot);
    const rr_uint64 u = rr_wide_join(rr_inverted_word(t, i, RR_PURPOSE_MAIN), rr_inverted_word(t, i, RR_PURPOSE_LOW));
    const int all = rr_le(low, rr_splat(RR_C(0))) && rr_lt(rr_splat(RR_C(0x1p1000)), high);
    if (all && rr_inverse_known(&law, u, &k)) return rr_count_bits(k);
    const rr_block side = rr_draw(&t->key, i.lo, i.hi, rr_wsplat(0), RR_PURPOSE_SIDE);
    return rr_inverse_decided(&law, low, high, rr_u128_of(u, rr_wide_join(side.w[0] ^ t->flip, side.w[1] ^ t->flip)));
}

/* Invalid parameters give some count too: the kernel or the host overwrites it. */
RR_SLOW_FN void RR_VARIANT(rr_inverted)(rr_work *x)
{
    for (rr_word slot = rr_lane_number(); slot < x->tile->n; slot += RR_LANES)
        rr_warp_give(x, slot, rr_wide_value(rr_inverted_count(x->tile, slot)));
}
