/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* User-defined distributions: Law(how, ...), closed with the last reference, which may be a running job's.
 *
 *   Law("open", path or text[, derived])                           rr_law_open_derived
 *   Law("density", function, is_log, low, high, centre, breaks)    rr_law_from_density; centre may be NaN
 *   Law("table" or "histogram", x, y), Law("samples", x)           buffers of doubles
 *
 * An exception in the function is raised by the call. */
#include "core.h"

#include <math.h>
#include <reroll_density.h>
#include <reroll_user.h>

PyTypeObject *core_law_type;

typedef struct {
    PyObject_HEAD
    const rr_sampler *sampler;     /* NULL once it is closed */
    rr_density_report report;      /* of a density; otherwise its pieces are 0 */
    unsigned running;
} Law;

/* ---- The density of a Python function ------------------------------------------------------------------------------ */

typedef struct {
    PyObject *function;
    int failed;   /* an exception is set */
} Asked;

static double ask(double x, void *context)
{
    Asked *asked = context;
    if (asked->failed) return NAN;
    PyObject *value = PyObject_CallFunction(asked->function, "d", x);
    const double y = value ? PyFloat_AsDouble(value) : NAN;
    Py_XDECREF(value);
    asked->failed = PyErr_Occurred() || PyErr_CheckSignals();
    return asked->failed ? NAN : y;
}

/* ---- Constructors -------------------------------------------------------------------------------------------------- */

/* The doubles of a contiguous buffer. */
typedef struct {
    Py_buffer view;
    const double *value;
    size_t count;
} Doubles;

static int doubles(PyObject *object, void *into)
{
    Doubles *made = into;
    if (PyObject_GetBuffer(object, &made->view, PyBUF_C_CONTIGUOUS)) return 0;
    made->value = made->view.buf;
    made->count = (size_t)made->view.len / sizeof(double);
    return 1;
}

static void forget(Doubles *d)
{
    if (d->view.obj) PyBuffer_Release(&d->view);
}

static int finish(rr_status status, const char *message)
{
    if (status == RR_OK) return 0;
    if (!PyErr_Occurred()) core_raise(status, message);
    return -1;
}

static int make_open(Law *self, PyObject *args)
{
    const char *how, *law, *derived = NULL;
    rr_result result = RR_RESULT_INIT;
    rr_status status;
    if (!PyArg_ParseTuple(args, "ss|z:Law", &how, &law, &derived)) return -1;
    Py_BEGIN_ALLOW_THREADS
    status = rr_law_open_derived(law, derived, &self->sampler, &result);
    Py_END_ALLOW_THREADS
    return finish(status, result.message);
}

static int make_density(Law *self, PyObject *args)
{
    const char *how;
    Asked asked = {NULL, 0};
    int is_log;
    rr_density density = RR_DENSITY_INIT;
    Doubles breaks = {.value = NULL};
    if (!PyArg_ParseTuple(args, "sOpdddO&:Law", &how, &asked.function, &is_log, &density.low, &density.high, &density.centre,
                          doubles, &breaks))
        return -1;
    *(is_log ? &density.logpdf : &density.pdf) = ask;
    density.context = &asked;
    density.breaks = breaks.value, density.break_count = breaks.count;
    const rr_status status = rr_law_from_density(&density, &self->sampler, &self->report);
    forget(&breaks);
    if (asked.failed && self->sampler) rr_density_close(&self->sampler);
    return asked.failed ? -1 : finish(status, self->report.message);
}

static int make_numbers(Law *self, PyObject *args)
{
    const char *how;
    Doubles x = {.value = NULL}, y = {.value = NULL};
    rr_status status = RR_ERR_ARGUMENT;
    if (!PyArg_ParseTuple(args, "sO&|O&:Law", &how, doubles, &x, doubles, &y)) {
        forget(&x);
        return -1;
    }
    Py_BEGIN_ALLOW_THREADS
    if (!strcmp(how, "table")) status = rr_law_from_table(x.value, y.value, x.count, &self->sampler, &self->report);
    else if (!strcmp(how, "histogram"))
        status = rr_law_from_histogram(x.value, y.value, y.count, &self->sampler, &self->report);
    else status = rr_law_from_samples(x.value, x.count, &self->sampler, &self->report);
    Py_END_ALLOW_THREADS
    forget(&x);
    forget(&y);
    return finish(status, self->report.message);
}

