/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* RR_STEP_choice: categorical samples with one row of weights per sample, from the bits of laws/categorical/categorical.h.
 * A group of lanes (group.h) reads the row of a sample, adds it up, and locates the first 32 bits of the uniform. The sums
 * decide as on the CPU (targets/cpu/kernels/choice.c derives the bound, which holds for any order of addition). If they do
 * not, one lane compares all bits (engine/abi/fractions.h). The kernel has the parameters of every kernel, and the launch
 * has
 *
 *   p0        the weights, doubles, with the strides in the set-up (launch.h)
 *   record    BAD: the lowest sample with a weight that is negative or not finite, or with all weights 0 */
#define RR_COUNTS 1
#include "engine/lanes/lane.h"
#include "engine/abi/fractions.h"
#include "engine/bits/bits.h"
#include "group.h"
#include "launch.h"
#include "record.h"
#include "engine/strategies/gpu/cell.h"

typedef struct rr_choice {
    rr_group g;
    RR_GLOBAL const char *row;   /* of this group's sample */
    rr_uint64 step;              /* bytes from a weight to the next */
    rr_uint32 count;
} rr_choice;

RR_FN RR_GLOBAL const char *rr_choice_at(const rr_choice *c, rr_uint32 k) { return c->row + k * c->step; }

/* Weight k; 0 past the last. */
RR_FN rr_real rr_choice_weight(const rr_choice *c, rr_uint32 k)
{
    return rr_splat(k < c->count ? *(RR_GLOBAL const rr_scalar *)rr_choice_at(c, k) : RR_C(0));
}

/* The sum of all weights; returns whether they are valid. */
RR_FN int rr_choice_sum(const rr_choice *c, rr_real *total)
{
    const rr_real zero = rr_splat(RR_C(0)), max = rr_splat(RR_C(1.7976931348623157e308));
    rr_real sum = zero;
    rr_mask bad = rr_mfrom(0);
    for (rr_uint32 k = c->g.lane; k < c->count; k += c->g.lanes) {
        const rr_real w = rr_choice_weight(c, k);
        bad = rr_mor(bad, rr_mnot(rr_mand(rr_le(zero, w), rr_le(w, max))));
        sum = sum + w;
    }
    for (rr_uint32 s = c->g.lanes / 2; s; s /= 2) sum = sum + rr_lane_from(c->g.board, sum, rr_lane_number() ^ s);
    *total = sum;
    return !rr_group_bits(&c->g, rr_mor(bad, rr_mnot(rr_lt(zero, sum))));
}

/* The sum of x over the group's lanes up to this one. */
RR_FN rr_real rr_choice_upto(const rr_choice *c, rr_real x)
{
    for (rr_uint32 s = 1; s < c->g.lanes; s *= 2) {
        const rr_real below = rr_lane_from(c->g.board, x, (rr_lane_number() - s) % RR_LANES);
        x = rr_select(c->g.lane >= s, below + x, x);
    }
    return x;
}

/* The category if the first 32 bits determine it, otherwise `count`. */
RR_FN rr_uint32 rr_choice_quick(const rr_choice *c, rr_word bits, rr_real total)
{
    const rr_real at = (rr_fromuint(bits) + RR_C(0.5)) * RR_C(0x1p-32) * total;
    const rr_real margin = total * (RR_C(0x1p-33) + rr_fromuint(c->count) * RR_C(0x1p-51));
    const rr_mask plain = rr_mand(rr_lt(rr_splat(RR_C(0x1p-900)), total), rr_lt(total, rr_splat(RR_C(0x1p1000))));
    rr_real before = rr_splat(RR_C(0));
    rr_uint32 found = c->count;
    int there = 0;
    for (rr_uint32 from = 0; from < c->count && rr_lane_vote(c->g.board, !there); from += c->g.lanes) {
        const rr_uint32 k = from + c->g.lane, first = rr_lane_number() - c->g.lane;
        const rr_real upto = rr_choice_upto(c, rr_choice_weight(c, k)), high = before + upto;
        const rr_real last = rr_lane_from(c->g.board, upto, (rr_lane_number() - 1u) % RR_LANES);
        const rr_real low = rr_select(c->g.lane > 0u, before + last, before);
        const rr_uint32 above = rr_group_bits(&c->g, rr_mand(rr_lt(at, high), k < c->count));
        const rr_uint32 clear = rr_group_bits(&c->g, rr_mand(rr_le(margin, at - low), rr_le(margin, high - at)));
        before = before + rr_lane_from(c->g.board, upto, first + c->g.lanes - 1u);
        if (there || !above) continue;
        there = 1;
        if (plain && clear >> rr_lane_lowest(above) & 1u) found = from + rr_lane_lowest(above);
    }
    return found;
}

