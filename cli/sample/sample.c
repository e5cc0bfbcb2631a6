/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll sample: what was typed becomes a job, the job becomes a file. */
#include "options.h"
#include "pump.h"
#include "remake.h"
#include "cli/base/device.h"
#include "cli/base/interrupt.h"
#include "cli/base/synonyms.h"
#include "cli/files/jsonout.h"
#include "cli/commands.h"
#include "cli/job/jobfile.h"
#include "cli/job/shard.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Reports ---- */

/* What a strategy's calls are, and what its iterations count. */
static void counts_labels(const char *strategy, const char *label[3])
{
    const bool compact = !strcmp(strategy, "compact"), refill = !strcmp(strategy, "refill");
    label[0] = compact ? "passes" : refill ? "tiles" : "calls";
    label[1] = compact || refill ? "attempt" : "iterations";
    label[2] = compact || refill ? "samples that tried it" : "calls that took so many";
}

/* Attempts are counted from 1, iterations are a number of them. */
static void print_counts(const rr_counts *c, const char *strategy)
{
    const char *label[3];
    bool any = false;
    counts_labels(strategy, label);
    const int from = label[1][0] == 'a';
    fprintf(stderr, "%-14s %s\n%-14s %" PRIu64 "\nsteps          %" PRIu64 "\nlane attempts  %" PRIu64 "\n", "strategy",
            strategy, label[0], c->calls, c->steps, c->lane_attempts);
    fprintf(stderr, "accepted       %" PRIu64 "\nundecided      %" PRIu64 "\nvotes          %" PRIu64
            "\nshuffles       %" PRIu64 "\n", c->accepted, c->undecided, c->votes, c->shuffles);
    for (int i = 0; i < RR_MAX_ITERATIONS; ++i) {
        if (!c->iterations[i]) continue;
        if (!any) fprintf(stderr, "%-14s %s\n", label[1], label[2]);
        any = true;
        fprintf(stderr, "%10d%s    %" PRIu64 "\n", i + from, i == RR_MAX_ITERATIONS - 1 ? "+" : " ", c->iterations[i]);
    }
}

static void print_counts_json(const rr_counts *c, const char *strategy)
{
    json_out out = {.to = stderr};
    json_object(&out, NULL, json_line);
    json_text(&out, "strategy", strategy);
    json_whole(&out, "calls", c->calls);
    json_whole(&out, "steps", c->steps);
    json_whole(&out, "lane_attempts", c->lane_attempts);
    json_whole(&out, "accepted", c->accepted);
    json_whole(&out, "undecided", c->undecided);
    json_whole(&out, "votes", c->votes);
    json_whole(&out, "shuffles", c->shuffles);
    json_array(&out, "iterations", json_line);
    for (int i = 0; i < RR_MAX_ITERATIONS; ++i) json_whole(&out, NULL, c->iterations[i]);
    json_end(&out);
    json_end(&out);
}

static exit_status report_failed(const job *job, const job_state *state)
{
    char name[32];
    if (!state->failed) return EXIT_DONE;
    rr_strategy_text(job->strategy, name);
    if (job_withholds(job))
        return refuse(EXIT_LEFT, "%s left %" PRIu64 " of %" PRIu64 " samples without an accepted proposal; "
                      "the lowest index is %" PRIu64, name, state->failed, job->count, state->failed_index);
    return refuse(EXIT_TROUBLE,
                  "%" PRIu64 " of %" PRIu64 " samples reached the cap on attempts; the lowest index is %" PRIu64,
                  state->failed, job->count, state->failed_index);
}

/* ---- The run ---- */

/* A checkpoint where one is of use; what can be gone on with is said. */
static exit_status stop_interrupted(const output *out, const job_state *state)
{
    const int error = output_resumes(out) ? output_checkpoint(out, state) : 0;
    if (error) return output_failed(out, error);
    if (!output_resumes(out)) return refuse(EXIT_INTERRUPTED, "interrupted");
    return refuse(EXIT_INTERRUPTED,
                  "interrupted after %" PRIu64 " of %" PRIu64 " samples; the same command with --resume goes on",
                  state->done, out->record.count);
}

