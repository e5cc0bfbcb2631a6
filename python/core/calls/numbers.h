/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads parameters that are numbers, for single draws, where every nanosecond counts. */
#ifndef REROLL_PYTHON_NUMBERS_H
#define REROLL_PYTHON_NUMBERS_H

#include "core.h"

/* 1 for a float, also NumPy's float64; 2 for an int that a double holds; otherwise 0. */
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

/* The numbers of a single draw, by method `number` - 1. Each has two bits in `kinds`: 0 the default, 1 a float, 2 an int.
 * The highest bit is endpoint=True. */
typedef struct {
    double value[METHOD_NUMBERS];
    uint32_t number, kinds;
} Key;
#define KEY_ENDPOINT (1u << 31)

/* The key of a call whose parameters are numbers; 0 for any other call. */
static inline int core_numbers(const Method *m, Key *key, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    if (count + named > m->params || m->params > METHOD_NUMBERS) return 0;
    memcpy(key->value, m->numbers, sizeof key->value);
    key->number = m->number + 1;
    key->kinds = 0;
    for (Py_ssize_t i = 0; i < count + named; ++i) {
        const int at = i < count ? (int)i : core_place(m, PyTuple_GetItem(names, i - count));
        if (at < 0 || at >= m->params || key->kinds >> 2 * at & 3) return 0;
        const unsigned kind = core_is_number(args[i], &key->value[at]);
        if (!kind) return 0;
        key->kinds |= kind << 2 * at;
    }
    return 1;
}

/* The same of a call's arguments with their defaults (core_bind). */
static inline int core_key(const Method *m, Key *key, PyObject *const *value)
{
    if (m->params > METHOD_NUMBERS) return 0;
    memcpy(key->value, m->numbers, sizeof key->value);
    key->number = m->number + 1;
    key->kinds = m->endpoint >= 0 && value[m->endpoint] == Py_True ? KEY_ENDPOINT : 0;
    for (int i = 0; i < m->params; ++i) {
        if (value[i] == m->fallback[i]) continue;
        const unsigned kind = core_is_number(value[i], &key->value[i]);
        if (!kind) return 0;
        key->kinds |= kind << 2 * i;
    }
    return 1;
}

/* Single draws (quick.c). core_quick_known returns one from an existing window, or NULL. core_quick draws one for a call
 * that draw.c has read as `job`; NULL, without an exception, if it is refused. A call without a key has no window. */
PyObject *core_quick_known(Stream *self, const Method *m, const Key *key);
PyObject *core_quick(Stream *self, const Method *m, const Key *key, const rr_job *job);

#endif
