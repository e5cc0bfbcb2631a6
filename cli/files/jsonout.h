/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A writer of JSON (RFC 8259), value by value: it adds brackets, commas, quotes and escapes. */
#ifndef JSONOUT_H
#define JSONOUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The text after an opening bracket, between two values, and before the closing bracket. An empty object or array has the
 * brackets only. */
typedef struct json_layout {
    const char *first, *between, *last;
} json_layout;

/* All values on one line; one value per line, indented by two and by four blanks. */
extern const json_layout json_line, json_lines, json_lines_deep;

enum { JSON_LEVELS = 8 };

/* Begin with {.to = file}. */
typedef struct json_out {
    FILE *to;
    int depth;
    bool broken;               /* json_break was just called */
    struct { json_layout layout; char close; bool any; } level[JSON_LEVELS];
} json_out;

/* `key` is the value's name in an object, and NULL in an array or for the whole text. json_end closes what was opened
 * last; a newline follows the whole text. */
void json_object(json_out *out, const char *key, json_layout layout);
void json_array(json_out *out, const char *key, json_layout layout);
void json_end(json_out *out);

void json_text(json_out *out, const char *key, const char *text);
void json_integer(json_out *out, const char *key, uint64_t value);
void json_bool(json_out *out, const char *key, bool value);
void json_null(json_out *out, const char *key);

/* A number as the shortest decimal that reads back equal; infinities and NaN, which JSON lacks, as the strings "inf",
 * "-inf" and "nan". The second function writes NaN, a missing value, as null. */
void json_real(json_out *out, const char *key, double value);
void json_known(json_out *out, const char *key, double value);

/* A number that is given as text. */
void json_number(json_out *out, const char *key, const char *text);

/* A measured number with `digits` digits; infinities and NaN as null. */
void json_digits(json_out *out, const char *key, double value, int digits);

/* The next value begins a new line, indented by `blanks`. */
void json_break(json_out *out, int blanks);

#endif
