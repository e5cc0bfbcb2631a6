/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* NumPy's .npy files: reading parameters, writing the header of a result. */
#ifndef NPY_H
#define NPY_H

#include "reroll_sha256.h"
#include "cli/base/dtype.h"

#include <time.h>

enum { NPY_HEADER = 128, NPY_ERROR = 200, NPY_SHAPE = 64 };

/* An array of at most two dimensions, in this machine's byte order. The owner frees data. */
typedef struct npy_array {
    rr_type type;
    unsigned dims;
    uint64_t shape[2];
    bool fortran;
    bool rounded;                  /* a number of a text or list was rounded to 2^53 */
    void *data;                    /* NULL if the numbers stay in the file: */
    bool in_file;
    int fd;                        /* its descriptor, which the owner closes, */
    uint64_t offset;               /* where they begin, */
    struct timespec changed;       /* and when the file was last changed, before it was read */
    char digest[RR_SHA256_TEXT];   /* of the whole file */
} npy_array;

/* Reads a file of format 1, 2 or 3 that holds f4, f8, i4, i8, u4 or u8 in either byte order, and nothing after them. f2
 * becomes f32; integers of one and two bytes become 32 bits.
 * Returns 0, EXIT_USAGE (the file is missing or invalid) or EXIT_TROUBLE (reading failed). `error` gets the end of a
 * message that begins with the file's name: "holds ...", "is ...". */
int npy_read(const char *path, npy_array *array, char error[NPY_ERROR]);

/* The same, but large arrays stay in their file if it holds them as memory would, in C order. Unless `hashed`, their
 * digest is not set, because it requires reading them. */
int npy_place(const char *path, bool hashed, npy_array *array, char error[NPY_ERROR]);

/* Reads bytes of an array that stays in its file, from byte `at` of its data on. Returns 0 or errno; ESTALE: the file has
 * changed since npy_place read it. */
int npy_window(const npy_array *array, uint64_t at, void *to, size_t bytes);

/* Formats the message about an array, one line, into `error`, as by printf; returns `status`. */
int array_fault(char error[NPY_ERROR], int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The number of elements of an array. */
uint64_t npy_count(const npy_array *array);

/* "(3, 4)": the shape as NumPy writes it. */
const char *npy_shape_text(const npy_array *array, char text[NPY_SHAPE]);

/* The header that numpy.save writes: 128 bytes for any shape. */
void npy_header(rr_type type, unsigned dims, const uint64_t shape[2], char header[NPY_HEADER]);

#endif
