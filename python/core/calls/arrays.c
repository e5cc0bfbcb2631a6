/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads NumPy's objects for small calls (numpys.h). */
#include "numpys.h"

static const rr_type TYPES[] = {RR_F16, RR_F32, RR_F64, RR_I32, RR_I64, RR_U32, RR_U64};

int core_numpys_type(rr_type type)
{
    switch (type) {
    case RR_F16: return NPY_FLOAT16;
    case RR_F32: return NPY_FLOAT32;
    case RR_F64: return NPY_FLOAT64;
    case RR_I32: return NPY_INT32;
    case RR_I64: return NPY_INT64;
    case RR_U32: return NPY_UINT32;
    case RR_U64: return NPY_UINT64;
    default: return NPY_NOTYPE;
    }
}

int core_librarys_type(int type)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; ++i)
        if (core_numpys_type(TYPES[i]) == type) return (int)TYPES[i];
    return -1;
}

int core_read_whole(PyObject *object, int64_t *value)
{
    PyObject *index = NULL;
    int overflow;
    if (Py_TYPE(object) == &PyLong_Type) index = Py_NewRef(object);
    else if (PyArray_IsScalar(object, Integer)) index = PyNumber_Index(object);
    if (!index) {
        PyErr_Clear();
        return 0;
    }
    *value = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    return !overflow && *value <= 1ll << 53 && *value >= -(1ll << 53);
}

/* Reads the length of an axis; 0 if it is not a simple int. */
static int read_length(PyObject *object, npy_intp *length)
{
    int64_t whole;
    if (!core_read_whole(object, &whole) || whole < 0 || whole > CORE_PIECE) return 0;
    *length = (npy_intp)whole;
    return 1;
}

int core_read_shape(PyObject *size, npy_intp *shape)
{
    if (!PyTuple_Check(size)) return read_length(size, shape) ? 1 : -1;
    const Py_ssize_t axes = PyTuple_Size(size);
    if (axes > CORE_AXES) return -1;
    for (Py_ssize_t i = 0; i < axes; ++i)
        if (!read_length(PyTuple_GetItem(size, i), &shape[i])) return -1;
    return (int)axes;
}
