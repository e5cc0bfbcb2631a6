/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The sum of the p of Generator.choice.
 *
 * probabilities(array) -> (sum, number of values that are not 0) for a vector of doubles; the sum is NaN if a value is
 * negative or NaN. Python code checks the sum and finds the error. */
#include "core.h"

#include <math.h>

static double number_at(const Py_buffer *view, Py_ssize_t i)
{
    double x;   /* the array may not be aligned */
    memcpy(&x, (const char *)view->buf + i * view->strides[0], sizeof x);
    return x;
}

/* Gets a vector of doubles; -1 with an exception. */
static int vector(PyObject *object, int flags, Py_buffer *view)
{
    if (PyObject_GetBuffer(object, view, flags)) return -1;
    if (view->ndim == 1 && view->itemsize == sizeof(double)) return 0;
    PyBuffer_Release(view);
    PyErr_SetString(PyExc_ValueError, "a vector of numbers of 8 bytes");
    return -1;
}

/* ---- The sum ---- */

/* The sum of some numbers; least is 0 if none is negative. */
typedef struct {
    double sum, min;
    Py_ssize_t zeros;
} Sum;

static void add(Sum *s, double x)
{
    s->sum += x;
    s->min = x < s->min ? x : s->min;
    s->zeros += x == 0;
}

static Sum both(Sum a, Sum b)
{
    return (Sum){a.sum + b.sum, a.min < b.min ? a.min : b.min, a.zeros + b.zeros};
}

/* Sums the numbers in [at, end) by four independent sums. */
static Sum sum_piece(const Py_buffer *p, Py_ssize_t at, Py_ssize_t end)
{
    Sum a = {0, 0, 0}, b = a, c = a, d = a;
    for (; end - at >= 4; at += 4) {
        add(&a, number_at(p, at));
        add(&b, number_at(p, at + 1));
        add(&c, number_at(p, at + 2));
        add(&d, number_at(p, at + 3));
    }
    for (; at < end; ++at) add(&a, number_at(p, at));
    return both(both(a, b), both(c, d));
}

/* Sums all numbers in pieces: the relative error is below 2^-40. */
static Sum sum_all(const Py_buffer *p)
{
    enum { PIECE = 4096 };
    const Py_ssize_t n = p->shape[0];
    Sum all = {0, 0, 0};
    for (Py_ssize_t at = 0; at < n; at += PIECE) all = both(all, sum_piece(p, at, n - at < PIECE ? n : at + PIECE));
    return all;
}

PyObject *core_probabilities(PyObject *module, PyObject *array)
{
    Py_buffer p;
    (void)module;
    if (vector(array, PyBUF_STRIDED_RO, &p)) return NULL;
    const Sum all = sum_all(&p);
    const Py_ssize_t positive = p.shape[0] - all.zeros;
    PyBuffer_Release(&p);
    return Py_BuildValue("(dn)", all.min < 0 ? NAN : all.sum, positive);
}
