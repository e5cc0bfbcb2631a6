/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls the library for jobs: checks all parameters, draws any piece. */
#include "fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_BLOCK = 1 << 20 };   /* elements */
#define MAX_ELEMENTS (UINT64_C(1) << 60)   /* of a prepared job: years of drawing */

/* ---- Parameters ---- */

/* The byte offset of an element's value in the array. */
static ptrdiff_t place_of(const job_param *p, uint64_t row, uint64_t col)
{
    return p->whole ? 0 : (ptrdiff_t)row * p->row_stride + (ptrdiff_t)col * p->col_stride;
}

static const char *param_at(const job_param *p, uint64_t row, uint64_t col)
{
    if (!p->array.data) return p->type == RR_F64 ? (const char *)&p->number : (const char *)&p->integer;
    return (const char *)p->array.data + place_of(p, row, col);
}

static bool has_array(const job_param *p) { return p->array.data || p->array.in_file; }
static rr_type type_of(const job_param *p) { return has_array(p) ? p->array.type : p->type; }

/* For one call, the data of parameters that stay in files: each from the first to the last element that it needs. */
typedef struct windows {
    void *data[RR_MAX_PARAMS];
} windows;

static void windows_free(windows *w)
{
    for (int i = 0; i < RR_MAX_PARAMS; ++i) free(w->data[i]);
}

/* Reads the windows of rows x cols elements from (row, col) on. EXIT_DONE, or EXIT_TROUBLE after a message. */
static exit_status windows_read(const job *job, uint64_t row, uint64_t col, uint64_t rows, uint64_t cols, windows *w)
{
    *w = (windows){{NULL}};
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const job_param *p = &job->param[i];
        if (!p->array.in_file || !rows || !cols) continue;
        const size_t bytes = (size_t)place_of(p, rows - 1, cols - 1) + dtype_size(p->array.type);
        w->data[i] = malloc(bytes);
        const int error = w->data[i] ? npy_window(&p->array, (uint64_t)place_of(p, row, col), w->data[i], bytes) : ENOMEM;
        if (!error) continue;
        windows_free(w);
        return refuse(EXIT_TROUBLE, "--%s: %s can't be read: %s", job->sampler->param[i].name, p->path,
                      error == ESTALE ? "it has changed since it was checked" : strerror(error));
    }
    return EXIT_DONE;
}

static void fill_params(const job *job, rr_job *call, uint64_t row, uint64_t col, const windows *w)
{
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const job_param *p = &job->param[i];
        call->param[i].data = !p->array.in_file ? param_at(p, row, col) : w ? w->data[i] : NULL;
        call->param[i].type = type_of(p);
        call->param[i].row_stride = p->row_stride;
        call->param[i].col_stride = p->col_stride;
    }
}

void job_as_call(const job *job, rr_job *call)
{
    *call = (rr_job)RR_JOB_INIT;
    call->sampler = job->sampler->sampler;
    call->dims = job->sizes;
    call->dtype = job->dtype;
    call->stream = job->stream;
    call->strategy = job->strategy;
    call->flags = (job->antithetic ? RR_ANTITHETIC : 0) | (job->toward_zero ? RR_TOWARD_ZERO : 0);
    call->rows = job->rows;
    call->cols = job->cols;
    fill_params(job, call, 0, 0, NULL);
}

/* Refuses a job that can't be drawn at all. */
static exit_status refuse_call(const job *job, const rr_result *result)
{
    if (result->status == RR_ERR_PARAM) return job_refuse_param(job, result);
    const exit_status status = result->status == RR_ERR_DEVICE   ? EXIT_DEVICE
                               : result->status == RR_ERR_MEMORY ? EXIT_TROUBLE
                                                                 : EXIT_USAGE;
    return refuse(status, "%s", result->message[0] ? result->message : rr_status_text(result->status));
}

/* Checks rows x cols elements from (row, col) on. */
static exit_status check_block(const job *job, const rr_device *device, uint64_t row, uint64_t col, uint64_t rows,
                               uint64_t cols)
{
    rr_job call;
    rr_result result = RR_RESULT_INIT;
    windows w;
    const exit_status exit = windows_read(job, row, col, rows, cols, &w);
    if (exit) return exit;
    job_as_call(job, &call);
    call.stream.next += sampler_is_row(job->sampler) ? row : row * job->cols + col;
    call.rows = rows;
    call.cols = cols;
    call.first_element = row * job->cols + col;
    fill_params(job, &call, row, col, &w);
    const rr_status status = rr_check(device, &call, &result);
    windows_free(&w);
    /* If it is not an element, a matrix or weights are invalid. */
    const bool element = status == RR_ERR_PARAM && result.bad_index != UINT64_MAX;
    if (status == RR_OK || (element && job->bad_nan)) return EXIT_DONE;
    return refuse_call(job, &result);
}

/* Checks parameters that stay in files CHECK_BLOCK elements at a time: whole rows, or pieces of rows that are longer and
 * may be cut. */
static exit_status check_in_blocks(const job *job, const rr_device *device)
{
    exit_status status = EXIT_DONE;
    const bool whole = sampler_is_row(job->sampler) || job->cols <= CHECK_BLOCK;
    const uint64_t max_rows = job->cols < CHECK_BLOCK ? CHECK_BLOCK / job->cols : 1,
                   max_cols = whole ? job->cols : CHECK_BLOCK;
    for (uint64_t row = 0; row < job->rows && !status; row += max_rows)
        for (uint64_t col = 0; col < job->cols && !status; col += max_cols)
            status = check_block(job, device, row, col, job->rows - row < max_rows ? job->rows - row : max_rows,
                                 job->cols - col < max_cols ? job->cols - col : max_cols);
    return status;
}

