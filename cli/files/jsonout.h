/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* JSON (RFC 8259), written value by value: brackets, commas, quotes and escapes come by themselves. */
#ifndef JSONOUT_H
#define JSONOUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What stands after an opening bracket, between two values, and before the closing one; of an empty object or array only
 * the brackets are written. */
typedef struct json_layout {
    const char *first, *between, *last;
} json_layout;

/* All on a line; a value a line, by two blanks, and by four. */
extern const json_layout json_line, json_lines, json_lines_deep;

enum { JSON_LEVELS = 8 };

/* {.to = file} begins one. */
typedef struct json_out {
    FILE *to;
    int depth;
    bool broken;               /* json_break was just called */
    struct { json_layout layout; char close; bool any; } level[JSON_LEVELS];
} json_out;

/* Every value has the name `key` in an object, and NULL in an array or as the whole text. json_end closes what was opened
 * last; a line ends behind the whole. */
void json_object(json_out *out, const char *key, json_layout layout);
void json_array(json_out *out, const char *key, json_layout layout);
void json_end(json_out *out);

void json_text(json_out *out, const char *key, const char *text);
void json_whole(json_out *out, const char *key, uint64_t value);
void json_bool(json_out *out, const char *key, bool value);
void json_null(json_out *out, const char *key);

/* A number by the shortest decimals that read back as it; infinities and NaN, which JSON lacks, as the strings "inf", "-inf"
 * and "nan". The second writes NaN, which stands for what there is not, as null. */
void json_real(json_out *out, const char *key, double value);
void json_known(json_out *out, const char *key, double value);

/* A number as its text has it. */
void json_number(json_out *out, const char *key, const char *text);

/* A measured number: so many digits; infinities and NaN as null. */
void json_digits(json_out *out, const char *key, double value, int digits);

/* The next value stands on a line of its own, behind so many blanks. */
void json_break(json_out *out, int blanks);

#endif
