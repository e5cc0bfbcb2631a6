/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads .npy files. The header is a Python dictionary of three entries, and the parser accepts exactly that. It trusts no
 * length in the file: memory is allocated after the file's size is checked, or as data arrive from a pipe. */
#include "npy.h"
#include "cli/base/cli.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the formats npy and raw are written as they lie in memory");

enum { PREAMBLE = 8, HEADER_LIMIT = 65536, GROW = 1 << 20, LARGE = 1 << 24 };

/* Types in files that are converted to wider types. */
typedef struct narrow_type {
    const char *name;
    rr_type type;
    size_t size;
} narrow_type;

typedef struct reader {
    int fd;
    rr_sha256 hash;
    char *error;
    const narrow_type *narrow;   /* the type in the file; NULL: the array's type */
    size_t size;                 /* of a number in the file */
    bool swap;                   /* the other byte order */
} reader;

int array_fault(char error[NPY_ERROR], int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, NPY_ERROR, format, args);
    va_end(args);
    for (char *c = error; *c; ++c)
        if (iscntrl((unsigned char)*c)) *c = ' ';
    return status;
}

const char *npy_shape_text(const npy_array *a, char text[NPY_SHAPE])
{
    if (a->dims == 0) snprintf(text, NPY_SHAPE, "()");
    if (a->dims == 1) snprintf(text, NPY_SHAPE, "(%" PRIu64 ",)", a->shape[0]);
    if (a->dims == 2) snprintf(text, NPY_SHAPE, "(%" PRIu64 ", %" PRIu64 ")", a->shape[0], a->shape[1]);
    return text;
}

/* Reads up to `bytes`; *got is smaller only at the end of the file. */
static int read_up_to(reader *r, void *to, size_t bytes, size_t *got)
{
    *got = 0;
    while (*got < bytes) {
        const ssize_t n = read(r->fd, (char *)to + *got, bytes - *got);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0)
            return array_fault(r->error, errno == EISDIR ? EXIT_USAGE : EXIT_TROUBLE, "can't be read: %s", strerror(errno));
        if (n == 0) break;
        *got += (size_t)n;
    }
    rr_sha256_add(&r->hash, to, *got);
    return 0;
}

static int read_all(reader *r, void *to, size_t bytes)
{
    size_t got;
    const int status = read_up_to(r, to, bytes, &got);
    if (status) return status;
    return got == bytes ? 0 : array_fault(r->error, EXIT_USAGE, "is cut short: its header ends too early");
}

/* ---- The dictionary ---- */

static void skip_space(const char **at)
{
    *at += strspn(*at, " \t\r\n");
}

static bool take(const char **at, char c)
{
    skip_space(at);
    if (**at != c) return false;
    ++*at;
    return true;
}

/* A string without escapes, in either kind of quotes. */
static bool take_string(const char **at, char *to, size_t size)
{
    skip_space(at);
    const char quote = **at;
    if (quote != '\'' && quote != '"') return false;
    const char *end = strchr(*at + 1, quote);
    const size_t length = end ? (size_t)(end - *at - 1) : size;
    if (length >= size) return false;
    memcpy(to, *at + 1, length);
    to[length] = '\0';
    *at = end + 1;
    return true;
}

static bool take_word(const char **at, const char *word)
{
    skip_space(at);
    if (strncmp(*at, word, strlen(word))) return false;
    *at += strlen(word);
    return true;
}

/* (), (3,), (3, 4), ...; Python 2 wrote 3L. Dimensions past the second are only counted. */
static bool take_shape(const char **at, npy_array *a)
{
    a->dims = 0;
    if (!take(at, '(')) return false;
    while (!take(at, ')')) {
        skip_space(at);
        uint64_t v = 0;
        if (!strspn(*at, "0123456789")) return false;
        for (; **at >= '0' && **at <= '9'; ++*at)
            if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, (uint64_t)(**at - '0'), &v)) return false;
        if (**at == 'L') ++*at;
        if (a->dims < 2) a->shape[a->dims] = v;
        ++a->dims;
        if (!take(at, ',') && (a->dims == 1 || **at != ')')) return false;
    }
    return true;
}

