/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Raises exceptions. All files of this directory use this one, and it uses none of them. */
#include "core.h"

PyObject *core_raise(rr_status status, const char *message)
{
    PyObject *type = status == RR_ERR_MEMORY ? PyExc_MemoryError
        : status == RR_ERR_DEVICE || status == RR_ERR_FAILED || status == RR_ERR_CAP ? PyExc_RuntimeError
        : status == RR_ERR_INDEX || status == RR_ERR_FIT ? PyExc_OverflowError : PyExc_ValueError;
    PyErr_SetString(type, message && *message ? message : rr_status_text(status));
    return NULL;
}

/* ---- Results of calls ------------------------------------------------------------------------------------------------ */

static PyObject *value(rr_value v)
{
    switch (v.type) {
    case RR_F64: return PyFloat_FromDouble(v.as.real);
    case RR_I64: return PyLong_FromLongLong(v.as.integer);
    case RR_U64: return PyLong_FromUnsignedLongLong(v.as.natural);
    default: Py_RETURN_NONE;
    }
}

/* A number, or None for UINT64_MAX. */
static PyObject *number(uint64_t x)
{
    return x == UINT64_MAX ? Py_NewRef(Py_None) : PyLong_FromUnsignedLongLong(x);
}

static PyObject *related(const rr_result *r)
{
    PyObject *list = PyList_New(0);
    for (int p = 0; list && p < RR_MAX_RELATED && r->related[p].type; ++p) {
        PyObject *one = value(r->related[p]);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static const char *kind(rr_status status, const rr_result *r)
{
    static const char *const parameter[] = {
        [RR_FAULT_UNKNOWN] = "unknown", [RR_FAULT_RANGE] = "range", [RR_FAULT_INTEGER] = "integer",
        [RR_FAULT_RELATION] = "relation", [RR_FAULT_WEIGHTS] = "weights", [RR_FAULT_INCREASING] = "increasing",
        [RR_FAULT_DIRECTION] = "direction", [RR_FAULT_FINITE] = "finite", [RR_FAULT_SYMMETRIC] = "symmetric",
        [RR_FAULT_SEMIDEFINITE] = "semidefinite", [RR_FAULT_FIT] = "fit",
        [RR_FAULT_SIZE] = "size"};
    if (status == RR_ERR_FAILED) return "failed";
    if (status == RR_ERR_CAP) return "cap";
    if (status != RR_ERR_PARAM && status != RR_ERR_FIT) return NULL;
    const char *name = (size_t)r->fault < sizeof parameter / sizeof *parameter ? parameter[r->fault] : NULL;
    return name || status == RR_ERR_FIT ? name : "other";
}

PyObject *core_answer(rr_status status, const rr_result *r)
{
    if (status == RR_OK) Py_RETURN_NONE;
    const char *name = kind(status, r);
    char strategy[32];
    if (!name) return core_raise(status, r->message);
    rr_strategy_text(r->strategy, strategy);
    return Py_BuildValue("{sssisNs(NN)sNs(ddii)sNszsssKsNss}", "kind", name, "parameter", r->bad_param, "element",
        number(r->bad_index), "place", number(r->bad_place[0]), number(r->bad_place[1]), "value", value(r->value), "range",
        r->range.low, r->range.high, r->range.low_open, r->range.high_open, "related", related(r), "relation", r->relation,
        "strategy", strategy, "failed", (unsigned long long)r->failed, "first_failed", number(r->failed_index), "message",
        r->message);
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
