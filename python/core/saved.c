/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files of samples and job files, with the command's code (cli/library/saved.h).
 *
 *   saved_new(law, (seed, stream, next), size, dim, slice, (type, format, strategy, holes, antithetic), path, params)
 *   saved_open(path, opener)                            opener(path of a law) -> reroll.Law
 *   saved_facts(saved), saved_params(saved)
 *   saved_write(saved, device, path, first, replace, progress)
 *   saved_draw(saved, device, start, count, piece, out, progress)
 *
 * law is an index in the list of samplers, or a reroll.Law; size and slice may be None. A parameter is None (the default),
 * bytes (the path of a file), a float, an int (for integers), or (buffer, type, shape). Errors are returned as (kind, errno,
 * message). The interpreter's lock is released meanwhile, except for progress and signals after each piece. */
#include "core.h"

#include "cli/library/saved.h"

static PyTypeObject *saved_type;

/* `owner` is the reroll.Law of the job, or NULL. */
typedef struct {
    PyObject_HEAD
    saved *saved;
    PyObject *owner;
} Saved;

static void saved_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    saved_close(((Saved *)object)->saved);
    Py_XDECREF(((Saved *)object)->owner);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* (kind, errno, message), or NULL with the exception that stopped the call. */
static PyObject *answer(saved_error *error)
{
    PyObject *text = PyErr_Occurred() ? NULL : PyUnicode_DecodeFSDefault(error->text ? error->text : "");
    free(error->text);
    return text ? Py_BuildValue("(iiN)", (int)error->kind, error->number, text) : NULL;
}

/* Wraps a job; steals its arguments. */
static PyObject *wrap(saved *made, PyObject *owner, saved_error *error)
{
    Saved *self = made ? (Saved *)PyType_GenericAlloc(saved_type, 0) : NULL;
    if (self) {
        self->saved = made;
        self->owner = owner;
        return (PyObject *)self;
    }
    Py_XDECREF(owner);
    if (!made) return answer(error);
    saved_close(made);
    return NULL;
}

/* ---- Laws ---- */

/* The _core.Law of a reroll.Law; a new reference. */
static PyObject *law_of(PyObject *owner)
{
    PyObject *made = PyObject_GetAttrString(owner, "_made");
    if (!made || Py_TYPE(made) == core_law_type) return made;
    PyErr_SetString(PyExc_TypeError, "a law is a reroll.Law");
    Py_DECREF(made);
    return NULL;
}

/* Holds the Law of a job while it is used; -1 with an exception if it is closed. *law is NULL if there is none. */
static int hold(const Saved *self, PyObject **law)
{
    *law = self->owner ? law_of(self->owner) : NULL;
    if (!self->owner) return 0;
    if (*law && core_law_take(*law)) return 0;
    Py_CLEAR(*law);
    return -1;
}

static void let_go(PyObject *law)
{
    if (law) core_law_drop(law);
    Py_XDECREF(law);
}

/* For the thread that opens a job file. */
static _Thread_local PyObject *opener, *found;

static const rr_sampler_info *find_law(const char *path, char **text)
{
    const rr_sampler *sampler = NULL;
    *text = strdup("");
    if (!opener) return NULL;
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *name = PyUnicode_DecodeFSDefault(path);
    Py_XDECREF(found);
    found = name ? PyObject_CallFunctionObjArgs(opener, name, NULL) : NULL;
    PyObject *law = found ? law_of(found) : NULL;
    if (law && (sampler = core_law_take(law))) core_law_drop(law);
    Py_XDECREF(law);
    Py_XDECREF(name);
    PyGILState_Release(state);
    return rr_sampler_about(sampler);
}

/* ---- From arguments ---- */

typedef struct {
    saved_param param[RR_MAX_PARAMS];
    Py_buffer view[RR_MAX_PARAMS];
} Given;

