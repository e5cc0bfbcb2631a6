/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Options that stand in a list, read with getopt_long. Every subcommand has such a list, and manual.h prints it. */
#ifndef OPTREAD_H
#define OPTREAD_H

#include "cli/base/cli.h"

#include <stdbool.h>

typedef struct option_row {
    char letter;                   /* or 0 */
    const char *name, *argument;   /* either may be NULL */
    bool with_job;                 /* may be given beside --job */
    const char *help;
} option_row;

/* The row of an option in a list X(id, letter or 0, long name or NULL, argument or NULL, with --job too, help). */
#define OPTION_ROW(id, letter, name, argument, with_job, help) {letter, name, argument, with_job, help},

/* A command's options. */
typedef struct option_list {
    const option_row *rows;
    int count;
    const char *const *params;     /* names of long options with an argument that stand before the rows */
    int param_count;
    const char *law;               /* whose synonyms name options too (synonyms.h), or NULL */
    const char *owner;             /* whom messages call theirs, or NULL */
    const char *first;             /* what has to come before all options and is missing, or NULL */
} option_list;

enum { OPTIONS_MOST = 64 };        /* of a list, with its params and their synonyms */

/* Puts a sampler's parameters, whose names go to `params`, before the rows of a list; none where it is NULL. */
void optread_sampler(option_list *list, const rr_sampler_info *sampler, const char *params[RR_MAX_PARAMS]);

/* Reads argv[1] and on: value[i] is the argument of row i, "" where it takes none, NULL where it was not given; likewise
 * param. "--name value" and "--name=value" are one, and "-n value", "-nvalue" and "-n=value"; of an option that is given
 * twice the last counts, but two names of one option are refused. EXIT_DONE, or EXIT_USAGE after saying what is wrong. */
exit_status optread(int argc, char **argv, const option_list *list, const char **value, const char **param);

/* Refuses options that make no sense beside --job. */
exit_status optread_with_job(const option_list *list, const char *const *value);

/* The option as it is typed: "-n" or "--seed". */
const char *option_row_text(const option_row *row, char text[32]);

#endif
