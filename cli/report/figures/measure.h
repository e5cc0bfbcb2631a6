/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts of lane attempts: points of the sampler `attempts`, and every strategy as a function of p. */
#ifndef REPORT_MEASURE_H
#define REPORT_MEASURE_H

#include "cli/report/page/run.h"

/* Measures the points in order, with one progress line. */
void measure(report *r, const char *title, report_point *point, size_t count);

/* The number of lane attempts to spend on a point. */
uint64_t measure_effort(const report *r);

/* 1 / (p * lane attempts per sample). */
double measured_efficiency(const report_point *point);

/* ---- efficiency.c: every strategy over p, measured once for all figures that need it ---- */

void efficiency_measure(report *r, report_efficiency *e, unsigned lanes);
void efficiency_free(report_efficiency *e);

/* Strategy k, and the model's efficiency of it at acceptance p; grouped has the best group. */
const char *efficiency_strategy(int k);
double efficiency_model(int k, unsigned lanes, double p);

/* The number of lanes per register of this processor. */
unsigned register_lanes(void);

#endif
