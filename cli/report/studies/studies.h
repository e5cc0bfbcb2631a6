/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sections that studies have written. */
#ifndef REPORT_STUDIES_H
#define REPORT_STUDIES_H

#include "cli/report/page/run.h"

/* Reads the sections of --studies, which must have some, or those beside the program, and refuses what is no section. */
exit_status studies_read(report *r);
void studies_free(report *r);

/* Writes what a study has given; false where it has given nothing. */
bool studies_write(report *r, const char *name);

/* The section of those that belong to no document. */
void report_studies(report *r);

#endif
