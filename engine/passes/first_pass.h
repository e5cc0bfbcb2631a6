/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass of compact over a whole tile on a CPU, compiled together with its draw. (The GPU's is in strategies/gpu/.)
 * It processes the tile piece by piece, in two stages: RR_WORDS makes the words of a piece (words.h, an object that all
 * samplers of an instruction set share), and the draw takes them. If the caller requests it, values are finished in the same
 * pass.
 *
 * A draw that defines RR_IN_ORDER_name takes one number or one word per sample: they are written where the samples will be,
 * except words of f64, and any index may be the first; a draw with RR_BARE_name takes them unchanged. For other draws groups
 * share blocks. The tile's first index need not begin a group: groups that extend beyond the tile on either side go through
 * a small buffer, of which only the slots of the tile are kept.
 *
 * A draw may define RR_VARYING_name, a mask of the parameters it reads. It then has one loop compiled for tiles with
 * constant parameters and one for tiles where all these parameters vary: without branches on which parameters vary, several
 * registers are in one block of instructions, which hides latencies. A draw that also branches on the values of parameters
 * defines RR_CONSTANT_FIRST_name: rr_name_is_constant(t), for a tile with constant parameters, and rr_name_group_constant,
 * its group for that case. (Normals, which read no parameter, would be 9 % slower.)
 *
 * Every loop is a copy of the draw, and these copies are most of a kernel's text and compile time. There are up to three:
 * for constant parameters, for tiles where all parameters vary, and for others, which a draw of one parameter does not need.
 * A fourth copy, out of line, draws a register that is left over where several are interleaved, and groups that extend
 * beyond the tile. A fifth draws single slots; expensive draws call RR_ATTEMPT there, which the retries use too. */
#ifndef RR_FIRST_H
#define RR_FIRST_H

#include "finish.h"
#include "queue.h"
#include "regimes.h"
#include "words.h"

/* Registers of groups that are interleaved, to hide latencies. More of them spill too much, and so do two in a rejection of
 * counts with 16 registers. */
#if RR_REGIMES && RR_LANES * RR_DTYPE < 512
#define RR_INTERLEAVED 1
#else
#define RR_INTERLEAVED (RR_BLOCKS < RR_FLIGHT ? RR_FLIGHT : 1)
#endif
/* targets of 512 bits have 32 registers */
#define RR_INTERLEAVED_CONSTANT (RR_INTERLEAVED * (RR_LANES * RR_DTYPE < 512 ? 1 : 2))

/* The branch on whether values are finished is in the loop, once per block of registers, or there are two loops: with 16
 * registers drawn values would be spilled at the branch, 11 % of the time of an f32 gamma. */
#define RR_FINISH_APART (RR_LANES > 1 && RR_LANES * RR_DTYPE < 512)

#if !RR_FILTER
/* ---- Single slots ---------------------------------------------------------------------------------------------------- */

/* Attempt 0 of slots: that of expensive draws is called, since its code is large; the retries call the same copy. */
RR_FN rr_try rr_first_attempt(const rr_tile *t, rr_word slot)
{
#if RR_EXPENSIVE || RR_REJECTS_OFTEN
    const rr_word j = rr_wsplat(0);
    rr_try v;
    RR_ATTEMPT(t, &slot, &j, &v);
    return v;
#else
    return RR_DRAW_FN(attempt)(t, slot, rr_wsplat(0));
#endif
}

/* For slots without neighbours to share blocks with: explicit indices, or a few slots only. */
RR_SLOW_FN void rr_first_slots(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left)
{
    for (rr_uint32 slot0 = 0; slot0 < t->n; slot0 += RR_LANES) {
        const rr_mask here = rr_mfirst(t->n - slot0);
        const rr_word slot = rr_wselect(here, rr_iota() + slot0, rr_wsplat(0));
        rr_try v = rr_first_attempt(t, slot);
        if (finish) v.value = RR_SAMPLER_FN(finish)(t, slot0, v.value, rr_splat(RR_C(0)));
        rr_storen(out + slot0, v.value, t->n - slot0);
        rr_first_queue(slot, &v, here, left);
    }
}
#endif

#if RR_IN_ORDER
/* ---- In order -------------------------------------------------------------------------------------------------------- */

#if RR_BARE
RR_SLOW_FN void rr_first_whole(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left)
{
    (void)finish;
    (void)left;
    RR_WORDS(in_order)(&t->key, RR_PURPOSE_MAIN, rr_tile_base(t), t->n, out);
}
#else
/* Where registers have 8 lanes or more the undecided lanes of a piece are marked in a bitmap, which is scanned 64 bits at a
 * time: a branch per register would be mispredicted too often. */
#define RR_MAPS (RR_LANES >= 8 && RR_IN_ORDER == 1 && !RR_FILTER)
#define RR_MAP_BYTES (RR_PIECE_SAMPLES * RR_LANES / 8)

/* The source of the numbers or words of a piece: `out`, or, for words in f64, a buffer with space for one register more. */
#if RR_IN_ORDER == 2 && RR_DTYPE == 64
typedef rr_uint32 rr_first_source;
RR_FN rr_try rr_first_number(const rr_tile *t, rr_uint32 slot0, const rr_first_source *p, rr_uint32 n)
{
    (void)n;
    return RR_DRAW_FN(word)(t, slot0, rr_wload(p));
}
#else
typedef rr_scalar rr_first_source;
RR_FN rr_try rr_first_number(const rr_tile *t, rr_uint32 slot0, const rr_first_source *p, rr_uint32 n)
{
    const rr_bits number = rr_asbits(n < RR_LANES ? rr_loadn(p, n) : rr_load(p));
#if RR_IN_ORDER == 2
    return RR_DRAW_FN(word)(t, slot0, rr_toword(number));
#else
    return RR_DRAW_FN(number)(t, slot0, number);
#endif
}
#endif

/* Samples of slots from slot0 on: regs registers, or n slots of a single one; `out`, source and map begin at slot0. */
RR_FN void rr_first_numbers(const rr_tile *t, rr_uint32 slot0, int regs, rr_uint32 n, int finish,
                            const rr_first_source *source, rr_scalar *out, unsigned char *map, rr_leftovers *left)
{
    const rr_mask here = regs > 1 ? rr_mfirst(RR_LANES) : rr_mfirst(n);
    rr_word slot[RR_FLIGHT];
    rr_try v[RR_FLIGHT];
    RR_UNROLL
    for (int r = 0; r < regs; ++r) {
        const rr_uint32 at = slot0 + (rr_uint32)(r * RR_LANES);
        slot[r] = (rr_iota() + at) & RR_WORD_MASK;
        v[r] = rr_first_number(t, at, source + r * RR_LANES, regs > 1 ? RR_LANES : n);
        if (finish) v[r].value = RR_SAMPLER_FN(finish)(t, at, v[r].value, rr_splat(RR_C(0)));
    }
    RR_UNROLL
    for (int r = 0; r < regs; ++r) {
        if (regs > 1) rr_store(out + r * RR_LANES, v[r].value);
        else rr_storen(out, v[r].value, n);
#if RR_MAPS
        const rr_uint32 undecided = rr_mbits(rr_mand(here, v[r].open));
        memcpy(map + r * RR_LANES / 8, &undecided, RR_LANES / 8);
#endif
    }
#if RR_MAPS
    (void)slot;
    (void)left;
#else
    (void)map;
    rr_first_queue_some(slot, v, regs, here, left);
#endif
}

#if RR_MAPS
/* Queues the slots of a map. Most words have one bit or none: the first bit needs no branch; if there is none it is not
 * counted. */
RR_FN void rr_first_mapped(const unsigned char *map, rr_uint32 from, rr_uint32 end, rr_leftovers *left)
{
    rr_uint32 opens = left->opens;
    for (; from < end; from += 64, map += 8) {
        rr_uint64 bits;
        memcpy(&bits, map, sizeof bits);
        left->open[opens] = from + (rr_uint32)__builtin_ctzll(bits | (rr_uint64)1 << 63);
        opens += bits != 0;
        for (bits &= bits - 1; bits; bits &= bits - 1) left->open[opens++] = from + (rr_uint32)__builtin_ctzll(bits);
    }
    left->opens = opens;
}
#endif

/* All numbers of the piece. */
RR_FN void rr_first_some(const rr_tile *t, rr_uint32 from, rr_uint32 end, int finish, const rr_first_source *source,
                         rr_scalar *out, rr_leftovers *left)
{
    const rr_uint32 step = RR_FLIGHT * RR_LANES;
    unsigned char map[RR_MAP_BYTES] = {0}, *m = map;
    rr_uint32 slot = from;
    rr_scalar *to = out + from;
    for (; end - slot >= step; slot += step, source += step, to += step, m += step / 8)
        rr_first_numbers(t, slot, RR_FLIGHT, step, finish, source, to, m, left);
    for (; slot < end; slot += RR_LANES, source += RR_LANES, to += RR_LANES, m += RR_LANES / 8)
        rr_first_numbers(t, slot, 1, end - slot, finish, source, to, m, left);
#if RR_MAPS
    rr_first_mapped(map, from, end, left);
#endif
}

/* The same; the compiler also knows a tile with constant parameters as such. */
RR_FN void rr_first_piece(const rr_tile *t, rr_uint32 from, rr_uint32 end, int finish, const rr_first_source *source,
                          rr_scalar *out, rr_leftovers *left)
{
    if (t->varies) {
        rr_first_some(t, from, end, finish, source, out, left);
    } else {
        rr_tile constant = *t;
        constant.varies = 0;
        rr_first_some(&constant, from, end, finish, source, out, left);
    }
}

/* The first piece may be shorter, so that the others begin with a block. */
RR_SLOW_FN void rr_first_whole(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left)
{
    const rr_uint32 before = (rr_uint32)(rr_tile_base(t) % RR_GROUP);
    for (rr_uint32 from = 0, n; from < t->n; from += n) {
        const rr_uint32 piece = RR_PIECE_SAMPLES * RR_LANES - (from ? 0 : before);
        n = t->n - from < piece ? t->n - from : piece;
#if RR_IN_ORDER == 2 && RR_DTYPE == 64
        rr_uint32 source[RR_PIECE_SAMPLES * RR_LANES + RR_LANES];
        RR_WORDS_32(&t->key, RR_PURPOSE_MAIN, rr_tile_base(t) + from, n, source);
#else
        rr_scalar *const source = out + from;
        RR_WORDS(in_order)(&t->key, RR_PURPOSE_MAIN, rr_tile_base(t) + from, n, source);
#endif
        if (RR_FINISH_APART && finish) rr_first_piece(t, from, from + n, 1, source, out, left);
        else rr_first_piece(t, from, from + n, !RR_FINISH_APART && finish, source, out, left);
    }
}
#endif
#else
/* ---- Groups ---------------------------------------------------------------------------------------------------------- */

/* A register of groups that is drawn alone: groups that extend beyond the tile, and, where several registers are
 * interleaved, the registers left over. It is out of line if both cases need it and the draw is more than a few
 * instructions, since a call costs 10 ns. */
#if RR_INTERLEAVED > 1 && (RR_VARYING || RR_EXPENSIVE || RR_REJECTS_OFTEN)
RR_SLOW_FN
#else
RR_FN
#endif
void rr_group_of(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    RR_DRAW_FN(group)(t, b, slot0, v);
}

/* One register of groups, out of regs. */
RR_FN void rr_first_draw(const rr_tile *t, const rr_scalar *words, rr_uint32 slot0, int regs, int constant, rr_try *v)
{
    rr_block b[RR_BLOCKS];
    RR_UNROLL
    for (int k = 0; k < RR_BLOCKS; ++k) b[k] = rr_words_block(words + k * RR_PIECE_GROUPS * RR_WORDS_RUN);
#if RR_CONSTANT_FIRST
    if (constant) {
        RR_DRAW_FN(group_constant)(t, b, v);
        return;
    }
#endif
    if (regs == 1 && !constant) rr_group_of(t, b, slot0, v);
    else RR_DRAW_FN(group)(t, b, slot0, v);
}

/* Registers of groups, regs of them, whose first slot is slot0; words are those of block 0. */
RR_FN void rr_first_groups(const rr_tile *t, const rr_scalar *words, rr_uint32 slot0, int regs, int constant, int finish,
                           rr_scalar *out, rr_leftovers *left)
{
    rr_try v[RR_INTERLEAVED_CONSTANT][RR_GROUP];
    RR_UNROLL
    for (int r = 0; r < regs; ++r)
        rr_first_draw(t, words + r * RR_WORDS_RUN, slot0 + (rr_uint32)(r * RR_RUN), regs, constant, v[r]);
    RR_UNROLL
    for (int r = 0; r < regs; ++r) {
        const rr_uint32 at = slot0 + (rr_uint32)(r * RR_RUN);
        if (finish && RR_FINISH_PARTS(t)) rr_first_parts(t, v[r], 1, out + at);
        else rr_first_parts(t, v[r], 0, out + at);
        rr_word slot[RR_GROUP];
        RR_UNROLL
        for (int k = 0; k < RR_GROUP; ++k) slot[k] = rr_part_slots(at, k);
        rr_first_queue_some(slot, v[r], RR_GROUP, rr_mfirst(RR_LANES), left);
    }
}

/* The same for any number of registers. */
RR_FN void rr_first_some(const rr_tile *t, const rr_scalar *words, rr_uint32 slot0, rr_uint32 regs, int constant, int finish,
                         rr_scalar *out, rr_leftovers *left)
{
    const int interleaved = constant ? RR_INTERLEAVED_CONSTANT : RR_INTERLEAVED;
    rr_uint32 r = 0;
    for (; regs - r >= (rr_uint32)interleaved; r += (rr_uint32)interleaved)
        rr_first_groups(t, words + r * RR_WORDS_RUN, slot0 + r * RR_RUN, interleaved, constant, finish, out, left);
    for (; r < regs; ++r) rr_first_groups(t, words + r * RR_WORDS_RUN, slot0 + r * RR_RUN, 1, constant, finish, out, left);
}

/* A draw that reads one parameter only: the parameter varies or it does not, and the third loop is never needed. */
#if !RR_CONSTANT_FIRST && RR_VARYING && !(RR_VARYING & (RR_VARYING - 1))
#define RR_VARYING_ONE 1
#else
#define RR_VARYING_ONE 0
#endif

RR_FN int rr_first_constant(const rr_tile *t)
{
#if RR_CONSTANT_FIRST
    return !t->varies && RR_DRAW_FN(is_constant)(t);
#elif RR_VARYING
    return !(t->varies & RR_VARYING);   /* parameters that only the finish reads may vary */
#else
    (void)t;
    return 0;
#endif
}

/* Whole registers of groups, regs of them, whose first slot is slot0; `words` are those of block 0. */
RR_FN void rr_first_registers(const rr_tile *t, const rr_scalar *words, rr_uint32 slot0, rr_uint32 regs, int finish,
                              rr_scalar *out, rr_leftovers *left)
{
#if RR_REGIMES
    if (t->varies && rr_sort_mixed(t, slot0, regs)) {
        rr_sort_piece(t, words, slot0, regs, out, left);
        return;
    }
#endif
    if (rr_first_constant(t)) {
        const int parts = finish && RR_FINISH_PARTS(t);
        rr_tile constant = *t;
        constant.varies = 0;
        if (RR_FINISH_APART && parts) rr_first_some(&constant, words, slot0, regs, 1, 1, out, left);
        else rr_first_some(&constant, words, slot0, regs, 1, !RR_FINISH_APART && parts, out, left);
#if RR_VARYING
    } else if (RR_VARYING_ONE || !(RR_VARYING & ~t->varies)) {
        rr_tile varying;
        rr_tile_varying(t, &varying);
        rr_first_some(&varying, words, slot0, regs, 0, 0, out, left);
#endif
    } else {
        rr_first_some(t, words, slot0, regs, 0, finish, out, left);
    }
    if (finish && !RR_FINISH_PARTS(t)) rr_finish_whole(t, slot0, slot0 + regs * RR_RUN, out);
}

/* A register of groups that extends beyond the tile: slot0 may be before slot 0 (it wraps), the end after the last slot. */
RR_SLOW_FN void rr_first_ragged(const rr_tile *t, const rr_scalar *words, rr_uint64 group, rr_uint32 slot0, int finish,
                                rr_scalar *out, rr_leftovers *left)
{
    rr_scalar value[RR_RUN], param[RR_TILE_PARAMS][RR_RUN];
    rr_block b[RR_BLOCKS];
    rr_try v[RR_GROUP];
    rr_tile window = *t;
    window.base_lo = (rr_uint32)(group * RR_GROUP);   /* its slot 0 is the group's first */
    window.base_hi = (rr_uint32)(group * RR_GROUP >> 32);
    for (int p = 0; t->varies >> p; ++p) {
        const rr_scalar *from = (const rr_scalar *)t->param[p];
        if (!(t->varies >> p & 1)) continue;
        for (rr_uint32 k = 0; k < RR_RUN; ++k) param[p][k] = from[slot0 + k < t->n ? slot0 + k : 0];
        window.param[p] = param[p];
    }
    RR_UNROLL
    for (int k = 0; k < RR_BLOCKS; ++k) b[k] = rr_words_block(words + k * RR_PIECE_GROUPS * RR_WORDS_RUN);
    rr_group_of(&window, b, 0, v);
    rr_first_parts(t, v, 0, value);
    const rr_uint32 from = slot0 < t->n ? slot0 : 0, end = t->n - slot0 < RR_RUN ? t->n : slot0 + RR_RUN;
    memcpy(out + from, value + (from - slot0), (end - from) * sizeof *out);
    if (finish) rr_finish_slots(t, from, end, out);
    RR_UNROLL
    for (int k = 0; k < RR_GROUP; ++k) {
        const rr_word slot = rr_part_slots(slot0, k);
        rr_first_queue(slot, &v[k], rr_wlt(slot, rr_wsplat(t->n)), left);
    }
}

/* Registers of groups, regs of them, beginning with `group`, whose first slot is slot0. The first group may begin before the
 * tile, and the last may end after it; their words are made together with the others. */
RR_FN void rr_first_piece(const rr_tile *t, rr_uint64 group, rr_uint32 slot0, rr_uint32 regs, int finish, rr_scalar *out,
                          rr_leftovers *left)
{
    rr_scalar words[RR_BLOCKS][RR_PIECE_GROUPS * RR_WORDS_RUN];
    const rr_uint32 head = slot0 < t->n ? 0 : 1, first = slot0 + head * RR_RUN;
    const rr_uint32 fit = first < t->n ? (t->n - first) / RR_RUN : 0, whole = fit < regs - head ? fit : regs - head;
    RR_UNROLL
    for (int k = 0; k < RR_BLOCKS; ++k) {
        const rr_series s = rr_group_series(k);
        RR_WORDS(by_block)(&t->key, &s, group, rr_words_whole(regs), words[k]);
    }
    if (head) rr_first_ragged(t, words[0], group, slot0, finish, out, left);
    if (whole) rr_first_registers(t, words[0] + head * RR_WORDS_RUN, first, whole, finish, out, left);
    if (head + whole < regs)
        rr_first_ragged(t, words[0] + (regs - 1) * RR_WORDS_RUN, group + (regs - 1) * RR_LANES, slot0 + (regs - 1) * RR_RUN,
                        finish, out, left);
}

RR_SLOW_FN void rr_first_whole(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left)
{
    const rr_uint64 base = rr_tile_base(t);
    const rr_uint32 before = (rr_uint32)(base & (RR_GROUP - 1));
    rr_uint64 group = base / RR_GROUP;
    rr_uint32 slot0 = 0u - before, rest = (before + t->n + RR_RUN - 1) / RR_RUN;
    for (rr_uint32 regs; rest; rest -= regs, slot0 += regs * RR_RUN, group += regs * RR_LANES) {
        regs = rest < RR_PIECE_GROUPS ? rest : RR_PIECE_GROUPS;
        rr_first_piece(t, group, slot0, regs, finish, out, left);
    }
}
#endif

#if !RR_FILTER
/* True if the finish needs only the values of this pass. False if slots need an auxiliary draw, which would be repeated with
 * each further attempt. */
RR_FN int rr_first_suffices(const rr_tile *t)
{
#if RR_AUX
    for (rr_uint32 slot0 = 0; slot0 < (t->varies ? t->n : 1); slot0 += RR_LANES)
        if (rr_vote(RR_DRAW_FN(aux_wanted)(t, slot0))) return 0;
#else
    (void)t;
#endif
    return 1;
}

/* Attempt 0 of every slot of the tile, finished if the caller requests it and the values suffice: returns whether they are.
 * Queues are counted in a local copy, which no pointer aliases. */
RR_SLOW_FN int rr_first_pass(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left)
{
    rr_leftovers own = *left;
    finish = finish && rr_first_suffices(t);
    if (t->index_lo || t->n <= 2 * RR_LANES) {
        rr_first_slots(t, out, finish, &own);
    } else {
        rr_first_whole(t, out, finish, &own);
    }
    *left = own;
    return finish;
}
#endif

#endif
