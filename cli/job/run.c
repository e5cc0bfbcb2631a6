/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs as calls of the library: the check of all parameters, and the drawing of any piece. */
#include "job.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_BLOCK = 1 << 20 };   /* elements */

/* ---- Parameters ---- */

/* Where an element's value is among the array's. */
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

/* One value, of at most eight bytes. What can't be read any more is 0: this is for messages. */
static uint64_t bits_at(const job_param *p, uint64_t row, uint64_t col)
{
    const size_t size = dtype_size(type_of(p));
    uint64_t bits = 0;
    if (!p->array.in_file) memcpy(&bits, param_at(p, row, col), size);
    else if (npy_window(&p->array, (uint64_t)place_of(p, row, col), &bits, size)) bits = 0;
    return bits;
}

/* Integers are not rounded to nearest: what is below 2^63 stays so. */
static double toward_zero(uint64_t size) { return (double)(size >> 53 ? size & ~(uint64_t)0x7ff : size); }

static double value_at(const job_param *p, uint64_t row, uint64_t col)
{
    const uint64_t bits = bits_at(p, row, col);
    switch (type_of(p)) {
    case RR_I64: return (int64_t)bits < 0 ? -toward_zero(-bits) : toward_zero(bits);
    case RR_U64: return toward_zero(bits);
    default: return dtype_value(type_of(p), &bits);
    }
}

/* Values and ends as the library compares them: rounded to the dtype. NaN is in no range. */
static bool in_range(double v, const rr_range *range, bool narrow)
{
    const double low = narrow ? (double)(float)range->low : range->low,
                 high = narrow ? (double)(float)range->high : range->high;
    const double x = narrow ? (double)(float)v : v;
    return (range->low_open ? x > low : x >= low) && (range->high_open ? x < high : x <= high);
}

/* What a call takes of the parameters that stay in files: of each its span from the first element to the last. */
typedef struct windows {
    void *data[RR_MAX_PARAMS];
} windows;

static void windows_free(windows *w)
{
    for (int i = 0; i < RR_MAX_PARAMS; ++i) free(w->data[i]);
}

/* rows x cols elements from (row, col) on. EXIT_DONE, or EXIT_TROUBLE after saying what could not be read. */
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
        return refuse(EXIT_TROUBLE, "--%s: %s can't be read: %s", job->sampler->param[i].name, p->path, strerror(error));
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

static void element_text(const job_param *p, uint64_t row, uint64_t col, char text[SHORTEST_SIZE])
{
    job_param one = {.type = type_of(p)};
    if (one.type == RR_I64 || one.type == RR_U64) one.integer = bits_at(p, row, col);
    else one = (job_param){.type = RR_F64, .number = value_at(p, row, col)};
    param_text(&one, text);
}

/* "-1", or "shapes.npy: element (3, 0) = -1": a value by the name that the user knows it by. */
static char *value_text(const job_param *p, uint64_t row, uint64_t col)
{
    const npy_array *a = &p->array;
    char value[SHORTEST_SIZE];
    element_text(p, row, col, value);
    if (!has_array(p)) return get_copy(value);
    const char *file = p->path ? p->path : "list";
    const uint64_t number = (uint64_t)place_of(p, row, col) / dtype_size(a->type);
    if (a->dims == 0) return get_text("%s: %s", file, value);
    if (a->dims == 1) return get_text("%s: element %" PRIu64 " = %s", file, number, value);
    const uint64_t line = a->shape[!a->fortran], r = a->fortran ? number % line : number / line;
    return get_text("%s: element (%" PRIu64 ", %" PRIu64 ") = %s", file, r,
                    a->fortran ? number / line : number % line, value);
}

/* The library says which element is bad; this finds the parameter, to name the option as it was typed. Where each is in
 * its own range the sampler says what is wrong between them. */
static exit_status refuse_param(const job *job, const rr_result *result)
{
    const rr_sampler_info *s = job->sampler;
    const uint64_t row = result->bad_index / job->cols, col = result->bad_index % job->cols;
    double values[RR_MAX_PARAMS];
    for (uint32_t i = 0; i < s->params; ++i) {
        const rr_range wanted = rr_param_range_at(s->sampler, job->dtype, i, &job->sizes), *range = &wanted;
        char accepted[RANGE_SIZE];
        values[i] = value_at(&job->param[i], row, col);
        const bool whole = !s->integers || values[i] == floor(values[i]);
        if (whole && in_range(values[i], range, rr_param_type(s->sampler, job->dtype) == RR_F32)) continue;
        char *value = value_text(&job->param[i], row, col);
        refuse(EXIT_USAGE, "--%s %s is %s the range that is accepted for %s, %s", s->param[i].name, value,
               whole ? "outside" : "no integer in", dtype_name(job->dtype), range_text(range, accepted));
        free(value);
        return EXIT_USAGE;
    }
    const char *text = s->relate && !sampler_is_row(s) ? s->relate(values) : NULL;   /* of rows the library has said it */
    if (!text) return refuse(EXIT_USAGE, "%s", result->message);
    char *given = get_copy("");
    for (uint32_t i = 0; i < s->params; ++i) {
        char *value = value_text(&job->param[i], row, col);
        char *longer = get_text("%s --%s %s", given, s->param[i].name, value);
        free(given);
        free(value);
        given = longer;
    }
    refuse(EXIT_USAGE, "%s, but here:%s", text, given);
    free(given);
    return EXIT_USAGE;
}

