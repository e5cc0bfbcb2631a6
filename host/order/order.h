/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Common part of the functions of order. Their streams have their own families (laws/descriptor.h). */
#ifndef RR_ORDER_H
#define RR_ORDER_H

#include "reroll_order.h"
#include "host/call/call.h"

/* The number of bits of x. */
static inline unsigned rr_order_width(uint64_t x) { return x ? 64u - (unsigned)__builtin_clzll(x) : 0; }

/* sort.c: sorts n numbers, which differ in their lowest `high` bits only, from a to b, in increasing order; a is
 * overwritten. */
void rr_order_sort(uint64_t *a, uint64_t *b, uint64_t n, unsigned high);

/* A pass over n numbers distributes them to 2^bits parts. Up to 2^12 numbers a part has about one number, and one insertion
 * ends the sort. More numbers are distributed to parts of about 2^11, which the L1 cache holds, and to at most 2^10 parts,
 * since each is written in a different page. */
enum { RR_ORDER_BITS = 12, RR_ORDER_PART = 11, RR_ORDER_PAGES = 10 };

static inline unsigned rr_order_bits(uint64_t n)
{
    const unsigned bits = n ? rr_order_width(n - 1) : 0;
    if (bits <= RR_ORDER_BITS) return bits;
    return bits - RR_ORDER_PART < RR_ORDER_PAGES ? bits - RR_ORDER_PART : RR_ORDER_PAGES;
}

/* uniform.c: a number below m, exactly uniform: the 64 bits of words 0 and 1 of Philox block `index`, times m (Lemire, ACM
 * TOMACS 29 (2019) 3), at the first attempt that is not rejected. */
uint64_t rr_order_below(const rr_bits_key *key, uint64_t index, uint32_t purpose, uint64_t m);

/* n words of a family from index `next` on: word i mod 4 of Philox block i / 4. */
rr_status rr_order_words(const rr_device *device, rr_stream stream, uint32_t family, uint64_t n, uint32_t *words,
                         rr_result *result);

/* The same numbers for consecutive indices, whose blocks are drawn many at a time. */
enum { RR_ORDER_AT_ONCE = 1024 };
typedef struct rr_order_draws {
    rr_bits_key key;
    rr_stream stream;     /* next is the index of the first number */
    uint64_t n;
    uint32_t family;
    rr_device *device;    /* NULL: block by block */
    uint32_t word[4 * RR_ORDER_AT_ONCE];   /* words of number i - i mod RR_ORDER_AT_ONCE and the following */
} rr_order_draws;
void rr_order_draws_open(rr_order_draws *d, rr_stream stream, uint32_t family, uint64_t n);
void rr_order_draws_close(rr_order_draws *d);

/* Number i, below m, after number i - 1. */
uint64_t rr_order_draws_below(rr_order_draws *d, uint64_t i, uint64_t m);

/* Reports an error unless n indices from `next` on exist. */
rr_status rr_order_indices(rr_stream stream, uint64_t n, rr_result *result);

#endif
