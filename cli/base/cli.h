/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by all subcommands: exit statuses, error messages, memory allocation, the flush of standard output. */
#ifndef CLI_H
#define CLI_H

#include "reroll_sampler.h"

typedef enum exit_status {
    EXIT_DONE = 0,
    EXIT_TROUBLE = 1,       /* an input, output or other run-time error */
    EXIT_USAGE = 2,         /* the command line or a file it names is invalid */
    EXIT_DEVICE = 3,        /* the device is not usable here */
    EXIT_LEFT = 4,          /* fixed:M left samples without an accepted proposal */
    EXIT_INTERRUPTED = 130
} exit_status;

/* Prints "reroll: ..." as one line on standard error and returns `status`, so that callers can return refuse(...). */
exit_status refuse(exit_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "reroll: ..." as one line on standard error; nothing in programs that call refuse_by. */
void notice(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From now on refuse() passes its messages, without "reroll: ", to `report`, from any thread. For programs of several
 * processes, where only one prints. */
void refuse_by(void (*report)(const char *message));

/* malloc, calloc and strdup that end the program with EXIT_TROUBLE when memory runs out. */
void *get_memory(size_t bytes);
void *get_zeroed(size_t bytes);
char *get_copy(const char *text);

/* A new string, formatted as by printf. */
char *get_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Flushes standard output. EXIT_DONE, also, without a message, when the pipe was closed; otherwise EXIT_TROUBLE. */
exit_status stdout_end(void);

/* True for the two options that ask for help. */
int is_help(const char *text);

#endif
