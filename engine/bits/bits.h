/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Random bits: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC'11) and the keys that a launch shares.
 *
 * docs/contract.md is the specification. A block is four words, philox(counter, key) with
 *   key     = (K0, K1)                                   the subkey of (seed, stream), once per launch
 *   counter = (block low, block high, Y ^ (draw << a | attempt), X ^ (family << 9 | type << 8 | purpose)).
 * The key, and the last word without its purpose, are the same for a whole launch, so the host computes the ten round
 * keys. */
#ifndef RR_BITS_H
#define RR_BITS_H

#include "engine/abi/key.h"
#include "engine/lanes/even.h"

#define RR_PHILOX_M0 0xD2511F53u
#define RR_PHILOX_M1 0xCD9E8D57u
#define RR_PHILOX_W0 0x9E3779B9u
#define RR_PHILOX_W1 0xBB67AE85u

typedef struct rr_block {
    rr_word w[4];
} rr_block;

/* The counter of a block. */
typedef struct rr_counter {
    rr_word c[4];
} rr_counter;

/* n blocks at once, n a small constant, at most RR_FLIGHT on a CPU: their rounds are interleaved. */
#if RR_HAS_EVEN && 2 * RR_EVEN_LANES == RR_LANES
/* Words of even and of odd lanes are separate (lanes/even.h): no product is recombined before the last round, so that a
 * round waits for a multiplication, a move and an exclusive or. */
RR_FN void rr_philox_some(const rr_bits_key *k, int n, rr_counter *c, rr_block *b)
{
    rr_even h[2 * RR_FLIGHT][4], p0[2 * RR_FLIGHT], p1[2 * RR_FLIGHT];
    const rr_even m0 = rr_even_splat(RR_PHILOX_M0), m1 = rr_even_splat(RR_PHILOX_M1);
    RR_UNROLL
    for (int i = 0; i < 2 * n; ++i) {
        RR_UNROLL
        for (int w = 0; w < 4; ++w) h[i][w] = i % 2 ? (rr_even)c[i / 2].c[w] >> 32 : (rr_even)c[i / 2].c[w];
    }
    RR_UNROLL
    for (int r = 0; r < RR_PHILOX_ROUNDS; ++r) {
        const rr_even k0 = (rr_even)rr_wsplat(k->round[2 * r]), k1 = (rr_even)rr_wsplat(k->round[2 * r + 1]);
        RR_UNROLL
        for (int i = 0; i < 2 * n; ++i) {
            p0[i] = rr_even_mul(h[i][0], m0);
            p1[i] = rr_even_mul(h[i][2], m1);
            if (r == RR_PHILOX_ROUNDS - 1) continue;
            h[i][0] = rr_even_high(p1[i], 0) ^ h[i][1] ^ k0;
            h[i][2] = rr_even_high(p0[i], 1) ^ h[i][3] ^ k1;
            h[i][1] = p1[i];
            h[i][3] = p0[i];
        }
    }
    const rr_even k0 = (rr_even)rr_wsplat(k->round[2 * RR_PHILOX_ROUNDS - 2]);
    const rr_even k1 = (rr_even)rr_wsplat(k->round[2 * RR_PHILOX_ROUNDS - 1]);
    RR_UNROLL
    for (int i = 0; i < 2 * n; i += 2) {
        rr_even w[4];
        rr_even_weave(p1[i], h[i][1], p1[i + 1], h[i + 1][1], k0, &w[0], &w[1]);
        rr_even_weave(p0[i], h[i][3], p0[i + 1], h[i + 1][3], k1, &w[2], &w[3]);
        RR_UNROLL
        for (int part = 0; part < 4; ++part) b[i / 2].w[part] = (rr_word)w[part];
    }
}
#else
RR_FN void rr_philox_some(const rr_bits_key *k, int n, rr_counter *c, rr_block *b)
{
    RR_UNROLL
    for (int r = 0; r < RR_PHILOX_ROUNDS; ++r) {
        RR_UNROLL
        for (int i = 0; i < n; ++i) {
            rr_word h0, h1;
            const rr_word l0 = rr_mulhilo(c[i].c[0], RR_PHILOX_M0, &h0), l1 = rr_mulhilo(c[i].c[2], RR_PHILOX_M1, &h1);
            c[i].c[0] = h1 ^ c[i].c[1] ^ k->round[2 * r];
            c[i].c[1] = l1;
            c[i].c[2] = h0 ^ c[i].c[3] ^ k->round[2 * r + 1];
            c[i].c[3] = l0;
        }
    }
    RR_UNROLL
    for (int i = 0; i < n; ++i) {
        RR_UNROLL
        for (int w = 0; w < 4; ++w) b[i].w[w] = c[i].c[w] & RR_WORD_MASK;
    }
}
#endif

