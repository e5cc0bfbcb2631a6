/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One run of `reroll report`: its options, counts of lane attempts, and the page that figures are written to. */
#ifndef REPORT_RUN_H
#define REPORT_RUN_H

#include "cli/base/cli.h"
#include "cli/base/progress.h"

#include <stdbool.h>
#include <stdio.h>

/* ---- Lane attempts ---- */

/* A job of sampler `attempts` on the device cpu,warp=W,tile=N. */
typedef struct report_point {
    unsigned warp, tile;
    const char *strategy;
    double accept;             /* representable as float, so that the sampler's probability is exact */
    uint64_t attempts;         /* approximate number of lane attempts to spend */
    uint64_t samples, calls, steps, lane_attempts, failed;
} report_point;

/* Every strategy as a function of p. */
enum { EFFICIENCY_STRATEGIES = 7, EFFICIENCY_CHANCES = 9, EFFICIENCY_POINTS = EFFICIENCY_STRATEGIES * EFFICIENCY_CHANCES };

typedef struct report_efficiency {
    unsigned lanes;
    report_point point[EFFICIENCY_POINTS];       /* in the order of strategies */
    char *grouped[EFFICIENCY_CHANCES];           /* names of the best groups, which points point to */
} report_efficiency;

/* ---- The report ---- */

typedef struct report_options {
    const char *output, *data, *studies;   /* NULL: not given; for output: standard output */
    bool quick, force, quiet;
} report_options;

typedef struct report_study {
    char *name, *markup;
    bool written;
} report_study;

typedef struct report {
    report_options options;
    FILE *page, *contents;     /* the sections, and the table of contents before them */
    bool listed;               /* the contents have figures of this section */
    bool no_gnuplot;           /* it is not installed */
    report_study *study;       /* the studies that were read */
    size_t studies;
    report_efficiency waste;   /* for 32 lanes: shown on the first screen and in a section */
    exit_status status;        /* not EXIT_DONE: an error, after its message */
    char cpu[128], build[160], date[32];
    progress progress;
    uint64_t drawn;            /* samples, for the progress line */
} report;

/* True if the report must end: after a failure, or after control-C, for which it sets the status. */
bool report_ends(report *r);

#endif
