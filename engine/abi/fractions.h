/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cumulative fractions of weights, in integers, so that they are the same on every device.
 *
 * Each weight becomes q = floor(w 2^s), with s such that the largest is below 2^(126 - log2 K). All sums A_i = q_0 + ... +
 * q_i are then below 2^127 and exact. The truncation is less than 2^-96 of the sum, 2^-32 of a category of probability
 * 2^-64. S is the last sum, shifted left until its top bit is set, and the A_i with it. F_i = A_i Q / 2^128 with Q =
 * floor((2^256 - 1) / S) = 2^128 + R: it increases with A_i and is within 2 2^-128 of A_i / S.
 *
 * Integers of 128 bits are two words, since kernels have no wider type. Weights are the bits of doubles, which are ordered
 * like the numbers where none is negative. */
#ifndef RR_ABI_FRACTIONS_H
#define RR_ABI_FRACTIONS_H

#include "words.h"
#ifndef RR_LANE_H
#include <string.h>
#endif

typedef struct rr_u128 {
    rr_uint64 hi, lo;
} rr_u128;

RR_FN rr_u128 rr_u128_of(rr_uint64 hi, rr_uint64 lo)
{
    rr_u128 x;
    x.hi = hi;
    x.lo = lo;
    return x;
}

RR_FN rr_u128 rr_u128_add(rr_u128 a, rr_u128 b) { return rr_u128_of(a.hi + b.hi + (a.lo + b.lo < b.lo), a.lo + b.lo); }
RR_FN rr_u128 rr_u128_take(rr_u128 a, rr_u128 b) { return rr_u128_of(a.hi - b.hi - (a.lo < b.lo), a.lo - b.lo); }
RR_FN int rr_u128_below(rr_u128 a, rr_u128 b) { return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo); }

/* x 2^n, n < 128. */
RR_FN rr_u128 rr_u128_up(rr_u128 x, rr_uint32 n)
{
    if (n >= 64u) return rr_u128_of(x.lo << (n - 64u), 0);
    return n ? rr_u128_of(x.hi << n | x.lo >> (64u - n), x.lo << n) : x;
}

/* The product of two words. */
RR_FN rr_u128 rr_u128_product(rr_uint64 a, rr_uint64 b)
{
    const rr_uint64 mask = 0xffffffffu, a1 = a >> 32, a0 = a & mask, b1 = b >> 32, b0 = b & mask;
    const rr_uint64 middle = a1 * b0 + (a0 * b0 >> 32), more = a0 * b1 + (middle & mask);
    return rr_u128_of(a1 * b1 + (middle >> 32) + (more >> 32), a * b);
}

/* The upper half of the product. */
RR_FN rr_u128 rr_u128_high(rr_u128 a, rr_u128 b)
{
    const rr_u128 low = rr_u128_of(0, rr_u128_product(a.lo, b.lo).hi);
    const rr_u128 middle = rr_u128_add(rr_u128_product(a.hi, b.lo), low);
    const rr_u128 more = rr_u128_add(rr_u128_product(a.lo, b.hi), rr_u128_of(0, middle.lo));
    const rr_u128 high = rr_u128_add(rr_u128_product(a.hi, b.hi), rr_u128_of(0, middle.hi));
    return rr_u128_add(high, rr_u128_of(0, more.hi));
}

/* The bits of the weight at an address; -0 is read as 0. */
RR_FN rr_uint64 rr_fraction_read(RR_GLOBAL const char *weight)
{
    const rr_uint64 size = ~(rr_uint64)0 >> 1;
#if defined(RR_LANE_H) && !RR_HAS_POINTERS
    return *(RR_GLOBAL const rr_uint64 *)weight & size;
#else
    rr_uint64 b;
    memcpy(&b, weight, sizeof b);
    return b & size;
#endif
}

/* A weight as m 2^e, an integer of 53 bits at most. */
RR_FN rr_uint64 rr_fraction_value(rr_uint64 w, int *e)
{
    const int field = (int)(w >> 52);
    *e = (field ? field : 1) - 1075;
    return (w & (((rr_uint64)1 << 52) - 1u)) | (rr_uint64)(field != 0) << 52;
}

