/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples as lines of text. */
#ifndef ENCODE_H
#define ENCODE_H

#include "cli/base/dtype.h"

/* Room for the text of one sample. */
enum { LINE_SIZE = 32 };

/* Writes values, the shortest that read back, `per_line` on a line with blanks between them; `at` of them stand on the line
 * already. Returns the bytes. `text` has LINE_SIZE bytes a sample. */
size_t encode_lines(rr_type type, const void *samples, size_t count, uint64_t at, uint64_t per_line, char *text);

#endif
