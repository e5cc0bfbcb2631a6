/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Arrays of numbers as text, in a file or on the command line. */
#ifndef TEXTARRAY_H
#define TEXTARRAY_H

#include "npy.h"
#include "cli/base/cli.h"

/* The longest list. More numbers belong in a file, because a job file holds the numbers of a list. */
enum { LIST_MAX = 500 };

/* Splits "p.csv:alpha" after its last ".csv": returns the path and sets *column to "alpha", or to NULL if there is none.
 * The caller frees both. */
char *array_split(const char *typed, char **column);

/* The same for what follows @ in an option. EXIT_DONE, or EXIT_USAGE after a message: a job file can't hold the name. */
exit_status array_typed(const char *option, const char *typed, char **path, char **column);

/* Reads a file of parameters or points: .csv and .txt as text, others as .npy. `column` is the name of a column of a .csv
 * file with a header line, or NULL for all columns. The second function reads whole numbers in text as list_read does. Both
 * return as npy_read. */
int array_read(const char *path, const char *column, npy_array *array, char error[NPY_ERROR]);
int array_read_whole(const char *path, const char *column, npy_array *array, char error[NPY_ERROR]);

/* True for file names that are read as text. */
bool array_is_text(const char *path);

/* As npy_place; text is always read into memory. */
int array_place(const char *path, const char *column, bool hashed, npy_array *array, char error[NPY_ERROR]);

/* True if the text looks like a list: it has a comma or a semicolon. */
bool is_list(const char *text);

/* Reads "3,4,5" with shape (3,), or the rows "1,2;3,4" with shape (2, 2). Returns as npy_read. */
int list_read(const char *text, npy_array *array, char error[NPY_ERROR]);

/* The same. With `rows` a single row also has two dimensions. With `whole`, integers that f64 does not hold exactly become
 * i64 or u64. */
int list_read_as(const char *text, bool rows, bool whole, npy_array *array, char error[NPY_ERROR]);

/* Sets the digest, of shape and values, of an array of doubles that the caller has filled. */
void list_digest(npy_array *array);

#endif
