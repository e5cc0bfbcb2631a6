/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Time of calls. */
#ifndef STUDIES_TIMING_H
#define STUDIES_TIMING_H

#include "common.h"

enum { ROUNDS = 7, ROUNDS_QUICK = 3 };
typedef struct timing {
    int (*work)(void *state);   /* a call, done when it returns: 0, or not */
    void *state;
    uint64_t calls;             /* in a loop */
    unsigned rounds;
    double ns[ROUNDS];          /* of a call, sorted */
} timing;

/* Times all rows: every round goes through all of them. 0, or 1 after a message. */
int timing_run(const study *s, const study_place *at, timing *row, size_t rows, double loop_ns);
double timing_quantile(const timing *t, double q);

#endif