#define ACCEPTED "f2, f4, f8 and integers are accepted"

static const narrow_type *find_narrow(const char *name)
{
    static const narrow_type types[] = {{"f2", RR_F32, 2}, {"i1", RR_I32, 1}, {"i2", RR_I32, 2}, {"u1", RR_U32, 1},
                                        {"u2", RR_U32, 2}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i)
        if (!strcmp(types[i].name, name)) return &types[i];
    return NULL;
}

static int parse_descr(reader *r, const char **at, npy_array *a)
{
    char descr[16];
    if (take(at, '[')) return array_fault(r->error, EXIT_USAGE, "holds records; " ACCEPTED);
    if (!take_string(at, descr, sizeof descr))
        return array_fault(r->error, EXIT_USAGE, "has a header with no readable dtype");
    if (strchr(descr, 'O')) return array_fault(r->error, EXIT_USAGE, "holds Python objects; " ACCEPTED);
    const bool ordered = descr[0] && strchr("<>=", descr[0]);
    r->narrow = ordered || descr[0] == '|' ? find_narrow(descr + 1) : NULL;
    if (!ordered && r->narrow && r->narrow->size > 1) r->narrow = NULL;   /* "|" means without byte order */
    a->type = r->narrow ? r->narrow->type : ordered ? dtype_from_numpy(descr + 1) : (rr_type)0;
    if (!a->type) return array_fault(r->error, EXIT_USAGE, "has dtype '%s'; " ACCEPTED, descr);
    r->size = r->narrow ? r->narrow->size : dtype_size(a->type);
    r->swap = descr[0] == '>';
    return 0;
}

static int parse_dictionary(reader *r, const char *at, npy_array *a)
{
    char key[16];
    unsigned seen = 0;
    bool ok = take(&at, '{');
    while (ok && !take(&at, '}')) {
        ok = take_string(&at, key, sizeof key) && take(&at, ':');
        if (!ok) break;
        const unsigned entry = !strcmp(key, "descr") ? 1 : !strcmp(key, "fortran_order") ? 2 : !strcmp(key, "shape") ? 4 : 0;
        ok = entry && !(seen & entry);
        seen |= entry;
        if (ok && entry == 1) {
            const int status = parse_descr(r, &at, a);
            if (status) return status;
        } else if (ok && entry == 2) {
            a->fortran = take_word(&at, "True");
            ok = a->fortran || take_word(&at, "False");
        } else if (ok) {
            ok = take_shape(&at, a);
        }
        skip_space(&at);
        ok = ok && (take(&at, ',') || *at == '}');
    }
    skip_space(&at);
    if (!ok || *at || seen != 7) return array_fault(r->error, EXIT_USAGE, "has a header that is not that of an .npy file");
    if (a->dims > 2) return array_fault(r->error, EXIT_USAGE, "has %u dimensions; at most 2 are accepted", a->dims);
    return 0;
}

/* ---- The file ---- */

/* Reads the part before the data; *offset is its length. */
static int read_header(reader *r, npy_array *a, uint64_t *offset)
{
    unsigned char start[PREAMBLE], size[4] = {0};
    size_t got;
    int status = read_up_to(r, start, sizeof start, &got);
    if (status) return status;
    if (got < sizeof start || memcmp(start, "\x93NUMPY", 6))
        return array_fault(r->error, EXIT_USAGE, "is not an .npy file; files that end in .csv or .txt are read as text");
    if (start[6] < 1 || start[6] > 3 || start[7])
        return array_fault(r->error, EXIT_USAGE, "has .npy format %d.%d; 1.0, 2.0 and 3.0 are accepted", start[6],
                           start[7]);
    const size_t size_bytes = start[6] == 1 ? 2 : 4;
    status = read_all(r, size, size_bytes);
    if (status) return status;
    const uint32_t length = size[0] | size[1] << 8 | size[2] << 16 | (uint32_t)size[3] << 24;
    if (length > HEADER_LIMIT)
        return array_fault(r->error, EXIT_USAGE, "has a header of %lu bytes; at most %d are accepted",
                           (unsigned long)length, HEADER_LIMIT);
    char *text = get_zeroed(length + 1);
    status = read_all(r, text, length);
    if (!status && strlen(text) != length)
        status = array_fault(r->error, EXIT_USAGE, "has a header that is not that of an .npy file");
    if (!status) status = parse_dictionary(r, text, a);
    free(text);
    *offset = sizeof start + size_bytes + length;
    return status;
}

