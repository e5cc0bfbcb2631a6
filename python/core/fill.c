/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* fill(stream, job, out, check, piece, progress, slice, holes) -> None, or what has been found (core_answer): a job of one
 * stream, or a slice of it, into one buffer.
 *
 *   stream    a Stream, whose next indices are taken: rows * cols, of rows that are samples rows
 *   out       a writable C-contiguous buffer of at least the elements that are drawn
 *   check     look at all parameters first, so that out stays as it is where one is refused
 *   piece     elements between two looks at signals
 *   progress  None, or called with the number of elements of each piece
 *   slice     None, or (start, count) of the job's elements in C order, of rows that are samples whole ones
 *   holes     samples that there are none of, of refused parameters or of fixed:M, are NaN (0), and no reason to stop
 *
 * A job that is refused takes no indices: they are given back, unless another thread took the next ones meanwhile. */
#include "core.h"

/* What is asked for, beside the job: see above. */
typedef struct {
    int check, holes;
    uint64_t start, count, piece;
    PyObject *progress;
} Asked;

/* Columns [col, col + cols) of rows [row, row + rows). Of vector samplers all columns. */
static rr_job part(const rr_job *job, uint64_t row, uint64_t rows, uint64_t col, uint64_t cols)
{
    rr_job made = *job;
    made.rows = rows, made.cols = cols;
    made.stream.next += job->sampler->vector ? row : row * (job->index_row_stride ? job->index_row_stride : job->cols) + col;
    for (uint32_t p = 0; p < job->sampler->params; ++p)
        if (made.param[p].data && !(job->sampler->matrix >> p & 1))
            made.param[p].data = (const char *)made.param[p].data + (ptrdiff_t)row * made.param[p].row_stride
                + (job->sampler->weights >> p & 1 ? 0 : (ptrdiff_t)col * made.param[p].col_stride);
    return made;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static int tell(PyObject *progress, uint64_t elements)
{
    if (progress == Py_None) return 0;
    PyObject *seen = PyObject_CallFunction(progress, "K", (unsigned long long)elements);
    Py_XDECREF(seen);
    return seen ? 0 : -1;
}

/* Samples that a strategy lost are told of when all pieces are drawn, with their number in all of them. */
static void add_lost(rr_result *lost, const rr_result *found)
{
    const uint64_t before = lost->failed;
    if (!lost->status) *lost = *found;
    else lost->failed = before + found->failed;
}

/* All pieces of what is asked for; -1 with an exception, a control-C among them. A piece is some whole rows, or some columns
 * of one. */
static int run_pieces(const Device *device, const rr_job *job, const Asked *asked, rr_result *result)
{
    rr_result lost = RR_RESULT_INIT;
    const uint64_t end = asked->start + asked->count, cols = job->cols;
    const uint64_t most = asked->piece > cols || !job->sampler->vector ? asked->piece : cols;
    for (uint64_t at = asked->start, size; at < end; at += size) {
        const uint64_t row = at / cols, col = at % cols, rows = col ? 0 : least(most, end - at) / cols;
        size = rows ? rows * cols : least(least(most, cols - col), end - at);
        rr_job now = part(job, row, rows ? rows : 1, col, rows ? cols : size);
        now.first_element = at;
        now.out = (char *)job->out + (at - asked->start) * core_width(job->dtype);
        const rr_status status = core_run(device, &now, result);
        if (status && !(asked->holes && (status == RR_ERR_PARAM || status == RR_ERR_FAILED))) {
            if (status != RR_ERR_FAILED && status != RR_ERR_CAP) return 0;
            add_lost(&lost, result);
        }
        result->status = RR_OK;
        if (tell(asked->progress, size) || (size < asked->count && PyErr_CheckSignals())) return -1;
    }
    if (lost.status) *result = lost;
    return 0;
}

static uint64_t indices(const rr_job *job)
{
    return job->sampler->vector ? job->rows : job->rows * job->cols;
}

/* Takes the job's indices; -1 with an exception where there are not so many. A single number, which has no dimensions,
 * leaves the last index to arrays: the fast calls count in 64 bits. */
static int reserve(Stream *stream, rr_job *job, int single)
{
    uint64_t first;
    if (core_take(stream, indices(job) + (single && stream->stream.next == UINT64_MAX), &first)) return -1;
    job->stream = stream->stream;
    job->stream.next = first;
    return 0;
}

static void give_back(Stream *stream, const rr_job *job)
{
    if (stream->stream.seed == job->stream.seed && stream->stream.stream == job->stream.stream)
        core_give_back(stream, job->stream.next, indices(job));
}

static PyObject *fill(Stream *stream, const Device *device, Job *job, const Py_buffer *out, Asked *asked)
{
    rr_result result = RR_RESULT_INIT;
    rr_status status = RR_OK;
    const uint64_t elements = job->job.rows * job->job.cols;
    asked->count = least(asked->count, elements);
    if (asked->start > elements - asked->count || asked->count * core_width(job->job.dtype) > (uint64_t)out->len) {
        PyErr_SetString(PyExc_ValueError, "out is too small, or the slice not within the job");
        return NULL;
    }
    job->job.out = out->buf;
    if (asked->check) {
        Py_BEGIN_ALLOW_THREADS
        status = rr_check(device->device, &job->job, &result);
        Py_END_ALLOW_THREADS
        if (status) return core_answer(status, &result);
    }
    if (reserve(stream, &job->job, out->ndim == 0)) return NULL;
    const int stopped = run_pieces(device, &job->job, asked, &result);
    if (stopped || result.status) give_back(stream, &job->job);
    return stopped ? NULL : core_answer(result.status, &result);
}

PyObject *core_fill(PyObject *module, PyObject *args)
{
    PyObject *stream, *spec, *into, *slice, *done = NULL;
    unsigned long long piece, start = 0, count = UINT64_MAX;
    Asked asked = {0, 0, 0, 0, 0, NULL};
    Job job;
    Py_buffer out;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOpKOOp:fill", core_stream_type, &stream, &spec, &into, &asked.check, &piece,
                          &asked.progress, &slice, &asked.holes) ||
        (slice != Py_None && !PyArg_ParseTuple(slice, "KK", &start, &count)))
        return NULL;
    asked.start = start, asked.count = count, asked.piece = piece;
    if (PyObject_GetBuffer(into, &out, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)) return NULL;
    /* Another thread, or progress, may give the stream another device meanwhile. */
    Device *device = (Device *)Py_NewRef((PyObject *)((Stream *)stream)->device);
    if (!core_job_read(&job, spec)) done = fill((Stream *)stream, device, &job, &out, &asked);
    core_job_free(&job);
    Py_DECREF((PyObject *)device);
    PyBuffer_Release(&out);
    return done;
}
