/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the subcommands that list something share. */
#ifndef LISTING_H
#define LISTING_H

#include "cli/base/cli.h"
#include "cli/commands.h"
#include "cli/options/manual.h"

#include <stdbool.h>

typedef enum listing { LISTING_TABLE, LISTING_JSON, LISTING_NAMES, LISTING_HELP } listing;

/* The rows of a list's options, and one of its own at most; `objects`: what those that --json prints have. */
enum { LISTING_ROWS = 3, LISTING_MOST };
#define LISTING_OPTIONS(objects)                                                    \
    {0, "json", NULL, false, "print an array of objects with " objects},           \
    {0, "names", NULL, false, "print only the names, one per line"},                 \
    {'h', "help", NULL, false, "print this help"}

/* Reads the options; prints the manual where it is asked for. *own: is the list's own option given? False after a refusal
 * has been said. */
bool listing_read(int argc, char **argv, const manual *m, listing *how, bool *own);

#endif
