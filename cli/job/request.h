/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes jobs from options. */
#ifndef REQUEST_H
#define REQUEST_H

#include "job.h"

/* The options as typed; NULL for those not given. */
typedef struct job_request {
    const char *number, *seed, *stream, *first, *dtype, *columns, *bad, *antithetic, *toward_zero, *output, *format,
        *strategy;
    const char *const *param;       /* one per parameter of the sampler */
    job_files files;
    uint64_t min;                   /* the smallest accepted number */
} job_request;

/* Makes the job and reads its parameter files. EXIT_DONE, or an error status after a message. The caller frees the job in
 * any case. */
exit_status request_new(const rr_sampler_info *sampler, const job_request *o, job *job);

enum { SEED_SIZE = 24 };

/* request_random replaces a *seed of "random" by a number from the system's entropy, whose text is stored in `taken`.
 * EXIT_DONE, or EXIT_TROUBLE if there is no entropy. request_print_random prints that number, if there is one. */
exit_status request_random(const char **seed, char taken[SEED_SIZE]);
void request_print_random(const char *taken);

/* Readers of single options: an integer; a stream, with the seed in *stream; a strategy; the number of components of rows;
 * the format by the file name and --format (`known`: *format is already set otherwise). Texts may be NULL, except for
 * stream and strategy. */
exit_status request_integer(const char *option, const char *text, uint64_t *value);
exit_status request_stream(const char *text, rr_stream *stream);
exit_status request_strategy(const char *text, rr_strategy *strategy);
exit_status request_components(const char *text, job *job);
exit_status request_format(const char *path, const char *name, bool known, format *format);

/* Parameter i of the job's sampler: a number, a list, @FILE, which job_load reads, or NULL for the default. */
exit_status request_param(const char *text, uint32_t i, job *job);

#endif
