/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A row of numbers is a line of a file, or what stands between semicolons in a list; numbers have commas or blanks between
 * them. What follows # on a line is a comment. A file has the shape that numpy.loadtxt gives it: one row or one column has
 * one dimension, a single number none. A file without a number is refused: there it is a mistake more often than an empty
 * array. */
#include "textarray.h"
#include "cli/base/cli.h"
#include "cli/base/numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct table {
    double *value;
    uint64_t *bits;      /* of whole numbers: each value as an integer */
    size_t count, capacity;
    uint64_t rows, cols;
    bool file;           /* rows are lines */
    bool whole;          /* every value is an integer by now; not asked for: false */
    bool large, negative;   /* one of them takes 64 bits and no sign; one is below 0 */
    char *error;
} table;

/* ---- Rows ---- */

static bool make_room(table *t)
{
    if (t->count < t->capacity) return true;
    const size_t capacity = t->capacity ? 2 * t->capacity : 64;
    double *values = realloc(t->value, capacity * sizeof *values);
    if (values) t->value = values;
    uint64_t *bits = t->whole ? realloc(t->bits, capacity * sizeof *bits) : NULL;
    if (bits) t->bits = bits;
    if (!values || (t->whole && !bits)) return false;
    t->capacity = capacity;
    return true;
}

static int append(table *t, const char *text, double value)
{
    bool large = false;
    if (!make_room(t)) return array_fault(t->error, EXIT_TROUBLE, "needs more memory than there is");
    t->whole = t->whole && parse_integer(text, &t->bits[t->count], &large);
    t->large |= large;
    t->negative |= value < 0;
    t->value[t->count++] = value;
    return 0;
}

/* Cuts the next number out of a row and moves on to what follows it and its comma. NULL: the row is at its end. */
static char *next_field(char **at, bool *comma)
{
    static const char blanks[] = " \t\r";
    char *field = *at + strspn(*at, blanks), *end = field + strcspn(field, " \t\r,");
    if (!*field && !*comma) return NULL;
    char *rest = end + strspn(end, blanks);
    *comma = *rest == ',';
    *at = rest + *comma;
    *end = '\0';
    return field;
}

static int refuse_field(const table *t, const char *field, const char *what, unsigned long long at)
{
    const char *beyond = real_beyond(field);
    const bool first = !beyond && t->file && !t->rows;
    return array_fault(t->error, EXIT_USAGE, "has '%.40s' in %s %llu, which is %s%s", field, what, at,
                       beyond ? beyond : "not a number", first ? "; a line of names begins with #" : "");
}

static int take_row(table *t, char *row, uint64_t number)
{
    const char *what = t->file ? "line" : "row";
    const unsigned long long at = number;
    const size_t before = t->count;
    bool comma = false;
    char *field;
    double value;
    while ((field = next_field(&row, &comma))) {
        if (!*field) return array_fault(t->error, EXIT_USAGE, "lacks a number in %s %llu", what, at);
        if (!parse_real(field, &value)) return refuse_field(t, field, what, at);
        const int status = append(t, field, value);
        if (status) return status;
    }
    const uint64_t cols = t->count - before;
    if (t->file && !cols) return 0;   /* an empty line */
    if (!cols) return array_fault(t->error, EXIT_USAGE, "lacks a number in %s %llu", what, at);
    if (t->rows && cols != t->cols)
        return array_fault(t->error, EXIT_USAGE, "has %llu numbers in %s %llu, and %llu before",
                           (unsigned long long)cols, what, at, (unsigned long long)t->cols);
    t->cols = cols;
    ++t->rows;
    return 0;
}

/* Reads all rows; `text` is overwritten. */
static int take_rows(table *t, char *text)
{
    int status = 0;
    uint64_t number = 0;
    for (char *row = text, *next; row && !status; row = next) {
        next = strchr(row, t->file ? '\n' : ';');
        if (next) *next++ = '\0';
        if (t->file) row[strcspn(row, "#")] = '\0';
        status = take_row(t, row, ++number);
    }
    return status;
}

/* Doubles hold all integers below 2^53, and round 2^53 + 1. */
static bool needs_integers(const table *t)
{
    bool beyond = false;
    for (size_t i = 0; i < t->count && t->whole; ++i) beyond |= fabs(t->value[i]) >= 0x1p53;
    return beyond && !(t->large && t->negative);
}

