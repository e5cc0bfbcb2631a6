/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One run of `reroll report`: its options, what lanes did, and the page that figures are written to. */
#ifndef REPORT_RUN_H
#define REPORT_RUN_H

#include "cli/base/cli.h"
#include "cli/base/progress.h"

#include <stdbool.h>
#include <stdio.h>

/* ---- What lanes did ---- */

/* A job of sampler `attempts` on the device cpu,warp=W,tile=N. */
typedef struct report_point {
    unsigned warp, tile;
    const char *strategy;
    double accept;             /* a float, so that the sampler's probability is exactly this */
    uint64_t attempts;         /* lane attempts to spend, about */
    uint64_t samples, calls, steps, lane_attempts, failed;
} report_point;

/* Every strategy over p. */
enum { EFFICIENCY_STRATEGIES = 7, EFFICIENCY_CHANCES = 9, EFFICIENCY_POINTS = EFFICIENCY_STRATEGIES * EFFICIENCY_CHANCES };

typedef struct report_efficiency {
    unsigned lanes;
    report_point point[EFFICIENCY_POINTS];       /* strategy by strategy */
    char *grouped[EFFICIENCY_CHANCES];           /* names of the best groups, which points point to */
} report_efficiency;

/* ---- The report ---- */

typedef struct report_options {
    const char *output, *data, *studies;   /* NULL: not given; of output: standard output */
    bool quick, force, quiet;
} report_options;

typedef struct report_study {
    char *name, *markup;
    bool written;
} report_study;

typedef struct report {
    report_options options;
    FILE *page, *contents;     /* the sections, and the list of them that is put before */
    bool listed;               /* the list has figures of this section */
    bool no_gnuplot;           /* it was looked for and is not there */
    report_study *study;       /* that were read */
    size_t studies;
    report_efficiency waste;   /* of 32 lanes: the first screen and a section show it */
    exit_status status;        /* not EXIT_DONE: something could not be done, and that was said */
    char cpu[128], build[160], date[32];
    progress progress;
    uint64_t drawn;            /* samples, for the progress line */
} report;

/* True where there is no point in going on: after a failure, and after control-C, which it notes. */
bool report_ends(report *r);

#endif
