/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What Generator.choice needs of its p.
 *
 * probabilities(array) -> (sum, how many are not 0) of a vector of doubles; the sum is NaN where one of them is negative or
 * NaN. Python judges the sum, and finds out what is wrong itself.
 *
 * first(exponentials, array, out): the places of the len(out) smallest keys, in increasing order, of equal ones the first
 * place first. The key of place i is exponential i times 2^-64, over number i of the array; one that is 0 has no key. */
#include "core.h"

#include <math.h>

static double number_at(const Py_buffer *view, Py_ssize_t i)
{
    double x;   /* the array may not be aligned */
    memcpy(&x, (const char *)view->buf + i * view->strides[0], sizeof x);
    return x;
}

/* A vector of doubles; -1 with an exception. */
static int vector(PyObject *object, int flags, Py_buffer *view)
{
    if (PyObject_GetBuffer(object, view, flags)) return -1;
    if (view->ndim == 1 && view->itemsize == sizeof(double)) return 0;
    PyBuffer_Release(view);
    PyErr_SetString(PyExc_ValueError, "a vector of numbers of 8 bytes");
    return -1;
}

/* ---- The sum ---- */

/* Of some numbers; least is 0 where none is negative. */
typedef struct {
    double sum, least;
    Py_ssize_t zeros;
} Sum;

static void add(Sum *s, double x)
{
    s->sum += x;
    s->least = x < s->least ? x : s->least;
    s->zeros += x == 0;
}

static Sum both(Sum a, Sum b)
{
    return (Sum){a.sum + b.sum, a.least < b.least ? a.least : b.least, a.zeros + b.zeros};
}

/* Numbers from `at` to before `end`, by four sums that do not wait for each other. */
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

/* All numbers, piece by piece: the error is below 2^-40 of the sum. */
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
    return Py_BuildValue("(dn)", all.least < 0 ? NAN : all.sum, positive);
}

/* ---- The first keys ---- */

typedef struct {
    double key;
    int64_t place;
} Entry;

static int is_after(Entry a, Entry b) { return a.key > b.key || (a.key == b.key && a.place > b.place); }

/* Puts an entry into a heap of n, whose last is at 0, from `at` downwards. */
static void sift(Entry *heap, Py_ssize_t n, Py_ssize_t at, Entry entry)
{
    for (Py_ssize_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_after(heap[child + 1], heap[child])) ++child;
        if (!is_after(heap[child], entry)) break;
        heap[at] = heap[child];
    }
    heap[at] = entry;
}

/* The k first entries, as a heap; their number, which is below k where fewer have a key. */
static Py_ssize_t gather(const Py_buffer *e, const Py_buffer *p, Entry *heap, Py_ssize_t k)
{
    Py_ssize_t have = 0;
    for (Py_ssize_t i = 0; i < p->shape[0]; ++i) {
        const double chance = number_at(p, i);
        const Entry entry = {number_at(e, i) * 0x1p-64 / chance, i};
        if (!(chance > 0) || (have == k && !(entry.key < heap[0].key))) continue;
        if (have == k) {
            sift(heap, k, 0, entry);
            continue;
        }
        heap[have++] = entry;
        for (Py_ssize_t at = k / 2; have == k && at--;) sift(heap, k, at, heap[at]);   /* the first k become a heap */
    }
    return have;
}

/* The heap's last entry is the last place, and so on; -1 with an exception where memory ends or there are too few. */
static int find_first(const Py_buffer *e, const Py_buffer *p, int64_t *out, Py_ssize_t k)
{
    Entry *heap = malloc((size_t)k * sizeof *heap);
    if (!heap) {
        PyErr_NoMemory();
        return -1;
    }
    PyThreadState *state = PyEval_SaveThread();
    const Py_ssize_t have = gather(e, p, heap, k);
    for (Py_ssize_t n = k; have == k && n--;) {
        out[n] = heap[0].place;
        sift(heap, n, 0, heap[n]);
    }
    PyEval_RestoreThread(state);
    free(heap);
    if (have < k) PyErr_SetString(PyExc_ValueError, "fewer keys than places");
    return have < k ? -1 : 0;
}

PyObject *core_first(PyObject *module, PyObject *args)
{
    PyObject *exponentials, *array, *places;
    Py_buffer e, p, out;
    int bad = 1;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO:first", &exponentials, &array, &places)) return NULL;
    if (vector(exponentials, PyBUF_STRIDED_RO, &e)) return NULL;
    if (!vector(array, PyBUF_STRIDED_RO, &p)) {
        if (!vector(places, PyBUF_STRIDED, &out)) {
            if (e.shape[0] < p.shape[0] || out.strides[0] != sizeof(int64_t) || !out.shape[0])
                PyErr_SetString(PyExc_ValueError, "exponentials for all numbers, and places one after another");
            else
                bad = find_first(&e, &p, out.buf, out.shape[0]);
            PyBuffer_Release(&out);
        }
        PyBuffer_Release(&p);
    }
    PyBuffer_Release(&e);
    return bad ? NULL : Py_NewRef(Py_None);
}
