/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Requests of `reroll sample`: turns the command line into a job. */
#ifndef SAMPLE_REQUEST_H
#define SAMPLE_REQUEST_H

#include "options.h"
#include "cli/output/names.h"

/* The caller frees the job in any case. */
typedef struct sample_request {
    options o;
    const rr_sampler_info *sampler;     /* NULL if --job names it */
    const char *law_named;         /* density:EXPRESSION or cdf:EXPRESSION, or NULL */
    job job;
    char *path;                    /* a shard's file, to be freed, or NULL */
} sample_request;

/* sample_options reads options; argv[0] is the subcommand's name. sample_job makes the job and reads its parameter files; it
 * must not be called if --help is given. They return EXIT_DONE, or an error status after a message. */
exit_status sample_options(int argc, char **argv, sample_request *r);
exit_status sample_job(sample_request *r);

/* The job's output. */
output_request sample_output(const sample_request *r);

#endif
