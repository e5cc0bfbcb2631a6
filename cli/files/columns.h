/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The header line of a CSV file. One column has the name of what is drawn, with _ for characters other than letters and
 * digits: student_t. Several columns are x1, x2, ...; elements of matrices are x1_1, x1_2, ..., row by row. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "cli/base/cli.h"

#include <stddef.h>
#include <stdint.h>

enum { COLUMNS_MAX = 1 << 20 };

/* Refuses more than COLUMNS_MAX columns, which readers of CSV do not take. */
exit_status columns_check(uint64_t columns);

/* The header line, to be freed, and its length. `width` is the number of columns of a matrix, otherwise 0. */
char *columns_header(const char *name, uint64_t columns, uint64_t width, size_t *length);

#endif