/* The block with 64-bit number (lo, hi); turn = draw << a | attempt is computed by the sampler, which knows its a. */
RR_FN rr_counter rr_draw_counter(const rr_bits_key *k, rr_word lo, rr_word hi, rr_word turn, rr_uint32 purpose)
{
    rr_counter c;
    c.c[0] = lo;
    c.c[1] = hi;
    c.c[2] = turn ^ k->y;
    c.c[3] = rr_wsplat(k->x ^ purpose);
    return c;
}

RR_FN rr_block rr_draw(const rr_bits_key *k, rr_word lo, rr_word hi, rr_word turn, rr_uint32 purpose)
{
    rr_counter c = rr_draw_counter(k, lo, hi, turn, purpose);
    rr_block b;
    rr_philox_some(k, 1, &c, &b);
    return b;
}

/* One 64-bit number per lane. */
typedef struct rr_index {
    rr_word lo, hi;
} rr_index;

/* index >> 1 and index >> 2: the block that an index shares with one or with three others. */
RR_FN rr_index rr_half(rr_index i)
{
    rr_index b;
    b.lo = (i.lo >> 1) | ((i.hi << 31) & 0xffffffffu);
    b.hi = i.hi >> 1;
    return b;
}

RR_FN rr_index rr_quarter(rr_index i)
{
    rr_index b;
    b.lo = (i.lo >> 2) | ((i.hi << 30) & 0xffffffffu);
    b.hi = i.hi >> 2;
    return b;
}

/* index + n for a word n. */
RR_FN rr_index rr_index_add(rr_index i, rr_word n)
{
    rr_index s;
    s.lo = (i.lo + n) & 0xffffffffu;
    s.hi = (i.hi + rr_wselect(rr_wlt(s.lo, n), rr_wsplat(1), rr_wsplat(0))) & 0xffffffffu;
    return s;
}

/* RR_LANES numbers, beginning with `first`. */
RR_FN rr_index rr_lanes_from(rr_uint64 first)
{
    rr_index i;
    i.lo = rr_wsplat((rr_uint32)first);
    i.hi = rr_wsplat((rr_uint32)(first >> 32));
    return rr_index_add(i, rr_iota());
}

/* A series of blocks, one for each q: block 2^shift q + plus, with shift 0 or 1 and plus < 2^shift. */
typedef struct rr_series {
    rr_uint32 shift, plus, turn, purpose;
} rr_series;

RR_FN rr_series rr_series_of(rr_uint32 shift, rr_uint32 plus, rr_uint32 turn, rr_uint32 purpose)
{
    rr_series s;
    s.shift = shift;
    s.plus = plus;
    s.turn = turn;
    s.purpose = purpose;
    return s;
}

RR_FN rr_counter rr_series_counter(const rr_bits_key *k, rr_series s, rr_index q)
{
    if (s.shift) {
        q.hi = ((q.hi << 1) & 0xffffffffu) | (q.lo >> 31);
        q.lo = ((q.lo << 1) & 0xffffffffu) | s.plus;
    }
    return rr_draw_counter(k, q.lo, q.hi, rr_wsplat(s.turn), s.purpose);
}

/* Word (index mod 4), and the pair of words (index mod 2), of a block. */
RR_FN rr_word rr_pick4(rr_block b, rr_word index)
{
    const rr_mask odd = rr_weq(index & 1u, rr_wsplat(1)), upper = rr_weq(index & 2u, rr_wsplat(2));
    return rr_wselect(upper, rr_wselect(odd, b.w[3], b.w[2]), rr_wselect(odd, b.w[1], b.w[0]));
}

RR_FN void rr_pick2(rr_block b, rr_mask second, rr_word *w0, rr_word *w1)
{
    *w0 = rr_wselect(second, b.w[2], b.w[0]);
    *w1 = rr_wselect(second, b.w[3], b.w[1]);
}

#endif
