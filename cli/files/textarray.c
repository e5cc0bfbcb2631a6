/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads arrays from text. Rows are the lines of a file, or are separated by semicolons in a list; numbers are separated by
 * commas or blanks. # begins a comment. A file has the shape that numpy.loadtxt gives it: one row or one column has one
 * dimension, a single number none. But below a header line a single number is an array of one, so that a table of n rows is
 * read alike for n = 1. A file without numbers is refused: it is more often a mistake than an empty array.
 *
 * A .csv file may begin with a header line: names, none of which is a number. Then the header's separator, a comma or a tab
 * if it has one, is that of all lines. If one column is read, the others may hold anything. */
#include "textarray.h"
#include "fields.h"
#include "json.h"
#include "cli/base/cli.h"
#include "cli/base/numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct table {
    double *value;
    uint64_t *bits;      /* for whole numbers: each value as an integer */
    size_t count, capacity;
    uint64_t rows, cols;
    bool file;           /* rows are lines */
    const char *column;  /* the name of the column that is read, or NULL: all are */
    uint64_t chosen;     /* its index */
    bool header;         /* the header line has been read */
    bool whole;          /* all values so far are integers; false if not asked for */
    bool rounded;        /* a value was rounded to 2^53 */
    bool large, negative;   /* large: a value needs uint64_t; negative: a value is below 0 */
    char *error;
} table;

enum { PLACE = 64, NAMES = 6 };   /* bytes for a place; names in a message */

/* ---- Rows ---- */

static bool grow(table *t)
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
    if (!grow(t)) return array_fault(t->error, EXIT_TROUBLE, "needs more memory than there is");
    t->whole = t->whole && parse_integer(text, &t->bits[t->count], &large);
    t->large |= large;
    t->negative |= value < 0;
    t->rounded |= real_is_rounded(text, value);
    t->value[t->count++] = value;
    return 0;
}

/* The place of field `col` of the current row: "line 3, column 2" of a file, "row 3" of a list. */
static const char *place(const table *t, const fields *f, uint64_t col, char text[PLACE])
{
    snprintf(text, PLACE, t->file ? "line %" PRIu64 ", column %" PRIu64 : "row %" PRIu64, f->number, col + 1);
    return text;
}

static int refuse_field(const table *t, const fields *f, uint64_t col, const char *field)
{
    char at[PLACE];
    const char *beyond = real_beyond(field), *hint = "";
    if (!*field) return array_fault(t->error, EXIT_USAGE, "lacks a number in %s", place(t, f, col, at));
    if (!beyond && t->file && !t->rows && !t->header)
        hint = f->quotes ? "; a header line has no numbers" : "; start header lines with #";
    return array_fault(t->error, EXIT_USAGE, "has '%.40s' in %s, which is %s%s", field, place(t, f, col, at),
                       beyond ? beyond : "not a number", hint);
}

static int refuse_quote(const table *t, const fields *f, uint64_t col, field_state state)
{
    char at[PLACE];
    return array_fault(t->error, EXIT_USAGE, state == FIELD_OPEN ? "has a quote in %s that is not closed"
                       : "has text after a quote in %s", place(t, f, col, at));
}

/* The next field; false at the end of the row, or after an error in *status. */
static bool next_field(const table *t, fields *f, uint64_t col, char **field, int *status)
{
    const field_state state = fields_next(f, field);
    if (state != FIELD_END && state != FIELD_FOUND) *status = refuse_quote(t, f, col, state);
    return state == FIELD_FOUND;
}

static int take_field(table *t, const fields *f, uint64_t col, const char *field)
{
    double value;
    if (t->column && col != t->chosen) return 0;
    if (!*field || !parse_real(field, &value)) return refuse_field(t, f, col, field);
    return append(t, field, value);
}

static int take_row(table *t, fields *f)
{
    int status = 0;
    uint64_t cols = 0;
    char *field, at[PLACE];
    while (!status && next_field(t, f, cols, &field, &status))
        if (!(status = take_field(t, f, cols, field))) ++cols;
    if (status || (t->file && !cols)) return status;   /* an empty line */
    if (!cols) return array_fault(t->error, EXIT_USAGE, "lacks a number in %s", place(t, f, 0, at));
    if ((t->rows || t->header) && cols != t->cols)
        return array_fault(t->error, EXIT_USAGE,
                           "has %" PRIu64 " value%s in %s %" PRIu64 ", but %" PRIu64 " in the %s before", cols,
                           cols == 1 ? "" : "s", t->file ? "line" : "row", f->number, t->cols, t->file ? "line" : "row");
    t->cols = cols;
    ++t->rows;
    return 0;
}

static int take_rows(table *t, fields *f)
{
    int status = 0;
    while (!status && fields_row(f)) status = take_row(t, f);
    return status;
}

/* Doubles hold all integers below 2^53 exactly; 2^53 + 1 is rounded to 2^53. */
static bool needs_integers(const table *t)
{
    bool beyond = false;
    for (size_t i = 0; i < t->count && t->whole; ++i) beyond |= fabs(t->value[i]) >= 0x1p53;
    return beyond && !(t->large && t->negative);
}

/* Turns the table into an array, or frees it after an error. */
static int finish(table *t, int status, npy_array *a)
{
    if (status) {
        free(t->value);
        free(t->bits);
        return status;
    }
    if (t->column) t->cols = 1;
    const bool flat = t->file ? t->rows <= 1 || t->cols == 1 : t->rows == 1;
    a->type = RR_F64;
    a->rounded = t->rounded;
    if (needs_integers(t)) {
        a->type = t->large ? RR_U64 : RR_I64;
        memcpy(t->value, t->bits, t->count * sizeof *t->bits);
    }
    free(t->bits);
    a->data = t->value ? t->value : get_memory(0);
    a->dims = t->file && t->count == 1 && !t->column && !t->header ? 0 : flat ? 1 : 2;
    if (a->dims) a->shape[0] = flat ? t->count : t->rows;
    if (a->dims == 2) a->shape[1] = t->cols;
    return 0;
}