/* floor(w 2^s) */
RR_FN rr_u128 rr_fraction_scaled(rr_uint64 w, int s)
{
    int e;
    const rr_uint64 m = rr_fraction_value(w, &e);
    const int up = e + s;
    if (up >= 0) return rr_u128_up(rr_u128_of(0, m), (rr_uint32)up);
    return rr_u128_of(0, up > -64 ? m >> -up : 0u);
}

RR_FN rr_uint32 rr_fraction_bits(rr_uint64 n)
{
    rr_uint32 bits = 0;
    for (; n; n >>= 1) ++bits;
    return bits;
}

/* The shift s of K weights, the largest of which is `max`: it is below 2^(e + the bits of m). */
RR_FN int rr_fraction_shift(rr_uint64 max, rr_uint64 count)
{
    int e;
    const rr_uint64 m = rr_fraction_value(max, &e);
    return 126 - (int)(rr_fraction_bits(count) + rr_fraction_bits(m)) - e;
}

/* The last sum: its shift to the left, and R. */
typedef struct rr_fraction_whole {
    rr_uint32 up;
    rr_u128 r;
} rr_fraction_whole;

/* R = floor((2^256 - 1) / s) - 2^128; the top bit of s is set. */
RR_FN rr_u128 rr_fraction_reciprocal(rr_u128 s)
{
    rr_u128 rest = rr_u128_of(~s.hi, ~s.lo), r = rr_u128_of(0, 0);
    for (int i = 0; i < 128; ++i) {
        const int carry = (int)(rest.hi >> 63);
        rest = rr_u128_up(rest, 1);
        rest.lo |= 1u;
        r = rr_u128_up(r, 1);
        if (!carry && rr_u128_below(rest, s)) continue;
        rest = rr_u128_take(rest, s);
        r.lo |= 1u;
    }
    return r;
}

/* The sum is 0 only if another thread writes the weights during the call; the result is then useless, but the loop ends. */
RR_FN rr_fraction_whole rr_fraction_of(rr_u128 sum)
{
    rr_fraction_whole whole;
    for (whole.up = 0; whole.up < 127 && !(sum.hi >> 63); ++whole.up) sum = rr_u128_up(sum, 1);
    whole.r = rr_fraction_reciprocal(sum);
    return whole;
}

/* The 128 bits of F_i, from the sum A_i < S. */
RR_FN rr_u128 rr_fraction_binary(rr_fraction_whole whole, rr_u128 a)
{
    a = rr_u128_up(a, whole.up);
    return rr_u128_add(a, rr_u128_high(a, whole.r));
}

/* The number of the F_i that are not above the uniform u of 128 bits, for K valid weights, `step` bytes apart. Weights are
 * summed twice, which needs no memory. */
RR_FN rr_uint64 rr_fraction_number(RR_GLOBAL const char *weight, rr_uint64 step, rr_uint64 count, rr_u128 u)
{
    rr_uint64 max = 0, last = 0;
    rr_u128 sum = rr_u128_of(0, 0);
    for (rr_uint64 k = 0; k < count; ++k) {
        const rr_uint64 w = rr_fraction_read(weight + k * step);
        max = w > max ? w : max;
    }
    const int shift = rr_fraction_shift(max, count);
    for (rr_uint64 k = 0; k < count; ++k) {
        const rr_u128 q = rr_fraction_scaled(rr_fraction_read(weight + k * step), shift);
        if (q.hi | q.lo) last = k;
        sum = rr_u128_add(sum, q);
    }
    const rr_fraction_whole whole = rr_fraction_of(sum);
    sum = rr_u128_of(0, 0);
    for (rr_uint64 k = 0; k < last; ++k) {
        sum = rr_u128_add(sum, rr_fraction_scaled(rr_fraction_read(weight + k * step), shift));
        if (rr_u128_below(u, rr_fraction_binary(whole, sum))) return k;
    }
    return last;
}

#endif
