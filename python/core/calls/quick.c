/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes single draws, for methods whose samples are numbers.
 *
 * From the second call with the same arguments on, samples come from a window: the samples of an array call at the next
 * indices. Methods that are called in turn each use only some indices of their windows. So a window begins with 4 samples,
 * has twice the length of the last one if at least a sixteenth of that was used, and otherwise 16 times what was used: few
 * samples are wasted. Methods of a cursor use its windows (standard.c). The CPU draws windows for all devices. Calls that
 * the library refuses are left to the array call, which raises the error. */
#include "numbers.h"
#include "numpys.h"

enum { PLACES = 64, MIN = 4, WINDOW = 256 };

typedef struct {
    rr_job job;
    double real[RR_MAX_PARAMS];   /* values of the parameters, or the bits of an int64_t */
    uint64_t first;
    uint32_t size, used;          /* of sample */
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

void core_quick_free(Quick *quick)
{
    for (int i = 0; quick && i < PLACES; ++i) free(quick->at[i].window);
    free(quick);
}

/* A sample as a Python object: NumPy's `integers` returns its own scalars. */
static PyObject *number(const Method *m, rr_type type, const void *x)
{
    if (m->endpoint >= 0) {
        PyArray_Descr *kind = PyArray_DescrFromType(NPY_INT64);
        PyObject *made = kind ? PyArray_Scalar((void *)x, kind, NULL) : NULL;
        Py_XDECREF((PyObject *)kind);
        return made;
    }
    return core_number_of(type, x);
}

/* ---- Windows ---- */

/* The window at the key's position; *is_its: it belongs to this key. */
static Window **window_of(Quick *quick, const Key *key, int *is_its)
{
    const unsigned at = place_of(key);
    *is_its = same(&quick->at[at].key, key);
    return &quick->at[at].window;
}

/* An empty window for a job, which has no arrays; NULL without memory. */
static Window *prepare(const rr_job *job)
{
    Window *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->job = *job;
    for (int p = 0; p < RR_MAX_PARAMS; ++p) {
        if (!job->param[p].data) continue;
        memcpy(&w->real[p], job->param[p].data, sizeof w->real[p]);
        w->job.param[p].data = &w->real[p];
    }
    return w;
}

/* Draws the next window; it remains empty after an error. */
static void draw(const Stream *self, Window *w)
{
    uint32_t size = 16 * w->used < w->size ? 16 * w->used : 2 * w->size;
    size = size < MIN ? MIN : size > WINDOW ? WINDOW : size;
    w->size = w->used = 0;
    rr_job *job = &w->job;
    job->stream = self->stream, job->rows = 1, job->cols = size, job->out = &w->sample;
    w->first = job->stream.next;
    if (UINT64_MAX - w->first >= size && !rr_run(core_cpu(), job, NULL)) w->size = size;
}

static int is_next(const Stream *self, const Window *w) { return self->stream.next - w->first < w->size; }

/* Returns the sample of the next index and takes the index. */
static PyObject *take(Stream *self, const Method *m, Window *w)
{
    const uint64_t k = self->stream.next++ - w->first;
    ++w->used;
    switch (w->job.dtype) {
    case RR_U32: return number(m, RR_U32, &w->sample.u32[k]);
    case RR_I64: return number(m, RR_I64, &w->sample.i64[k]);
    default: return PyFloat_FromDouble(w->sample.f64[k]);
    }
}

PyObject *core_quick_known(Stream *self, const Method *m, const Key *key)
{
    int is_its = 0;
    if (m->standard) return m->standard(self, key->value);
    Window *w = self->quick ? *window_of(self->quick, key, &is_its) : NULL;
    return is_its && w && is_next(self, w) ? take(self, m, w) : NULL;
}

/* Draws one sample at the next index; NULL if refused. Array calls take the last index: 64 bits can't count past it. */
static PyObject *single(Stream *self, const Method *m, const rr_job *of)
{
    uint64_t sample;
    rr_job job = *of;
    job.stream = self->stream, job.rows = job.cols = 1, job.out = &sample;
    if (self->stream.next == UINT64_MAX || rr_run(core_cpu(), &job, NULL)) return NULL;
    ++self->stream.next;
    return number(m, job.dtype, &sample);
}

PyObject *core_quick(Stream *self, const Method *m, const Key *key, const rr_job *job)
{
    int is_its;
    if (!key || m->standard) return single(self, m, job);
    if (!self->quick && !(self->quick = calloc(1, sizeof *self->quick))) return single(self, m, job);
    Window **at = window_of(self->quick, key, &is_its);
    if (is_its) {
        if (!*at) *at = prepare(job);
        if (*at && !is_next(self, *at)) draw(self, *at);
        if (*at && is_next(self, *at)) return take(self, m, *at);
    }
    PyObject *made = single(self, m, job);
    if (made && !is_its) {
        free(*at);
        *at = NULL;
        self->quick->at[place_of(key)].key = *key;
    }
    return made;
}