/* The size in bytes of an array whose numbers have `size` bytes each. */
static int data_bytes(reader *r, const npy_array *a, size_t size, size_t *bytes)
{
    bool empty = false;
    *bytes = size;
    for (unsigned d = 0; d < a->dims; ++d) empty |= !a->shape[d];
    if (empty) *bytes = 0;
    for (unsigned d = 0; d < a->dims; ++d)
        if (!empty && __builtin_mul_overflow(*bytes, a->shape[d], bytes))
            return array_fault(r->error, EXIT_USAGE, "has an impossible shape");
    if (*bytes > PTRDIFF_MAX) return array_fault(r->error, EXIT_USAGE, "has an impossible shape");
    return 0;
}

/* The size of a file is checked before memory is allocated; for a pipe memory grows with the data that arrive. */
static int read_data(reader *r, npy_array *a, uint64_t offset)
{
    struct stat st;
    size_t bytes, held = 0, capacity, got;
    char extra;
    int status = data_bytes(r, a, r->size, &bytes);
    if (status) return status;
    const bool file = !fstat(r->fd, &st) && S_ISREG(st.st_mode);
    if (file && (uint64_t)st.st_size < offset + bytes)
        return array_fault(r->error, EXIT_USAGE, "is cut short: %llu bytes of data are missing",
                           (unsigned long long)(offset + bytes - (uint64_t)st.st_size));
    capacity = file || bytes < GROW ? bytes : GROW;
    a->data = malloc(capacity ? capacity : 1);
    while (a->data && held < bytes) {
        if (held == capacity) {
            capacity = capacity < bytes / 2 ? 2 * capacity : bytes;
            void *larger = realloc(a->data, capacity);
            if (!larger) return array_fault(r->error, EXIT_TROUBLE, "needs %zu bytes of memory", capacity);
            a->data = larger;
        }
        status = read_up_to(r, (char *)a->data + held, capacity - held, &got);
        if (status) return status;
        if (!got) return array_fault(r->error, EXIT_USAGE, "is cut short: %zu bytes of data are missing", bytes - held);
        held += got;
    }
    if (!a->data) return array_fault(r->error, EXIT_TROUBLE, "needs %zu bytes of memory", capacity);
    status = read_up_to(r, &extra, 1, &got);
    if (!status && got) return array_fault(r->error, EXIT_USAGE, "has data after its array");
    return status;
}

uint64_t npy_count(const npy_array *a)
{
    uint64_t count = 1;
    for (unsigned d = 0; d < a->dims; ++d) count *= a->shape[d];
    return count;
}

static void swap_bytes(char *data, uint64_t count, size_t size)
{
    for (; count; --count, data += size)
        for (size_t i = 0; i < size / 2; ++i) {
            const char byte = data[i];
            data[i] = data[size - 1 - i];
            data[size - 1 - i] = byte;
        }
}

static void widen_one(const narrow_type *type, const char *from, char *to)
{
    uint16_t word = 0;
    memcpy(&word, from, type->size);
    const float value = (float)dtype_value(RR_F16, &word);
    const int32_t whole = type->type == RR_U32 ? word : type->size == 1 ? (int8_t)word : (int16_t)word;
    memcpy(to, type->type == RR_F32 ? (const void *)&value : (const void *)&whole, 4);
}

/* From the last number to the first, since the new position of each is at or after the old one. */
static int widen(reader *r, npy_array *a)
{
    const uint64_t count = npy_count(a);
    size_t bytes;
    const int status = data_bytes(r, a, 4, &bytes);
    if (status || !count) return status;
    char *wide = realloc(a->data, bytes);
    if (!wide) return array_fault(r->error, EXIT_TROUBLE, "needs %zu bytes of memory", bytes);
    a->data = wide;
    for (uint64_t i = count; i-- > 0;) widen_one(r->narrow, wide + i * r->narrow->size, wide + i * 4);
    return 0;
}

