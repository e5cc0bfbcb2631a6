/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words of a tile's attempt 0, made before the draw that takes them, one piece of the tile at a time, which stays in
 * the innermost cache. For CPUs only; the same words as rr_draw's (bits/bits.h), as numbers of the dtype's size, in two
 * layouts:
 *   in order   one number per sample: f32, word i mod 4 of block i / 4; f64, w0 2^32 + w1 of words 2 (i mod 2) and the
 *              next of block i / 2
 *   by block   registers for RR_LANES blocks: f32, w0, w1, w2 and w3; f64, w0 2^32 + w1 and w2 2^32 + w3
 *
 * Even lanes (lanes/even.h) hold a block in 64 bits, half of which a multiplication reads, or, on NEON, in a word. A round
 * of a register is two multiplications, two moves of upper halves and two exclusive ors; the products leave garbage in the
 * upper halves of c1 and c3, which the next multiplication ignores. (On NEON a product is two multiplications, and lower
 * halves are moved too.) The last round packs words where it would move halves. Values that are the same in all blocks are
 * hoisted out of the first three rounds: c2, c3 and the upper word of the block's number, as long as it does not change. If
 * it changes, and on targets without even lanes, rr_philox_some makes the words. */
#ifndef RR_WORDS_STAGE_H
#define RR_WORDS_STAGE_H

#include "engine/bits/bits.h"
#include "engine/lanes/even.h"

/* Numbers per block, and per register of blocks. */
#define RR_WORDS_PARTS (RR_DTYPE == 32 ? 4 : 2)
#define RR_WORDS_RUN (RR_WORDS_PARTS * RR_LANES)

/* Number p of a block; the block from its numbers, in one register each, RR_LANES apart. */
RR_FN rr_real rr_words_number(const rr_block *b, int p)
{
#if RR_DTYPE == 32
    return rr_asreal(rr_tobits(b->w[p]));
#else
    return rr_asreal(rr_wide_join(b->w[2 * p], b->w[2 * p + 1]));
#endif
}

RR_FN rr_block rr_words_block(const rr_scalar *number)
{
    rr_block b;
    RR_UNROLL
    for (int p = 0; p < RR_WORDS_PARTS; ++p) {
        const rr_bits n = rr_asbits(rr_load(number + p * RR_LANES));
#if RR_DTYPE == 32
        b.w[p] = rr_toword(n);
#else
        b.w[2 * p] = rr_wide_upper(n);
        b.w[2 * p + 1] = rr_wide_lower(n);
#endif
    }
    return b;
}

/* ---- Any blocks ----------------------------------------------------------------------------------------------------- */

/* Blocks q ... of a series, n registers of them, n at most RR_FLIGHT. */
RR_FN void rr_words_some(const rr_bits_key *k, rr_series s, rr_uint64 q, int n, int in_order, rr_scalar *out)
{
    rr_counter c[RR_FLIGHT];
    rr_block b[RR_FLIGHT];
    RR_UNROLL
    for (int i = 0; i < n; ++i) c[i] = rr_series_counter(k, s, rr_lanes_from(q + (rr_uint32)(i * RR_LANES)));
    rr_philox_some(k, n, c, b);
    RR_UNROLL
    for (int i = 0; i < n; ++i, out += RR_WORDS_RUN) {
        rr_real x[RR_WORDS_PARTS];
        RR_UNROLL
        for (int p = 0; p < RR_WORDS_PARTS; ++p) x[p] = rr_words_number(&b[i], p);
        if (in_order) {
#if RR_DTYPE == 32
            rr_store4(out, x[0], x[1], x[2], x[3]);
#else
            rr_store2(out, x[0], x[1]);
#endif
        } else {
            RR_UNROLL
            for (int p = 0; p < RR_WORDS_PARTS; ++p) rr_store(out + p * RR_LANES, x[p]);
        }
    }
}

