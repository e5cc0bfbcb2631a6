/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The files of a report. */
#ifndef REPORT_SAVE_H
#define REPORT_SAVE_H

#include "run.h"

/* Writes a file under a temporary name and renames it; NULL is standard output. */
exit_status save_file(const char *path, const char *data, size_t bytes);

/* Before any measurement, refuses outputs that could not be written at the end. */
exit_status save_check(const report_options *o);

#endif
