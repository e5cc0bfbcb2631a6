/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* fill(stream, job, out, check, piece, progress) -> None, or (status, message, element) where the job is refused: a
 * job of one stream into one buffer.
 *
 *   stream    a Stream, whose next indices are taken: rows * cols, of rows that are samples rows
 *   out       a writable C-contiguous buffer of at least the job's elements
 *   check     look at all parameters first, so that out stays as it is where one is refused
 *   piece     elements between two looks at signals
 *   progress  None, or called with the number of elements of each piece
 *
 * A job that is refused takes no indices: they are given back, unless another thread took the next ones meanwhile. */
#include "core.h"

/* Elements from which the interpreter is let go on meanwhile. */
#define LET_GO 1024

/* Columns [col, col + cols) of rows [row, row + rows). Of vector samplers all columns. */
static rr_job part(const rr_job *job, uint64_t row, uint64_t rows, uint64_t col, uint64_t cols)
{
    rr_job made = *job;
    const uint64_t before = row * job->cols + col;
    made.rows = rows, made.cols = cols;
    made.out = (char *)job->out + before * core_width(job->dtype);
    made.stream.next += job->sampler->vector ? row : before;
    for (uint32_t p = 0; p < job->sampler->params; ++p)
        if (made.param[p].data && !(job->sampler->matrix >> p & 1))
            made.param[p].data = (const char *)made.param[p].data + (ptrdiff_t)row * made.param[p].row_stride
                + (job->sampler->weights >> p & 1 ? 0 : (ptrdiff_t)col * made.param[p].col_stride);
    return made;
}

static rr_status run(const rr_device *device, const rr_job *job, rr_result *result)
{
    rr_status status;
    if (job->rows * job->cols < LET_GO) return rr_run(device, job, result);
    Py_BEGIN_ALLOW_THREADS
    status = rr_run(device, job, result);
    Py_END_ALLOW_THREADS
    return status;
}

/* All pieces; -1 with an exception, a control-C among them. */
static int run_pieces(const rr_device *device, const rr_job *job, uint64_t piece, PyObject *progress, rr_result *result)
{
    const int narrow = job->cols <= piece || job->sampler->vector;
    const uint64_t rows_at_once = narrow ? (piece / job->cols ? piece / job->cols : 1) : 1;
    const uint64_t cols_at_once = narrow ? job->cols : piece;
    for (uint64_t row = 0; row < job->rows; row += rows_at_once)
        for (uint64_t col = 0; col < job->cols; col += cols_at_once) {
            const uint64_t rows = job->rows - row < rows_at_once ? job->rows - row : rows_at_once;
            const uint64_t cols = job->cols - col < cols_at_once ? job->cols - col : cols_at_once;
            const rr_job now = part(job, row, rows, col, cols);
            if (run(device, &now, result)) {
                if (result->bad_index != UINT64_MAX) result->bad_index += row * job->cols + col;
                return 0;
            }
            if (progress != Py_None) {
                PyObject *seen = PyObject_CallFunction(progress, "K", (unsigned long long)(rows * cols));
                if (!seen) return -1;
                Py_DECREF(seen);
            }
            if (rows * cols < job->rows * job->cols && PyErr_CheckSignals()) return -1;
        }
    return 0;
}

/* Takes the job's indices; -1 with an exception where there are not so many. */
static int reserve(Stream *stream, rr_job *job)
{
    const uint64_t count = job->sampler->vector ? job->rows : job->rows * job->cols;
    if (count > UINT64_MAX - stream->stream.next) {
        PyErr_SetString(PyExc_OverflowError, "the stream has not so many indices left: next + size passes 2^64");
        return -1;
    }
    job->stream = stream->stream;
    stream->stream.next += count;
    return 0;
}

static void give_back(Stream *stream, const rr_job *job)
{
    const uint64_t count = job->sampler->vector ? job->rows : job->rows * job->cols;
    if (stream->stream.next == job->stream.next + count) stream->stream.next = job->stream.next;
}

static PyObject *answer(rr_status status, const rr_result *result)
{
    if (status == RR_OK) Py_RETURN_NONE;
    if (status != RR_ERR_PARAM) return core_raise(status, result);
    return Py_BuildValue("(isK)", (int)status, result->message, (unsigned long long)result->bad_index);
}

static PyObject *fill(Stream *stream, const rr_device *device, Job *job, const Py_buffer *out, int check, uint64_t piece,
                      PyObject *progress)
{
    rr_result result = RR_RESULT_INIT;
    rr_status status = RR_OK;
    const uint64_t elements = job->job.rows * job->job.cols;
    if (elements * core_width(job->job.dtype) > (uint64_t)out->len) {
        PyErr_SetString(PyExc_ValueError, "out is too small");
        return NULL;
    }
    job->job.out = out->buf;
    if (check) {
        Py_BEGIN_ALLOW_THREADS
        status = rr_check(device, &job->job, &result);
        Py_END_ALLOW_THREADS
        if (status) return answer(status, &result);
    }
    if (reserve(stream, &job->job)) return NULL;
    const int stopped = run_pieces(device, &job->job, piece, progress, &result);
    if (stopped || result.status) give_back(stream, &job->job);
    return stopped ? NULL : answer(result.status, &result);
}

PyObject *core_fill(PyObject *module, PyObject *args)
{
    PyObject *stream, *spec, *into, *progress, *done = NULL;
    int check;
    unsigned long long piece;
    Job job;
    Py_buffer out;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOpKO:fill", core_stream_type, &stream, &spec, &into, &check, &piece, &progress))
        return NULL;
    if (PyObject_GetBuffer(into, &out, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)) return NULL;
    /* Another thread, or progress, may give the stream another device meanwhile. */
    Device *device = (Device *)Py_NewRef((PyObject *)((Stream *)stream)->device);
    if (!core_job_read(&job, spec)) done = fill((Stream *)stream, device->device, &job, &out, check, piece, progress);
    core_job_free(&job);
    Py_DECREF((PyObject *)device);
    PyBuffer_Release(&out);
    return done;
}