/* ---- Blocks whose numbers share their upper word --------------------------------------------------------------------- */

#if RR_HAS_EVEN
/* A unit of blocks is the number of interleaved registers: with fewer the products' latency would show. */
#define RR_EVEN_UNIT (RR_EVEN_FLIGHT * RR_EVEN_LANES)
#define RR_EVEN_REGISTERS (RR_EVEN_UNIT / RR_LANES)

/* A key, or another value common to all blocks, in both halves of a lane. */
RR_FN rr_even rr_even_key(rr_uint32 w) { return rr_even_splat((rr_uint64)w << 32 | w); }

/* The uniform parts of c1, c2 and c3 in rounds 0 to 2. */
typedef struct rr_even_start {
    rr_even c2, c0, turned, c3;   /* exclusive-ored to c2 of round 1, to c0 and c2 of round 2, to c2 of round 3 */
} rr_even_start;

RR_FN rr_even_start rr_even_begin(const rr_bits_key *k, rr_series s, rr_uint32 hi)
{
    const rr_uint64 p1 = (rr_uint64)(s.turn ^ k->y) * RR_PHILOX_M1;
    const rr_uint64 p0 = (rr_uint64)((rr_uint32)(p1 >> 32) ^ hi ^ k->round[0]) * RR_PHILOX_M0;
    rr_even_start e;
    e.c2 = rr_even_key(k->x ^ s.purpose ^ k->round[1]);
    e.c0 = rr_even_key((rr_uint32)p1 ^ k->round[2]);
    e.turned = rr_even_key((rr_uint32)(p0 >> 32) ^ k->round[3]);
    e.c3 = rr_even_key((rr_uint32)p0 ^ k->round[5]);
    return e;
}

/* A register of blocks before the last exclusive or: w0 = hi(p1) ^ c1 ^ key, w1 = lo(p1); w2 and w3 likewise from p0, c3. */
typedef struct rr_even_end {
    rr_product p1, p0;
    rr_even c1, c3;
} rr_even_end;

RR_FN void rr_even_rounds(const rr_bits_key *k, const rr_even_start *e, const rr_even *number, rr_even_end *x)
{
    const rr_even m0 = rr_even_splat(RR_PHILOX_M0), m1 = rr_even_splat(RR_PHILOX_M1);
    rr_even c0[RR_EVEN_FLIGHT], c2[RR_EVEN_FLIGHT];
    RR_UNROLL
    for (int i = 0; i < RR_EVEN_FLIGHT; ++i) {   /* rounds 0 and 1 */
        const rr_product p0 = rr_even_mul(number[i], m0), p1 = rr_even_mul(rr_even_high(p0, 1) ^ e->c2, m1);
        c0[i] = rr_even_high(p1, 0) ^ e->c0;
        x[i].c1 = rr_even_low(p1);
        c2[i] = rr_even_low(p0) ^ e->turned;
    }
    RR_UNROLL
    for (int r = 2; r < RR_PHILOX_ROUNDS; ++r) {
        RR_UNROLL
        for (int i = 0; i < RR_EVEN_FLIGHT; ++i) {
            x[i].p0 = rr_even_mul(c0[i], m0);
            x[i].p1 = rr_even_mul(c2[i], m1);
            if (r == RR_PHILOX_ROUNDS - 1) continue;
            c0[i] = rr_even_high(x[i].p1, 0) ^ x[i].c1 ^ rr_even_key(k->round[2 * r]);
            c2[i] = rr_even_high(x[i].p0, 1) ^ (r == 2 ? e->c3 : x[i].c3 ^ rr_even_key(k->round[2 * r + 1]));
            x[i].c1 = rr_even_low(x[i].p1);
            x[i].c3 = rr_even_low(x[i].p0);
        }
    }
}

/* ---- The last exclusive or, and stores ---- */

