/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "columns.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 24 };   /* of a numbered column and its comma */

exit_status columns_check(uint64_t columns)
{
    if (columns <= COLUMNS_MAX) return EXIT_DONE;
    return refuse(EXIT_USAGE, "CSV of %" PRIu64 " columns is not available: at most %d; .npy, .raw and .txt have no limit",
                  columns, COLUMNS_MAX);
}

static char *one_name(const char *name, size_t *length)
{
    char *line = get_text("%s\n", name);
    *length = strlen(line);
    for (size_t i = 0; i + 1 < *length; ++i)
        if (!isalnum((unsigned char)line[i])) line[i] = '_';
    return line;
}

char *columns_header(const char *name, uint64_t columns, uint64_t width, size_t *length)
{
    if (columns == 1) return one_name(name, length);
    char *line = get_memory(columns * NAME_SIZE + 1), *to = line;
    for (uint64_t i = 0; i < columns; ++i) {
        const char end = i + 1 < columns ? ',' : '\n';
        const uint64_t row = (width ? i / width : i) + 1;
        to += width ? snprintf(to, NAME_SIZE, "x%" PRIu64 "_%" PRIu64 "%c", row, i % width + 1, end)
                    : snprintf(to, NAME_SIZE, "x%" PRIu64 "%c", row, end);
    }
    *length = (size_t)(to - line);
    return line;
}
