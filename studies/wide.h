/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tables as the papers print them: one row per method, one column per device. */
#ifndef STUDIES_WIDE_H
#define STUDIES_WIDE_H

#include <stdio.h>

enum { WIDE_ROWS = 32, WIDE_COLUMNS = 12 };

typedef struct wide_table {
    unsigned rows, columns;
    char row[WIDE_ROWS][64], column[WIDE_COLUMNS][224];
    double cell[WIDE_ROWS][WIDE_COLUMNS];
    char known[WIDE_ROWS][WIDE_COLUMNS];
} wide_table;

/* Rows and columns are in the order of their first cells; cells that do not fit are dropped. */
void wide_put(wide_table *w, const char *row, const char *column, double value);

/* head: the head of the column of names. Unset cells are empty. */
void wide_write(const wide_table *w, FILE *csv, const char *head);

#endif