static int read_array(Given *g, unsigned p, PyObject *spec)
{
    saved_param *to = &g->param[p];
    PyObject *array, *shape;
    int type;
    if (!PyArg_ParseTuple(spec, "OiO!", &array, &type, &PyTuple_Type, &shape)) return -1;
    if (PyObject_GetBuffer(array, &g->view[p], PyBUF_C_CONTIGUOUS)) return -1;
    to->type = (rr_type)type;
    to->data = g->view[p].buf;
    to->dims = (unsigned)PyTuple_Size(shape);
    uint64_t count = core_width(to->type);
    for (unsigned d = 0; d < to->dims && d < 2; ++d) {
        to->shape[d] = PyLong_AsUnsignedLongLong(PyTuple_GetItem(shape, (Py_ssize_t)d));
        count *= to->shape[d];
    }
    if (!PyErr_Occurred() && to->dims >= 1 && to->dims <= 2 && count == (uint64_t)g->view[p].len) return 0;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "an array of one or two dimensions in C order");
    return -1;
}

static int read_integer(saved_param *to, PyObject *spec)
{
    int beyond;
    to->type = RR_I64;
    to->integer = (uint64_t)PyLong_AsLongLongAndOverflow(spec, &beyond);
    if (!beyond) return PyErr_Occurred() ? -1 : 0;
    to->type = RR_U64;
    to->integer = PyLong_AsUnsignedLongLong(spec);
    return PyErr_Occurred() ? -1 : 0;
}

static int read_param(Given *g, unsigned p, PyObject *spec)
{
    saved_param *to = &g->param[p];
    if (spec == Py_None) return 0;
    if (PyTuple_Check(spec)) return read_array(g, p, spec);
    if (PyBytes_Check(spec)) return (to->path = PyBytes_AsString(spec)) ? 0 : -1;
    if (PyLong_Check(spec)) return read_integer(to, spec);
    to->type = RR_F64;
    to->number = PyFloat_AsDouble(spec);
    return PyErr_Occurred() ? -1 : 0;
}

static int read_params(Given *g, const rr_sampler_info *sampler, PyObject *params)
{
    if (PyTuple_Size(params) != (Py_ssize_t)sampler->params) {
        PyErr_SetString(PyExc_TypeError, "a job of no sampler");
        return -1;
    }
    for (unsigned p = 0; p < sampler->params; ++p)
        if (read_param(g, p, PyTuple_GetItem(params, (Py_ssize_t)p))) return -1;
    return 0;
}

/* A job without its distribution and parameters. */
static int read_job(saved_job *job, uint64_t *size, PyObject *counts, PyObject *slice, PyObject *kinds)
{
    const char *format, *strategy;
    int type, holes, antithetic;
    Number first = {"start", 64, 0}, count = {"count", 64, 0}, number = {"size", 64, 0};
    if (counts != Py_None && !core_number(counts, &number)) return -1;
    *size = number.value;
    job->size = counts == Py_None ? NULL : size;
    job->whole = slice == Py_None;
    if (!job->whole && !PyArg_ParseTuple(slice, "O&O&", core_number, &first, core_number, &count)) return -1;
    if (!PyArg_ParseTuple(kinds, "isspp", &type, &format, &strategy, &holes, &antithetic)) return -1;
    job->start = first.value, job->count = count.value, job->dtype = (rr_type)type;
    job->holes = holes, job->antithetic = antithetic;
    snprintf(job->format, sizeof job->format, "%s", format);
    snprintf(job->strategy, sizeof job->strategy, "%s", strategy);
    return 0;
}

static PyObject *make(saved_job *job, PyObject *owner, PyObject *params)
{
    Given given = {.param = {{0}}};
    PyObject *done = NULL;
    if (!read_params(&given, job->sampler, params)) {
        saved *made;
        saved_error error;
        Py_BEGIN_ALLOW_THREADS
        made = saved_new(job, given.param, &error);
        Py_END_ALLOW_THREADS
        done = wrap(made, Py_XNewRef(owner), &error);
    }
    for (unsigned p = 0; p < RR_MAX_PARAMS; ++p)
        if (given.view[p].obj) PyBuffer_Release(&given.view[p]);
    return done;
}