static PyObject *law_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    const rr_density_report report = RR_DENSITY_REPORT_INIT;
    PyObject *first = PyTuple_Size(args) > 0 ? PyTuple_GetItem(args, 0) : NULL;
    const char *how = first && PyUnicode_Check(first) ? PyUnicode_AsUTF8AndSize(first, NULL) : "";
    (void)keywords;
    Law *self = how ? (Law *)PyType_GenericAlloc(type, 0) : NULL;
    if (!self) return NULL;
    self->report = report;
    if ((!strcmp(how, "open") ? make_open : !strcmp(how, "density") ? make_density : make_numbers)(self, args)) {
        Py_DECREF((PyObject *)self);
        return NULL;
    }
    return (PyObject *)self;
}

/* ---- Use ----------------------------------------------------------------------------------------------------------- */

static void end(Law *self)
{
    if (self->report.pieces[0]) rr_density_close(&self->sampler);
    else rr_law_close(&self->sampler);
}

static void law_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    end((Law *)object);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

const rr_sampler *core_law_take(PyObject *object)
{
    Law *self = (Law *)object;
    if (self->sampler) ++self->running;
    else PyErr_SetString(PyExc_ValueError, "the distribution is closed");
    return self->sampler;
}

void core_law_drop(PyObject *object)
{
    --((Law *)object)->running;
}

const rr_sampler *core_sampler_take(PyObject *law)
{
    if (Py_TYPE(law) == core_law_type) return core_law_take(law);
    const size_t number = PyLong_AsSize_t(law);
    const rr_sampler *sampler = PyErr_Occurred() ? NULL : rr_sampler_list(number);
    if (!sampler && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a job of no sampler");
    return sampler;
}

void core_sampler_drop(PyObject *law)
{
    if (Py_TYPE(law) == core_law_type) core_law_drop(law);
}

static PyObject *law_close(PyObject *object, PyObject *none)
{
    Law *self = (Law *)object;
    (void)none;
    if (self->running) {
        PyErr_SetString(PyExc_ValueError, "the distribution is in use by a running call");
        return NULL;
    }
    end(self);
    Py_RETURN_NONE;
}

static PyObject *law_info(PyObject *object, void *closure)
{
    (void)closure;
    if (((Law *)object)->sampler) return core_descriptor(((Law *)object)->sampler);
    PyErr_SetString(PyExc_ValueError, "the distribution is closed");
    return NULL;
}

static PyObject *law_closed(PyObject *object, void *closure)
{
    (void)closure;
    return PyBool_FromLong(!((Law *)object)->sampler);
}

static PyObject *law_digest(PyObject *object, void *closure)
{
    Law *self = (Law *)object;
    char digest[RR_SHA256_TEXT];
    (void)closure;
    if (self->report.pieces[0]) snprintf(digest, sizeof digest, "%016llx", (unsigned long long)self->report.digest);
    else rr_law_digest(self->sampler, digest);
    return PyUnicode_FromString(digest);
}

static PyObject *law_report(PyObject *object, void *closure)
{
    const rr_density_report *r = &((Law *)object)->report;
    (void)closure;
    if (!r->pieces[0]) Py_RETURN_NONE;
    return Py_BuildValue("{sds(dd)s(II)s(II)sK}", "mass", r->mass, "error", r->error[0], r->error[1], "pieces", r->pieces[0],
                         r->pieces[1], "bytes", r->bytes[0], r->bytes[1], "evaluations", (unsigned long long)r->evaluations);
}

static PyGetSetDef getters[] = {
    {"info", law_info, NULL, "Its descriptor.", NULL},
    {"closed", law_closed, NULL, "Whether it is closed.", NULL},
    {"digest", law_digest, NULL, "SHA-256 of its text, or 16 digits of its tables.", NULL},
    {"report", law_report, NULL, "Of a density: {mass, error, pieces, bytes, evaluations}; else None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"close", law_close, METH_NOARGS, "Closes it; ValueError where jobs of it are running."},
    {NULL, NULL, 0, NULL},
};

int core_law_ready(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_new, law_new}, {Py_tp_dealloc, law_free}, {Py_tp_getset, getters}, {Py_tp_methods, methods},
        {Py_tp_doc, "Law(how, ...): see own.c."}, {0, NULL},
    };
    PyType_Spec spec = {"reroll._core.Law", sizeof(Law), 0, Py_TPFLAGS_DEFAULT, slots};
    core_law_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return core_law_type ? PyModule_AddObjectRef(module, "Law", (PyObject *)core_law_type) : -1;
}
