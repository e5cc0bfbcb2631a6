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

#endif
