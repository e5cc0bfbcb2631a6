/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Passes of a CPU over a whole tile that are compiled together with their draw: compact's first pass, and that of the
 * auxiliary draw. A GPU's are in strategies/gpu/.
 *
 * The tile's first index need not begin a group: groups that stick out of the tile on either side go through a small buffer,
 * of which only the slots of the tile are kept. */
#ifndef RR_FIRST_H
#define RR_FIRST_H

#include "sampler.h"

/* What became of attempt 0: rejected and undecided slots are queued. A branch on whether there are any is mispredicted too
 * often where a register has many lanes and the draw leaves more than one in twenty of them behind: a draw then says
 * RR_OPEN_OFTEN_name, RR_REJECTS_OFTEN_name or both. */
#if RR_OPEN_OFTEN && RR_LANES >= 8
#define RR_ANY_OPEN(m) 1
#else
#define RR_ANY_OPEN(m) rr_vote(m)
#endif
#if RR_REJECTS_OFTEN && RR_LANES >= 8
#define RR_ANY_REJECTED(m) 1
#else
#define RR_ANY_REJECTED(m) rr_vote(m)
#endif

RR_FN void rr_first_queue(rr_word slot, rr_mask accept, rr_mask open, rr_mask here, rr_uint32 *opened, rr_uint32 *opens,
                          rr_uint32 *rejected, rr_uint32 *rejects)
{
    const rr_mask undecided = rr_mand(here, open), no = rr_mandnot(here, rr_mor(accept, open));
    if (RR_ANY_OPEN(undecided)) *opens += rr_compress(opened + *opens, slot, undecided);
    if (RR_ANY_REJECTED(no)) *rejects += rr_compress(rejected + *rejects, slot, no);
}

/* Registers of groups that are worked on at the same time. */
#define RR_ABREAST (RR_BLOCKS < RR_FLIGHT ? RR_FLIGHT : 1)

/* regs registers of groups from `group` on, whose first slot is slot0 in the tile t; regs is 1 or RR_ABREAST. */
RR_FN void rr_first_inside(const rr_tile *t, rr_uint64 group, rr_uint32 slot0, int regs, rr_scalar *out,
                           rr_uint32 *open, rr_uint32 *opens, rr_uint32 *rejected, rr_uint32 *rejects)
{
    rr_counter c[RR_ABREAST * RR_BLOCKS];
    rr_block b[RR_ABREAST * RR_BLOCKS];
    RR_UNROLL
    for (int r = 0; r < regs; ++r) {
        const rr_index q = rr_lanes_from(group + (rr_uint32)(r * RR_LANES));
        RR_UNROLL
        for (int k = 0; k < RR_BLOCKS; ++k) c[r * RR_BLOCKS + k] = rr_group_counter(t, q, k);
    }
    rr_philox_some(&t->key, regs * RR_BLOCKS, c, b);
    RR_UNROLL
    for (int r = 0; r < regs; ++r) {
        rr_try v[RR_GROUP];
        rr_real value[RR_GROUP];
        const rr_uint32 slot = slot0 + (rr_uint32)(r * RR_RUN);
        RR_DRAW_FN(group)(t, b + r * RR_BLOCKS, slot, v);
        RR_UNROLL
        for (int k = 0; k < RR_GROUP; ++k) value[k] = v[k].value;
        rr_store_parts(out + slot, value, RR_GROUP);
        RR_UNROLL
        for (int k = 0; k < RR_GROUP; ++k)
            rr_first_queue(rr_part_slots(slot, k), v[k].accept, v[k].open, rr_mfirst(RR_LANES), open, opens, rejected,
                           rejects);
    }
}

/* The same where groups stick out of the tile: slot0 may be before slot 0 (it wraps) and the end behind the last slot. */
RR_SLOW_FN void rr_first_ragged(const rr_tile *t, rr_uint64 group, rr_uint32 slot0, rr_scalar *out,
                                rr_uint32 *open, rr_uint32 *opens, rr_uint32 *rejected, rr_uint32 *rejects)
{
    rr_scalar value[RR_RUN], param[RR_TILE_PARAMS][RR_RUN];
    rr_counter c[RR_BLOCKS];
    rr_block b[RR_BLOCKS];
    rr_try v[RR_GROUP];
    rr_real part[RR_GROUP];
    rr_tile window = *t;
    window.base_lo = (rr_uint32)(group * RR_GROUP);   /* its slot 0 is the group's first */
    window.base_hi = (rr_uint32)(group * RR_GROUP >> 32);
    for (int p = 0; p < RR_TILE_PARAMS; ++p) {
        const rr_scalar *from = (const rr_scalar *)t->param[p];
        if (!(t->varies >> p & 1)) continue;
        for (rr_uint32 k = 0; k < RR_RUN; ++k) param[p][k] = from[slot0 + k < t->n ? slot0 + k : 0];
        window.param[p] = param[p];
    }
    RR_UNROLL
    for (int k = 0; k < RR_BLOCKS; ++k) c[k] = rr_group_counter(t, rr_lanes_from(group), k);
    rr_philox_some(&t->key, RR_BLOCKS, c, b);
    RR_DRAW_FN(group)(&window, b, 0, v);
    RR_UNROLL
    for (int k = 0; k < RR_GROUP; ++k) part[k] = v[k].value;
    rr_store_parts(value, part, RR_GROUP);
    for (rr_uint32 k = 0; k < RR_RUN; ++k)
        if (slot0 + k < t->n) out[slot0 + k] = value[k];
    RR_UNROLL
    for (int k = 0; k < RR_GROUP; ++k) {
        const rr_word slot = rr_part_slots(slot0, k);
        rr_first_queue(slot, v[k].accept, v[k].open, rr_wlt(slot, rr_wsplat(t->n)), open, opens, rejected, rejects);
    }
}