#if RR_EVEN_WHOLE
RR_FN void rr_even_end_words(const rr_bits_key *k, const rr_even_end *x, rr_even *w)
{
    w[0] = rr_even_high(x->p1, 0) ^ x->c1 ^ rr_even_key(k->round[2 * RR_PHILOX_ROUNDS - 2]);
    w[1] = rr_even_low(x->p1);
    w[2] = rr_even_high(x->p0, 1) ^ x->c3 ^ rr_even_key(k->round[2 * RR_PHILOX_ROUNDS - 1]);
    w[3] = rr_even_low(x->p0);
}

RR_FN void rr_even_put_rows(const rr_bits_key *k, const rr_even_end *x, rr_scalar *out)
{
    rr_even w[4];
    rr_even_end_words(k, x, w);
    rr_even_store_rows(out, w);
}

#define RR_EVEN_STEP 1
RR_FN void rr_even_put_blocks(const rr_bits_key *k, const rr_even_end *x, rr_scalar *out)
{
    rr_even w[4];
    rr_even_end_words(k, x, w);
    rr_even_store_blocks(out, w);
}
#else
/* The number of the words hi(p) ^ c ^ key and lo(p), in f64; in f32 both, in memory order. */
RR_FN rr_even rr_even_pack(rr_even p, rr_even c, rr_uint32 key)
{
#if RR_DTYPE == 32
    return rr_even_words(p, c, rr_even_key(key));
#else
    return p ^ (c << 32) ^ rr_even_splat((rr_uint64)key << 32);
#endif
}

RR_FN void rr_even_put_rows(const rr_bits_key *k, const rr_even_end *x, rr_scalar *out)
{
    rr_even_store_rows(out, rr_even_pack(x->p1, x->c1, k->round[2 * RR_PHILOX_ROUNDS - 2]),
                       rr_even_pack(x->p0, x->c3, k->round[2 * RR_PHILOX_ROUNDS - 1]));
}

/* Two registers, which are one register of blocks (f32) or two, by block. */
#define RR_EVEN_STEP 2
RR_FN void rr_even_put_blocks(const rr_bits_key *k, const rr_even_end *x, rr_scalar *out)
{
    const rr_uint32 k1 = k->round[2 * RR_PHILOX_ROUNDS - 2], k3 = k->round[2 * RR_PHILOX_ROUNDS - 1];
    rr_even w[4];
#if RR_DTYPE == 32
    rr_even_weave(x[0].p1, x[0].c1, x[1].p1, x[1].c1, rr_even_key(k1), &w[0], &w[1]);
    rr_even_weave(x[0].p0, x[0].c3, x[1].p0, x[1].c3, rr_even_key(k3), &w[2], &w[3]);
#else
    RR_UNROLL
    for (int i = 0; i < 2; ++i) {
        w[2 * i] = rr_even_pack(x[i].p1, x[i].c1, k1);
        w[2 * i + 1] = rr_even_pack(x[i].p0, x[i].c3, k3);
    }
#endif
    RR_UNROLL
    for (int i = 0; i < 4; ++i) rr_even_store(out + i * RR_LANES, w[i]);
}
#endif

/* Prefetches the lines of a register's numbers, far enough ahead for memory beyond the caches: stores to 2^26 samples took
 * 1.25 times as long without (Xeon, Sapphire Rapids). */
#define RR_WORDS_AHEAD 4096
RR_FN void rr_words_ahead(const rr_scalar *out)
{
    RR_UNROLL
    for (int line = 0; line < RR_EVEN_LANES * RR_WORDS_PARTS * (int)sizeof *out; line += 64)
        __builtin_prefetch((const char *)out + RR_WORDS_AHEAD + line, 1);
}

