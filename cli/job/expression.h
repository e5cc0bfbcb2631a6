/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Expressions of x, for densities and CDFs, read by muparser. */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "cli/base/cli.h"

typedef struct expression expression;

/* Reads an expression; messages begin with `of` and its text. On failure it returns NULL and sets *error, a message that
 * the caller frees, and *status, the exit status: EXIT_DEVICE if muparser is not installed. */
expression *expression_open(const char *of, const char *text, exit_status *status, char **error);
void expression_close(expression *e);

/* The value at x, NaN if there is none; an rr_density_function. */
double expression_at(double x, void *e);

#endif
