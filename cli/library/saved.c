/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes jobs from arguments or job files, and draws them. */
#include "call.h"
#include "store.h"
#include "cli/base/law.h"
#include "cli/files/textarray.h"
#include "cli/job/jobfile.h"
#include "cli/job/request.h"
#include "cli/job/shard.h"
#include "cli/output/output_job.h"
#include "cli/sample/ending.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- User-defined distributions ---- */

static saved_law *opener;

static const rr_sampler_info *find_law(const char *path, char **why, exit_status *status)
{
    *status = EXIT_USAGE;
    return opener(path, why);
}

void saved_begin(saved_law *law)
{
    opener = law;
    law_find_by(find_law);
}

/* ---- From arguments ---- */

static exit_status take_number(const saved_param *from, job_param *to)
{
    to->type = from->type;
    to->number = from->number;
    to->integer = from->integer;
    return EXIT_DONE;
}

static exit_status take_array(const saved_param *from, bool integers, job_param *to)
{
    npy_array *a = &to->array;
    to->exact = true;
    a->type = from->type;
    a->dims = from->dims;
    memcpy(a->shape, from->shape, sizeof a->shape);
    const size_t bytes = npy_count(a) * dtype_size(a->type);
    a->data = malloc(bytes ? bytes : 1);
    if (!a->data) return refuse(EXIT_TROUBLE, "an array needs %zu bytes of memory, which are not available", bytes);
    memcpy(a->data, from->data, bytes);
    store_list(a, integers);
    return EXIT_DONE;
}

static exit_status take_params(const saved_param *param, job *job)
{
    exit_status status = EXIT_DONE;
    for (uint32_t i = 0; i < job->sampler->params && !status; ++i) {
        if (param[i].path) job->param[i].path = array_split(param[i].path, &job->param[i].column);
        else if (param[i].data) status = take_array(&param[i], job->sampler->integers, &job->param[i]);
        else if (param[i].type) status = take_number(&param[i], &job->param[i]);
        else status = request_param(NULL, i, job);
    }
    return status;
}

/* Without a size it is that of the arrays, or 1 if there are none. */
static exit_status prepare_saved(const uint64_t *size, job *job)
{
    const uint64_t one = 1;
    const exit_status status = job_validate(job, size, "-n");
    const bool open = sampler_is_row(job->sampler) ? job->dims < 2 : !job->dims;
    return status && !size && open ? job_validate(job, &one, "-n") : status;
}

static exit_status make(const saved_job *from, const saved_param *param, job *job)
{
    char dim[24];
    exit_status status;
    job->sampler = from->sampler;
    job->law = from->law ? get_copy(from->law) : NULL;
    job->stream = from->stream;
    job->dtype = from->dtype;
    job->bad_nan = from->holes;
    job->antithetic = from->antithetic;
    job->toward_zero = from->toward_zero;
    job->files = FILES_READ;
    snprintf(dim, sizeof dim, "%llu", (unsigned long long)from->dim);
    if (!format_find(from->format, &job->format)) return refuse(EXIT_USAGE, "format: npy, raw, text or csv are accepted");
    if ((status = request_strategy(from->strategy, &job->strategy))) return status;
    if (from->dim && (status = request_components(dim, job))) return status;
    if ((status = take_params(param, job)) || (status = job_load(job)) || (status = prepare_saved(from->size, job)))
        return status;
    if (from->whole) return EXIT_DONE;
    if (from->start > job->count || from->count > job->count - from->start)
        return refuse(EXIT_USAGE, "start and count must be within the shape");
    job->start = from->start;
    job->count = from->count;
    return EXIT_DONE;
}

static saved *finish(saved *s, call *c, exit_status status, saved_error *error)
{
    if (call_end(c, status, 0, error)) return s;
    saved_close(s);
    return NULL;
}

saved *saved_new(const saved_job *from, const saved_param *param, saved_error *error)
{
    call c;
    call_begin(&c);
    saved *s = get_zeroed(sizeof *s);
    return finish(s, &c, make(from, param, &s->job), error);
}

void saved_close(saved *s)
{
    if (s) job_free(&s->job);
    free(s);
}

/* ---- From a job file ---- */

static exit_status read_file(const char *path, job *job)
{
    job_state state;
    char *why;
    exit_status status = jobfile_read(path, job, &state, &why);
    if (status) {
        refuse(status, "%s", why);
        free(why);
        return status;
    }
    ranges_free(&state.parts);
    job->files = FILES_READ;
    if (!state.complete && (status = output_job_refuse_older(path, state.bytes, state.done == job->count))) return status;
    if ((status = jobfile_load(path, job))) return status;
    memset(&job->shard, 0, sizeof job->shard);   /* from here on a shard is a slice of the whole job */
    return EXIT_DONE;
}

saved *saved_open(const char *path, saved_error *error)
{
    call c;
    call_begin(&c);
    saved *s = get_zeroed(sizeof *s);
    return finish(s, &c, read_file(path, &s->job), error);
}

/* ---- Information ---- */

void saved_facts(const saved *s, saved_job *to)
{
    const job *j = &s->job;
    *to = (saved_job){.sampler = j->sampler, .law = j->law, .stream = j->stream, .dims = j->dims,
                      .shape = {j->shape[0], j->shape[1]}, .start = j->start, .count = j->count, .dtype = j->dtype,
                      .holes = j->bad_nan, .antithetic = j->antithetic, .toward_zero = j->toward_zero};
    snprintf(to->format, sizeof to->format, "%s", format_name(j->format));
    rr_strategy_text(j->strategy, to->strategy);
}