/* The array that a table is, or its end. */
static int finish(table *t, int status, npy_array *a)
{
    if (status) {
        free(t->value);
        free(t->bits);
        return status;
    }
    const bool flat = t->file ? t->rows <= 1 || t->cols == 1 : t->rows == 1;
    a->type = RR_F64;
    if (needs_integers(t)) {
        a->type = t->large ? RR_U64 : RR_I64;
        memcpy(t->value, t->bits, t->count * sizeof *t->bits);
    }
    free(t->bits);
    a->data = t->value ? t->value : get_memory(0);
    a->dims = t->file && t->count == 1 ? 0 : flat ? 1 : 2;
    if (a->dims) a->shape[0] = flat ? t->count : t->rows;
    if (a->dims == 2) a->shape[1] = t->cols;
    return 0;
}

/* ---- Files ---- */

/* The whole file, with a zero behind it. */
static int read_text(table *t, const char *path, char **text, size_t *length)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t capacity = 65536;
    ssize_t got = fd < 0 ? -1 : 1;
    *text = get_memory(capacity);
    *length = 0;
    while (got > 0 || (got < 0 && fd >= 0 && errno == EINTR)) {
        if (*length + 1 == capacity) {
            char *larger = realloc(*text, capacity *= 2);
            if (!larger) break;
            *text = larger;
        }
        got = read(fd, *text + *length, capacity - 1 - *length);
        *length += got > 0 ? (size_t)got : 0;
    }
    (*text)[*length] = '\0';
    if (got < 0) array_fault(t->error, 0, "can't be read: %s", strerror(errno));
    if (got > 0) array_fault(t->error, 0, "needs more memory than there is");
    const int status = got == 0 ? 0 : fd < 0 || errno == EISDIR ? EXIT_USAGE : EXIT_TROUBLE;
    if (fd >= 0) close(fd);
    return status;
}

static int read_table(const char *path, bool whole, npy_array *array, char error[NPY_ERROR])
{
    static const char mark[] = "\xef\xbb\xbf";   /* some programs begin UTF-8 so */
    table t = {.file = true, .whole = whole, .error = error};
    rr_sha256 hash;
    char *text;
    size_t length;
    int status = read_text(&t, path, &text, &length);
    if (!status) {
        rr_sha256_start(&hash);
        rr_sha256_add(&hash, text, length);
        rr_sha256_finish(&hash, array->digest);
    }
    if (!status && strlen(text) != length) status = array_fault(t.error, EXIT_USAGE, "is not text");
    if (!status) status = take_rows(&t, text + (strncmp(text, mark, 3) ? 0 : 3));
    if (!status && !t.count) status = array_fault(t.error, EXIT_USAGE, "has no number in it");
    free(text);
    return finish(&t, status, array);
}

bool array_is_text(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".csv") || !strcmp(dot, ".txt"));
}

int array_read(const char *path, npy_array *array, char error[NPY_ERROR])
{
    memset(array, 0, sizeof *array);
    return array_is_text(path) ? read_table(path, false, array, error) : npy_read(path, array, error);
}

int array_read_whole(const char *path, npy_array *array, char error[NPY_ERROR])
{
    memset(array, 0, sizeof *array);
    return array_is_text(path) ? read_table(path, true, array, error) : npy_read(path, array, error);
}

int array_place(const char *path, bool hashed, npy_array *array, char error[NPY_ERROR])
{
    return array_is_text(path) ? array_read(path, array, error) : npy_place(path, hashed, array, error);
}

/* ---- Lists ---- */

bool is_list(const char *text)
{
    return text[0] != '@' && strpbrk(text, ",;");
}

void list_digest(npy_array *a)
{
    rr_sha256 hash;
    const uint64_t count = a->shape[0] * (a->dims == 2 ? a->shape[1] : 1);
    rr_sha256_start(&hash);
    rr_sha256_add(&hash, a->shape, a->dims * sizeof a->shape[0]);
    rr_sha256_add(&hash, a->data, count * sizeof(double));
    rr_sha256_finish(&hash, a->digest);
}

int list_read_as(const char *text, bool rows, bool whole, npy_array *array, char error[NPY_ERROR])
{
    table t = {.whole = whole, .error = error};
    char *copy = get_copy(text);
    memset(array, 0, sizeof *array);
    int status = take_rows(&t, copy);
    free(copy);
    if (!status && t.count > LIST_MOST)
        status = array_fault(t.error, EXIT_USAGE, "has more than %d numbers: give more of them as @FILE.csv",
                             LIST_MOST);
    status = finish(&t, status, array);
    if (!status && rows && array->dims == 1) {
        array->dims = 2;
        array->shape[1] = array->shape[0];
        array->shape[0] = 1;
    }
    if (!status) list_digest(array);
    return status;
}

int list_read(const char *text, npy_array *array, char error[NPY_ERROR])
{
    return list_read_as(text, false, false, array, error);
}
