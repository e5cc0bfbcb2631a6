/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples as lines of text. */
#ifndef ENCODE_H
#define ENCODE_H

#include "dtype.h"

/* Room for the text of one sample. */
enum { LINE_SIZE = 32 };

/* Writes one value a line, the shortest that reads back; returns the bytes. `text` has LINE_SIZE bytes a sample. */
size_t encode_lines(rr_type type, const void *samples, size_t count, char *text);

#endif
