/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The numbers of a job that exist: increasing ranges, no two of which overlap or touch. */
#ifndef RANGES_H
#define RANGES_H

#include <stddef.h>
#include <stdint.h>

typedef struct range {
    uint64_t first, count;
} range;

typedef struct ranges {
    range *at;
    size_t count, capacity;
} ranges;

/* Adds numbers, some of which may be in it already. */
void ranges_add(ranges *r, uint64_t first, uint64_t count);

/* The first run of missing numbers from `from` on and below `all`; its count is 0 if there is none. */
range ranges_gap(const ranges *r, uint64_t from, uint64_t all);

/* The number of numbers, and the end of the last range. */
uint64_t ranges_total(const ranges *r);
uint64_t ranges_end(const ranges *r);

/* A copy, to be freed with ranges_free. */
ranges ranges_copy(const ranges *r);

/* Frees the memory and leaves an empty set. */
void ranges_free(ranges *r);

#endif
