/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 32-bit words for batteries of tests, made from Reroll's samples. A source is one of these:
 *
 *   words       sampler bits, in the order of indices
 *   streams     word k of streams 0 ... 4095, the stream fastest, then k + 1
 *   LAW_f64     floor(2^32 F(x)), F the distribution's CDF in double, whose error is below 2^-49 (against mpmath): at most
 *               one word in 2^16 differs from exact arithmetic, and then by 1
 *   LAW_f32     the upper 16 bits of F of two samples. A float represents all numbers that are rounded to it: one of them is
 *               drawn by a word of another seed before F is computed, so that the spacing of floats moves no mass between
 *               the 2^16 cells. Lower bits depend on the rounding of the float and are not tested.
 *
 * One source is open at a time, since TestU01 calls a function without arguments. */
#ifndef BATTERIES_SOURCES_H
#define BATTERIES_SOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The name of source k; NULL after the last. */
const char *source_name(unsigned k);

/* Opens a source at its first word; false if there is none of this name. */
bool source_open(const char *name, uint64_t seed);
void source_close(void);

/* The next words, valid until the next call, and their number. An error of the library ends the program. */
size_t source_words(const uint32_t **word);

#endif
