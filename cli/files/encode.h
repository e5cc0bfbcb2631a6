/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples as lines of text. */
#ifndef ENCODE_H
#define ENCODE_H

#include "cli/base/dtype.h"

/* Bytes for the text of one sample. */
enum { LINE_SIZE = 32 };

/* Writes the shortest decimals that read back, `per_line` values per line, with `between` between them; the line has `at` of
 * them already. Returns the number of bytes. `text` has LINE_SIZE bytes per sample. */
size_t encode_lines(rr_type type, const void *samples, size_t count, uint64_t at, uint64_t per_line, char between,
                    char *text);

#endif
