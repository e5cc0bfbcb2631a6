/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What to do about an expression that the library refuses, in the options of the command. */
#ifndef HINTS_H
#define HINTS_H

#include "density.h"

/* What is to follow the library's message on the law, "" or a clause that begins with a semicolon. The caller frees it. */
char *density_hints(const job_density *law, const char *message);

#endif
