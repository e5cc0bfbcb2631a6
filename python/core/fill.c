/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* fill(stream, job, out, check, piece, progress) draws a job into a buffer. Returns None, or the result (core_answer).
 *
 *   stream    a Stream, whose next rows * cols indices are used; if rows are samples, its next `rows` indices
 *   out       a writable C-contiguous buffer with at least the job's elements
 *   check     check all parameters first, so that out is unchanged if one is refused
 *   piece     elements between two checks of signals
 *   progress  None, or called with the number of elements of each piece
 *
 * A job of more than one piece is prepared once, so that its tables and factors are made once. A refused job uses no
 * indices: they return to the stream, unless another thread has used the next ones. */
#include "core.h"

#include <reroll_prepared.h>

/* A job and its device. */
typedef struct {
    const Device *device;
    const rr_job *job;
    rr_prepared *prepared;   /* NULL: the job is one piece */
} Drawn;

/* True if the job's rows are samples, with one index per row. */
static int is_row(const Job *job) { return job->sampler->shape.side[0] != RR_DIM_NONE; }

static rr_status draw(const Drawn *d, uint64_t at, uint64_t size, rr_result *result)
{
    PyThreadState *state = core_lets_go(d->device, size) ? PyEval_SaveThread() : NULL;
    char *out = (char *)d->job->out + at * core_width(d->job->dtype);
    const rr_status status = d->prepared ? rr_prepared_draw(d->prepared, at, size, out, result)
                                         : rr_run(d->device->device, d->job, result);
    if (state) PyEval_RestoreThread(state);
    return status;
}

static int report_progress(PyObject *progress, uint64_t elements)
{
    if (progress == Py_None) return 0;
    PyObject *seen = PyObject_CallFunction(progress, "K", (unsigned long long)elements);
    Py_XDECREF(seen);
    return seen ? 0 : -1;
}

/* Adds failed samples, which are reported after all pieces, with their total number. */
static void add_failed(rr_result *lost, const rr_result *found)
{
    const uint64_t before = lost->failed;
    if (!lost->status) *lost = *found;
    else lost->failed = before + found->failed;
}

/* Draws all elements piece by piece; -1 with an exception, which may be from control-C. */
static int draw_pieces(const Drawn *d, uint64_t piece, PyObject *progress, rr_result *result)
{
    rr_result lost = RR_RESULT_INIT;
    const uint64_t end = d->job->rows * d->job->cols;
    for (uint64_t at = 0, size; at < end; at += size) {
        size = end - at < piece ? end - at : piece;
        const rr_status status = draw(d, at, size, result);
        if (status && status != RR_ERR_FAILED && status != RR_ERR_CAP) return 0;
        if (status) add_failed(&lost, result);
        if (report_progress(progress, size) || (size < end && PyErr_CheckSignals())) return -1;
    }
    if (lost.status) *result = lost;
    return 0;
}

/* Draws a job that has its indices; prepares it first if it has several pieces. */
static int run(const Device *device, const Job *of, uint64_t piece, PyObject *progress, rr_result *result)
{
    const rr_job *job = &of->job;
    const uint64_t unit = is_row(of) ? job->cols : 1, elements = job->rows * job->cols;
    Drawn d = {device, job, NULL};
    piece = piece > unit ? piece / unit * unit : unit;   /* rows that are samples are not cut */
    if (elements > piece) {
        PyThreadState *state = PyEval_SaveThread();
        const rr_status status = rr_prepared_open(device->device, job, &d.prepared, result);
        PyEval_RestoreThread(state);
        if (status) return 0;
    }
    const int stopped = draw_pieces(&d, piece, progress, result);
    rr_prepared_close(&d.prepared);
    return stopped;
}

static uint64_t indices(const Job *job)
{
    return is_row(job) ? job->job.rows : job->job.rows * job->job.cols;
}

/* Takes the job's indices; -1 with an exception if fewer are left. A single number, without dimensions, does not take the
 * last index: fast calls can't count past it in 64 bits. */
static int reserve(Stream *stream, Job *job, int single)
{
    uint64_t first;
    if (core_take(stream, indices(job) + (single && stream->stream.next == UINT64_MAX), &first)) return -1;
    job->job.stream = stream->stream;
    job->job.stream.next = first;
    return 0;
}

static void give_back(Stream *stream, const Job *job)
{
    const rr_stream *from = &job->job.stream;
    if (stream->stream.seed == from->seed && stream->stream.stream == from->stream)
        core_give_back(stream, from->next, indices(job));
}

/* The arguments in addition to the job: see above. */
typedef struct {
    int check;
    unsigned long long piece;
    PyObject *progress;
} Asked;

static PyObject *fill(Stream *stream, const Device *device, Job *job, const Py_buffer *out, const Asked *asked)
{
    rr_result result = RR_RESULT_INIT;
    rr_status status = RR_OK;
    if (job->job.rows * job->job.cols * core_width(job->job.dtype) > (uint64_t)out->len) {
        PyErr_SetString(PyExc_ValueError, "out is too small");
        return NULL;
    }
    job->job.out = out->buf;
    if (asked->check) {
        Py_BEGIN_ALLOW_THREADS
        status = rr_check(device->device, &job->job, &result);
        Py_END_ALLOW_THREADS
        if (status) return core_answer(status, &result);
    }
    if (reserve(stream, job, out->ndim == 0)) return NULL;
    const int stopped = run(device, job, asked->piece, asked->progress, &result);
    if (stopped || result.status) give_back(stream, job);
    return stopped ? NULL : core_answer(result.status, &result);
}

PyObject *core_fill(PyObject *module, PyObject *args)
{
    PyObject *stream, *spec, *into, *done = NULL;
    Asked asked = {0, 0, NULL};
    Job job;
    Py_buffer out;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOpKO:fill", core_stream_type, &stream, &spec, &into, &asked.check, &asked.piece,
                          &asked.progress))
        return NULL;
    if (!core_begun(stream) || PyObject_GetBuffer(into, &out, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)) return NULL;
    /* Another thread, or progress, may replace the stream's device meanwhile. */
    Device *device = (Device *)Py_NewRef((PyObject *)core_stream(stream)->device);
    if (!core_job_read(&job, spec)) done = fill(core_stream(stream), device, &job, &out, &asked);
    core_job_free(&job);
    Py_DECREF((PyObject *)device);
    PyBuffer_Release(&out);
    return done;
}