/* The index of a slot of the launch. */
RR_FN rr_uint64 rr_choice_index(const rr_launch *l, RR_GLOBAL const char *index, rr_uint64 base, rr_uint32 slot)
{
    return l->indexed ? ((RR_GLOBAL const rr_uint64 *)(index + l->at[RR_GPU_INDEX]))[slot] : base + slot;
}

RR_FN rr_word rr_choice_word(const rr_launch *l, rr_uint64 i, rr_uint32 purpose)
{
    const rr_uint64 q = i / 4u;
    return rr_pick4(rr_draw(&l->key, (rr_word)q, (rr_word)(q >> 32), 0u, purpose), (rr_word)i);
}

/* The category, from all bits. */
RR_SLOW_FN rr_uint64 rr_choice_full(const rr_launch *l, const rr_choice *c, rr_uint64 i, rr_word bits)
{
    const rr_block side = rr_draw(&l->key, (rr_word)i, (rr_word)(i >> 32), 0u, RR_PURPOSE_SIDE);
    const rr_uint64 upper = (rr_uint64)bits << 32 | rr_choice_word(l, i, RR_PURPOSE_LOW);
    return rr_fraction_number(c->row, c->step, c->count, rr_u128_of(upper, (rr_uint64)side.w[0] << 32 | side.w[1]));
}

/* Draws one slot per group. A group past the last slot reads the first one's row and stores nothing. */
RR_FN void rr_choice_draw(const rr_launch *l, const rr_choice *c, rr_uint64 i, RR_GLOBAL char *out, rr_uint32 slot, int here,
                          rr_found *found)
{
    const rr_word bits = rr_choice_word(l, i, RR_PURPOSE_MAIN);
    rr_real total;
    const int good = rr_choice_sum(c, &total);
    rr_uint64 k = rr_choice_quick(c, bits, total);
    if (!here || c->g.lane) return;
    if (!good) {
        rr_cell_set_failed(l, out, slot);
        if (slot < found->bad) found->bad = slot;
        return;
    }
    if (k == c->count) k = rr_choice_full(l, c, i, bits);
    rr_cell_put(l, out, slot, rr_cell_bits(l, k));
}

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL const char *p2,
                             RR_GLOBAL const char *p3, RR_GLOBAL const char *index, RR_GLOBAL const char *table,
                             RR_GLOBAL char *out, RR_GLOBAL char *record, RR_GLOBAL char *tallies,
                             RR_GLOBAL const char *first, const rr_launch l)
{
    RR_SHARED_ARRAY(rr_uint32, shared, RR_WARPS * RR_BOARD_WORDS + 1);   /* no array is empty */
    rr_uint64 base = (rr_uint64)l.base_hi << 32 | l.base_lo;
    const rr_uint64 element = (rr_uint64)l.element_hi << 32 | l.element_lo;
    rr_found found = rr_found_none();
    rr_choice c;
    (void)p1;
    (void)p2;
    (void)p3;
    (void)table;
    (void)tallies;
    if (l.advances) base += *(RR_GLOBAL const rr_uint64 *)(first + l.at[RR_GPU_FIRST]) * l.advances;
    c.count = (rr_uint32)l.setup.space[RR_GPU_CHOICE_COUNT];
    c.step = l.setup.space[RR_GPU_CHOICE_STEP];
    c.g = rr_group_of(c.count, shared + rr_warp_number() % RR_WARPS * RR_BOARD_WORDS);
    for (rr_uint64 s = (rr_uint64)rr_warp_number() * c.g.groups; s < l.n; s += (rr_uint64)rr_warp_count() * c.g.groups) {
        const int here = s + c.g.turn < l.n;
        const rr_uint32 slot = (rr_uint32)s + (here ? c.g.turn : 0u);
        const rr_uint64 row = (l.setup.space[RR_GPU_CHOICE_FIRST] + slot) / l.setup.space[RR_GPU_CHOICE_COLS];
        c.row = p0 + l.at[RR_GPU_PARAM0] + row * l.setup.space[RR_GPU_CHOICE_ROW];   /* modulo 2^64: may be negative */
        rr_choice_draw(&l, &c, rr_choice_index(&l, index, base, slot), out + l.at[RR_GPU_OUT], slot, here, &found);
    }
    rr_found_record((RR_GLOBAL rr_uint32 *)(record + l.at[RR_GPU_RECORD]), c.g.board, &found, element, 1);
}
