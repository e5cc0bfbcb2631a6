/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes short calls of dirichlet(alpha, size) and multinomial(n, pvals, size) without running Python code. The vector is a
 * list of numbers or an array of doubles. All other calls, including errors, go to m->call, as in draw.c. */
#include "numpys.h"

/* The maximum length of vectors, and of probabilities: NumPy sums in order only up to 8 numbers. */
enum { LONGEST = 64, LONGEST_SUM = 8 };

typedef struct {
    rr_job job;
    double numbers[LONGEST], trials;
} Call;

/* Reads a number of a list; 0 if it is none. */
static int read_item(PyObject *object, double *value)
{
    int64_t whole;
    if (PyFloat_Check(object)) {
        *value = PyFloat_AsDouble(object);
        return 1;
    }
    if (Py_TYPE(object) != &PyLong_Type || !core_read_whole(object, &whole)) return 0;
    *value = (double)whole;
    return 1;
}

static Py_ssize_t read_list(PyObject *list, double *into)
{
    const int is_list = Py_TYPE(list) == &PyList_Type;
    const Py_ssize_t count = is_list ? PyList_Size(list) : PyTuple_Size(list);
    if (count > LONGEST) return 0;
    for (Py_ssize_t i = 0; i < count; ++i)
        if (!read_item(is_list ? PyList_GetItem(list, i) : PyTuple_GetItem(list, i), &into[i])) return 0;
    return count;
}

/* Reads a vector of 2 or more numbers; returns its length, or 0 if it is not simple. */
static Py_ssize_t read_vector(PyObject *object, double *into)
{
    if (Py_TYPE(object) == &PyList_Type || Py_TYPE(object) == &PyTuple_Type) {
        const Py_ssize_t count = read_list(object, into);
        return count > 1 ? count : 0;
    }
    if (!PyArray_CheckExact(object)) return 0;
    PyArrayObject *array = (PyArrayObject *)object;
    if (PyArray_NDIM(array) != 1 || PyArray_TYPE(array) != NPY_FLOAT64 || !PyArray_ISBEHAVED_RO(array)) return 0;
    const npy_intp count = PyArray_DIM(array, 0), step = PyArray_STRIDE(array, 0);
    if (count < 2 || count > LONGEST) return 0;
    for (npy_intp i = 0; i < count; ++i) memcpy(&into[i], PyArray_BYTES(array) + i * step, sizeof *into);
    return count;
}

/* Replaces the last probability by 1 minus the others, as the sampler needs it. 0 if NumPy refuses them. */
static int read_probabilities(double *p, Py_ssize_t count)
{
    double sum = 0;
    if (count > LONGEST_SUM) return 0;
    for (Py_ssize_t k = 0; k < count; ++k) {
        if (!(p[k] >= 0 && p[k] <= 1)) return 0;
        if (k < count - 1) sum += p[k];
    }
    p[count - 1] = sum < 1 ? 1 - sum : 0;
    return sum <= 1 + 1e-12;
}

/* Reads a call; returns the vector's length, or 0 if the call is not simple. */
static Py_ssize_t read_call(Call *c, const Method *m, PyObject **value)
{
    const int is_multinomial = m->params == 2;
    int64_t trials;
    for (int i = m->params; i < m->count; ++i)
        if (i != m->size && value[i] != m->fallback[i]) return 0;
    c->job = (rr_job)RR_JOB_INIT;
    c->job.sampler = m->sampler;
    c->job.dtype = m->dtype;
    const Py_ssize_t count = read_vector(value[m->params - 1], c->numbers);
    c->job.param[m->params - 1] = (rr_param){c->numbers, RR_F64, 0, sizeof *c->numbers};
    if (!count || !is_multinomial) return count;
    if (!core_read_whole(value[0], &trials) || trials < 0 || !read_probabilities(c->numbers, count)) return 0;
    c->trials = (double)trials;
    c->job.param[0] = (rr_param){&c->trials, RR_F64, 0, 0};
    return count;
}

static PyObject *draw(Stream *self, Call *c, PyObject *size, Py_ssize_t count)
{
    npy_intp shape[CORE_AXES + 1];
    const int axes = size == Py_None ? 0 : core_read_shape(size, shape);
    uint64_t rows = 1;
    for (int i = 0; i < axes && rows <= CORE_PIECE; ++i) rows *= (uint64_t)shape[i];
    if (axes < 0 || !rows || rows * (uint64_t)count > CORE_PIECE) return NULL;
    shape[axes] = count;
    c->job.rows = rows, c->job.cols = (uint64_t)count;
    PyArrayObject *into = (PyArrayObject *)PyArray_SimpleNew(axes + 1, shape, core_numpys_type(c->job.dtype));
    return core_draw_into(self, &c->job, rows, into, 0);
}

PyObject *core_rows(PyObject *object, const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Stream *self = core_stream(object);
    PyObject *value[METHOD_ARGS], *made = NULL;
    Call c;
    if (core_bind(m, value, args, count, names)) return NULL;
    const Py_ssize_t length = self->device ? read_call(&c, m, value) : 0;
    if (length) made = draw(self, &c, value[m->size], length);
    if (made) return made;
    PyErr_Clear();
    return core_call_bound(object, m, value);
}
