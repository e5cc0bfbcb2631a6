/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of subcommands. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "cli/options/manual.h"

/* Here and nowhere else: a new one is a line here, and a wing with int cmd_NAME(int argc, char **argv), argv[0] being the
 * subcommand's name, and its manual. */
#define COMMANDS(X) \
    X(sample)       \
    X(join)         \
    X(transform)    \
    X(permutation)  \
    X(bijection)    \
    X(choose)       \
    X(resample)     \
    X(samplers)     \
    X(strategies)   \
    X(devices)      \
    X(verify)       \
    X(model)        \
    X(bench)        \
    X(report)       \
    X(plan)         \
    X(law)

#define COMMAND_PROTOTYPE(name) int cmd_##name(int argc, char **argv); extern const manual manual_##name;
COMMANDS(COMMAND_PROTOTYPE)
#undef COMMAND_PROTOTYPE

typedef struct command {
    const manual *manual;
    int (*run)(int argc, char **argv);
} command;

/* Command number `number`, or NULL past the last. */
const command *command_list(size_t number);

/* The manual of reroll itself. */
extern const manual manual_reroll;

#endif
