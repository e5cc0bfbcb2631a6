/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes simple calls of samplers of numbers without running Python code. Simple means: parameters are numbers, or NumPy
 * arrays of one shape with types that the library reads; the other arguments are a size, a type and an array to write to.
 *
 * All other calls go to m->call: broadcasting of several shapes, other types, arrays on a GPU, jobs above one piece
 * (fill.c), and all errors. So no function here raises an exception: a call that fails uses no index and is repeated in
 * Python. */
#include "numbers.h"
#include "numpys.h"

/* A call in the form of the library. */
typedef struct {
    rr_job job;
    union { double real; int64_t whole; } number[RR_MAX_PARAMS];
    int arrays, axes;                /* the number of array parameters; the axes of their common shape */
    npy_intp shape[CORE_AXES], repeats;   /* that shape; the number of samples of that shape */
    int sized, out_axes;             /* sized: the result's shape is given */
    npy_intp out_shape[CORE_AXES];
    PyArrayObject *out;              /* borrowed */
} Call;

static int is_integer(rr_type type) { return type == RR_I32 || type == RR_I64 || type == RR_U32 || type == RR_U64; }

/* ---- Parameters: 1, or 0 if the call is not simple ---------------------------------------------------------------- */

static int read_number(Call *c, const rr_sampler_info *info, uint32_t p, PyObject *object)
{
    int64_t whole;
    if (PyFloat_Check(object) || PyArray_IsScalar(object, Float)) {
        c->number[p].real = PyFloat_AsDouble(object);
        c->job.param[p] = (rr_param){&c->number[p], RR_F64, 0, 0};
        if (PyErr_Occurred()) return 0;   /* a float of a user's class */
        return !info->integers;   /* m->call refuses fractions of counts, which NumPy cuts off */
    }
    if (!core_read_whole(object, &whole)) return 0;
    if (info->integers) c->number[p].whole = whole;
    else c->number[p].real = (double)whole;
    c->job.param[p] = (rr_param){&c->number[p], info->integers ? RR_I64 : RR_F64, 0, 0};
    return 1;
}

/* True if an integer is beyond 2^53, where doubles are not exact: Python code then compares it with the range's end. */
static int goes_beyond(PyArrayObject *array, rr_type type)
{
    const npy_intp count = PyArray_SIZE(array), step = PyArray_NDIM(array) == 1 ? PyArray_STRIDE(array, 0) : 8;
    const char *at = PyArray_BYTES(array);
    int beyond = 0;
    for (npy_intp i = 0; i < count; ++i, at += step) {
        int64_t x;
        memcpy(&x, at, sizeof x);
        beyond |= x > 1ll << 53 || (type == RR_I64 && x < -(1ll << 53)) || (type == RR_U64 && x < 0);
    }
    return beyond;
}

/* Shapes are compared by loops: memcmp must not get the NULL of an array without axes. */
static int same_shape(int axes, const npy_intp *a, const npy_intp *b)
{
    while (axes && a[axes - 1] == b[axes - 1]) --axes;
    return !axes;
}

static void copy_shape(int axes, npy_intp *to, const npy_intp *from)
{
    for (int i = 0; i < axes; ++i) to[i] = from[i];
}

/* True if an array has the shape of the previous ones. The first one sets it. */
static int fractions_shape(Call *c, PyArrayObject *array)
{
    const int axes = PyArray_NDIM(array);
    if (axes > CORE_AXES || PyArray_SIZE(array) == 0) return 0;
    if (!c->arrays++) {
        c->axes = axes;
        copy_shape(axes, c->shape, PyArray_DIMS(array));
    }
    return axes == c->axes && same_shape(axes, c->shape, PyArray_DIMS(array));
}

static int read_array(Call *c, const rr_sampler_info *info, uint32_t p, unsigned is_count, PyArrayObject *array)
{
    const int type = core_librarys_type(PyArray_TYPE(array)), axes = PyArray_NDIM(array);
    if (type < 0 || type == RR_F16 || !PyArray_ISBEHAVED_RO(array) || PyArray_SIZE(array) > CORE_PIECE) return 0;
    if ((info->integers || is_count) && !is_integer((rr_type)type)) return 0;
    if (axes > 1 && !PyArray_IS_C_CONTIGUOUS(array)) return 0;
    if (!info->integers && (type == RR_I64 || type == RR_U64) && goes_beyond(array, (rr_type)type)) return 0;
    const npy_intp step = axes == 1 ? PyArray_STRIDE(array, 0) : PyArray_ITEMSIZE(array);
    c->job.param[p] = (rr_param){PyArray_BYTES(array), (rr_type)type, 0, step};
    return fractions_shape(c, array);
}

