/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll sample --job: makes the job of a job file, or a slice of it. */
#include "remake.h"
#include "cli/job/jobfile.h"
#include "cli/job/request.h"
#include "cli/job/shard.h"
#include "cli/output/output_job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static exit_status read_whole(const options *o, option_id id, uint64_t *value)
{
    char name[32];
    return request_integer(option_text(id, name), o->value[id], value);
}

/* Reduces the job to --first and -n. --first is an index in the stream, as in other commands, of a sample in the file. */
static exit_status cut_slice(const options *o, job *job)
{
    const uint64_t unit = sampler_is_row(job->sampler) ? job->cols : 1, low = job->stream.next + job->start / unit,
                   count = job->count / unit;
    uint64_t first = low, number;
    exit_status status;
    if ((status = read_whole(o, OPT_FIRST, &first))) return status;
    if (first < low || first - low > count)
        return refuse(EXIT_USAGE, "--first %s: the job has %" PRIu64 " sample%s from index %" PRIu64 " on",
                      o->value[OPT_FIRST], count, count == 1 ? "" : "s", low);
    number = count - (first - low);
    const uint64_t left = number;
    if ((status = read_whole(o, OPT_NUMBER, &number))) return status;
    if (number > left)
        return refuse(EXIT_USAGE, "-n %s: the job has %" PRIu64 " sample%s from index %" PRIu64 " on",
                      o->value[OPT_NUMBER], left, left == 1 ? "" : "s", first);
    job->start = (first - job->stream.next) * unit;
    job->count = number * unit;
    return EXIT_DONE;
}

/* fixed:M may set samples to NaN, so it is part of the job; all other strategies give the same bytes. */
static exit_status choose_strategy(const options *o, job *job)
{
    const char *text = o->value[OPT_STRATEGY];
    const rr_strategy made = job->strategy;
    const bool failed = job_can_fail(job);
    char name[32];
    exit_status status;
    if (!text) return EXIT_DONE;
    if ((status = request_strategy(text, &job->strategy))) return status;
    if (failed == job_can_fail(job) && (!failed || made.number == job->strategy.number)) return EXIT_DONE;
    rr_strategy_text(made, name);
    return refuse(EXIT_USAGE, "--strategy %s: fixed:M without + changes what is drawn, and the job was made with %s", text,
                  failed ? name : "another one");
}

exit_status sample_remake(const options *o, job *job)
{
    const char *path = o->value[OPT_JOB];
    job_state state;
    char *error;
    exit_status status = options_with_job(o);
    memset(job, 0, sizeof *job);
    if (status) return status;
    if ((status = jobfile_read(path, job, &state, &error))) {
        refuse(status, "%s", error);
        free(error);
        return status;
    }
    ranges_free(&state.parts);
    job->files = o->value[OPT_COUNTS] ? FILES_READ : FILES_STAY;
    if (!state.complete && !o->value[OPT_RESUME] &&
        (status = output_job_refuse_older(path, state.bytes, state.done == job->count)))
        return status;
    shard_join(job);   /* a shard's job file describes the whole job */
    if ((status = choose_strategy(o, job)) ||
        (status = request_format(o->value[OPT_OUTPUT], o->value[OPT_FORMAT], true, &job->format)) ||
        (status = jobfile_load(path, job)))
        return status;
    return cut_slice(o, job);
}