/* Files of another length are read instead, and refused there. */
static bool may_stay(reader *r, const npy_array *a, uint64_t offset)
{
    struct stat st;
    size_t bytes;
    if (r->swap || r->narrow || a->fortran || data_bytes(r, a, r->size, &bytes) || bytes < LARGE) return false;
    return !fstat(r->fd, &st) && S_ISREG(st.st_mode) && (uint64_t)st.st_size == offset + bytes;
}

static struct timespec changed_at(int fd)
{
    struct stat st;
    return fstat(fd, &st) ? (struct timespec){0, 0} : st.st_mtim;
}

static int leave_data(reader *r, npy_array *a, uint64_t offset, bool hashed)
{
    a->changed = changed_at(r->fd);
    char *piece = get_memory(GROW);
    size_t got = hashed;
    int status = 0;
    while (!status && got) status = read_up_to(r, piece, GROW, &got);
    free(piece);
    a->in_file = !status;
    a->fd = r->fd;
    a->offset = offset;
    return status;
}

int npy_window(const npy_array *array, uint64_t at, void *to, size_t bytes)
{
    for (char *next = to; bytes;) {
        const ssize_t n = pread(array->fd, next, bytes, (off_t)(array->offset + at));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n ? errno : EIO;
        next += n;
        at += (uint64_t)n;
        bytes -= (size_t)n;
    }
    const struct timespec now = changed_at(array->fd);
    return now.tv_sec == array->changed.tv_sec && now.tv_nsec == array->changed.tv_nsec ? 0 : ESTALE;
}

static int read_file(const char *path, bool all, bool hashed, npy_array *array, char error[NPY_ERROR])
{
    reader r = {.fd = open(path, O_RDONLY | O_CLOEXEC), .error = error};
    uint64_t offset = 0;
    memset(array, 0, sizeof *array);
    if (r.fd < 0) return array_fault(error, EXIT_USAGE, "can't be read: %s", strerror(errno));
    rr_sha256_start(&r.hash);
    int status = read_header(&r, array, &offset);
    const bool stays = !all && !status && may_stay(&r, array, offset);
    if (stays) status = leave_data(&r, array, offset, hashed);
    else if (!status) status = read_data(&r, array, offset);
    if (!status && r.swap) swap_bytes(array->data, npy_count(array), r.size);
    if (!status && r.narrow) status = widen(&r, array);
    if (!array->in_file) close(r.fd);
    if (status) {
        free(array->data);
        array->data = NULL;
        return status;
    }
    if (hashed || !stays) rr_sha256_finish(&r.hash, array->digest);
    return 0;
}

int npy_read(const char *path, npy_array *array, char error[NPY_ERROR])
{
    return read_file(path, true, true, array, error);
}

int npy_place(const char *path, bool hashed, npy_array *array, char error[NPY_ERROR])
{
    return read_file(path, false, hashed, array, error);
}

void npy_header(rr_type type, unsigned dims, const uint64_t shape[2], char header[NPY_HEADER])
{
    char text[NPY_HEADER], size[48] = "";
    if (dims == 1) snprintf(size, sizeof size, "%llu,", (unsigned long long)shape[0]);
    if (dims == 2) snprintf(size, sizeof size, "%llu, %llu", (unsigned long long)shape[0], (unsigned long long)shape[1]);
    const int length = snprintf(text, sizeof text, "{'descr': '<%s', 'fortran_order': False, 'shape': (%s), }",
                                dtype_numpy(type), size);
    memset(header, ' ', NPY_HEADER);
    memcpy(header, "\x93NUMPY\1\0", 8);
    header[8] = NPY_HEADER - 10;
    header[9] = 0;
    memcpy(header + 10, text, (size_t)length);
    header[NPY_HEADER - 1] = '\n';
}