/* ---- Files ---- */

static bool ends_in(const char *path, const char *end)
{
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, end);
}

/* Reads the whole file and appends a zero. */
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

/* ---- Header lines ---- */

/* True if the first row that is not empty has names: at least one that is not empty, and no number or NA. */
static bool is_header(char *head, char separator)
{
    fields f = fields_of(head, '\n', separator, true);
    uint64_t cols = 0, names = 0;
    char *field;
    while (!cols && fields_row(&f))
        for (; fields_next(&f, &field) == FIELD_FOUND; ++cols) {
            if (is_numeric(field) || !strcmp(field, "NA")) return false;
            names += *field != '\0';
        }
    return names;
}

/* Appends a name to the list of a message. */
static void add_name(char *list, size_t size, uint64_t number, const char *name)
{
    const size_t length = strlen(list);
    if (number < NAMES) snprintf(list + length, size - length, "%s%.20s", number ? ", " : "", name);
    else if (number == NAMES) snprintf(list + length, size - length, ", ...");
}

static int take_name(table *t, const fields *f, uint64_t col, const char *name, bool *found)
{
    char at[PLACE];
    if (!t->column && !*name)
        return array_fault(t->error, EXIT_USAGE, "has no name in %s; choose a column as @FILE.csv:NAME",
                           place(t, f, col, at));
    if (!t->column || strcmp(name, t->column)) return 0;
    if (*found) return array_fault(t->error, EXIT_USAGE, "has two columns '%.40s'", t->column);
    *found = true;
    t->chosen = col;
    return 0;
}

static int take_header(table *t, fields *f)
{
    char *name, list[NAMES * 22 + 8] = "";
    bool found = false;
    int status = 0;
    while (!t->cols && !status && fields_row(f))
        while (!status && next_field(t, f, t->cols, &name, &status)) {
            add_name(list, sizeof list, t->cols, name);
            if (!(status = take_name(t, f, t->cols, name, &found))) ++t->cols;
        }
    t->header = true;
    if (status || !t->column || found) return status;
    return array_fault(t->error, EXIT_USAGE, "has no column '%.30s'%s%s", t->column, t->cols ? "; it has " : "", list);
}

/* True if the last line of the head is this name, which has a blank but no quotes. */
static bool is_whole_line(const char *head, const char *name)
{
    const char *end = head + strlen(head), *line;
    while (end > head && strchr(" \r", end[-1])) --end;
    const size_t length = strlen(name);
    line = (size_t)(end - head) < length ? NULL : end - length;
    return line && length && !strncmp(line, name, length) && (line == head || line[-1] == '\n');
}

/* Reads the header line of a .csv file, if it has one. */
static int begin_csv(table *t, fields *f)
{
    char separator;
    char *head = fields_head(f->rest, &separator);
    if (t->column && !separator && is_whole_line(head, t->column)) separator = ',';
    const bool header = t->column || is_header(head, separator);
    free(head);
    if (!header) return 0;
    f->separator = separator;
    return take_header(t, f);
}

static int read_table(const char *path, const char *column, bool whole, npy_array *array, char error[NPY_ERROR])
{
    static const char mark[] = "\xef\xbb\xbf";   /* the byte order mark that some programs write */
    table t = {.file = true, .column = column, .whole = whole, .error = error};
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
    fields f = fields_of(text + (strncmp(text, mark, 3) ? 0 : 3), '\n', 0, ends_in(path, ".csv"));
    if (!status && f.quotes) status = begin_csv(&t, &f);
    if (!status) status = take_rows(&t, &f);
    if (!status && !t.count) status = array_fault(t.error, EXIT_USAGE, "has no number in it");
    free(text);
    return finish(&t, status, array);
}

bool array_is_text(const char *path)
{
    return ends_in(path, ".csv") || ends_in(path, ".txt");
}

char *array_split(const char *typed, char **column)
{
    static const char end[] = ".csv:";
    const char *at = strstr(typed, end), *next;
    while (at && (next = strstr(at + 1, end))) at = next;
    *column = at ? get_copy(at + sizeof end - 1) : NULL;
    return at ? get_text("%.*s", (int)(at + sizeof end - 2 - typed), typed) : get_copy(typed);
}

exit_status array_typed(const char *option, const char *typed, char **path, char **column)
{
    *path = array_split(typed, column);
    if (!*column || json_is_text(*column)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s @%s: the name of the column is not UTF-8", option, typed);
}

int array_read(const char *path, const char *column, npy_array *array, char error[NPY_ERROR])
{
    memset(array, 0, sizeof *array);
    return array_is_text(path) ? read_table(path, column, false, array, error) : npy_read(path, array, error);
}

int array_read_whole(const char *path, const char *column, npy_array *array, char error[NPY_ERROR])
{
    memset(array, 0, sizeof *array);
    return array_is_text(path) ? read_table(path, column, true, array, error) : npy_read(path, array, error);
}

int array_place(const char *path, const char *column, bool hashed, npy_array *array, char error[NPY_ERROR])
{
    return array_is_text(path) ? array_read(path, column, array, error) : npy_place(path, hashed, array, error);
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
    fields f = fields_of(copy, ';', 0, false);
    int status = take_rows(&t, &f);
    free(copy);
    if (!status && t.count > LIST_MAX)
        status = array_fault(t.error, EXIT_USAGE, "has more than %d numbers: give more of them as @FILE.csv",
                             LIST_MAX);
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
