/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The sections of the page that have figures. */
#ifndef REPORT_FIGURES_H
#define REPORT_FIGURES_H

#include "cli/report/page/run.h"

void report_machine(report *r);
void report_documents(report *r);
void report_ours(report *r);
void report_plan(report *r);

/* The figures of the papers, without their experiments, which are studies. */
void report_thomas(report *r);
void report_ridley(report *r);
void report_linderman(report *r);

#endif