/* Reads an array without axes as a number. */
static int read_item(Call *c, const rr_sampler_info *info, uint32_t p, PyArrayObject *array)
{
    PyObject *item = PyArray_GETITEM(array, PyArray_BYTES(array));
    const int done = item && read_number(c, info, p, item);
    Py_XDECREF(item);
    PyErr_Clear();
    return done;
}

static int read_parameter(Call *c, const Method *m, uint32_t p, PyObject **value)
{
    const rr_sampler_info *info = rr_sampler_about(m->sampler);
    const int at = m->argument[p];
    if (at < 0) {
        c->job.param[p] = (rr_param){&m->constant[p], RR_F64, 0, 0};
        return 1;
    }
    PyObject *object = value[at];
    if (object == Py_None && m->fallback[at] == Py_None) return 1;   /* the library's default */
    if (!PyArray_CheckExact(object)) return read_number(c, info, p, object);
    PyArrayObject *array = (PyArrayObject *)object;
    return PyArray_NDIM(array) ? read_array(c, info, p, m->counts >> p & 1, array) : read_item(c, info, p, array);
}

/* integers(low, high=None, endpoint=): the sampler's bounds are inclusive, and must fit the requested type. */
static int read_bounds(Call *c, const Method *m, PyObject **value)
{
    const int is_endpoint = value[m->endpoint] == Py_True;
    int64_t low = 0, high;
    if (value[m->endpoint] != Py_True && value[m->endpoint] != Py_False) return 0;
    if (!core_read_whole(value[1] == Py_None ? value[0] : value[1], &high)) return 0;
    if (value[1] != Py_None && !core_read_whole(value[0], &low)) return 0;
    high -= !is_endpoint;
    c->number[0].whole = low, c->number[1].whole = high;
    for (int p = 0; p < 2; ++p) c->job.param[p] = (rr_param){&c->number[p], RR_I64, 0, 0};
    if (c->job.dtype == RR_I32) return low <= high && low >= INT32_MIN && high <= INT32_MAX;
    return low <= high && c->job.dtype == RR_I64;
}

static int read_parameters(Call *c, const Method *m, PyObject **value)
{
    const uint32_t params = rr_sampler_about(m->sampler)->params;
    if (m->endpoint >= 0) return read_bounds(c, m, value);
    for (uint32_t p = 0; p < params; ++p)
        if (!read_parameter(c, m, p, value)) return 0;
    if (!m->accepts) return 1;
    double v[RR_MAX_PARAMS];
    for (uint32_t p = 0; p < params; ++p) v[p] = c->number[p].real;
    return !c->arrays && m->accepts(v);
}

/* ---- Other arguments: 1, or 0 if the call is not simple ----------------------------------------------------------- */

static int read_type(Call *c, const Method *m, PyObject *object)
{
    PyArray_Descr *kind = NULL;
    c->job.dtype = m->dtype;
    if (object == m->fallback[m->type]) return 1;
    if (object == Py_None || !PyArray_DescrConverter(object, &kind)) {
        PyErr_Clear();
        return 0;
    }
    const int type = PyArray_ISNBO(kind->byteorder) ? core_librarys_type(kind->type_num) : -1;
    Py_DECREF((PyObject *)kind);
    if (type < 0 || !(rr_sampler_about(m->sampler)->dtypes >> type & 1)) return 0;
    c->job.dtype = (rr_type)type;
    return 1;
}

/* Reads a size as the shape of the result. */
static int read_size(Call *c, PyObject *size)
{
    c->sized = size != Py_None;
    if (c->sized) c->out_axes = core_read_shape(size, c->out_shape);
    return c->out_axes >= 0;
}

/* Reads `out`; 0 unless samples can be drawn into its memory directly. */
static int read_out(Call *c, const Method *m, PyObject *object)
{
    if (object == Py_None) return 1;
    if (!PyArray_CheckExact(object)) return 0;
    PyArrayObject *out = c->out = (PyArrayObject *)object;
    const int axes = PyArray_NDIM(out);
    const rr_type type = c->job.dtype;
    if (axes > CORE_AXES || !PyArray_ISCARRAY(out) || core_librarys_type(PyArray_TYPE(out)) != (int)type) return 0;
    if (rr_sampler_about(m->sampler)->counts) return 0;   /* a count may not fit, or a stage of it may fail */
    if (c->sized && !(axes == c->out_axes && same_shape(axes, c->out_shape, PyArray_DIMS(out)))) return 0;
    c->sized = 1;
    c->out_axes = axes;
    copy_shape(axes, c->out_shape, PyArray_DIMS(out));
    return 1;
}

/* True if all arguments that are not read here, such as stream, have their defaults. */
static int are_default(const Method *m, PyObject **value)
{
    for (int i = m->params; i < m->count; ++i) {
        const int is_read = i == m->size || i == m->type || i == m->out || i == m->endpoint;
        if (!is_read && value[i] != m->fallback[i]) return 0;
    }
    return 1;
}