PyObject *core_saved_new(PyObject *module, PyObject *args)
{
    saved_job job = {0};
    uint64_t size;
    PyObject *law, *stream, *counts, *slice, *kinds, *path, *params;
    Number seed = {"seed", 64, 0}, number = {"stream", 64, 0}, next = {"first", 64, 0}, dim = {"dim", 64, 0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!OO&OO!OO!:saved_new", &law, &PyTuple_Type, &stream, &counts, core_number, &dim,
                          &slice, &PyTuple_Type, &kinds, &path, &PyTuple_Type, &params) ||
        !PyArg_ParseTuple(stream, "O&O&O&", core_number, &seed, core_number, &number, core_number, &next) ||
        read_job(&job, &size, counts, slice, kinds))
        return NULL;
    job.stream = (rr_stream){seed.value, number.value, next.value};
    job.dim = dim.value;
    job.law = PyBytes_Check(path) ? PyBytes_AsString(path) : NULL;
    if (PyLong_Check(law)) {
        job.sampler = rr_sampler_about(rr_sampler_list(PyLong_AsSize_t(law)));
        if (job.sampler) return make(&job, NULL, params);
        PyErr_SetString(PyExc_TypeError, "a job of no sampler");
        return NULL;
    }
    PyObject *held = law_of(law);
    job.sampler = held ? rr_sampler_about(core_law_take(held)) : NULL;
    PyObject *done = job.sampler ? make(&job, law, params) : NULL;
    if (job.sampler) core_law_drop(held);
    Py_XDECREF(held);
    return done;
}

/* ---- From a job file ---- */

PyObject *core_saved_open(PyObject *module, PyObject *args)
{
    PyObject *path, *call;
    saved_error error;
    saved *made;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&O:saved_open", PyUnicode_FSConverter, &path, &call)) return NULL;
    const char *text = PyBytes_AsString(path);
    opener = call;
    Py_BEGIN_ALLOW_THREADS
    made = saved_open(text, &error);
    Py_END_ALLOW_THREADS
    opener = NULL;
    PyObject *owner = found;
    found = NULL;
    Py_DECREF(path);
    return wrap(made, owner, &error);
}

/* ---- Information ---- */

static int is_saved(PyObject *object)
{
    if (Py_TYPE(object) == saved_type) return 1;
    PyErr_SetString(PyExc_TypeError, "a saved job is expected");
    return 0;
}

/* The facts of a saved job, whose Law is held until let_go; NULL with an exception. */
static const Saved *facts_of(PyObject *object, saved_job *job, PyObject **law)
{
    if (!is_saved(object) || hold((Saved *)object, law)) return NULL;
    saved_facts(((Saved *)object)->saved, job);
    return (Saved *)object;
}

/* (name, law, seed, stream, next, shape, start, count, type, format, strategy, holes, antithetic) */
PyObject *core_saved_facts(PyObject *module, PyObject *object)
{
    saved_job j;
    PyObject *law;
    (void)module;
    const Saved *self = facts_of(object, &j, &law);
    if (!self) return NULL;
    PyObject *shape = j.dims == 2 ? Py_BuildValue("(KK)", (unsigned long long)j.shape[0], (unsigned long long)j.shape[1])
                                  : Py_BuildValue("(K)", (unsigned long long)j.shape[0]);
    PyObject *facts = shape ? Py_BuildValue("(sOKKKNKKissOO)", j.sampler->name, self->owner ? self->owner : Py_None,
        (unsigned long long)j.stream.seed, (unsigned long long)j.stream.stream, (unsigned long long)j.stream.next, shape,
        (unsigned long long)j.start, (unsigned long long)j.count, (int)j.dtype, j.format, j.strategy,
        j.holes ? Py_True : Py_False, j.antithetic ? Py_True : Py_False) : NULL;
    let_go(law);
    return facts;
}

static PyObject *value_of(const saved *from, unsigned p)
{
    saved_param v;
    saved_value(from, p, &v);
    if (v.data) {
        uint64_t count = core_width(v.type);
        for (unsigned d = 0; d < v.dims; ++d) count *= v.shape[d];
        PyObject *bytes = PyBytes_FromStringAndSize(v.data, (Py_ssize_t)count);
        PyObject *shape = PyTuple_New((Py_ssize_t)v.dims);
        for (unsigned d = 0; shape && d < v.dims; ++d)
            PyTuple_SetItem(shape, (Py_ssize_t)d, PyLong_FromUnsignedLongLong(v.shape[d]));
        if (bytes && shape) return Py_BuildValue("(NiNO)", bytes, (int)v.type, shape, v.fortran ? Py_True : Py_False);
        Py_XDECREF(bytes);
        Py_XDECREF(shape);
        return NULL;
    }
    if (v.type == RR_F64) return PyFloat_FromDouble(v.number);
    return v.type == RR_U64 ? PyLong_FromUnsignedLongLong(v.integer) : PyLong_FromLongLong((int64_t)v.integer);
}

