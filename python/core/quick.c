/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single draws of any method whose samples are numbers.
 *
 * From the second call with the same numbers as arguments on they come from a window of samples at the next indices: what
 * the array call writes there. A window begins with 4 samples and doubles while it is used up, so that fewer are drawn in
 * vain than were asked for; methods called in turn share indices, of which each uses its own, and have 16 times what they
 * used. Windows are made by this processor, whatever the device (core_single). With other arguments, and for errors, _NAME
 * of Generator is called. What arguments mean Python says once: _job_NAME(the same) -> (job, wrap). wrap(bytes) is a list of
 * what samples are, where that is neither float nor int. */
#include "core.h"

enum { PLACES = 64, LEAST = 4, WINDOW = 256 };

/* Arguments that are numbers, and of which method. */
typedef struct {
    double value[QUICK_MOST];
    uint32_t slot, kinds;      /* two bits an argument: 0 absent, 1 a float, 2 an int */
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

/* ---- Arguments ---- */

/* 1 where it is a float, 2 an int that a double holds, else 0. */
static unsigned number(PyObject *object, double *value)
{
    if (PyFloat_Check(object)) {
        *value = PyFloat_AsDouble(object);
        return 1;
    }
    if (Py_TYPE(object) != &PyLong_Type) return 0;
    int overflow;
    const long long whole = PyLong_AsLongLongAndOverflow(object, &overflow);
    *value = (double)whole;
    return overflow || whole > 1ll << 53 || whole < -(1ll << 53) ? 0 : 2;
}

/* The place of the argument of that name; -1 where it is none. Names of calls are interned, as those of the slot are. */
static int place(const Slot *slot, PyObject *name)
{
    for (int i = 0; i < slot->count; ++i)
        if (slot->name[i] == name) return i;
    return -1;
}

/* 0 where an argument is no number, or none of the slot's. */
static int read_key(Key *key, const Slot *slot, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    if (count + named > slot->count) return 0;
    for (Py_ssize_t i = 0; i < count + named; ++i) {
        const int at = i < count ? (int)i : place(slot, PyTuple_GetItem(names, i - count));
        if (at < 0 || key->kinds >> 2 * at & 3) return 0;
        const unsigned kind = number(args[i], &key->value[at]);
        if (!kind) return 0;
        key->kinds |= kind << 2 * at;
    }
    return 1;
}

static unsigned place_of(const Key *key)
{
    uint64_t bits[QUICK_MOST], h = key->slot;
    memcpy(bits, key->value, sizeof bits);
    for (int i = 0; i < QUICK_MOST; ++i) h = (h ^ bits[i]) * 0x9e3779b97f4a7c15u;
    return (unsigned)(h >> 58);   /* PLACES */
}

static int same(const Key *a, const Key *b)
{
    return a->slot == b->slot && a->kinds == b->kinds && !memcmp(a->value, b->value, sizeof a->value);
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

/* Calls what Generator has of that name, with the arguments of the call. */
static PyObject *call(PyObject *self, PyObject *method, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *bound = PyObject_GetAttr(self, method), *done = bound ? core_call(bound, args, count, names) : NULL;
    Py_XDECREF(bound);
    return done;
}

/* What goes wrong here the slow call says; control-C is not that. */
static void forgive(void)
{
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
}

/* A window without samples; NULL where there is none to be had. */
static Window *prepare(PyObject *self, const Slot *slot, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *told = call(self, slot->job, args, count, names);
    Window *w = told && told != Py_None ? calloc(1, sizeof *w) : NULL;
    if (w && core_job_read(&w->job, PyTuple_GetItem(told, 0))) {
        forget(w);
        w = NULL;
    }
    if (w && PyTuple_GetItem(told, 1) != Py_None) w->wrap = Py_NewRef(PyTuple_GetItem(told, 1));
    Py_XDECREF(told);
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

PyObject *core_quick(PyObject *object, uint32_t number, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Stream *self = (Stream *)object;
    const Slot *slot = &core_slot[number];
    Key key = {.slot = number + 1};   /* 0: nothing is there */
    unsigned at;
    const int plain = self->device && read_key(&key, slot, args, count, names);
    if (plain && at_key(self, &key, &at)) {
        Window *w = self->quick->at[at].window;
        if (w && is_next(self, w)) return take(self, w);
        /* Both of these run Python, and other threads meanwhile, which take indices: until then it is in no place. */
        self->quick->at[at].window = NULL;
        if (!w) w = prepare(object, slot, args, count, names);
        if (w) draw(self, w);
        if (w && keep(self, &key, w) && is_next(self, w)) return take(self, w);
        if (PyErr_Occurred()) return NULL;
    }
    PyObject *done = call(object, slot->slow, args, count, names);
    if (done && plain) remember(self, &key);
    return done;
}