/* True if the last axes of the result have the arrays' shape. The axes before them repeat the arrays. */
static int fits(Call *c)
{
    c->repeats = 1;
    if (!c->sized) {
        c->out_axes = c->axes;
        copy_shape(c->axes, c->out_shape, c->shape);
        return 1;
    }
    const int before = c->out_axes - c->axes;
    if (before < 0 || !same_shape(c->axes, c->out_shape + before, c->shape)) return 0;
    for (int i = 0; i < before && c->repeats <= CORE_PIECE; ++i) c->repeats *= c->out_shape[i];
    return 1;
}

static int count_elements(Call *c)
{
    uint64_t each = 1, all;
    for (int i = 0; i < c->axes; ++i) each *= (uint64_t)c->shape[i];
    if (c->arrays) {
        c->job.rows = (uint64_t)c->repeats, c->job.cols = each;
    } else {
        c->job.rows = 1, c->job.cols = 1;
        for (int i = 0; i < c->out_axes && c->job.cols <= CORE_PIECE; ++i) c->job.cols *= (uint64_t)c->out_shape[i];
    }
    all = c->job.rows * c->job.cols;
    return all > 0 && all <= CORE_PIECE;
}

static int read_call(Call *c, const Method *m, PyObject **value)
{
    c->job = (rr_job)RR_JOB_INIT;
    c->job.sampler = m->sampler;
    c->arrays = c->axes = c->sized = c->out_axes = 0;
    c->out = NULL;
    return are_default(m, value) && (m->type < 0 || read_type(c, m, value[m->type])) && read_parameters(c, m, value)
        && (m->size < 0 || read_size(c, value[m->size])) && (m->out < 0 || read_out(c, m, value[m->out]))
        && !(c->out && c->arrays)   /* they may overlap */
        && fits(c) && count_elements(c);
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------ */

static rr_status run(const Device *device, const rr_job *job, int is_shared)
{
    PyThreadState *state = core_lets_go(device, job->rows * job->cols) ? PyEval_SaveThread() : NULL;
    rr_status status = is_shared ? rr_check(device->device, job, NULL) : RR_OK;
    if (!status) status = rr_run(device->device, job, NULL);
    if (state) PyEval_RestoreThread(state);
    return status;
}

PyObject *core_draw_into(Stream *self, rr_job *job, uint64_t indices, PyArrayObject *into, int is_shared)
{
    const rr_stream at = self->stream;
    uint64_t first;
    if (!into) return NULL;
    job->out = PyArray_DATA(into);
    job->stream = at;
    if (!core_take(self, indices, &first)) {
        Device *device = (Device *)Py_NewRef((PyObject *)self->device);   /* another thread may replace it meanwhile */
        const rr_status status = run(device, job, is_shared);
        Py_DECREF((PyObject *)device);
        if (!status) return (PyObject *)into;
        if (self->stream.seed == at.seed && self->stream.stream == at.stream) core_give_back(self, first, indices);
    }
    Py_DECREF((PyObject *)into);
    return NULL;
}

static PyObject *draw_array(Stream *self, Call *c)
{
    PyArrayObject *into = c->out ? (PyArrayObject *)Py_NewRef((PyObject *)c->out)
        : (PyArrayObject *)PyArray_SimpleNew(c->out_axes, c->out_shape, core_numpys_type(c->job.dtype));
    return core_draw_into(self, &c->job, c->job.rows * c->job.cols, into, c->out != NULL);
}

static PyObject *draw_single(Stream *self, const Method *m, PyObject **value, const Call *c)
{
    Key key;
    if (c->job.dtype == RR_F16) return NULL;   /* Python has no f16: m->call returns NumPy's scalar */
    if (value[m->type] != m->fallback[m->type])   /* integers: a scalar of another type */
        return m->endpoint < 0 ? core_quick(self, m, NULL, &c->job) : NULL;
    if (!core_key(m, &key, value)) return core_quick(self, m, NULL, &c->job);
    PyObject *made = core_quick_known(self, m, &key);
    return made || PyErr_Occurred() ? made : core_quick(self, m, &key, &c->job);
}

PyObject *core_draw(PyObject *object, const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Stream *self = core_stream(object);
    PyObject *value[METHOD_ARGS], *made = NULL;
    Key key;
    if (self->device && core_numbers(m, &key, args, count, names)) made = core_quick_known(self, m, &key);
    if (made || core_bind(m, value, args, count, names)) return made;
    Call c;
    if (self->device && read_call(&c, m, value))
        made = c.arrays || c.sized ? draw_array(self, &c) : draw_single(self, m, value, &c);
    if (made) return made;
    PyErr_Clear();
    return core_call_bound(object, m, value);
}