/* Slots one by one, where they have no neighbours to share blocks with: own indices, or a few slots only. */
RR_FN void rr_first_slots(const rr_tile *t, rr_scalar *out, rr_uint32 *open, rr_uint32 *opens,
                          rr_uint32 *rejected, rr_uint32 *rejects)
{
    for (rr_uint32 slot0 = 0; slot0 < t->n; slot0 += RR_LANES) {
        const rr_mask here = rr_mfirst(t->n - slot0);
        const rr_word slot = rr_wselect(here, rr_iota() + slot0, rr_wsplat(0));
        const rr_try v = RR_DRAW_FN(attempt)(t, slot, rr_wsplat(0));
        rr_storen(out + slot0, v.value, t->n - slot0);
        rr_first_queue(slot, v.accept, v.open, here, open, opens, rejected, rejects);
    }
}

/* Attempt 0 of every slot of the tile. */
RR_SLOW_FN void rr_first_pass(const rr_tile *t, rr_scalar *out, rr_uint32 *open, rr_uint32 *opens,
                              rr_uint32 *rejected, rr_uint32 *rejects)
{
    if (t->index_lo || t->n <= 2 * RR_LANES) {
        rr_first_slots(t, out, open, opens, rejected, rejects);
        return;
    }
    const rr_uint64 base = rr_tile_base(t);
    const rr_uint32 before = (rr_uint32)(base & (RR_GROUP - 1));
    rr_uint64 group = base / RR_GROUP;
    rr_uint32 slot0 = 0u - before;
    if (before) {
        rr_first_ragged(t, group, slot0, out, open, opens, rejected, rejects);
        slot0 += RR_RUN;
        group += RR_LANES;
    }
    for (; slot0 < t->n && t->n - slot0 >= RR_ABREAST * RR_RUN; slot0 += RR_ABREAST * RR_RUN, group += RR_ABREAST * RR_LANES)
        rr_first_inside(t, group, slot0, RR_ABREAST, out, open, opens, rejected, rejects);
    for (; slot0 < t->n; slot0 += RR_RUN, group += RR_LANES) {
        if (t->n - slot0 >= RR_RUN) rr_first_inside(t, group, slot0, 1, out, open, opens, rejected, rejects);
        else rr_first_ragged(t, group, slot0, out, open, opens, rejected, rejects);
    }
}

#if RR_AUX
/* The auxiliary draw of slots slot0 ... slot0 + m - 1, m at most RR_AUX_CHUNK, to aux, which has room for RR_AUX_SPACE;
 * returns where in it they begin. */
RR_SLOW_FN const rr_scalar *rr_aux_pass(const rr_tile *t, rr_uint32 slot0, rr_uint32 m, rr_scalar *aux)
{
    if (t->index_lo || m <= RR_LANES) {
        for (rr_uint32 k = 0; k < m; k += RR_LANES) {
            const rr_word slot = rr_wselect(rr_mfirst(m - k), rr_iota() + (slot0 + k), rr_wsplat(slot0));
            rr_store(aux + k, RR_DRAW_FN(aux_index)(t, rr_slot_index(t, slot)));
        }
        return aux;
    }
    const rr_uint64 base = rr_tile_base(t) + slot0;
    const rr_uint32 before = (rr_uint32)(base & (RR_AUX - 1));
    rr_uint64 group = base / RR_AUX;
    for (rr_uint32 k = 0; k < before + m; k += RR_AUX_RUN, group += RR_FLIGHT * RR_LANES) {
        rr_index q[RR_FLIGHT];
        rr_real e[RR_FLIGHT * RR_AUX];
        RR_UNROLL
        for (int r = 0; r < RR_FLIGHT; ++r) q[r] = rr_lanes_from(group + (rr_uint32)(r * RR_LANES));
        RR_DRAW_FN(aux_groups)(t, q, RR_FLIGHT, e);
        RR_UNROLL
        for (int r = 0; r < RR_FLIGHT; ++r) rr_store_parts(aux + k + r * RR_AUX * RR_LANES, e + r * RR_AUX, RR_AUX);
    }
    return aux + before;
}
#endif

#endif
