/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the functions of order share. Their streams are families of their own (laws/descriptor.h). */
#ifndef RR_ORDER_H
#define RR_ORDER_H

#include "reroll_order.h"
#include "host/call/call.h"

/* The bits of x: its digits in base 2. */
static inline unsigned rr_order_digits(uint64_t x) { return x ? 64u - (unsigned)__builtin_clzll(x) : 0; }

/* sort.c: sorts n numbers, which differ in their lowest `high` bits only, from a to b, in increasing order; a is
 * overwritten. */
void rr_order_sort(uint64_t *a, uint64_t *b, uint64_t n, unsigned high);

/* A pass over n numbers deals them out to 2^bits parts. Up to 2^12 numbers, a part has about one number, and an insertion
 * ends the sort. More numbers are dealt out to parts of about 2^11, which the L1 cache holds; to at most 2^10 parts, as each
 * is written in a page of its own. */
enum { RR_ORDER_BITS = 12, RR_ORDER_PART = 11, RR_ORDER_PAGES = 10 };

static inline unsigned rr_order_bits(uint64_t n)
{
    const unsigned digits = n ? rr_order_digits(n - 1) : 0;
    if (digits <= RR_ORDER_BITS) return digits;
    return digits - RR_ORDER_PART < RR_ORDER_PAGES ? digits - RR_ORDER_PART : RR_ORDER_PAGES;
}

/* uniform.c: a number below m, exactly uniform: 64 digits of block `index`, words 0 and 1, times m (Lemire, ACM TOMACS 29
 * (2019) 3), at the first attempt that is not left over. */
uint64_t rr_order_below(const rr_bits_key *key, uint64_t index, uint32_t purpose, uint64_t m);

/* n words of a family from index `next` on: word i mod 4 of block i / 4. */
rr_status rr_order_words(const rr_device *device, rr_stream stream, uint32_t family, uint64_t n, uint32_t *words,
                         rr_result *result);

/* The same numbers for indices that follow one another, whose blocks are drawn many at a time. */
enum { RR_ORDER_AT_ONCE = 1024 };
typedef struct rr_order_draws {
    rr_bits_key key;
    rr_stream stream;     /* next is the index of the first number */
    uint64_t n;
    uint32_t family;
    rr_device *device;    /* NULL: block by block */
    uint32_t word[4 * RR_ORDER_AT_ONCE];   /* of number i - i mod RR_ORDER_AT_ONCE and those that follow it */
} rr_order_draws;
void rr_order_draws_open(rr_order_draws *d, rr_stream stream, uint32_t family, uint64_t n);
void rr_order_draws_close(rr_order_draws *d);

/* Number i, below m, after number i - 1. */
uint64_t rr_order_draws_below(rr_order_draws *d, uint64_t i, uint64_t m);

/* Is there room from index `next` for n of them? Says so if not. */
rr_status rr_order_indices(rr_stream stream, uint64_t n, rr_result *result);

#endif
