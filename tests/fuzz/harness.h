/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by all targets. A target is a function `int fuzz_NAME(data, size)` that reads one input, as libFuzzer calls it. It
 * writes no file, starts no thread and no compiler: harness.c stands in for open(), for devices, and for the tables of a
 * density (mk/fuzz.mk links with --wrap). */
#ifndef FUZZ_HARNESS_H
#define FUZZ_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int fuzz_npy(const uint8_t *data, size_t size);
int fuzz_csv(const uint8_t *data, size_t size);
int fuzz_json(const uint8_t *data, size_t size);
int fuzz_job(const uint8_t *data, size_t size);
int fuzz_options(const uint8_t *data, size_t size);
int fuzz_expression(const uint8_t *data, size_t size);
int fuzz_law(const uint8_t *data, size_t size);

/* The number of inputs that were read without an error. */
extern unsigned long fuzz_accepted;

/* Ends the program unless the condition holds. */
void fuzz_check(bool holds);

/* A copy of the input up to its first zero, to be freed by fuzz_text_free; *rest is what follows this zero, *left its size.
 * If fuzz_guarded is set, the page after the copy cannot be read: without sanitizers a read past its end is a fault too. */
char *fuzz_text(const uint8_t *data, size_t size, const uint8_t **rest, size_t *left);
void fuzz_text_free(char *text);
extern bool fuzz_guarded;

/* Every file that is opened afterwards has this content, followed by zeros. NULL: files do not exist. The caller keeps the
 * content until its last use. */
void fuzz_file(const void *content, size_t size, size_t zeros);

/* From now on counts the messages of refuse() instead of printing them; each must be one line of text. Returns the number
 * since the last call. */
unsigned fuzz_messages(void);

#endif
