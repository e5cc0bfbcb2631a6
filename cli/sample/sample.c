/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll sample: makes a job from the command line and a file from the job. */
#include "ending.h"
#include "request.h"
#include "cli/base/device.h"
#include "cli/base/interrupt.h"
#include "cli/base/progress.h"
#include "cli/files/jsonout.h"
#include "cli/commands.h"
#include "cli/job/jobfile.h"
#include "cli/job/shard.h"
#include "reroll_plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Reports ---- */

/* The labels of a strategy's counts of calls and iterations. */
static void counts_labels(const char *strategy, const char *label[3])
{
    const bool compact = !strcmp(strategy, "compact"), refill = !strcmp(strategy, "refill");
    const bool retries = strategy[strlen(strategy) - 1] == '+';
    label[0] = compact ? "passes" : refill ? "tiles" : "calls";
    label[1] = compact || refill ? "attempt" : "iterations";
    label[2] = compact || refill ? "samples reaching it"
               : retries           ? "calls with this number, from M on also samples reaching that attempt"
                                   : "calls with this number";
}

static void print_counts(const rr_counts *c, const char *strategy)
{
    const char *label[3];
    bool any = false;
    counts_labels(strategy, label);
    fprintf(stderr, "%-14s %s\n%-14s %" PRIu64 "\nsteps          %" PRIu64 "\nlane attempts  %" PRIu64 "\n", "strategy",
            strategy, label[0], c->calls, c->steps, c->lane_attempts);
    fprintf(stderr, "accepted       %" PRIu64 "\nundecided      %" PRIu64 "\nvotes          %" PRIu64
            "\nshuffles       %" PRIu64 "\n", c->accepted, c->undecided, c->votes, c->shuffles);
    for (int i = 0; i < RR_MAX_ITERATIONS; ++i) {
        if (!c->iterations[i]) continue;
        if (!any) fprintf(stderr, "%-14s %s\n", label[1], label[2]);
        any = true;
        fprintf(stderr, "%10d%s    %" PRIu64 "\n", i, i == RR_MAX_ITERATIONS - 1 ? "+" : " ", c->iterations[i]);
    }
}

static void print_counts_json(const rr_counts *c, const char *strategy)
{
    json_out out = {.to = stderr};
    json_object(&out, NULL, json_line);
    json_text(&out, "strategy", strategy);
    json_integer(&out, "calls", c->calls);
    json_integer(&out, "steps", c->steps);
    json_integer(&out, "lane_attempts", c->lane_attempts);
    json_integer(&out, "accepted", c->accepted);
    json_integer(&out, "undecided", c->undecided);
    json_integer(&out, "votes", c->votes);
    json_integer(&out, "shuffles", c->shuffles);
    json_array(&out, "iterations", json_line);
    for (int i = 0; i < RR_MAX_ITERATIONS; ++i) json_integer(&out, NULL, c->iterations[i]);
    json_end(&out);
    json_end(&out);
}

/* ---- The run: draws all missing ranges in order, in one process ---- */

typedef struct alone {
    const output *out;
    ranges there;           /* in the file at the start */
    uint64_t at, count;     /* where the search for the next gap begins; numbers of the job */
    progress bar;
    uint64_t drawn;
} alone;

static bool next_gap(void *context, range *piece)
{
    alone *a = context;
    *piece = ranges_gap(&a->there, a->at, a->count);
    a->at = piece->first + piece->count;
    return piece->count != 0;
}

static void show_drawn(void *context, uint64_t count)
{
    alone *a = context;
    progress_show(&a->bar, a->drawn += count);
}

static int save(void *context, job_state *state)
{
    return output_checkpoint(((const alone *)context)->out, state);
}

static exit_status run_opened(const options *o, const job *job, const rr_device *device, output *out, job_state *state)
{
    rr_counts counts;
    alone a = {.out = out, .there = ranges_copy(&state->parts), .count = job->count, .drawn = state->done};
    const pump_work work = {next_gap, show_drawn, save, &a, NULL};
    char strategy[32];
    const bool text_on_terminal = out->direct && format_is_text(job->format) && isatty(out->fd);
    memset(&counts, 0, sizeof counts);
    progress_start(&a.bar, job->sampler->name, state->done, job->count, !o->value[OPT_QUIET] && !text_on_terminal);
    progress_kernel(&a.bar, rr_device_name(device, NULL, NULL, NULL));
    const pump_end end = pump_run(job, device, out, state, o->value[OPT_COUNTS] ? &counts : NULL, &work);
    progress_end(&a.bar);
    ranges_free(&a.there);
    const exit_status status = ending_of(end, out, state);
    const uint64_t unit = sampler_is_row(job->sampler) ? job->cols : 1;
    if (!status && end == PUMP_DONE) progress_summary(&a.bar, state->done, unit, out->direct ? NULL : out->name);
    if (!status && o->value[OPT_COUNTS]) {
        rr_strategy_text(job->strategy, strategy);
        (o->value[OPT_JSON] ? print_counts_json : print_counts)(&counts, strategy);
    }
    return status;
}

static exit_status run(const sample_request *r, const rr_device *device)
{
    const output_request request = sample_output(r);
    const record record = jobfile_record(&r->job);
    output out;
    job_state state;
    interrupt_watch(output_is_direct(request.path));
    exit_status status = output_open(&out, &request, &record, &state);
    if (!status && !state.complete) request_print_random(r->o.seed);
    if (!status && !state.complete) status = run_opened(&r->o, &r->job, device, &out, &state);
    if (status == EXIT_INTERRUPTED) request_print_random(r->o.seed);   /* --resume needs it */
    output_close(&out);
    ranges_free(&state.parts);
    return status ? status : ending_report(&r->job, &state);
}

/* Replaces auto by compact if counts, which are printed with the strategy's name, are requested; and sets the group of
 * `grouped` once for the whole job, instead of for each call. */
static void name_strategy(const options *o, job *job, const rr_device *device)
{
    rr_plan plan = RR_PLAN_INIT;
    rr_job call;
    char text[32];
    rr_strategy_text(job->strategy, text);
    if (!strcmp(text, "auto") && o->value[OPT_COUNTS]) rr_strategy_find("compact", &job->strategy);
    if (strcmp(text, "grouped")) return;
    job_as_call(job, &call);
    if (job->count && rr_plan_job(device, &call, 0, &plan) == RR_OK) job->strategy = plan.grouped;
    else rr_strategy_find("grouped:1", &job->strategy);
}

static exit_status check_and_run(sample_request *r)
{
    rr_device *device;
    exit_status status = device_open(r->o.value[OPT_DEVICE], r->o.value[OPT_THREADS], &device);
    if (status) return status;
    status = job_check(&r->job, device);
    if (!status) name_strategy(&r->o, &r->job, device);
    if (!status) status = run(r, device);
    rr_device_close(&device);
    return status;
}

int cmd_sample(int argc, char **argv)
{
    sample_request r;
    exit_status status = sample_options(argc, argv, &r);
    if (!status && r.o.value[OPT_HELP]) return options_help(r.sampler);
    if (!status) status = sample_job(&r);
    if (!status) status = check_and_run(&r);
    job_free(&r.job);
    free(r.path);
    return status;
}