/* If all parameters are numbers they are checked once, even for a job without samples. */
exit_status job_check(const job *job, const rr_device *device)
{
    bool arrays = false, in_files = false;
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        arrays |= param_is_array(&job->param[i]);
        in_files |= job->param[i].array.in_file;
    }
    if (arrays && (job->rows == 0 || job->cols == 0)) return EXIT_DONE;
    if (in_files) return check_in_blocks(job, device);
    return check_block(job, device, 0, 0, arrays ? job->rows : 1, arrays || sampler_is_row(job->sampler) ? job->cols : 1);
}

/* ---- Drawing ---- */

static void add_counts(rr_counts *sum, const rr_counts *more)
{
    for (int i = 0; i < RR_MAX_ITERATIONS; ++i) sum->iterations[i] += more->iterations[i];
    sum->calls += more->calls;
    sum->steps += more->steps;
    sum->lane_attempts += more->lane_attempts;
    sum->accepted += more->accepted;
    sum->undecided += more->undecided;
    sum->votes += more->votes;
    sum->shuffles += more->shuffles;
}

/* Adds the results of a call, whose indices are the job's, to state and counts. */
static exit_status note_found(const job *job, rr_status status, const rr_result *result, job_state *state,
                              rr_counts *counts)
{
    if (counts) add_counts(counts, &result->counts);
    if (result->failed) {
        const uint64_t sample = sampler_is_row(job->sampler) ? result->failed_index / job->cols : result->failed_index;
        if (!state->failed) state->failed_index = job->stream.next + sample;
        state->failed += result->failed;
    }
    if (status == RR_OK || status == RR_ERR_FAILED || status == RR_ERR_CAP) return EXIT_DONE;
    if ((status == RR_ERR_PARAM || status == RR_ERR_FIT) && job->bad_nan) return EXIT_DONE;
    return refuse(EXIT_TROUBLE, "%s", result->message[0] ? result->message : rr_status_text(status));
}

/* Draws rows x cols elements from element `start` on; if rows > 1 they are whole rows. */
static exit_status draw_window(const job_ready *ready, uint64_t start, uint64_t rows, uint64_t cols, void *out,
                               job_state *state, rr_counts *counts)
{
    const job *job = ready->job;
    rr_result result = RR_RESULT_INIT;
    windows w;
    const exit_status read = windows_read(job, start / job->cols, start % job->cols, rows, cols, &w);
    if (read) return read;
    const rr_status status = rr_prepared_draw_with(ready->prepared, start - ready->first, rows * cols,
                                                   (const void *const *)w.data, out, &result);
    windows_free(&w);
    return note_found(job, status, &result, state, counts);
}

/* Draws with parameters that stay in files, which are read for a piece at a time: the rest of a row, whole rows, the
 * beginning of a row. */
static exit_status draw_windows(const job_ready *ready, uint64_t start, uint64_t count, void *out, job_state *state,
                                rr_counts *counts)
{
    const uint64_t cols = ready->job->cols;
    char *to = out;
    while (count) {
        const uint64_t col = start % cols, rest = cols - col;
        const bool whole = col == 0 && count >= cols;
        const uint64_t rows = whole ? count / cols : 1, width = whole ? cols : rest < count ? rest : count;
        const exit_status status = draw_window(ready, start, rows, width, to, state, counts);
        if (status) return status;
        start += rows * width;
        count -= rows * width;
        to += rows * width * dtype_size(ready->job->dtype);
    }
    return EXIT_DONE;
}

/* The call for the rows that contain the job's part: the whole job may have more elements than a call accepts. */
static void part_as_call(const job *job, rr_job *call, uint64_t *first)
{
    const uint64_t cols = job->cols ? job->cols : 1, row = job->start / cols, max = MAX_ELEMENTS / cols;
    const uint64_t rows = job->count ? (job->start % cols + job->count - 1) / cols + 1 : 0;
    *first = row * cols;
    job_as_call(job, call);
    fill_params(job, call, row, 0, NULL);
    call->stream.next += sampler_is_row(job->sampler) ? row : *first;
    call->first_element = *first;
    call->rows = rows < max ? rows : max;
}

exit_status job_prepare(const job *job, const rr_device *device, bool counting, job_ready *ready)
{
    static const uint64_t unread;   /* a placeholder for parameters whose window is read for each draw */
    rr_job call;
    rr_result result = RR_RESULT_INIT;
    *ready = (job_ready){.job = job};
    part_as_call(job, &call, &ready->first);
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        if (!job->param[i].array.in_file) continue;
        ready->in_windows = true;
        call.param[i].data = &unread;
    }
    call.flags |= counting ? RR_COUNT : 0;
    return rr_prepared_open(device, &call, &ready->prepared, &result) == RR_OK ? EXIT_DONE : refuse_call(job, &result);
}

void job_release(job_ready *ready)
{
    rr_prepared_close(&ready->prepared);
}

exit_status job_draw(const job_ready *ready, uint64_t start, uint64_t count, void *out, job_state *state,
                     rr_counts *counts)
{
    rr_result result = RR_RESULT_INIT;
    if (!count) return EXIT_DONE;
    if (ready->in_windows) return draw_windows(ready, start, count, out, state, counts);
    const rr_status status = rr_prepared_draw(ready->prepared, start - ready->first, count, out, &result);
    return note_found(ready->job, status, &result, state, counts);
}
