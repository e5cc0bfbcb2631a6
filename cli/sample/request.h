/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What was asked for: the command line as a job. */
#ifndef SAMPLE_REQUEST_H
#define SAMPLE_REQUEST_H

#include "options.h"
#include "cli/output/names.h"

/* The job is to be freed in any case. */
typedef struct sample_request {
    options o;
    const rr_sampler_info *sampler;     /* NULL where --job names it */
    const char *law_named;         /* density:EXPRESSION or cdf:EXPRESSION, or NULL */
    job job;
    char *path;                    /* of a shard's file, to be freed, or NULL */
} sample_request;

/* These return EXIT_DONE, or the status of a refusal that has been said. The first reads options; argv[0] is the
 * subcommand's name. The second makes the job, its parameter files read; it is not for a request for help. */
exit_status sample_options(int argc, char **argv, sample_request *r);
exit_status sample_job(sample_request *r);

/* Where the job goes. */
output_request sample_output(const sample_request *r);

#endif
