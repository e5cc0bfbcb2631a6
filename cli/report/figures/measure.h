/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What lanes did: points of the sampler `attempts`, and every strategy over p. */
#ifndef REPORT_MEASURE_H
#define REPORT_MEASURE_H

#include "cli/report/page/run.h"

/* Measures the points one after another, with one progress line. */
void measure(report *r, const char *title, report_point *point, size_t count);

/* Lane attempts for a point. */
uint64_t measure_effort(const report *r);

/* 1 / (p attempts a sample). */
double measured_efficiency(const report_point *point);

/* ---- efficiency.c: every strategy over p, measured once for all figures that need it ---- */

void efficiency_measure(report *r, report_efficiency *e, unsigned lanes);
void efficiency_free(report_efficiency *e);

/* Strategy number k, and what the model says of it at acceptance p; grouped with the best group. */
const char *efficiency_strategy(int k);
double efficiency_model(int k, unsigned lanes, double p);

/* The lanes of a register of this processor. */
unsigned register_lanes(void);

#endif
