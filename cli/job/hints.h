/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Advice on an expression that the library refuses, in terms of the command's options. */
#ifndef HINTS_H
#define HINTS_H

#include "density.h"

/* The text to append to the library's message: it begins with a semicolon, or is "". The caller frees it. */
char *density_hints(const job_density *law, const rr_density_report *report);

#endif