/* A unit, beginning with block `at`. */
RR_FN void rr_even_unit_in_order(const rr_bits_key *k, const rr_even_start *e, rr_even at, rr_scalar *out)
{
    rr_even number[RR_EVEN_FLIGHT];
    rr_even_end x[RR_EVEN_FLIGHT];
    RR_UNROLL
    for (int i = 0; i < RR_EVEN_FLIGHT; ++i) number[i] = at + (rr_even_lane)(i * RR_EVEN_LANES);
    rr_even_rounds(k, e, number, x);
    RR_UNROLL
    for (int i = 0; i < RR_EVEN_FLIGHT; ++i, out += RR_EVEN_LANES * RR_WORDS_PARTS) {
        rr_words_ahead(out);
        rr_even_put_rows(k, x + i, out);
    }
}

/* n units, beginning with block q. The key is copied, so that no store can alias it: otherwise all round keys would be
 * reloaded and broadcast in every iteration. */
RR_SLOW_FN void rr_even_in_order(const rr_bits_key *shared, rr_series s, rr_uint64 q, rr_uint32 n, rr_scalar *out)
{
    const rr_bits_key own = *shared;
    const rr_even_start e = rr_even_begin(&own, s, (rr_uint32)(q >> 32));
    rr_even at = rr_even_splat((rr_uint32)q) + rr_even_rows();
    for (; n; --n, at += RR_EVEN_UNIT, out += RR_EVEN_UNIT * RR_WORDS_PARTS) rr_even_unit_in_order(&own, &e, at, out);
}

/* One unit: nothing is broadcast before it is used, and nothing kept. */
RR_SLOW_FN void rr_even_one_in_order(const rr_bits_key *k, rr_series s, rr_uint64 q, rr_scalar *out)
{
    const rr_even_start e = rr_even_begin(k, s, (rr_uint32)(q >> 32));
    rr_even_unit_in_order(k, &e, rr_even_splat((rr_uint32)q) + rr_even_rows(), out);
}

/* n units of a series. If two registers hold one register of blocks, one has the blocks of the even lanes and the other
 * those of the odd lanes. */
RR_SLOW_FN void rr_even_by_block(const rr_bits_key *shared, rr_series s, rr_uint64 q, rr_uint32 n, rr_scalar *out)
{
    const rr_bits_key own = *shared, *const k = &own;
    const int halves = 2 * RR_EVEN_LANES == RR_LANES ? 2 : 1;
    const rr_uint64 first = (q << s.shift) + s.plus, stride = (rr_uint64)1 << s.shift;
    const rr_even_start e = rr_even_begin(k, s, (rr_uint32)(first >> 32));
    rr_even at = rr_even_splat((rr_uint32)first) + rr_even_count() * (rr_even_lane)(halves * stride);
    for (; n; --n, at += (rr_even_lane)(RR_EVEN_UNIT * stride)) {
        rr_even number[RR_EVEN_FLIGHT];
        rr_even_end x[RR_EVEN_FLIGHT];
        RR_UNROLL
        for (int i = 0; i < RR_EVEN_FLIGHT; ++i)
            number[i] = at + (rr_even_lane)((i % halves + i / halves * halves * RR_EVEN_LANES) * stride);
        rr_even_rounds(k, &e, number, x);
        RR_UNROLL
        for (int i = 0; i < RR_EVEN_FLIGHT; i += RR_EVEN_STEP, out += RR_EVEN_STEP * RR_EVEN_LANES * RR_WORDS_PARTS)
            rr_even_put_blocks(k, x + i, out);
    }
}

/* The number of units of a series, out of n from q on, before the upper word of their block numbers changes. */
RR_FN rr_uint32 rr_even_capacity(rr_series s, rr_uint64 q, rr_uint32 n)
{
    const rr_uint64 left = (((rr_uint64)1 << 32) - (rr_uint32)((q << s.shift) + s.plus)) >> s.shift;
    return left / RR_EVEN_UNIT < n ? (rr_uint32)(left / RR_EVEN_UNIT) : n;
}
#endif

/* ---- The two layouts ------------------------------------------------------------------------------------------------- */

