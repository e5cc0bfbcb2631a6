/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads a job from a tuple (law, type, rows, cols, params, sizes, strategy, flags, index row stride); the last is optional:
 *
 *   law       index in the list of samplers, or a Law           type    an rr_type
 *   params    for each None (the default), a float (a value for all), an int (for integers), or (buffer, offset in
 *             bytes, type, row stride, column stride in bytes), with an address as buffer for memory of a GPU
 *   sizes     of the job's dimensions, a dictionary     strategy    "auto", "regroup", ... */
#include "core.h"

size_t core_width(rr_type type)
{
    switch (type) {
    case RR_F16: case RR_BF16: return 2;
    case RR_F32: case RR_I32: case RR_U32: return 4;
    case RR_F64: case RR_I64: case RR_U64: return 8;
    }
    return 0;
}

PyObject *core_number_of(rr_type type, const void *x)
{
    union { float f32; double f64; int32_t i32; int64_t i64; uint32_t u32; uint64_t u64; } v;
    memcpy(&v, x, core_width(type));
    switch (type) {
    case RR_F32: return PyFloat_FromDouble(v.f32);
    case RR_F64: return PyFloat_FromDouble(v.f64);
    case RR_I32: return PyLong_FromLong(v.i32);
    case RR_I64: return PyLong_FromLongLong(v.i64);
    case RR_U32: return PyLong_FromUnsignedLong(v.u32);
    case RR_U64: return PyLong_FromUnsignedLongLong(v.u64);
    default: return NULL;
    }
}

/* Reads an array; its buffer is held until core_job_free. */
static int read_array(Job *job, unsigned p, PyObject *spec)
{
    PyObject *array;
    Py_ssize_t offset, row, col;
    int type;
    if (!PyArg_ParseTuple(spec, "Oninn", &array, &offset, &type, &row, &col)) return -1;
    const char *start;
    if (PyLong_Check(array)) {
        start = PyLong_AsVoidPtr(array);
        if (PyErr_Occurred()) return -1;
    } else {
        if (PyObject_GetBuffer(array, &job->view[p], PyBUF_STRIDED_RO)) return -1;
        start = job->view[p].buf;
    }
    job->job.param[p] = (rr_param){start + offset, (rr_type)type, row, col};
    return 0;
}

static int read_param(Job *job, unsigned p, PyObject *spec)
{
    rr_param *param = &job->job.param[p];
    if (spec == Py_None) return 0;
    if (PyTuple_Check(spec)) return read_array(job, p, spec);
    if (PyLong_Check(spec)) {
        int beyond;
        job->whole[p] = PyLong_AsLongLongAndOverflow(spec, &beyond);
        if (beyond) job->whole[p] = (int64_t)PyLong_AsUnsignedLongLong(spec);
        *param = (rr_param){&job->whole[p], beyond ? RR_U64 : RR_I64, 0, 0};
    } else {
        job->value[p] = PyFloat_AsDouble(spec);
        *param = (rr_param){&job->value[p], RR_F64, 0, 0};
    }
    return PyErr_Occurred() ? -1 : 0;
}

/* Reads an index or a Law; -1 with an exception. */
static int read_law(Job *job, PyObject *law)
{
    if (!(job->job.sampler = core_sampler_take(law))) return -1;
    job->sampler = rr_sampler_about(job->job.sampler);
    job->law = Py_NewRef(law);
    return 0;
}

/* Reads all parameters; -1 with an exception. */
static int read_params(Job *job, PyObject *params)
{
    const uint32_t count = job->sampler->params;
    if (PyTuple_Size(params) != (Py_ssize_t)count) {
        PyErr_SetString(PyExc_TypeError, "a job has a value for each parameter");
        return -1;
    }
    for (unsigned p = 0; p < count; ++p)
        if (read_param(job, p, PyTuple_GetItem(params, p))) return -1;
    return 0;
}

/* Refuses a strategy; if its name is known the message has its form. */
static void refuse_strategy(const char *strategy)
{
    const size_t length = strcspn(strategy, ":");
    rr_strategy_info info;
    for (size_t i = 0; rr_strategy_list(i, &info); ++i) {
        if (strncmp(info.name, strategy, length) || info.name[length]) continue;
        PyErr_Format(PyExc_ValueError, "strategy '%s' is not of the form %s: %s", strategy, info.form, info.help);
        return;
    }
    PyErr_Format(PyExc_ValueError, "unknown strategy '%s': reroll.strategies() lists them", strategy);
}

int core_job_read(Job *job, PyObject *spec)
{
    const rr_job none = RR_JOB_INIT;
    PyObject *law;
    int type;
    Number rows = {"size", 64, 0}, cols = {"size", 64, 0};
    unsigned flags;
    unsigned long long stride = 0;
    const char *strategy;
    PyObject *params;
    memset(job->view, 0, sizeof job->view);
    job->law = NULL;
    job->job = none;
    if (!PyArg_ParseTuple(spec, "OiO&O&O!O&sI|K", &law, &type, core_number, &rows, core_number, &cols, &PyTuple_Type,
                          &params, core_dims, &job->job.dims, &strategy, &flags, &stride))
        return -1;
    if (read_law(job, law)) return -1;
    job->job.dtype = (rr_type)type;
    job->job.rows = rows.value, job->job.cols = cols.value, job->job.flags = flags, job->job.index_row_stride = stride;
    if (rr_strategy_find(strategy, &job->job.strategy)) {
        refuse_strategy(strategy);
        return -1;
    }
    return read_params(job, params);
}

void core_job_free(Job *job)
{
    for (unsigned p = 0; p < RR_MAX_PARAMS; ++p)
        if (job->view[p].obj) PyBuffer_Release(&job->view[p]);
    if (job->law) core_sampler_drop(job->law);
    Py_CLEAR(job->law);
}
