/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lists of options, read by getopt_long. Every subcommand has such a list, and manual.h prints it. */
#ifndef OPTREAD_H
#define OPTREAD_H

#include "cli/base/cli.h"

#include <stdbool.h>

typedef struct option_row {
    char letter;                   /* or 0 */
    const char *name, *argument;   /* either may be NULL */
    bool with_job;                 /* allowed with --job */
    const char *help;
} option_row;

/* The row of an option in a list X(id, letter or 0, long name or NULL, argument or NULL, with --job too, help). */
#define OPTION_ROW(id, letter, name, argument, with_job, help) {letter, name, argument, with_job, help},

/* A command's options. */
typedef struct option_list {
    const option_row *rows;
    int count;
    const char *const *params;     /* names of long options with an argument, before the rows */
    int param_count;
    const char *law;               /* the distribution whose synonyms are accepted (synonyms.h), or NULL */
    const char *owner;             /* the name of the params' owner in messages, or NULL */
    const char *first;             /* the missing operand that must precede all options, or NULL */
} option_list;

enum { OPTIONS_MAX = 64 };        /* of a list, including its params and synonyms */

/* Adds a sampler's parameters, whose names are stored in `params`, to a list; nothing if the sampler is NULL. */
void optread_sampler(option_list *list, const rr_sampler_info *sampler, const char *params[RR_MAX_PARAMS]);

/* Reads the arguments from argv[1] on. value[i] is the argument of row i, "" if it takes none, NULL if it was not given;
 * likewise param. The forms are "--name value", "--name=value", "-n value", "-nvalue" and "-n=value". If an option is given
 * twice the last one counts, but two names of one option are refused. EXIT_DONE, or EXIT_USAGE after a message. */
exit_status optread(int argc, char **argv, const option_list *list, const char **value, const char **param);

/* Refuses options that are not allowed with --job. */
exit_status optread_with_job(const option_list *list, const char *const *value);

/* The option as typed: "-n" or "--seed". */
const char *option_row_text(const option_row *row, char text[32]);

#endif
