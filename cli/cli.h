/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every subcommand knows: the list of subcommands, exit statuses, and how to say that something is wrong. */
#ifndef CLI_H
#define CLI_H

#include "reroll_core.h"

/* The list of subcommands, here and nowhere else: a new one is a line here and a file cli/NAME.c with
 * int cmd_NAME(int argc, char **argv); argv[0] is the subcommand's name. */
#define COMMANDS(X)                                                                     \
    X(sample, "draw variates to a file or to standard output, or remake a file")        \
    X(transform, "turn points into normals: your own, grids, random or low-discrepancy ones") \
    X(samplers, "list the samplers: laws, methods, parameters and their ranges")        \
    X(strategies, "list the strategies: what lanes do that have no sample yet")         \
    X(devices, "list the devices and say which are usable here")                        \
    X(verify, "check this build on this machine against known answers")                 \
    X(model, "predict the iterations of a warp under a strategy")                       \
    X(bench, "measure the time of a sample")                                            \
    X(report, "write a page: the model, and this machine's lanes beside it")            \
    X(plan, "predict what each strategy takes for a job, and say which is fastest")

#define COMMAND_PROTOTYPE(name, help) int cmd_##name(int argc, char **argv);
COMMANDS(COMMAND_PROTOTYPE)
#undef COMMAND_PROTOTYPE

typedef enum exit_status {
    EXIT_DONE = 0,
    EXIT_TROUBLE = 1,       /* input or output failed, or something else at run time */
    EXIT_USAGE = 2,         /* the command line or a file it names makes no sense */
    EXIT_DEVICE = 3,        /* the device is not usable here */
    EXIT_LEFT = 4,          /* fixed:M left samples without an accepted proposal */
    EXIT_INTERRUPTED = 130
} exit_status;

/* Prints "reroll: ..." as one line on standard error and returns `status`, so that callers can return refuse(...). */
exit_status refuse(exit_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* malloc, calloc and strdup that end the program with EXIT_TROUBLE where there is no memory. */
void *get_memory(size_t bytes);
void *get_zeroed(size_t bytes);
char *get_copy(const char *text);

/* A new string made as by printf. */
char *get_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* True when `text` is one of the two that ask for help. */
int is_help(const char *text);

#endif
