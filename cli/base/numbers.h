/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Numbers as people write them. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* An integer from 0 to 2^64 - 1 as 1000000, 1e6, 1.5e3, 1M (k, M, G, T: powers of 1000), 2^20 or 0xff;
 * exact, or false. */
bool parse_whole(const char *text, uint64_t *value);

/* The same with or without a minus sign before it, from -2^63 to 2^64 - 1: bits of an int64_t, or, where that is too small,
 * of a uint64_t, which *large then says. */
bool parse_integer(const char *text, uint64_t *bits, bool *large);

/* A real number, or inf, -inf, nan; false where `text` is none, or where a double would turn it into 0 or infinity. */
bool parse_real(const char *text, double *value);

/* Why no double is a text that parse_real refuses: "too small for ...", or NULL where it is not a number at all. */
const char *real_beyond(const char *text);

/* Decimal digits and nothing else: the form of a stream number. False where it passes 2^64 - 1. */
bool parse_digits(const char *text, uint64_t *value);

/* True when `text` is decimal digits and nothing else, however many. */
bool is_digits(const char *text);

/* True when `text` begins as a number does, with a digit, a sign or a point, or is nan, inf or infinity: what a person means
 * as a number, whether it can be read or not. */
bool is_numeric(const char *text);

#endif