void job_as_call(const job *job, rr_job *call)
{
    *call = (rr_job)RR_JOB_INIT;
    call->sampler = job->sampler->sampler;
    call->dims = job->sizes;
    call->dtype = job->dtype;
    call->stream = job->stream;
    call->strategy = job->strategy;
    call->flags = job->antithetic ? RR_ANTITHETIC : 0;
    call->rows = job->rows;
    call->cols = job->cols;
    fill_params(job, call, 0, 0, NULL);
}

/* rows x cols elements from (row, col) on. */
static exit_status check_block(const job *job, const rr_device *device, uint64_t row, uint64_t col, uint64_t rows,
                               uint64_t cols)
{
    rr_job call;
    rr_result result = RR_RESULT_INIT;
    windows w;
    exit_status exit = windows_read(job, row, col, rows, cols, &w);
    if (exit) return exit;
    job_as_call(job, &call);
    call.stream.next += sampler_is_row(job->sampler) ? row : row * job->cols + col;
    call.rows = rows;
    call.cols = cols;
    call.first_element = row * job->cols + col;
    fill_params(job, &call, row, col, &w);
    const rr_status status = rr_check(device, &call, &result);
    windows_free(&w);
    /* Else a matrix is bad, or weights are. */
    const bool element = status == RR_ERR_PARAM && result.bad_index != UINT64_MAX;
    if (status == RR_OK || (element && job->bad_nan)) return EXIT_DONE;
    if (element) return refuse_param(job, &result);
    exit = status == RR_ERR_DEVICE ? EXIT_DEVICE : status == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE;
    return refuse(exit, "%s", result.message[0] ? result.message : rr_status_text(status));
}

/* Of parameters that stay in files so many elements at a time: rows, or where those are long, and may be cut, pieces of
 * one. */
static exit_status check_in_blocks(const job *job, const rr_device *device)
{
    exit_status status = EXIT_DONE;
    const bool whole = sampler_is_row(job->sampler) || job->cols <= CHECK_BLOCK;
    const uint64_t most_rows = job->cols < CHECK_BLOCK ? CHECK_BLOCK / job->cols : 1,
                   most_cols = whole ? job->cols : CHECK_BLOCK;
    for (uint64_t row = 0; row < job->rows && !status; row += most_rows)
        for (uint64_t col = 0; col < job->cols && !status; col += most_cols)
            status = check_block(job, device, row, col, job->rows - row < most_rows ? job->rows - row : most_rows,
                                 job->cols - col < most_cols ? job->cols - col : most_cols);
    return status;
}

/* Parameters that are all numbers are checked once, even where no sample is wanted. */
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

/* rows x cols elements from (row, col) on; several rows are whole ones. */
static exit_status draw_block(const job *job, const rr_device *device, uint64_t start, uint64_t rows, uint64_t cols,
                              void *out, job_state *state, rr_counts *counts)
{
    rr_job call;
    rr_result result = RR_RESULT_INIT;
    job_as_call(job, &call);
    call.stream.next += sampler_is_row(job->sampler) ? start / job->cols : start;
    call.rows = rows;
    call.cols = cols;
    call.first_element = start;
    call.flags |= counts ? RR_COUNT : 0;
    call.out = out;
    windows w;
    const exit_status read = windows_read(job, start / job->cols, start % job->cols, rows, cols, &w);
    if (read) return read;
    fill_params(job, &call, start / job->cols, start % job->cols, &w);
    const rr_status status = rr_run(device, &call, &result);
    windows_free(&w);
    if (counts) add_counts(counts, &result.counts);
    if (result.failed) {
        const uint64_t sample = sampler_is_row(job->sampler) ? result.failed_index / job->cols : result.failed_index;
        if (!state->failed) state->failed_index = job->stream.next + sample;
        state->failed += result.failed;
    }
    if (status == RR_OK || status == RR_ERR_FAILED || status == RR_ERR_CAP) return EXIT_DONE;
    if (status == RR_ERR_PARAM && job->bad_nan) return EXIT_DONE;
    return refuse(EXIT_TROUBLE, "%s", result.message[0] ? result.message : rr_status_text(status));
}

/* The rest of a row that was begun, whole rows, and the beginning of one more. */
exit_status job_draw(const job *job, const rr_device *device, uint64_t start, uint64_t count, void *out, job_state *state,
                     rr_counts *counts)
{
    const uint64_t cols = job->cols;
    char *to = out;
    while (count) {
        const uint64_t col = start % cols, rest = cols - col;
        const bool whole = col == 0 && count >= cols;
        const uint64_t rows = whole ? count / cols : 1, width = whole ? cols : rest < count ? rest : count;
        const exit_status status = draw_block(job, device, start, rows, width, to, state, counts);
        if (status) return status;
        start += rows * width;
        count -= rows * width;
        to += rows * width * dtype_size(job->dtype);
    }
    return EXIT_DONE;
}