/* Registers of blocks that are made together where there are enough of them. */
#if RR_HAS_EVEN
#define RR_WORDS_REGISTERS RR_EVEN_REGISTERS
#else
#define RR_WORDS_REGISTERS RR_FLIGHT
#endif
#define RR_WORDS_UNIT (RR_WORDS_REGISTERS * RR_WORDS_RUN)

/* Whole registers of blocks q ... of a series, n of them. For a few registers the setup of units would take longer. */
RR_FN void rr_words_registers(const rr_bits_key *k, rr_series s, rr_uint64 q, rr_uint32 n, int in_order, rr_scalar *out)
{
    for (rr_uint32 done; n; n -= done, q += done * RR_LANES, out += done * RR_WORDS_RUN) {
#if RR_HAS_EVEN
        const rr_uint32 units = rr_even_capacity(s, q, n / RR_EVEN_REGISTERS);
        done = units * RR_EVEN_REGISTERS;
        if (done > RR_FLIGHT) {
            if (!in_order) rr_even_by_block(k, s, q, units, out);
            else if (units == 1) rr_even_one_in_order(k, s, q, out);
            else rr_even_in_order(k, s, q, units, out);
            continue;
        }
#endif
        done = n < RR_FLIGHT ? 1 : RR_FLIGHT;
        if (done == 1) rr_words_some(k, s, q, 1, in_order, out);
        else rr_words_some(k, s, q, RR_FLIGHT, in_order, out);
    }
}

/* Registers of blocks to make where n are needed, in memory for whole units: a whole last unit takes no longer than three
 * separate registers, each of which waits for its own multiplications. */
RR_FN rr_uint32 rr_words_whole(rr_uint32 n)
{
    const rr_uint32 left = n % RR_WORDS_REGISTERS;
    return left > RR_FLIGHT ? n - left + RR_WORDS_REGISTERS : n;
}

RR_FN void rr_words_by_block(const rr_bits_key *k, rr_series s, rr_uint64 q, rr_uint32 n, rr_scalar *out)
{
    rr_words_registers(k, s, q, n, 0, out);
}

/* Numbers skip ... skip + n - 1 of blocks q ..., all of them in a unit, through a small buffer. */
RR_FN void rr_words_part(const rr_bits_key *k, rr_series s, rr_uint64 q, rr_uint32 skip, rr_uint32 n, rr_scalar *out)
{
    rr_scalar run[RR_WORDS_UNIT];
    rr_words_registers(k, s, q, rr_words_whole((skip + n + RR_WORDS_RUN - 1) / RR_WORDS_RUN), 1, run);
    memcpy(out, run + skip, n * sizeof *out);
}

/* The numbers of n samples, beginning at index `first`. If it is not the first of a block, registers go through the buffer
 * until whole units are left; an incomplete last unit is made in the buffer, too. */
RR_FN void rr_words_in_order(const rr_bits_key *k, rr_uint32 purpose, rr_uint64 first, rr_uint32 n, rr_scalar *out)
{
    const rr_series s = rr_series_of(0, 0, 0, purpose);
    const rr_uint32 skip = (rr_uint32)(first % RR_WORDS_PARTS);
    rr_uint64 q = first / RR_WORDS_PARTS;
    if (skip) {
        const rr_uint32 registers = (skip + n - 1) / RR_WORDS_RUN % RR_WORDS_REGISTERS + 1;
        const rr_uint32 max = registers * RR_WORDS_RUN - skip, some = n < max ? n : max;
        rr_words_part(k, s, q, skip, some, out);
        out += some;
        n -= some;
        q += registers * RR_LANES;
    }
    const rr_uint32 rest = n % RR_WORDS_UNIT, whole = n - rest;
    rr_words_registers(k, s, q, whole / RR_WORDS_RUN, 1, out);
    if (rest) rr_words_part(k, s, q + whole / RR_WORDS_PARTS, 0, rest, out + whole);
}

#endif
