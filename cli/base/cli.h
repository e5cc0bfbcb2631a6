/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every subcommand knows: exit statuses, how to say that something is wrong, memory, and the end of its output. */
#ifndef CLI_H
#define CLI_H

#include "reroll_sampler.h"

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

/* From now on refuse() gives its sentences, without "reroll: ", to `tell`, of whatever thread. For programs of several
 * processes, of which one speaks. */
void refuse_by(void (*tell)(const char *sentence));

/* malloc, calloc and strdup that end the program with EXIT_TROUBLE where there is no memory. */
void *get_memory(size_t bytes);
void *get_zeroed(size_t bytes);
char *get_copy(const char *text);

/* A new string made as by printf. */
char *get_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Flushes standard output: EXIT_DONE, quietly also where a pipe was closed, or EXIT_TROUBLE. */
exit_status stdout_end(void);

/* True when `text` is one of the two that ask for help. */
int is_help(const char *text);

#endif
