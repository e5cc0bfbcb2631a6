/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The subcommands of list.h. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "cli/options/manual.h"

#define COMMAND(name) int cmd_##name(int argc, char **argv); extern const manual manual_##name;
#include "cli/list.h"
#undef COMMAND

typedef struct command {
    const manual *manual;
    int (*run)(int argc, char **argv);
} command;

/* Subcommand `number`, or NULL past the last. */
const command *command_list(size_t number);

/* The manual of reroll itself. */
extern const manual manual_reroll;

#endif
