/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parsers of numbers as people type them. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* An integer from 0 to 2^64 - 1 such as 1000000, 1e6, 1.5e3, 1M (k, M, G, T: powers of 1000), 2^20 or 0xff. False if it
 * is not exactly an integer of that range. */
bool parse_unsigned(const char *text, uint64_t *value);

/* The same with an optional minus sign, from -2^63 to 2^64 - 1. *bits is an int64_t, or, if that is too small, a uint64_t;
 * then *large is true. */
bool parse_integer(const char *text, uint64_t *bits, bool *large);

/* A real number, or inf, -inf, nan. False if `text` is none, or if its nearest double is 0 or infinity instead. */
bool parse_real(const char *text, double *value);

/* True if `value`, which parse_real has read, is 2^53 or -2^53, and the number in the text is not. */
bool real_is_rounded(const char *text, double value);

/* The reason why parse_real refuses a number: "too small for ..."; NULL if the text is not a number. */
const char *real_beyond(const char *text);

/* Decimal digits only, the form of a stream index. False above 2^64 - 1. */
bool parse_digits(const char *text, uint64_t *value);

/* True if `text` is decimal digits only, of any number. */
bool is_digits(const char *text);

/* True if `text` is meant as a number, valid or not: it begins with a digit, a sign or a point, or is nan, inf or
 * infinity. */
bool is_numeric(const char *text);

#endif
