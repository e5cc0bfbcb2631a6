/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The sections of studies. */
#ifndef REPORT_STUDIES_H
#define REPORT_STUDIES_H

#include "cli/report/page/run.h"

/* Reads the sections of --studies, which must have some, or those next to the program. Refuses invalid sections. */
exit_status studies_read(report *r);
void studies_free(report *r);

/* Writes a study's section; false if it has none. */
bool studies_write(report *r, const char *name);

/* Writes the page's section with studies that belong to none of the papers. */
void report_studies(report *r);

#endif