static exit_status end_run(pump_end end, output *out, job_state *state)
{
    switch (end) {
    case PUMP_CLOSED: return EXIT_DONE;
    case PUMP_FAILED: return EXIT_TROUBLE;
    case PUMP_INTERRUPTED: return stop_interrupted(out, state);
    case PUMP_DONE: break;
    }
    const int error = output_finish(out, state);
    return error ? output_failed(out, error) : EXIT_DONE;
}

static exit_status run_opened(const options *o, const job *job, const rr_device *device, output *out, job_state *state)
{
    rr_counts counts;
    progress progress;
    char strategy[32];
    const bool text_on_terminal = out->direct && job->format == FORMAT_TEXT && isatty(out->fd);
    memset(&counts, 0, sizeof counts);
    progress_start(&progress, job->sampler->name, state->done, job->count, !o->value[OPT_QUIET] && !text_on_terminal);
    progress_kernel(&progress, rr_device_name(device, NULL, NULL, NULL));
    const pump_end end = pump_run(job, device, out, state, o->value[OPT_COUNTS] ? &counts : NULL, &progress);
    const exit_status status = end_run(end, out, state);
    const uint64_t unit = job->sampler->vector ? job->cols : 1;
    if (!status && end == PUMP_DONE) progress_summary(&progress, state->done, unit, out->direct ? NULL : out->name);
    if (!status && o->value[OPT_COUNTS]) {
        rr_strategy_text(job->strategy, strategy);
        (o->value[OPT_JSON] ? print_counts_json : print_counts)(&counts, strategy);
    }
    return status;
}

static exit_status run(const options *o, const job *job, const rr_device *device)
{
    const output_request request = {o->value[OPT_OUTPUT], o->value[OPT_RESUME] != NULL, o->value[OPT_FORCE] != NULL,
                              o->value[OPT_NO_JOB] != NULL, o->value[OPT_JOB], shard_bytes(job),
                              job->format != FORMAT_TEXT, job->shard.of != 0};
    const record record = jobfile_record(job);
    output out;
    job_state state;
    interrupt_watch(output_is_direct(request.path));
    exit_status status = output_open(&out, &request, &record, &state);
    if (!status && !state.complete) request_say_random(o->seed);
    if (!status && !state.complete) status = run_opened(o, job, device, &out, &state);
    if (status == EXIT_INTERRUPTED) request_say_random(o->seed);   /* --resume wants it */
    output_close(&out);
    return status ? status : report_failed(job, &state);
}

/* The bytes that a file will have must fit an offset; a pipe has no end. */
static exit_status check_size(const options *o, const job *job)
{
    if (output_is_direct(o->value[OPT_OUTPUT]) || job->count <= INT64_MAX / 16) return EXIT_DONE;
    return refuse(EXIT_USAGE, "-n %" PRIu64 ": a file can hold at most 2^59 samples; leave out -o to write to a pipe",
                  job->count);
}

/* What is counted has a name: in place of auto the strategy that is planned for the job. */
static void name_strategy(job *job, const rr_device *device)
{
    rr_plan plan = RR_PLAN_INIT;
    rr_job call;
    char text[32];
    rr_strategy_text(job->strategy, text);
    if (strcmp(text, "auto")) return;
    job_as_call(job, &call);
    if (job->count && rr_plan_job(device, &call, 0, &plan) == RR_OK) job->strategy = plan.choice;
    else rr_strategy_find("compact", &job->strategy);
}

static exit_status check_and_run(const options *o, job *job)
{
    rr_device *device;
    exit_status status = check_size(o, job);
    if (!status) status = device_open(o->value[OPT_DEVICE], o->value[OPT_THREADS], &device);
    if (status) return status;
    status = job_check(job, device);
    if (!status && o->value[OPT_COUNTS]) name_strategy(job, device);
    if (!status) status = run(o, job, device);
    rr_device_close(&device);
    return status;
}

/* The sampler comes first, because it decides which options there are. */
static exit_status read_sampler(int argc, char **argv, const rr_sampler **sampler, const char **expression)
{
    *sampler = NULL;
    *expression = NULL;
    if (argc > 1 && density_named(argv[1], expression)) return sampler_named("density", sampler);
    if (argc < 2) return refuse(EXIT_USAGE, "which sampler? reroll sample LAW -n N; reroll samplers lists them");
    return argv[1][0] == '-' ? EXIT_DONE : sampler_named(argv[1], sampler);
}

