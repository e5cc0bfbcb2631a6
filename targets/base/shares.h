/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cumulative shares of weights, in integers, so that they are the same everywhere.
 *
 * Every weight becomes q = floor(w 2^s), s such that the largest is below 2^(126 - log2 K), and all sums A_i = q_0 + ... +
 * q_i are below 2^127 and exact. What is cut off is less than 2^-96 of the sum, 2^-32 of a category of probability 2^-64.
 * With S the last sum, shifted up until its top bit is set, and the A_i with it, F_i = A_i Q / 2^128, Q = floor((2^256 - 1)
 * / S) = 2^128 + R: it grows with A_i, and is within 2 2^-128 of A_i / S. */
#ifndef RR_SHARES_H
#define RR_SHARES_H

#include <stdint.h>
#include <string.h>

typedef unsigned __int128 rr_u128;

/* w as m 2^e, an integer of 53 bits at most. */
static inline uint64_t rr_share_fraction(double w, int *e)
{
    uint64_t b;
    memcpy(&b, &w, sizeof b);
    const int field = (int)(b >> 52 & 2047);
    *e = (field ? field : 1) - 1075;
    return (b & 0xfffffffffffffu) | (uint64_t)(field != 0) << 52;
}

/* floor(w 2^s) */
static inline rr_u128 rr_share_scaled(double w, int s)
{
    int e;
    const uint64_t m = rr_share_fraction(w, &e);
    const int up = e + s;
    return up >= 0 ? (rr_u128)m << up : up > -64 ? m >> -up : 0;
}

static inline unsigned rr_share_bits(uint64_t n) { return n ? 64u - (unsigned)__builtin_clzll(n) : 0; }

/* s of K weights, the largest of which is `most`: it is below 2^(e + the bits of m). */
static inline int rr_share_shift(double most, uint64_t count)
{
    int e;
    const uint64_t m = rr_share_fraction(most, &e);
    return 126 - (int)(rr_share_bits(count) + rr_share_bits(m)) - e;
}

/* The upper half of the product. */
static inline rr_u128 rr_share_high(rr_u128 a, rr_u128 b)
{
    const rr_u128 a1 = a >> 64, a0 = (uint64_t)a, b1 = b >> 64, b0 = (uint64_t)b;
    const rr_u128 middle = a1 * b0 + (a0 * b0 >> 64), more = a0 * b1 + (uint64_t)middle;
    return a1 * b1 + (middle >> 64) + (more >> 64);
}

/* The last sum: how far it is shifted up, and R. */
typedef struct rr_share_whole {
    int up;
    rr_u128 r;
} rr_share_whole;

rr_share_whole rr_share_of(rr_u128 sum);

/* The 128 digits of F_i, of the sum A_i < S. */
static inline rr_u128 rr_share_digits(const rr_share_whole *whole, rr_u128 a)
{
    a <<= whole->up;
    return a + rr_share_high(a, whole->r);
}

/* The number of the F_i that are not above a uniform of 128 digits, u, of K good weights. */
uint64_t rr_share_number(const double *weight, uint64_t count, rr_u128 u);

#endif
