/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _GNU_SOURCE  /* mempcpy */
#include "lead.h"
#include "probe.h"
#include "messages.h"
#include "stripes.h"
#include "cli/mpi_manual.h"
#include "cli/base/interrupt.h"
#include "cli/base/progress.h"
#include "cli/job/jobfile.h"
#include "cli/sample/ending.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double look_seconds = 0.1;

/* The lead's state of the job. */
typedef struct leading {
    rank_work *work;
    job_state state;           /* on disk */
    stripes stripes;
    progress bar;
    uint64_t drawn;
    int working;               /* the number of ranks whose work has not ended */
    pthread_t own;             /* the thread of rank 0's work */
    bool made;                 /* FILE.part is new; it is not resumed */
    bool started, stopped;
    exit_status status;        /* of the first failure */
    char notice[640];        /* and its message */
    post_message *early;            /* messages that came too early */
    double noted;              /* when the job file was written */
    bool dirty;                /* the job file does not list all that is on disk */
} leading;

static void send_all(const leading *l, post_kind kind, const void *data, size_t bytes)
{
    for (int r = 0; r < post_ranks(l->work->post); ++r) post_send(l->work->post, r, kind, data, bytes);
}

/* Stops all ranks. Data that have been written are still saved. */
static void stop(leading *l)
{
    if (!l->stopped) send_all(l, POST_STOP, NULL, 0);
    l->stopped = true;
}

static void fail(leading *l, exit_status status, const char *notice, int rank)
{
    if (!l->status) {
        l->status = status;
        if (!notice[0]) l->notice[0] = '\0';
        else if (rank) snprintf(l->notice, sizeof l->notice, "rank %d: %s", rank, notice);
        else snprintf(l->notice, sizeof l->notice, "%s", notice);
    }
    stop(l);
}

/* ---- The request ---- */

static exit_status check_kind(const sample_request *r)
{
    const char *path = r->o.value[OPT_OUTPUT];
    if (r->o.value[OPT_COUNTS]) return refuse(EXIT_USAGE, "--counts is not available in reroll-mpi: reroll sample has it");
    if (r->job.shard.of) return refuse(EXIT_USAGE, "--shard is not available in reroll-mpi: the ranks divide the job");
    if (!path) return refuse(EXIT_USAGE, "-o FILE.npy or FILE.raw is needed: reroll-mpi does not write to standard output");
    if (output_is_direct(path))
        return refuse(EXIT_USAGE, "-o %s is not a regular file: reroll-mpi writes FILE.npy or FILE.raw", path);
    if (format_is_text(r->job.format))
        return refuse(EXIT_USAGE, "text and CSV are not available in reroll-mpi: -o FILE.npy or FILE.raw");
    return EXIT_DONE;
}

static exit_status print_help(void)
{
    printf("NAME\n    reroll-mpi - %s\n\n", manual_mpi.summary);
    manual_print_from(stdout, &manual_mpi, "SYNOPSIS", &manual_terminal);
    return stdout_end();
}

/* Reads the command line and checks the job, like reroll sample and with its messages. */
static exit_status begin(leading *l, const command *from, bool *nothing)
{
    sample_request *r = &l->work->request;
    exit_status status = work_options(l->work, from, nothing);
    if (*nothing) return from->helps ? print_help() : options_help(r->sampler);
    if (!status) status = sample_job(r);
    if (!status) status = check_kind(r);
    if (!status) status = work_device(l->work);
    return status ? status : job_check(&r->job, l->work->device);
}

/* Opens the file and gives it its full length. *nothing is set if it is complete. */
static exit_status open_output(leading *l, bool *nothing)
{
    const sample_request *r = &l->work->request;
    const output_request request = sample_output(r);
    const record record = jobfile_record(&r->job);
    const exit_status status = output_open(&l->work->out, &request, &record, &l->state);
    *nothing = !status && l->state.complete;
    if (status || *nothing) return status;
    request_print_random(r->o.seed);
    l->made = !l->state.bytes;
    const int error = output_stretch(&l->work->out, &l->state, request.bytes);
    return error ? output_failed(&l->work->out, error) : EXIT_DONE;
}

