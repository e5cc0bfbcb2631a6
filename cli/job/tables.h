/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distributions from numbers: a table of points, a histogram, or samples. */
#ifndef TABLES_H
#define TABLES_H

#include "density.h"

/* Reads a list, a number, or the name of @FILE, which tables_make reads; with `plain` also FILE. EXIT_DONE, or EXIT_USAGE
 * after a message. */
exit_status tables_typed(const char *option, const char *text, bool plain, job_values *values);

/* True if the distribution is made from numbers. */
bool tables_has(const job_density *law);

/* Reads the files and makes the distribution. Returns NULL, or a message that the caller frees, with the exit status in
 * *status. */
char *tables_make(job_density *law, rr_density_report *report, exit_status *status);

void tables_free(job_values *values);

#endif
