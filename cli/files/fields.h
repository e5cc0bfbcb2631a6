/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cuts text into rows and fields, in place. A field may be in double quotes, where "" is a quote; it may then contain
 * separators and ends of lines. */
#ifndef FIELDS_H
#define FIELDS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum field_state { FIELD_END, FIELD_FOUND, FIELD_OPEN, FIELD_TEXT_AFTER } field_state;

typedef struct fields {
    char *rest;          /* the text after the current row, or NULL */
    char end;            /* the end of a row: '\n', where # begins a comment, or ';' */
    char separator;      /* ',' or '\t': # begins a comment only at the start of a row; 0: commas and blanks separate */
    bool quotes;         /* fields may be in quotes */
    uint64_t number;     /* of the current row; of a file the number of its first line */
    uint64_t lines;      /* of the current row */
    char *at;            /* the next field */
    bool more;           /* the next field exists, even if it is empty */
} fields;

/* Starts before the first row. */
fields fields_of(char *text, char end, char separator, bool quotes);

/* Moves to the next row; false after the last one. */
bool fields_row(fields *f);

/* The next field of the row, without blanks around it. Rows of blanks and comments have none. FIELD_OPEN: its quote is not
 * closed. FIELD_TEXT_AFTER: something follows the closing quote. */
field_state fields_next(fields *f, char **field);

/* A copy, to be freed, of the text of a file up to the end of the first row that has fields. *separator is its separator:
 * a comma if it has one, otherwise a tab, otherwise 0. */
char *fields_head(const char *text, char *separator);

#endif