static void begin_stripes(leading *l)
{
    const job *job = &l->work->request.job;
    l->stripes = (stripes){.given = ranges_copy(&l->state.parts),
                           .count = job->count,
                           .row = sampler_is_row(job->sampler) ? job->cols : 1,
                           .header = format_bytes(job->format, job->dtype, 0),
                           .size = dtype_size(job->dtype),
                           .ranks = post_ranks(l->work->post)};
    stripes_begin(&l->stripes);
    l->noted = seconds_now();
    l->drawn = l->state.done;
    progress_start_lines(&l->bar, job->sampler->name, l->state.done, job->count, !l->work->request.o.value[OPT_QUIET]);
}

/* ---- Messages from ranks ---- */

static void take_saved(leading *l, const work_saved *saved)
{
    const range *at = (const range *)(saved + 1);
    for (uint64_t i = 0; i < saved->count; ++i) ranges_add(&l->state.parts, at[i].first, at[i].count);
    l->state.done = ranges_total(&l->state.parts);
    l->state.failed += saved->failed;
    if (saved->failed_index < l->state.failed_index) l->state.failed_index = saved->failed_index;
    l->dirty = true;
}

static void take_message(leading *l, const post_message *m)
{
    const work_ended *ended = (const work_ended *)m->data;
    double rate;
    uint64_t more;
    range stripe;
    switch (m->kind) {
    case POST_ASK:
        memcpy(&rate, m->data, sizeof rate);
        stripe = l->stopped ? (range){0, 0} : stripes_next(&l->stripes, rate);
        post_send(l->work->post, m->rank, POST_GIVE, &stripe, sizeof stripe);
        break;
    case POST_DRAWN:
        memcpy(&more, m->data, sizeof more);
        l->drawn += more;
        break;
    case POST_SAVED: take_saved(l, (const work_saved *)m->data); break;
    case POST_ENDED:
        --l->working;
        if (ended->status) fail(l, (exit_status)ended->status, ended->notice, m->rank);
        break;
    default: break;
    }
}

/* ---- Before drawing ---- */

/* Waits until each other rank has answered, or has ended instead; passes answers to `take`. Other messages wait for serve():
 * a rank that is ready asks for its first stripe, and in a job without samples its end may follow its answer. */
static void await_others(leading *l, post_kind wanted, void (*take)(leading *, const post_message *, const void *),
                         const void *context)
{
    bool *const answered = get_zeroed((size_t)post_ranks(l->work->post) * sizeof *answered);
    for (int waiting = post_ranks(l->work->post) - 1; waiting > 0 && !l->stopped;) {
        post_message *m = post_take(l->work->post, BOX_LEAD, look_seconds);
        if (interrupted()) fail(l, EXIT_INTERRUPTED, "interrupted", 0);
        if (!m) continue;
        if (m->kind != wanted && (m->kind != POST_ENDED || answered[m->rank])) {
            m->next = l->early;
            l->early = m;
            continue;
        }
        if (m->kind == wanted) take(l, m, context);
        else take_message(l, m);
        answered[m->rank] = true;
        --waiting;
        free(m);
    }
    free(answered);
}

static void compare_version(leading *l, const post_message *m, const void *context)
{
    char *text = get_text("it runs reroll %s and rank 0 reroll %s; all ranks must run the same", m->data, rr_version());
    (void)context;
    if (strcmp(m->data, rr_version())) fail(l, EXIT_USAGE, text, m->rank);
    free(text);
}

static void compare_digest(leading *l, const post_message *m, const void *context)
{
    if (strcmp(m->data, context))
        fail(l, EXIT_TROUBLE, "it draws other bits than rank 0; all ranks must run the same program", m->rank);
}

/* Sends the job to all other ranks, which draw its beginning as a test. */
static exit_status invite(leading *l)
{
    rank_work *w = l->work;
    const job *job = &w->request.job;
    char digest[RR_SHA256_TEXT];
    part_mark part;
    const uint64_t tried = probe_size(job, w->device);
    const exit_status status = probe_digest(job, w->device, tried, digest);
    if (status) return status;
    const int error = output_mark(&w->out, &part);
    if (error) return output_failed(&w->out, error);
    char *text = jobfile_text(w->out.job_file, job);
    const size_t lengths[] = {strlen(w->out.name) + 1, strlen(w->out.file) + 1, strlen(text) + 1};
    const size_t bytes = sizeof(work_job) + lengths[0] + lengths[1] + lengths[2];
    work_job *head = get_zeroed(bytes);
    *head = (work_job){part, tried, w->out.no_job};
    memcpy(mempcpy(mempcpy(head + 1, w->out.name, lengths[0]), w->out.file, lengths[1]), text, lengths[2]);
    for (int r = 1; r < post_ranks(w->post); ++r) post_send(w->post, r, POST_JOB, head, bytes);
    free(head);
    free(text);
    await_others(l, POST_READY, compare_digest, digest);
    return EXIT_DONE;
}

