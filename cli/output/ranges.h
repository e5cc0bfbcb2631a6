/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Which numbers of a job are there: ranges in order, of which no two overlap or touch. */
#ifndef RANGES_H
#define RANGES_H

#include <stddef.h>
#include <stdint.h>

typedef struct range {
    uint64_t first, count;
} range;

typedef struct ranges {
    range *at;
    size_t count, room;
} ranges;

/* Adds numbers; some may be there already. */
void ranges_add(ranges *r, uint64_t first, uint64_t count);

/* The first run of numbers below `all`, from `from` on, that are not there; its count is 0 where there is none. */
range ranges_gap(const ranges *r, uint64_t from, uint64_t all);

/* How many there are, and the end of the last one. */
uint64_t ranges_total(const ranges *r);
uint64_t ranges_end(const ranges *r);

/* A copy, which is to be freed too. */
ranges ranges_copy(const ranges *r);

/* Frees; what is left is empty. */
void ranges_free(ranges *r);

#endif
