/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Integers of 128 bits: weights, random numbers and their products. */
#ifndef RR_ORDER_WIDE_H
#define RR_ORDER_WIDE_H

#include "engine/abi/fractions.h"
#include "order.h"

typedef unsigned __int128 u128;

/* The integer of a weight at a shift (engine/abi/fractions.h). */
static inline u128 rr_order_scaled(const double *weight, int shift)
{
    const rr_u128 q = rr_fraction_scaled(rr_fraction_read((const char *)weight), shift);
    return (u128)q.hi << 64 | q.lo;
}

/* The 128 bits of a Philox block. */
static inline u128 rr_order_uniform(const rr_bits_key *key, uint64_t index, uint32_t attempt)
{
    uint32_t w[4];
    rr_launch_block(key, index, attempt, RR_PURPOSE_MAIN, w);
    return (u128)w[0] << 96 | (u128)w[1] << 64 | (u128)w[2] << 32 | w[3];
}

/* floor(u m / 2^128), and in *low the lower half of u m. */
static inline u128 rr_order_product(u128 u, u128 m, u128 *low)
{
    const uint64_t u1 = (uint64_t)(u >> 64), u0 = (uint64_t)u, m1 = (uint64_t)(m >> 64), m0 = (uint64_t)m;
    const u128 min = (u128)u0 * m0, middle = (u128)u1 * m0 + (min >> 64), more = (u128)u0 * m1 + (uint64_t)middle;
    *low = more << 64 | (uint64_t)min;
    return (u128)u1 * m1 + (middle >> 64) + (more >> 64);
}

#endif
