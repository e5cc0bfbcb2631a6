/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the subcommands that list something share. */
#ifndef LISTING_H
#define LISTING_H

#include "cli/base/cli.h"
#include "cli/commands.h"

#include <stdbool.h>

typedef enum listing { LISTING_TABLE, LISTING_JSON, LISTING_NAMES, LISTING_HELP } listing;

/* Reads the options --json, --names and --help. False after a refusal has been said. */
bool listing_read(int argc, char **argv, listing *how);

/* Prints a manual: `what` is listed, `columns` explains the table, `json` the objects. */
void listing_help(const char *name, const char *what, const char *columns, const char *json);

#endif
