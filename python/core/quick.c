/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single draws of any method whose samples are numbers.
 *
 * From the second call with the same numbers as arguments on they come from a window of samples at the next indices: what
 * the array call writes there. A window begins with 4 samples and doubles while it is used up, so that fewer are drawn in
 * vain than were asked for; methods called in turn share indices, of which each uses its own, and have 16 times what they
 * used. Windows are made by this processor, whatever the device (core_single). With other arguments, and for errors, it is
 * an array call's. What parameters mean Python says: job(parameters) -> (job, wrap). wrap(bytes) is a list of what samples
 * are, where that is neither float nor int. */
#include "numbers.h"

enum { PLACES = 64, LEAST = 4, WINDOW = 256 };

/* Arguments that are numbers, and of which method. */
typedef struct {
    double value[METHOD_NUMBERS];
    uint32_t number, kinds;    /* of the method, from 1 on; of core_numbers */
} Key;

typedef struct {
    Job job;
    PyObject *wrap, *made;     /* NULL, or that and what it made */
    uint64_t first;
    uint32_t size, used;       /* of what lies below */
    union { double f64[WINDOW]; int64_t i64[WINDOW]; uint32_t u32[WINDOW]; } sample;
} Window;

struct Quick {
    struct { Key key; Window *window; } at[PLACES];
};

static unsigned place_of(const Key *key)
{
    uint64_t bits[METHOD_NUMBERS], h = key->number;
    memcpy(bits, key->value, sizeof bits);
    for (int i = 0; i < METHOD_NUMBERS; ++i) h = (h ^ bits[i]) * 0x9e3779b97f4a7c15u;
    return (unsigned)(h >> 58);   /* PLACES */
}

static int same(const Key *a, const Key *b)
{
    return a->number == b->number && a->kinds == b->kinds && !memcmp(a->value, b->value, sizeof a->value);
}

/* ---- Windows ---- */

static void forget(Window *w)
{
    if (!w) return;
    core_job_free(&w->job);
    Py_XDECREF(w->wrap);
    Py_XDECREF(w->made);
    free(w);
}

void core_quick_free(Quick *quick)
{
    for (int i = 0; quick && i < PLACES; ++i) forget(quick->at[i].window);
    free(quick);
}

/* What goes wrong here the slow call says; control-C is not that. */
static void forgive(void)
{
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
}

/* A window without samples; NULL where there is none to be had. */
static Window *prepare(const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *params = core_parameters(m, args, count, names);
    PyObject *told = params ? PyObject_CallFunctionObjArgs(m->job, params, NULL) : NULL;
    Window *w = told && told != Py_None ? calloc(1, sizeof *w) : NULL;
    if (w && core_job_read(&w->job, PyTuple_GetItem(told, 0))) {
        forget(w);
        w = NULL;
    }
    if (w && PyTuple_GetItem(told, 1) != Py_None) w->wrap = Py_NewRef(PyTuple_GetItem(told, 1));
    Py_XDECREF(told);
    Py_XDECREF(params);
    forgive();
    return w;
}

/* Draws the next window; it stays empty where it has something that is an error. */
static void draw(Stream *self, Window *w)
{
    uint32_t size = 2 * w->size < 16 * w->used ? 2 * w->size : 16 * w->used;
    size = size < LEAST ? LEAST : size > WINDOW ? WINDOW : size;
    w->size = w->used = 0;
    Py_CLEAR(w->made);
    rr_job *job = &w->job.job;
    job->stream = self->stream, job->rows = 1, job->cols = size, job->out = &w->sample;
    w->first = job->stream.next;
    const rr_device *device = core_single(self->device);
    if (!device || UINT64_MAX - w->first < size || rr_run(device, job, NULL)) return;
    if (w->wrap && !(w->made = PyObject_CallFunction(w->wrap, "y#", (const char *)&w->sample,
                                                     (Py_ssize_t)(size * core_width(job->dtype))))) {
        forgive();
        return;
    }
    w->size = size;
}

/* The sample of the next index, which is taken. */
static PyObject *take(Stream *self, Window *w)
{
    const uint64_t k = self->stream.next++ - w->first;
    ++w->used;
    if (w->made) return Py_XNewRef(PyList_GetItem(w->made, (Py_ssize_t)k));
    switch (w->job.job.dtype) {
    case RR_F64: return PyFloat_FromDouble(w->sample.f64[k]);
    case RR_I64: return PyLong_FromLongLong(w->sample.i64[k]);
    default: return PyLong_FromUnsignedLong(w->sample.u32[k]);
    }
}

/* ---- A call ---- */

/* The place of the key, made where there is none yet; 0 where there is no memory. */
static int at_key(Stream *self, const Key *key, unsigned *at)
{
    if (!self->quick && !(self->quick = calloc(1, sizeof *self->quick))) return 0;
    *at = place_of(key);
    return same(&self->quick->at[*at].key, key);
}

/* After a call that went well: the next one with these arguments has a window. */
static void remember(Stream *self, const Key *key)
{
    unsigned at;
    if (at_key(self, key, &at) || !self->quick) return;
    Window *old = self->quick->at[at].window;
    self->quick->at[at].window = NULL;
    self->quick->at[at].key = *key;
    forget(old);
}

/* Puts it into its place; 0 where that has gone to others meanwhile, or the stream is another. */
static int keep(Stream *self, const Key *key, Window *w)
{
    unsigned at;
    const rr_stream *s = &w->job.job.stream;
    if (s->seed == self->stream.seed && s->stream == self->stream.stream && at_key(self, key, &at)
        && !self->quick->at[at].window) {
        self->quick->at[at].window = w;
        return 1;
    }
    forget(w);
    return 0;
}

static int is_next(const Stream *self, const Window *w) { return self->stream.next - w->first < w->size; }

PyObject *core_quick(PyObject *object, const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Stream *self = (Stream *)object;
    Key key = {.number = m->number + 1};   /* 0: nothing is there */
    unsigned at;
    const int plain = self->device && core_numbers(m, key.value, &key.kinds, args, count, names);
    if (plain && at_key(self, &key, &at)) {
        Window *w = self->quick->at[at].window;
        if (w && is_next(self, w)) return take(self, w);
        /* Both of these run Python, and other threads meanwhile, which take indices: until then it is in no place. */
        self->quick->at[at].window = NULL;
        if (!w) w = prepare(m, args, count, names);
        if (w) draw(self, w);
        if (w && keep(self, &key, w) && is_next(self, w)) return take(self, w);
        if (PyErr_Occurred()) return NULL;
    }
    PyObject *done = core_call(object, m, args, count, names);
    if (done && plain) remember(self, &key);
    return done;
}
