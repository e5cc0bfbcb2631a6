/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Permutations, subsets and resampling (reroll_order.h) into buffers of int64. The caller manages indices. */
#include "core.h"

/* Gets a writable buffer of int64 numbers; -1 with an exception. */
static int into(PyObject *object, Py_buffer *out)
{
    return PyObject_GetBuffer(object, out, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS);
}

static PyObject *done(Py_buffer *out, rr_status status, const rr_result *result)
{
    PyBuffer_Release(out);
    if (status) return core_raise(status, result ? result->message : NULL);
    Py_RETURN_NONE;
}

PyObject *core_permutation(PyObject *module, PyObject *args)
{
    PyObject *device, *object;
    unsigned long long seed, stream, next, rows, n;
    Py_buffer out;
    rr_result result = RR_RESULT_INIT;
    rr_status status = RR_ERR_ARGUMENT;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!KKKKKO", core_device_type, &device, &seed, &stream, &next, &rows, &n, &object))
        return NULL;
    if (into(object, &out)) return NULL;
    if ((uint64_t)out.len >= rows * n * sizeof(int64_t)) {
        Py_BEGIN_ALLOW_THREADS
        status = rr_permutation(((Device *)device)->device, (rr_stream){seed, stream, next}, rows, n, out.buf, &result);
        Py_END_ALLOW_THREADS
    }
    return done(&out, status, &result);
}

/* The numbers per row of a buffer. */
static uint64_t row_of(const Py_buffer *out, uint64_t rows)
{
    return rows ? (uint64_t)out->len / sizeof(int64_t) / rows : 0;
}

PyObject *core_choose(PyObject *module, PyObject *args)
{
    PyObject *object;
    unsigned long long seed, stream, next, rows;
    Number n = {"a", 64, 0};
    Py_buffer out;
    rr_result result = RR_RESULT_INIT;
    rr_status status = RR_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "KKKO&KO", &seed, &stream, &next, core_number, &n, &rows, &object) || into(object, &out))
        return NULL;
    const uint64_t k = row_of(&out, rows);
    Py_BEGIN_ALLOW_THREADS
    for (uint64_t r = 0; !status && r < rows; ++r)
        status = rr_choose((rr_stream){seed, stream, next + r * k}, n.value, k, (int64_t *)out.buf + r * k, &result);
    Py_END_ALLOW_THREADS
    return done(&out, status, &result);
}

PyObject *core_choose_weighted(PyObject *module, PyObject *args)
{
    PyObject *device, *weights, *object;
    unsigned long long seed, stream, next, rows;
    int sorted;
    Py_buffer out, w;
    rr_result result = RR_RESULT_INIT;
    rr_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!KKKOKpO", core_device_type, &device, &seed, &stream, &next, &weights, &rows, &sorted,
                          &object))
        return NULL;
    if (into(object, &out)) return NULL;
    if (PyObject_GetBuffer(weights, &w, PyBUF_C_CONTIGUOUS)) {
        PyBuffer_Release(&out);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    status = rr_choose_weighted(((Device *)device)->device, (rr_stream){seed, stream, next}, w.buf,
                                (uint64_t)w.len / sizeof(double), rows, row_of(&out, rows), sorted, out.buf, &result);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&w);
    return done(&out, status, &result);
}

PyObject *core_bijection(PyObject *module, PyObject *args)
{
    PyObject *object;
    unsigned long long seed, stream, next, n, first;
    Py_buffer out;
    rr_result result = RR_RESULT_INIT;
    rr_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "KKKKKO", &seed, &stream, &next, &n, &first, &object) || into(object, &out)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = rr_bijection((rr_stream){seed, stream, next}, n, first, (uint64_t)out.len / sizeof(int64_t), out.buf, &result);
    Py_END_ALLOW_THREADS
    return done(&out, status, &result);
}

PyObject *core_resample(PyObject *module, PyObject *args)
{
    PyObject *device, *weights, *object;
    int how;
    unsigned long long seed, stream, next;
    Py_buffer out, w;
    rr_result result = RR_RESULT_INIT;
    rr_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!iKKKOO", core_device_type, &device, &how, &seed, &stream, &next, &weights,
                          &object))
        return NULL;
    if (into(object, &out)) return NULL;
    if (PyObject_GetBuffer(weights, &w, PyBUF_C_CONTIGUOUS)) {
        PyBuffer_Release(&out);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    status = rr_resample(((Device *)device)->device, (rr_resampling)how, (rr_stream){seed, stream, next}, w.buf,
                         (uint64_t)w.len / sizeof(double), (uint64_t)out.len / sizeof(int64_t), out.buf, &result);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&w);
    return done(&out, status, &result);
}
