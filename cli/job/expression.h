/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A density, or a CDF, as a text: an expression of x, read by muparser. */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "cli/base/cli.h"

typedef struct expression expression;

/* Reads an expression; messages begin with `of` and its text. NULL where that fails: *error is a sentence that the caller
 * frees, *status what to end with, EXIT_DEVICE where there is no muparser on this machine. */
expression *expression_open(const char *of, const char *text, exit_status *status, char **error);
void expression_close(expression *e);

/* Its value at x, as rr_density_function wants it; NaN where it has none. */
double expression_at(double x, void *e);

#endif
