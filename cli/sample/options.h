/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options of `reroll sample`: those of option_list.h, those of a density, and one for each parameter of the
 * sampler. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "cli/job/request.h"
#include "cli/options/optread.h"

typedef enum option_id {
#define OPTION(id, letter, name, argument, with_job, help) OPT_##id,
#include "option_list.h"
    DENSITY_OPTIONS(OPTION)
#undef OPTION
    OPTION_COUNT,
    OPTION_DENSITY = OPT_LOW        /* from here on the options of density.h */
} option_id;

/* The options as typed; NULL for those not given, "" for those without an argument. */
typedef struct options {
    const char *value[OPTION_COUNT];
    const char *param[RR_MAX_PARAMS];
    char seed[SEED_SIZE];           /* the number chosen for --seed random, otherwise "" */
} options;

/* Reads the arguments from argv[1] on; `sampler` may be NULL. EXIT_DONE, or EXIT_USAGE after a message. */
exit_status options_read(int argc, char **argv, const rr_sampler_info *sampler, options *o);

/* The option as typed: "-n" or "--seed". */
const char *option_text(option_id id, char text[32]);

/* Refuses options that are not allowed with --job. */
exit_status options_with_job(const options *o);

/* The options that describe a job, for use without --job. */
job_request options_job(const options *o);

/* Prints the manual of `reroll sample`, or of a sampler. */
exit_status options_help(const rr_sampler_info *sampler);

#endif
