/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll transform: transforms points into normals, a batch at a time, and writes them to a file. */
#include "record.h"
#include "request.h"
#include "cli/base/device.h"
#include "cli/base/interrupt.h"
#include "cli/base/progress.h"
#include "cli/commands.h"
#include "cli/files/columns.h"
#include "cli/files/encode.h"
#include "cli/output/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Coordinates per batch: with 8 bytes each they fit a cache of 4 MB, and are enough for several threads. */
enum { BATCH = 1 << 19 };

/* ---- One batch ---- */

static bool is_nan(const void *numbers, uint64_t k, rr_type dtype)
{
    const double z = dtype == RR_F64 ? ((const double *)numbers)[k] : (double)((const float *)numbers)[k];
    return z != z;
}

/* Removes the points that are NaN; returns the number of the others. */
static uint64_t leave_out(void *numbers, uint64_t n, unsigned coords, rr_type dtype)
{
    const size_t size = coords * dtype_size(dtype);
    uint64_t kept = 0;
    for (uint64_t i = 0; i < n; ++i)
        if (!is_nan(numbers, i * coords, dtype)) memmove((char *)numbers + kept++ * size, (char *)numbers + i * size, size);
    return kept;
}

/* The count of numbers per line of text: those of a row, or of a point if there are no rows. */
static uint64_t line_of(const transform_request *w)
{
    return w->dims == 2 && !w->value[TO_DROP] ? w->shape[1] : w->width;
}

static const char *title_of(const transform_request *w)
{
    return w->method ? w->method->name : transform_option_name(w->source);
}

/* Writes `count` numbers after `before` others. */
static int write_batch(const transform_request *w, const output *out, void *numbers, uint64_t before, uint64_t count,
                       char *lines, job_state *state)
{
    const bool text = format_is_text(w->format);
    const uint64_t per_line = line_of(w);
    const size_t bytes = text ? encode_lines(w->dtype, numbers, count, count ? before % per_line : 0, per_line,
                                           format_between(w->format), lines)
                              : count * dtype_size(w->dtype);
    const int error = output_write(out, text ? lines : numbers, bytes);
    if (!error) state->bytes += bytes;
    return error;
}

/* Transforms n points from index `at` on in place; counts refused points in state. */
static exit_status transform_batch(const transform_request *w, const rr_device *device, uint64_t at, uint64_t n,
                                   void *numbers, job_state *state)
{
    rr_transform_job job = RR_TRANSFORM_INIT;
    rr_result result = RR_RESULT_INIT;
    job.method = w->method;
    job.dtype = w->dtype;
    job.n = n * w->parts;
    job.points = job.out = numbers;
    job.mean = w->mean;
    job.sd = w->sd;
    job.stream = w->stream;
    job.stream.next = (w->stream.next + at) * w->parts;
    const rr_status done = rr_transform(device, &job, &result);
    if (done) return refuse(EXIT_TROUBLE, "%s", result.message[0] ? result.message : rr_status_text(done));
    if (result.failed && !state->failed) state->failed_index = job.stream.next + result.failed_index;
    state->failed += result.failed;
    return EXIT_DONE;
}

/* Gets, transforms and writes n points from index `at` on; *written counts points. */
static exit_status run_batch(const transform_request *w, const rr_device *device, output *out, uint64_t at, uint64_t n,
                             void *numbers, char *lines, job_state *state, uint64_t *written)
{
    const uint64_t failed = state->failed;
    exit_status status = transform_points(w, device, at, n, numbers);
    if (!status && w->method) status = transform_batch(w, device, at, n, numbers, state);
    if (status) return status;
    state->done += n;
    const uint64_t kept = w->value[TO_DROP] && state->failed > failed ? leave_out(numbers, n, w->width, w->dtype) : n;
    const int error = write_batch(w, out, numbers, *written * w->width, kept * w->width, lines, state);
    *written += kept;
    if (error == EPIPE && out->direct) return EXIT_INTERRUPTED;
    return error ? output_failed(out, error) : EXIT_DONE;
}

/* ---- All of them ---- */

/* The header for `points` points; if some were left out, numbers from a file become one row. */
static void make_header(const transform_request *w, uint64_t points, char header[NPY_HEADER])
{
    const bool whole = points == w->n, pairs = w->dims == 2 && w->width == 2;
    const uint64_t left[2] = {pairs ? points : points * w->width, 2};
    npy_header(w->dtype, whole ? w->dims : pairs ? 2 : 1, whole ? w->shape : left, header);
}

static int write_header(const output *out, const char *header, size_t length, job_state *state)
{
    state->bytes = length;
    return output_write(out, header, length);
}

