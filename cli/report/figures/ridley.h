/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by the two files with Ridley and Forget's figures. */
#ifndef REPORT_RIDLEY_H
#define REPORT_RIDLEY_H

#include "cli/report/page/run.h"
#include "reroll_model.h"

#define RIDLEY "G. Ridley and B. Forget, Statistics and Computing 31 (2021) 30"

/* The names of Eqs. 13 and 16 in the list of approximations. */
#define RIDLEY_LARGE "ridley-large"
#define RIDLEY_SMALL "ridley-small"

/* Figures 7 and 8 and Table 1. */
void report_grouped(report *r);

#endif
