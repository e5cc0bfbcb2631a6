/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the functions of order share. Their streams are families of their own (laws/descriptor.h). */
#ifndef RR_ORDER_H
#define RR_ORDER_H

#include "reroll_order.h"
#include "host/call/call.h"

/* sort.c: numbers by their bits low to high - 1, rising; equal ones stay in their order. space has room for n. */
void rr_order_sort(uint64_t *numbers, uint64_t *space, uint64_t n, unsigned low, unsigned high);

/* The digits of x, in base 2. */
static inline unsigned rr_order_digits(uint64_t x) { return x ? 64u - (unsigned)__builtin_clzll(x) : 0; }

/* uniform.c: a number below m, exactly uniform: 64 digits of block `index`, words 0 and 1, times m (Lemire, ACM TOMACS 29
 * (2019) 3), at the first attempt that is not left over. */
uint64_t rr_order_below(const rr_bits_key *key, uint64_t index, uint32_t purpose, uint64_t m);

/* Is there room from index `next` for n of them? Says so if not. */
rr_status rr_order_indices(rr_stream stream, uint64_t n, rr_result *result);

#endif
