/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Which rank draws which numbers: stripes of the file, cut as they are asked for. Their ends are at whole MiB of the file, header
 * counted, so that no two ranks write a page or a block of a parallel file system, and behind whole rows. */
#ifndef STRIPES_H
#define STRIPES_H

#include "cli/output/ranges.h"

typedef struct stripes {
    ranges given;              /* what is there, or given out; the owner frees it */
    uint64_t count, left;      /* numbers of the job; of them, not given out */
    uint64_t row;              /* numbers that stay together */
    uint64_t header, size;     /* bytes before the first number, and of a number */
    int ranks;
} stripes;

/* `left` of a new one is count less what is there. */
void stripes_begin(stripes *s);

/* The next stripe for a rank that draws `rate` numbers a second (0: not known yet): half its share of what is left by guided
 * self-scheduling (Polychronopoulos and Kuck 1987), not less than a moment's work. Its count is 0 where nothing is left. */
range stripes_next(stripes *s, double rate);

#endif
