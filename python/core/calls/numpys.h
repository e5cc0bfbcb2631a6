/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* NumPy's C interface, which module.c imports, for arrays and scalars of small calls. */
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

/* The maximum axes and samples of a small call. Larger calls go through Python code. */
enum { CORE_AXES = 8, CORE_PIECE = 1 << 20 };

/* NumPy's type for a type of the library, and the reverse; -1 if there is none. */
int core_numpys_type(rr_type type);
int core_librarys_type(int type);

/* Reads an int or a NumPy integer scalar from -2^53 to 2^53; 0 if it is something else. */
int core_read_whole(PyObject *object, int64_t *value);

/* Reads a size (not None) as a shape; returns the number of axes, or -1 if it is not simple. */
int core_read_shape(PyObject *size, npy_intp *shape);

/* Draws a job into an array and steals its reference. Returns the array, or NULL after an error, which takes no index.
 * is_shared: the array is the caller's, and is unchanged if a parameter is refused. */
PyObject *core_draw_into(Stream *self, rr_job *job, uint64_t indices, PyArrayObject *into, int is_shared);

#endif
