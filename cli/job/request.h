/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From what was typed to a job. */
#ifndef REQUEST_H
#define REQUEST_H

#include "job.h"

/* What was typed; NULL where an option was not given. */
typedef struct job_request {
    const char *number, *seed, *stream, *first, *dtype, *columns, *bad, *antithetic, *output, *format, *strategy;
    const char *const *param;       /* one for each parameter of the sampler */
    job_files files;
} job_request;

/* Makes the job that is described, its parameter files read. EXIT_DONE, or the status of a refusal that has been said; the
 * job is to be freed in any case. */
exit_status request_new(const rr_sampler_info *sampler, const job_request *o, job *job);

enum { SEED_SIZE = 24 };

/* Where *seed is "random" it becomes the text of a number that the system has drawn, in `taken`. EXIT_DONE, or EXIT_TROUBLE
 * where it draws none. The other prints what was taken, if anything was. */
exit_status request_random(const char **seed, char taken[SEED_SIZE]);
void request_say_random(const char *taken);

/* The readers of single options: an integer; a stream of the seed that *stream has; a strategy; the format that the name of
 * the file and --format say, which may be known from elsewhere; how many components rows have. Only those of a stream and a
 * strategy may not be NULL. */
exit_status request_whole(const char *option, const char *text, uint64_t *value);
exit_status request_stream(const char *text, rr_stream *stream);
exit_status request_strategy(const char *text, rr_strategy *strategy);
exit_status request_components(const char *text, job *job);
exit_status request_format(const char *path, const char *name, bool known, format *format);

/* Parameter i of the job's sampler: a number, a list, or @FILE, which job_load reads; NULL: its default. */
exit_status request_param(const char *text, uint32_t i, job *job);

#endif
