/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* NumPy's .npy files: reading parameters, writing the header of a result. */
#ifndef NPY_H
#define NPY_H

#include "reroll_sha256.h"
#include "cli/base/dtype.h"

enum { NPY_HEADER = 128, NPY_ERROR = 200, NPY_SHAPE = 64 };

/* An array of at most two dimensions, in this machine's byte order. The owner frees data. */
typedef struct npy_array {
    rr_type type;
    unsigned dims;
    uint64_t shape[2];
    bool fortran;
    void *data;                    /* NULL where the numbers stay in the file: */
    bool in_file;
    int fd;                        /* which the owner closes, */
    uint64_t offset;               /* from here on */
    char digest[RR_SHA256_TEXT];   /* of the whole file */
} npy_array;

/* Reads a file of format 1, 2 or 3 that holds f4, f8, i4, i8, u4 or u8 in either byte order, and nothing behind them; f2
 * becomes f32, integers of one and two bytes 32 bits.
 * Returns 0, or EXIT_USAGE (there is no such file, or it makes no sense) or EXIT_TROUBLE (reading failed), with the rest of
 * a sentence about the file in error: "holds ...", "is ...". */
int npy_read(const char *path, npy_array *array, char error[NPY_ERROR]);

/* The same, but large arrays stay in their file where that holds them as memory would, in C order. Where it is not
 * `hashed` their digest is not set: that takes reading them. */
int npy_place(const char *path, bool hashed, npy_array *array, char error[NPY_ERROR]);

/* Reads bytes of an array that stays in its file, from byte `at` of its numbers on. Returns 0 or errno. */
int npy_window(const npy_array *array, uint64_t at, void *to, size_t bytes);

/* Writes what is wrong with an array to error, as by printf; returns `status`. */
int array_fault(char error[NPY_ERROR], int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* How many numbers an array has. */
uint64_t npy_count(const npy_array *array);

/* "(3, 4)": the shape as NumPy writes it. */
const char *npy_shape_text(const npy_array *array, char text[NPY_SHAPE]);

/* The header that numpy.save would write; 128 bytes whatever the shape. */
void npy_header(rr_type type, unsigned dims, const uint64_t shape[2], char header[NPY_HEADER]);

#endif
