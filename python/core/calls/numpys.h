/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* NumPy's C interface, which module.c imports: arrays and scalars of small calls. */
#ifndef REROLL_PYTHON_NUMPYS_H
#define REROLL_PYTHON_NUMPYS_H

#include "core.h"

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL reroll_core_array
#ifndef REROLL_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

/* The most axes and samples of a call that is read here: larger ones go through Python. */
enum { CORE_AXES = 8, CORE_PIECE = 1 << 20 };

/* NumPy's type of one of the library's, and the library's of one of NumPy's; -1 where it has none. */
int core_numpys_type(rr_type type);
int core_librarys_type(int type);

/* An int that the library holds exactly, from an int or a scalar of NumPy's integers; 0 where it is none. */
int core_read_whole(PyObject *object, int64_t *value);

/* A size (not None) as a shape: its axes; -1 where it is not plain. */
int core_read_shape(PyObject *size, npy_intp *shape);

/* Draws a job into an array, whose reference it takes: the array, or NULL, and no index taken, where something is wrong.
 * is_shared: the array is the caller's, and stays as it was where a parameter is refused. */
PyObject *core_draw_into(Stream *self, rr_job *job, uint64_t indices, PyArrayObject *into, int is_shared);

#endif
