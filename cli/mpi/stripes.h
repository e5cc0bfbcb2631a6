/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Divides the numbers among the ranks: stripes of the file, cut on request. They end at whole MiB of the file, including
 * its header, so that no two ranks write the same page or block of a parallel file system, rounded up to whole rows. */
#ifndef STRIPES_H
#define STRIPES_H

#include "cli/output/ranges.h"

typedef struct stripes {
    ranges given;              /* in the file, or assigned; the owner frees it */
    uint64_t count, left;      /* numbers of the job; numbers not assigned */
    uint64_t row;              /* numbers per row, which is not cut */
    uint64_t header, size;     /* bytes before the first number; bytes per number */
    int ranks;
} stripes;

/* Sets `left` to the numbers of `count` that are not in `given`. */
void stripes_begin(stripes *s);

/* The next stripe for a rank that draws `rate` numbers per second (0: unknown): half of an equal part of the numbers left,
 * as in guided self-scheduling (Polychronopoulos and Kuck 1987), but at least 0.02 s of work. Its count is 0 if none are
 * left. */
range stripes_next(stripes *s, double rate);

#endif