/* All that comes before the first stripe. The file is opened when the options and devices of all ranks have been checked.
 * *nothing is set if there is nothing to draw. */
static exit_status prepare(leading *l, const command *from, bool *nothing)
{
    exit_status status = begin(l, from, nothing);
    if (status || *nothing) return status;
    await_others(l, POST_HELLO, compare_version, NULL);
    if (l->stopped) return EXIT_DONE;
    status = open_output(l, nothing);
    return status || *nothing ? status : invite(l);
}

/* ---- While drawing ---- */

/* Updates the job file, if it does not list all that is on disk. */
static void note(leading *l, bool now)
{
    if (!l->dirty || (!now && seconds_now() - l->noted < pump_checkpoint_seconds())) return;
    const int error = output_note(&l->work->out, &l->state);
    l->noted = seconds_now();
    l->dirty = false;
    if (error) output_failed(&l->work->out, error);
    if (error) fail(l, EXIT_TROUBLE, messages_first(), 0);
}

static void serve(leading *l)
{
    for (post_message *m; (m = l->early); free(m)) {
        l->early = m->next;
        take_message(l, m);
    }
    while (l->working > 0) {
        post_message *m = post_take(l->work->post, BOX_LEAD, look_seconds);
        if (m) take_message(l, m);
        free(m);
        if (interrupted() && !l->stopped) fail(l, EXIT_INTERRUPTED, "", 0);
        note(l, false);
        if (l->started) progress_show(&l->bar, l->drawn);
    }
}

/* ---- The whole job ---- */

static void *own_work(void *argument)
{
    work_run(argument, EXIT_DONE, false);
    return NULL;
}

static void start_own(leading *l)
{
    const int error = pthread_create(&l->own, NULL, own_work, l->work);
    l->started = !error;
    l->working += l->started;
    if (error) fail(l, EXIT_TROUBLE, "can't start a thread", 0);
}

/* Renames the complete file, or keeps the incomplete one. */
static exit_status finish(leading *l)
{
    output *out = &l->work->out;
    const job *job = &l->work->request.job;
    /* A file with a gap would look complete. */
    if (!l->status && l->state.done != job->count) fail(l, EXIT_TROUBLE, "ranks have ended before the job was done", 0);
    const pump_end end = !l->status ? PUMP_DONE : l->status == EXIT_INTERRUPTED ? PUMP_INTERRUPTED : PUMP_FAILED;
    note(l, end != PUMP_DONE);
    progress_end(&l->bar);
    exit_status status = ending_of(end, out, &l->state);
    if (!status) progress_summary(&l->bar, l->state.done, sampler_is_row(job->sampler) ? job->cols : 1, out->name);
    if (!status) status = ending_report(job, &l->state);
    return end == PUMP_FAILED ? l->status : status;
}

static exit_status lead_job(leading *l, const command *from)
{
    bool nothing = false;
    const exit_status status = prepare(l, from, &nothing);
    if (status) fail(l, status, messages_first(), 0);
    if (nothing) stop(l);
    if (!l->stopped) {
        begin_stripes(l);
        start_own(l);
    }
    serve(l);
    if (l->started) {
        pthread_join(l->own, NULL);
        return finish(l);
    }
    if (l->made) output_discard(&l->work->out);
    return l->status;
}

void lead_run(lead *from)
{
    leading l = {.work = from->work, .state = JOB_STATE_NEW, .working = post_ranks(from->work->post) - 1};
    const exit_status status = lead_job(&l, &from->command);
    const char *notice = l.notice[0] ? l.notice : messages_first();
    if (status) fprintf(stderr, "reroll: %s\n", notice);
    const int last = status;
    send_all(&l, POST_LAST, &last, sizeof last);
    ranges_free(&l.state.parts);
    ranges_free(&l.stripes.given);
}
