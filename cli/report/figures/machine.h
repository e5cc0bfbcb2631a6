/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first screen: the speed of this machine, equal bits, and wasted lanes. */
#ifndef REPORT_MACHINE_H
#define REPORT_MACHINE_H

#include "cli/report/page/figure.h"
#include "cli/report/page/run.h"
#include "reroll_law.h"

/* ---- speed.c ---- */

enum { SPEED_LAWS = 12, SPEED_COLOUR = STEP(4) };   /* maximum number of distributions */
#define SPEED_HEADLINE "normal"

/* ns per sample on one thread in f32 and f64, and the fraction that raw bits would take (NaN if unknown). */
typedef struct report_law_speed {
    const rr_sampler_info *sampler;
    const rr_example *example;
    double ns[2], of_bits[2];
} report_law_speed;

typedef struct report_speed {
    double bits, all;           /* ns per word; ns per normal in f32 on all threads */
    report_law_speed law[SPEED_LAWS];
    unsigned laws;
    uint32_t threads;
} report_speed;

exit_status speed_measure(report *r, report_speed *speed);
const report_law_speed *speed_headline(const report_speed *speed);
void speed_figure(report *r, const report_speed *speed);

/* ---- bits.c ---- */

enum { BITS_DEVICES = 8, BITS_STRATEGIES = 16 };

/* Digests of the same samples by each strategy on each device, and of all samplers on the best one. */
typedef struct report_bits {
    unsigned devices, strategies, differ;   /* differ: the number of digests that differ from the first */
    const char *device[BITS_DEVICES];
    char strategy[BITS_STRATEGIES][32];
    uint64_t digest[BITS_STRATEGIES][BITS_DEVICES], all;
} report_bits;

exit_status bits_measure(report *r, report_bits *bits);
void bits_figure(report *r, const report_bits *bits);

/* ---- waste.c ---- */

/* The fraction of attempts that lanes of a warp of 32 wasted in this run. */
double waste_of(const report *r, const char *strategy, double p);
void waste_figure(report *r);

#endif
