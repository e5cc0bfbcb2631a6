/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reader of numbers as text. The first byte's bits 0 and 1 choose a file .csv, one of its columns, a file .txt, or a
 * list of the command line; bit 2: whole numbers are exact. The rest is the text; for a column its first line is the
 * column's name. The array is written as text, which must read back as the same array. */
#include "harness.h"
#include "cli/base/cli.h"
#include "cli/files/encode.h"
#include "cli/files/textarray.h"

#include <stdlib.h>
#include <string.h>

enum { CSV, COLUMN, TXT, LIST, WHOLE = 4 };

static int read_as(int kind, bool whole, const char *column, const char *text, size_t size, npy_array *a, char *error)
{
    const char *path = kind == TXT ? "x.txt" : "x.csv";
    if (kind == LIST) return list_read_as(text, false, whole, a, error);
    fuzz_file(text, size, 0);
    return (whole ? array_read_whole : array_read)(path, column, a, error);
}

/* Writes the numbers, a row per line or before a semicolon, without the separator at the end. */
static char *write_again(const npy_array *a, bool list, size_t *size)
{
    const uint64_t count = npy_count(a), cols = a->dims == 2 ? a->shape[1] : count;
    char *text = get_memory(count * LINE_SIZE + 1);
    *size = encode_lines(a->type, a->data, count, 0, cols, ',', text);
    text[*size] = '\0';
    for (char *c = text; list && *c; ++c)
        if (*c == '\n') *c = c[1] ? ';' : '\0';
    return text;
}

/* Texts of the same array: NaNs may differ in their bits. */
static void compare(int kind, bool whole, const npy_array *a, const char *text, size_t size)
{
    char error[NPY_ERROR] = "";
    npy_array again;
    size_t length;
    whole = whole && a->type != RR_F64;   /* "9007199254740993.5" is written as an integer */
    fuzz_check(!read_as(kind == COLUMN ? TXT : kind, whole, NULL, text, size, &again, error));
    const bool alone = kind != LIST && npy_count(a) == 1;   /* the header line, which makes it an array of one, is gone */
    fuzz_check(again.type == a->type && (alone ? !again.dims : again.dims == a->dims));
    fuzz_check(alone || !memcmp(again.shape, a->shape, sizeof a->shape));
    char *twice = write_again(&again, kind == LIST, &length);
    fuzz_check(length == size && !memcmp(twice, text, size));
    free(twice);
    free(again.data);
}

int fuzz_csv(const uint8_t *data, size_t size)
{
    char error[NPY_ERROR] = "", *column = NULL;
    npy_array a;
    if (!size) return 0;
    const int kind = data[0] & 3;
    const bool whole = data[0] & WHOLE;
    char *copy = get_memory(size);
    memcpy(copy, data + 1, size - 1);
    copy[size - 1] = '\0';
    char *text = copy, *end = memchr(text, '\n', size - 1);
    if (kind == COLUMN && end && !memchr(text, '\0', (size_t)(end - text))) {
        *end = '\0';
        column = text;
        text = end + 1;
    }
    const int status = read_as(kind, whole, column, text, size - 1 - (size_t)(text - copy), &a, error);
    fuzz_check(status ? error[0] && !strpbrk(error, "\r\n") : !error[0] && a.dims <= 2 && a.data);
    free(copy);
    if (status) return 0;
    ++fuzz_accepted;
    char *written = write_again(&a, kind == LIST, &size);
    compare(kind, whole, &a, written, size);
    free(written);
    free(a.data);
    return 0;
}
