/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Advice on an expression that the library refuses, in the options of the command. */
#ifndef HINTS_H
#define HINTS_H

#include "density.h"

/* The clause that follows the library's message: it begins with a semicolon, or is "". The caller frees it. */
char *density_hints(const job_density *law, const rr_density_report *report);

#endif
