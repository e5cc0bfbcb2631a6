/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by samplers, strategies and devices: the options of lists. */
#ifndef LISTING_H
#define LISTING_H

#include "cli/base/cli.h"
#include "cli/commands.h"
#include "cli/options/manual.h"

#include <stdbool.h>

typedef enum listing { LISTING_TABLE, LISTING_JSON, LISTING_NAMES, LISTING_HELP } listing;

/* The option rows of a list, which may have one additional option. `objects` describes the objects that --json prints. */
enum { LISTING_ROWS = 3, LISTING_MAX };
#define LISTING_OPTIONS(objects)                                                    \
    {0, "json", NULL, false, "print an array of objects with " objects},           \
    {0, "names", NULL, false, "print only the names, one per line"},                 \
    {'h', "help", NULL, false, "print this help"}

/* Reads the options; prints the manual if asked for. *own is true if the list's own option is given. False after a
 * message. */
bool listing_read(int argc, char **argv, const manual *m, listing *how, bool *own);

#endif
