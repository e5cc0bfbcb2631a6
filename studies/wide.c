/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "wide.h"

#include <string.h>

/* The index of a name, which is added if it is new and there is space; else `max`. */
static unsigned place_of(char *names, size_t size, unsigned *count, unsigned max, const char *name)
{
    for (unsigned i = 0; i < *count; ++i)
        if (!strcmp(names + i * size, name)) return i;
    if (*count == max) return max;
    snprintf(names + *count * size, size, "%s", name);
    return (*count)++;
}

void wide_put(wide_table *w, const char *row, const char *column, double value)
{
    const unsigned r = place_of(w->row[0], sizeof w->row[0], &w->rows, WIDE_ROWS, row);
    const unsigned c = place_of(w->column[0], sizeof w->column[0], &w->columns, WIDE_COLUMNS, column);
    if (r == WIDE_ROWS || c == WIDE_COLUMNS) return;
    w->cell[r][c] = value;
    w->known[r][c] = 1;
}

void wide_write(const wide_table *w, FILE *csv, const char *head)
{
    fprintf(csv, "%s", head);
    for (unsigned c = 0; c < w->columns; ++c) fprintf(csv, ",%s", w->column[c]);
    fprintf(csv, "\n");
    for (unsigned r = 0; r < w->rows; ++r) {
        fprintf(csv, "%s", w->row[r]);
        for (unsigned c = 0; c < w->columns; ++c)
            if (w->known[r][c]) fprintf(csv, ",%.4g", w->cell[r][c]);
            else fprintf(csv, ",");
        fprintf(csv, "\n");
    }
}
