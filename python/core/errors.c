/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Exceptions, which every other file of this directory may raise: this one calls none of them. */
#include "core.h"

PyObject *core_raise(rr_status status, const char *message)
{
    PyObject *type = status == RR_ERR_MEMORY ? PyExc_MemoryError
        : status == RR_ERR_DEVICE || status == RR_ERR_FAILED || status == RR_ERR_CAP ? PyExc_RuntimeError
        : status == RR_ERR_INDEX || status == RR_ERR_FIT ? PyExc_OverflowError : PyExc_ValueError;
    PyErr_SetString(type, message && *message ? message : rr_status_text(status));
    return NULL;
}

PyObject *core_answer(rr_status status, const rr_result *result)
{
    if (status == RR_OK) Py_RETURN_NONE;
    if (status != RR_ERR_PARAM) return core_raise(status, result->message);
    return Py_BuildValue("(isK)", (int)status, result->message, (unsigned long long)result->bad_index);
}

int core_number(PyObject *object, void *number)
{
    Number *made = number;
    PyObject *index = PyNumber_Index(object);
    if (!index) return 0;
    made->value = PyLong_AsUnsignedLongLong(index);
    Py_DECREF(index);
    if (!PyErr_Occurred() && (made->bits == 64 || made->value >> made->bits == 0)) return 1;
    PyErr_Format(PyExc_ValueError, "%s must be from 0 to 2^%d - 1", made->name, made->bits);
    return 0;
}