/* For each parameter its name, and a number or (bytes, type, shape, is in Fortran order). */
PyObject *core_saved_params(PyObject *module, PyObject *object)
{
    saved_job j;
    PyObject *law;
    (void)module;
    const Saved *self = facts_of(object, &j, &law);
    if (!self) return NULL;
    PyObject *list = PyList_New(0);
    for (unsigned p = 0; list && p < j.sampler->params; ++p) {
        PyObject *value = value_of(self->saved, p);
        PyObject *one = value ? Py_BuildValue("(sN)", j.sampler->param[p].name, value) : NULL;
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    let_go(law);
    return list;
}

/* ---- Drawing ---- */

typedef struct {
    PyThreadState *state;
    PyObject *progress;
} Watch;

static bool look(void *context, uint64_t count)
{
    Watch *w = context;
    PyEval_RestoreThread(w->state);
    PyObject *seen = w->progress == Py_None ? Py_NewRef(Py_None)
                                            : PyObject_CallFunction(w->progress, "K", (unsigned long long)count);
    const bool stop = !seen || PyErr_CheckSignals();
    Py_XDECREF(seen);
    w->state = PyEval_SaveThread();
    return stop;
}

PyObject *core_saved_write(PyObject *module, PyObject *args)
{
    PyObject *object, *device, *path, *law = NULL;
    Watch w = {NULL, NULL};
    unsigned long long first;
    int replace;
    saved_error error = {SAVED_FAILED, 0, NULL};
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!O&KpO:saved_write", &object, core_device_type, &device, PyUnicode_FSConverter, &path,
                          &first, &replace, &w.progress))
        return NULL;
    const char *text = PyBytes_AsString(path);
    bool done = false;
    const bool held = is_saved(object) && !hold((Saved *)object, &law);
    if (held) {
        const saved_watch watch = {look, &w};
        w.state = PyEval_SaveThread();
        done = saved_write(((Saved *)object)->saved, ((Device *)device)->device, text, first, replace, &watch, &error);
        PyEval_RestoreThread(w.state);
        let_go(law);
    }
    Py_DECREF(path);
    if (done) Py_RETURN_NONE;
    return held ? answer(&error) : NULL;
}

PyObject *core_saved_draw(PyObject *module, PyObject *args)
{
    PyObject *object, *device, *into, *law, *done = NULL;
    Watch w = {NULL, NULL};
    unsigned long long start, count, piece;
    saved_error error;
    saved_job j;
    Py_buffer out;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!KKKOO:saved_draw", &object, core_device_type, &device, &start, &count, &piece, &into,
                          &w.progress) ||
        !is_saved(object) || hold((Saved *)object, &law))
        return NULL;
    const Saved *self = (Saved *)object;
    saved_facts(self->saved, &j);
    if (PyObject_GetBuffer(into, &out, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)) {
        let_go(law);
        return NULL;
    }
    if (start > j.count || count > j.count - start || count > (uint64_t)out.len / core_width(j.dtype)) {
        PyErr_SetString(PyExc_ValueError, "out is too small, or the slice not within the job");
    } else {
        const saved_watch watch = {look, &w};
        w.state = PyEval_SaveThread();
        const bool drawn = saved_draw(self->saved, ((Device *)device)->device, start, count, piece, out.buf, &watch, &error);
        PyEval_RestoreThread(w.state);
        done = drawn ? Py_NewRef(Py_None) : answer(&error);
    }
    PyBuffer_Release(&out);
    let_go(law);
    return done;
}

int core_saved_ready(PyObject *module)
{
    PyType_Slot slots[] = {{Py_tp_dealloc, saved_free}, {Py_tp_doc, "A job: see saved.c."}, {0, NULL}};
    const unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION;
    PyType_Spec spec = {"reroll._core.Saved", sizeof(Saved), 0, flags, slots};
    saved_begin(find_law);
    saved_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return saved_type ? PyModule_AddObjectRef(module, "Saved", (PyObject *)saved_type) : -1;
}
