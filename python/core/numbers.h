/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters that are numbers: those of single draws, where each nanosecond counts. */
#ifndef REROLL_PYTHON_NUMBERS_H
#define REROLL_PYTHON_NUMBERS_H

#include "core.h"

/* The place of the argument of that name; -1 where there is none (arguments.c). */
int core_place(const Method *m, PyObject *name);

/* 1 where it is a float, NumPy's too, 2 an int that a double holds, else 0. */
static inline unsigned core_is_number(PyObject *object, double *value)
{
    if (PyFloat_Check(object)) {
        *value = PyFloat_AsDouble(object);
        return 1;
    }
    if (Py_TYPE(object) != &PyLong_Type) return 0;
    int overflow;
    const long long whole = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow || whole > 1ll << 53 || whole < -(1ll << 53)) return 0;
    *value = (double)whole;
    return 2;
}

/* Parameters that are given and are numbers, into value[METHOD_NUMBERS], and two bits of each: 0 not given, 1 a float, 2 an
 * int. 0 where anything else is given. */
static inline int core_numbers(const Method *m, double *value, uint32_t *kinds, PyObject *const *args, Py_ssize_t count,
                               PyObject *names)
{
    const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    *kinds = 0;
    if (count + named > m->params) return 0;
    for (Py_ssize_t i = 0; i < count + named; ++i) {
        const int at = i < count ? (int)i : core_place(m, PyTuple_GetItem(names, i - count));
        if (at < 0 || at >= m->params || *kinds >> 2 * at & 3) return 0;
        const unsigned kind = core_is_number(args[i], &value[at]);
        if (!kind) return 0;
        *kinds |= kind << 2 * at;
    }
    return 1;
}

#endif
