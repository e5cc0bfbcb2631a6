/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "work.h"
#include "probe.h"
#include "messages.h"
#include "cli/base/device.h"
#include "cli/base/interrupt.h"
#include "cli/base/progress.h"
#include "cli/job/jobfile.h"
#include "cli/sample/pump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double look_seconds = 0.1;    /* of waiting for a message between checks for interruption */
static const double report_seconds = 0.25;   /* between two reports of progress */
static const double long_stripe = 0.5;     /* seconds; the next stripe is requested at once, or, for stripes
                                               that take longer, 1/4 of this before the end */

/* ---- Joining ---- */

exit_status work_options(rank_work *w, const command *from, bool *helps)
{
    *helps = from->helps;
    if (from->status || from->helps) return from->status;
    const exit_status status = sample_options(from->argc, from->argv, &w->request);
    *helps = !status && w->request.o.value[OPT_HELP];
    return status;
}

exit_status work_device(rank_work *w)
{
    const char *const *v = w->request.o.value;
    char threads[16], *spec = resources_device(v[OPT_DEVICE], w->resources.local);
    const bool given = v[OPT_THREADS] || (spec && strstr(spec, ",threads="));
    snprintf(threads, sizeof threads, "%d", w->resources.threads);
    const exit_status status = device_open(spec, given ? v[OPT_THREADS] : threads, &w->device);
    free(spec);
    return status;
}

/* Waits for the lead's job; NULL if there is none. */
static post_message *await_job(rank_work *w)
{
    for (;;) {
        post_message *m = post_take(w->post, BOX_WORK, look_seconds);
        if (m && m->kind == POST_JOB) return m;
        if (m) return free(m), NULL;
    }
}

static exit_status take_job(rank_work *w, const work_job *head)
{
    const char *name = (const char *)(head + 1), *file = name + strlen(name) + 1;
    char *text = get_copy(file + strlen(file) + 1), *job_path = get_text("%s.job.json", file), *error;
    const char *strategy = w->request.o.value[OPT_STRATEGY];
    job *job = &w->request.job;
    job_state state;
    exit_status status = jobfile_parse(text, job_path, job, &state, &error);
    if (status) {
        refuse(status, "%s", error);
        free(error);
    }
    ranges_free(&state.parts);
    job->files = FILES_TRUSTED;
    if (!status) status = jobfile_load(job_path, job);
    if (!status && strategy && !job_can_fail(job)) status = request_strategy(strategy, &job->strategy);
    if (!status) {
        const record record = jobfile_record(job);
        status = output_join(&w->out, name, file, &record, head->no_job, head->part);
    }
    free(text);
    free(job_path);
    return status;
}

exit_status work_join(rank_work *w, const command *from, bool *none)
{
    char digest[RR_SHA256_TEXT];
    bool helps;
    exit_status status = work_options(w, from, &helps);
    *none = false;
    if (!status && !helps) status = work_device(w);
    if (status) return status;
    post_send(w->post, 0, POST_HELLO, rr_version(), strlen(rr_version()));
    post_message *m = await_job(w);
    *none = !m;
    if (!m) return EXIT_DONE;
    const work_job *head = (const work_job *)m->data;
    if (helps) status = refuse(EXIT_USAGE, "--help is accepted only if rank 0 has it too");
    else status = take_job(w, head);
    if (!status) status = probe_digest(&w->request.job, w->device, head->tried, digest);
    if (!status) post_send(w->post, 0, POST_READY, digest, sizeof digest);
    free(m);
    return status;
}

/* ---- Drawing ---- */

typedef struct drawing {
    rank_work *work;
    uint64_t left;             /* numbers of the stripe that are not drawn yet */
    uint64_t drawn, sent;      /* in total; reported to the lead */
    double busy, since, reported;  /* seconds of drawing; start of the current piece; time of the last report */
    bool asked, stopped;
} drawing;

static double rate_of(const drawing *d)
{
    return d->busy > 0 ? (double)d->drawn / d->busy : 0;
}

static void ask(drawing *d)
{
    const double rate = rate_of(d);
    d->asked = true;
    post_send(d->work->post, 0, POST_ASK, &rate, sizeof rate);
}

static bool next_stripe(void *context, range *piece)
{
    drawing *d = context;
    post_message *m = NULL;
    if (!d->asked) ask(d);
    while (!m && !interrupted()) m = post_take(d->work->post, BOX_WORK, look_seconds);
    d->asked = false;
    d->stopped = !m || m->kind == POST_STOP;
    if (m && m->kind == POST_GIVE) memcpy(piece, m->data, sizeof *piece);
    free(m);
    if (d->stopped || !piece->count) return false;
    d->left = piece->count;
    if ((double)d->left < long_stripe * rate_of(d)) ask(d);
    d->since = seconds_now();
    return true;
}

static void note_drawn(void *context, uint64_t count)
{
    drawing *d = context;
    const double now = seconds_now();
    d->busy += now - d->since;
    d->since = now;
    d->drawn += count;
    d->left -= count;
    if (!d->asked && (double)d->left < long_stripe / 4 * rate_of(d)) ask(d);
    if (now - d->reported < report_seconds) return;
    const uint64_t more = d->drawn - d->sent;
    post_send(d->work->post, 0, POST_DRAWN, &more, sizeof more);
    d->sent = d->drawn;
    d->reported = now;
}

/* Syncs the file and reports the ranges on disk to the lead, which then owns them: the state is reset. */
static int save_stripes(void *context, job_state *state)
{
    const drawing *d = context;
    const ranges *parts = &state->parts;
    const int error = output_sync(&d->work->out);
    if (error || !parts->count) return error;
    const size_t bytes = sizeof(work_saved) + parts->count * sizeof *parts->at;
    work_saved *saved = get_memory(bytes);
    *saved = (work_saved){state->failed, state->failed_index, parts->count};
    memcpy(saved + 1, parts->at, parts->count * sizeof *parts->at);
    post_send(d->work->post, 0, POST_SAVED, saved, bytes);
    free(saved);
    ranges_free(&state->parts);
    *state = JOB_STATE_NEW;
    return 0;
}

static exit_status draw(rank_work *w)
{
    drawing d = {.work = w};
    const pump_work from = {next_stripe, note_drawn, save_stripes, &d, NULL};
    job_state state = JOB_STATE_NEW;
    const pump_end end = pump_run(&w->request.job, w->device, &w->out, &state, NULL, &from);
    const int error = save_stripes(&d, &state);   /* also after a failure: the data on disk are valid */
    ranges_free(&state.parts);
    if (end == PUMP_FAILED) return EXIT_TROUBLE;
    if (error) return output_failed(&w->out, error);
    return interrupted() ? EXIT_INTERRUPTED : EXIT_DONE;
}

/* ---- The whole work ---- */

void work_run(rank_work *w, exit_status joined, bool none)
{
    work_ended ended = {.status = joined};
    /* In a job without numbers only rank 0 works: it writes the header. */
    const bool nothing = none || (!w->request.job.count && post_rank(w->post));
    if (!joined && !nothing) ended.status = draw(w);
    if (ended.status) snprintf(ended.notice, sizeof ended.notice, "%s", messages_first());
    post_send(w->post, 0, POST_ENDED, &ended, sizeof ended);
}

void work_close(rank_work *w)
{
    rr_device_close(&w->device);
    if (w->out.name) output_close(&w->out);
    job_free(&w->request.job);
}
