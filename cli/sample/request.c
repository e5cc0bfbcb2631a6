/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "request.h"
#include "remake.h"
#include "cli/base/synonyms.h"
#include "cli/files/columns.h"
#include "cli/job/shard.h"
#include "cli/output/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Reads the sampler, which is the first argument because it determines the options. */
static exit_status read_sampler(int argc, char **argv, const rr_sampler_info **sampler, const char **law_named)
{
    *sampler = NULL;
    *law_named = NULL;
    if (argc < 2) return refuse(EXIT_USAGE, "the sampler is missing: reroll sample LAW -n N; reroll samplers lists them");
    return argv[1][0] == '-' ? EXIT_DONE : density_named(argv[1], sampler, law_named);
}

/* Makes a job, to be freed, from the options. */
static exit_status read_job(const options *o, const char *law_named, const rr_sampler_info *sampler, job *job)
{
    const job_request wanted = options_job(o);
    job_density law = {0};
    memset(job, 0, sizeof *job);
    if (o->value[OPT_JOB]) return sample_remake(o, job);
    exit_status status = density_typed(law_named, o->value + OPTION_DENSITY, &sampler, &law, NULL);
    if (!status) status = request_new(sampler, &wanted, job);
    job->density = law;
    return status;
}

exit_status sample_options(int argc, char **argv, sample_request *r)
{
    memset(r, 0, sizeof *r);
    exit_status status = read_sampler(argc, argv, &r->sampler, &r->law_named);
    const int skip = r->sampler != NULL;
    if (!status) status = options_read(argc - skip, argv + skip, r->sampler, &r->o);
    if (!status) r->o.value[OPT_OUTPUT] = output_path(r->o.value[OPT_OUTPUT]);
    if (!status && r->o.value[OPT_JSON] && !r->o.value[OPT_COUNTS])
        return refuse(EXIT_USAGE, "--json needs --counts: it prints the counts as JSON");
    return status;
}

/* The size of a file must fit an offset. Pipes have no limit. CSV has a limit on columns. */
static exit_status check_size(const options *o, const job *job)
{
    if (job->format == FORMAT_CSV && columns_check(shard_line(job))) return EXIT_USAGE;
    if (output_is_direct(o->value[OPT_OUTPUT]) || job->count <= INT64_MAX / 16) return EXIT_DONE;
    return refuse(EXIT_USAGE, "-n %" PRIu64 " is not accepted: a file holds at most 2^59 samples; write more to "
                  "standard output", job->count);
}

/* Turns the job into a shard and sets *path, the shard's own file name, to be freed. Pipes and devices have no name. */
static exit_status take_shard(options *o, job *job, char **path)
{
    const char *text = o->value[OPT_SHARD], *file = o->value[OPT_OUTPUT];
    const bool direct = output_is_direct(file);
    if (direct && job->format == FORMAT_NPY)
        return refuse(EXIT_USAGE, "--shard %s needs -o FILE with .npy, or --format raw, text or csv", text);
    if (!direct && o->value[OPT_NO_JOB])
        return refuse(EXIT_USAGE, "--no-job is not available with --shard %s: reroll join reads the job file of each shard",
                      text);
    const exit_status status = shard_typed(text, job);
    if (status || direct) return status;
    *path = shard_path(file, job->shard.number, job->shard.of);
    o->value[OPT_OUTPUT] = *path;
    return EXIT_DONE;
}

exit_status sample_job(sample_request *r)
{
    options *o = &r->o;
    exit_status status;
    if (r->sampler && o->value[OPT_JOB])
        return refuse(EXIT_USAGE, "'%s' cannot be given with --job: the job file has the sampler", r->sampler->name);
    if (o->value[OPT_RESUME] && o->value[OPT_SEED] && !strcmp(o->value[OPT_SEED], "random"))
        return refuse(EXIT_USAGE, "--seed random is not available with --resume: give the seed that the first run printed");
    if (o->value[OPT_SHARD] && o->value[OPT_SEED] && !strcmp(o->value[OPT_SEED], "random"))
        return refuse(EXIT_USAGE, "--seed random is not available with --shard: give all shards the same seed");
    if ((status = request_random(&o->value[OPT_SEED], o->seed))) return status;
    if (!r->sampler && !o->value[OPT_JOB])
        return refuse(EXIT_USAGE, "the sampler is missing: reroll sample LAW -n N; reroll samplers lists them");
    if ((status = read_job(o, r->law_named, r->sampler, &r->job))) return status;
    if (o->value[OPT_SHARD] && (status = take_shard(o, &r->job, &r->path))) return status;
    return check_size(o, &r->job);
}

output_request sample_output(const sample_request *r)
{
    const char *const *v = r->o.value;
    return (output_request){v[OPT_OUTPUT], v[OPT_RESUME] != NULL, v[OPT_FORCE] != NULL, v[OPT_NO_JOB] != NULL, v[OPT_JOB],
                            shard_bytes(&r->job, r->job.count), !format_is_text(r->job.format), r->job.shard.of != 0};
}
