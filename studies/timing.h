/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Time of calls. */
#ifndef STUDIES_TIMING_H
#define STUDIES_TIMING_H

#include "common.h"

enum { ROUNDS = 7, ROUNDS_QUICK = 3 };
typedef struct timing {
    int (*work)(void *state);   /* a synchronous call; not 0: it failed */
    void *state;
    uint64_t calls;             /* per loop */
    unsigned rounds;
    double ns[ROUNDS];          /* per call, sorted */
} timing;

/* Times all rows in every round. 0, or 1 after a message. */
int timing_run(const study *s, const study_place *at, timing *row, size_t rows, double loop_ns);
double timing_quantile(const timing *t, double q);

#endif