static exit_status run_batches(const transform_request *w, const rr_device *device, output *out, job_state *state,
                               progress *bar)
{
    char header[NPY_HEADER];
    const uint64_t batch = BATCH / w->width, max = w->n < batch ? w->n : batch;
    void *numbers = get_memory(max * w->width * dtype_size(w->dtype));
    char *lines = format_is_text(w->format) ? get_memory(max * w->width * LINE_SIZE) : NULL;
    exit_status status = EXIT_DONE;
    uint64_t written = 0;
    int error = 0;
    if (w->format == FORMAT_NPY) {
        make_header(w, w->n, header);
        error = write_header(out, header, NPY_HEADER, state);
    } else if (w->format == FORMAT_CSV) {
        size_t length;
        char *names = columns_header(title_of(w), line_of(w), 0, &length);
        error = write_header(out, names, length, state);
        free(names);
    }
    for (uint64_t at = 0; !error && !status && at < w->n; at += batch) {
        if (interrupted()) status = refuse(EXIT_INTERRUPTED, "interrupted");
        else status = run_batch(w, device, out, at, w->n - at < batch ? w->n - at : batch, numbers, lines, state, &written);
        progress_show(bar, state->done);
    }
    progress_end(bar);
    if (!error && !status && w->format == FORMAT_NPY && written != w->n) {
        make_header(w, written, header);
        error = output_write_at(out, header, NPY_HEADER, 0);
    }
    if (!error && !status) error = output_finish(out, state);
    free(numbers);
    free(lines);
    if (error == EPIPE && out->direct) return EXIT_INTERRUPTED;
    return error ? output_failed(out, error) : status;
}

static void report(const transform_request *w, const job_state *state)
{
    if (w->value[TO_QUIET]) return;
    if (w->source == TO_GRID && w->set.grid != w->n)
        fprintf(stderr, "reroll: --grid %" PRIu64 " became %" PRIu64 " points, the next square number\n", w->set.grid, w->n);
    if (!state->failed) return;
    const char *what = w->parts == 1 ? "points" : w->method->coords == 2 ? "pairs of coordinates" : "coordinates";
    fprintf(stderr, "reroll: %" PRIu64 " of %" PRIu64 " %s were %s, the first of them number %" PRIu64 "; they %s\n",
            state->failed, w->n * w->parts, what, w->method->refuses, state->failed_index,
            w->value[TO_DROP] ? "are left out" : "are NaN");
}

/* Runs the job. A closed pipe is not an error. */
static exit_status run(const transform_request *w, const rr_device *device)
{
    const uint64_t min = w->value[TO_DROP] ? 0 : w->n * w->width;   /* numbers */
    const output_request request = {w->value[TO_OUTPUT], false, w->value[TO_FORCE] != NULL, w->value[TO_NO_JOB] != NULL,
                              w->value[TO_JOB], format_bytes(w->format, w->dtype, min), !format_is_text(w->format), false};
    const record record = transform_record(w);
    output out;
    job_state state;
    progress bar;
    const bool direct = output_is_direct(request.path);
    if (direct && w->value[TO_DROP] && w->format == FORMAT_NPY)
        return refuse(EXIT_USAGE,
                      "--drop with --format npy needs -o FILE: the header has the number of points");
    if (w->format == FORMAT_CSV && columns_check(line_of(w))) return EXIT_USAGE;
    interrupt_watch(direct);
    exit_status status = output_open(&out, &request, &record, &state);
    if (!status) {
        request_print_random(w->seed);
        const bool on_terminal = direct && format_is_text(w->format) && isatty(out.fd);
        progress_start(&bar, title_of(w), 0, w->n, !w->value[TO_QUIET] && !on_terminal);
        if (w->method) progress_kernel(&bar, rr_device_name(device, NULL, NULL, NULL));
        status = run_batches(w, device, &out, &state, &bar);
        if (!status) progress_summary(&bar, state.done, 1, direct ? NULL : out.name);
        if (status == EXIT_INTERRUPTED && !interrupted()) status = EXIT_DONE;
        else if (!status) report(w, &state);
    }
    output_close(&out);
    return status;
}

static exit_status list_methods(const transform_request *w)
{
    const rr_transform_info *m;
    if (!w->value[TO_NAMES]) printf("%-27s %-12s %-8s %s\n", "method", "coordinates", "of", "what it does");
    for (size_t i = 0; (m = rr_transform_list(i)); ++i) {
        if (w->value[TO_NAMES]) puts(m->name);
        else printf("%-27s %-12" PRIu32 " [%g, %g]%*s %s\n", m->name, m->coords, m->low, m->high, m->low < 0 ? 0 : 1, "",
                    m->help);
    }
    return stdout_end();
}

int cmd_transform(int argc, char **argv)
{
    transform_request request;
    rr_device *device = NULL;
    exit_status status = transform_read(argc, argv, &request);
    if (!status && request.value[TO_HELP]) {
        status = manual_help(&manual_transform);
    } else if (!status && (request.value[TO_LIST] || request.value[TO_NAMES])) {
        status = list_methods(&request);
    } else if (!status) {
        status = device_open(request.value[TO_DEVICE], request.value[TO_THREADS], &device);
        if (!status) status = run(&request, device);
        rr_device_close(&device);
    }
    transform_free(&request);
    return status;
}