/* A law of a density, where one is given; else the options of one are refused. */
static exit_status read_density(const options *o, const char *expression, const rr_sampler **sampler, job_density *law)
{
    const char *const *v = o->value;
    const density_request request = {expression, v[OPT_TABLE], v[OPT_LOW], v[OPT_HIGH], v[OPT_CENTRE], v[OPT_BREAKS]};
    const bool density = *sampler && (*sampler)->inverse && (expression || v[OPT_TABLE]);
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    char name[32];
    for (int i = OPTION_DENSITY; !density && i < OPTION_COUNT; ++i)
        if (v[i]) return refuse(EXIT_USAGE, "%s is for density:EXPRESSION and density --table FILE", option_text(i, name));
    if (!density) return EXIT_DONE;
    exit_status status = density_read(&request, law);
    if (status) return status;
    char *error = density_make(law, &report, &status);
    if (error) refuse(status, "%s", error);
    free(error);
    if (!status && v[OPT_REPORT]) density_print(&report);
    *sampler = law->made;
    return status;
}

/* From what was typed to a job that is to be freed. */
static exit_status read_job(const options *o, const char *expression, const rr_sampler *sampler, job *job)
{
    const job_request wanted = options_job(o);
    job_density law = {0};
    memset(job, 0, sizeof *job);
    if (o->value[OPT_JOB]) return sample_remake(o, job);
    exit_status status = read_density(o, expression, &sampler, &law);
    if (!status) status = request_new(sampler, &wanted, job);
    job->density = law;
    return status;
}

/* Makes the job a shard, which has a name of its own, to be freed: *path. What is written directly has none. */
static exit_status take_shard(options *o, job *job, char **path)
{
    const char *text = o->value[OPT_SHARD], *file = o->value[OPT_OUTPUT];
    const bool direct = output_is_direct(file);
    if (direct && job->format == FORMAT_NPY)
        return refuse(EXIT_USAGE, "--shard %s: only the first shard has the header of .npy; what is written directly is raw "
                      "or text", text);
    if (!direct && o->value[OPT_NO_JOB])
        return refuse(EXIT_USAGE, "--shard %s: reroll join reads the job file of every shard; leave --no-job out", text);
    const exit_status status = shard_typed(text, job);
    if (status || direct) return status;
    *path = shard_path(file, job->shard.number, job->shard.of);
    o->value[OPT_OUTPUT] = *path;
    return EXIT_DONE;
}

int cmd_sample(int argc, char **argv)
{
    const rr_sampler *sampler;
    const char *expression;
    char *path = NULL;
    options o;
    job job;
    exit_status status = read_sampler(argc, argv, &sampler, &expression);
    const int skip = sampler != NULL;
    if (!status) status = options_read(argc - skip, argv + skip, sampler, &o);
    if (status) return status;
    if (o.value[OPT_HELP]) return options_help(sampler);
    o.value[OPT_OUTPUT] = output_path(o.value[OPT_OUTPUT]);
    if (sampler && o.value[OPT_JOB]) return refuse(EXIT_USAGE, "--job names the sampler; leave '%s' out", sampler->name);
    if (o.value[OPT_RESUME] && o.value[OPT_SEED] && !strcmp(o.value[OPT_SEED], "random"))
        return refuse(EXIT_USAGE, "--seed random with --resume: give the seed that was taken, which the first run printed");
    if (o.value[OPT_SHARD] && o.value[OPT_SEED] && !strcmp(o.value[OPT_SEED], "random"))
        return refuse(EXIT_USAGE, "--seed random with --shard: give one seed, the same to all shards");
    if ((status = request_random(&o.value[OPT_SEED], o.seed))) return status;
    if (!sampler && !o.value[OPT_JOB])
        return refuse(EXIT_USAGE, "the sampler comes first: reroll sample LAW -n N; reroll samplers lists them");
    status = read_job(&o, expression, sampler, &job);
    if (!status && o.value[OPT_OUTPUT] && !o.value[OPT_OUTPUT][0])
        status = refuse(EXIT_USAGE, "-o '': the name of a file is accepted");
    if (!status && o.value[OPT_SHARD]) status = take_shard(&o, &job, &path);
    if (!status) status = check_and_run(&o, &job);
    job_free(&job);
    free(path);
    return status;
}
