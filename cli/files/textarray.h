/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Arrays of numbers that are written as text: in a file, or on the command line. */
#ifndef TEXTARRAY_H
#define TEXTARRAY_H

#include "npy.h"

/* More numbers than this belong in a file: a job file holds those of a list. */
enum { LIST_MOST = 500 };

/* Reads a file of parameters or points: .csv and .txt as text, what has another name as .npy; the second one reads whole
 * numbers in text as list_read does. Return as npy_read. */
int array_read(const char *path, npy_array *array, char error[NPY_ERROR]);
int array_read_whole(const char *path, npy_array *array, char error[NPY_ERROR]);

/* True for the name of a file that is read as text. */
bool array_is_text(const char *path);

/* As npy_place; text is read whole. */
int array_place(const char *path, bool hashed, npy_array *array, char error[NPY_ERROR]);

/* True for what a list looks like: it has a comma or a semicolon. */
bool is_list(const char *text);

/* Reads "3,4,5", shape (3,), or "1,2;3,4", rows, shape (2, 2). Returns as npy_read. */
int list_read(const char *text, npy_array *array, char error[NPY_ERROR]);

/* The same; one row has two dimensions too where `rows` is set. Where the numbers are to be `whole`, and f64 does not hold all
 * of them, they become i64 or u64. */
int list_read_as(const char *text, bool rows, bool whole, npy_array *array, char error[NPY_ERROR]);

/* Completes an array of doubles that the caller has filled: digest, which tells shape and values apart. */
void list_digest(npy_array *array);

#endif