void saved_value(const saved *s, uint32_t i, saved_param *to)
{
    const job_param *p = &s->job.param[i];
    const npy_array *a = &p->array;
    *to = (saved_param){.path = p->column ? NULL : p->path,   /* a file of a column is an array */
                        .type = p->type, .number = p->number, .integer = p->integer};
    if (!a->data) return;
    to->data = a->data;
    to->type = a->type;
    to->dims = a->dims;
    memcpy(to->shape, a->shape, sizeof to->shape);
    to->fortran = a->fortran;
}

/* ---- Drawing ---- */

static exit_status check_once(saved *s, const rr_device *device)
{
    const exit_status status = s->checked ? EXIT_DONE : job_check(&s->job, device);
    if (!status) s->checked = true;
    return status;
}

bool saved_draw(saved *s, const rr_device *device, uint64_t start, uint64_t count, uint64_t piece, void *out,
                const saved_watch *watch, saved_error *error)
{
    const uint64_t row = sampler_is_row(s->job.sampler) ? s->job.cols : 1, max = piece > row ? piece - piece % row : row;
    job_state found = JOB_STATE_NEW;
    call c;
    call_begin(&c);
    job_ready ready = {.prepared = NULL};
    exit_status status = check_once(s, device);
    if (!status) status = job_prepare(&s->job, device, false, &ready);
    for (uint64_t at = 0, n; at < count && !status; at += n) {
        n = count - at < max ? count - at : max;
        status = job_draw(&ready, s->job.start + start + at, n, (char *)out + at * dtype_size(s->job.dtype), &found, NULL);
        if (!status && watch->drawn(watch->context, n)) status = EXIT_INTERRUPTED;
    }
    job_release(&ready);
    return call_end(&c, status, 0, error);
}

/* ---- Writing ---- */

typedef struct writing {
    const saved_watch *watch;
    uint64_t left;
    bool stop;
} writing;

static bool next_piece(void *context, range *piece)
{
    writing *w = context;
    *piece = (range){0, w->left};
    w->left = 0;
    return piece->count != 0;
}

static void note_drawn(void *context, uint64_t count)
{
    writing *w = context;
    w->stop |= w->watch->drawn(w->watch->context, count);
}

static bool is_stopped(void *context)
{
    return ((const writing *)context)->stop;
}

/* A job that was stopped is not resumed, so that no state is saved. */
static int save_nothing(void *context, job_state *state)
{
    (void)context, (void)state;
    return 0;
}

static exit_status run(saved *s, const rr_device *device, output *out, job_state *state, const saved_watch *watch)
{
    writing w = {watch, s->job.count, false};
    const pump_work work = {next_piece, note_drawn, save_nothing, &w, is_stopped};
    const pump_end end = pump_run(&s->job, device, out, state, NULL, &work);
    if (end == PUMP_INTERRUPTED || w.stop) return EXIT_INTERRUPTED;
    const exit_status status = end == PUMP_DONE ? ending_report(&s->job, state) : EXIT_DONE;
    return status ? status : ending_of(end, out, state);
}

static exit_status write_all(saved *s, const rr_device *device, const output_request *request, const saved_watch *watch,
                             int *number)
{
    record record = jobfile_record(&s->job);
    job_state state;
    output out;
    stored stored = {.replace = request->force};
    record.read = NULL;
    exit_status status = output_open(&out, request, &record, &state);
    if (!status) status = store_params(&s->job, &out, &stored);
    if (!status) status = run(s, device, &out, &state, watch);
    *number = status == EXIT_INTERRUPTED ? 0 : out.error;
    store_end(&stored, !status || state.complete);
    output_close(&out);
    ranges_free(&state.parts);
    return status;
}

/* Checks the index of the last component of the last row; job_validate has checked it for first index 0 only. */
static exit_status check_first(const job *job)
{
    uint64_t last;
    if (!sampler_is_row(job->sampler) || !job->count) return EXIT_DONE;
    const bool beyond = __builtin_mul_overflow(job->stream.next, job->cols, &last);
    if (!beyond && last <= UINT64_MAX - (job->count - 1)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--first and -n: first + n may be at most 2^64 / %llu", (unsigned long long)job->cols);
}

bool saved_write(saved *s, const rr_device *device, const char *path, uint64_t first, bool replace,
                 const saved_watch *watch, saved_error *error)
{
    const output_request request = {.path = path, .force = replace, .bytes = shard_bytes(&s->job, s->job.count),
                                    .exact = !format_is_text(s->job.format)};
    int number = 0;
    call c;
    call_begin(&c);
    s->job.stream.next = first;
    exit_status status = output_is_direct(path) ? refuse(EXIT_USAGE, "%s is not a regular file", path) : EXIT_DONE;
    if (!status && s->job.count > INT64_MAX / 16) status = refuse(EXIT_USAGE, "a file can hold at most 2^59 samples");
    if (!status) status = check_first(&s->job);
    if (!status) status = check_once(s, device);
    if (!status) status = write_all(s, device, &request, watch, &number);
    return call_end(&c, status, number, error);
}
