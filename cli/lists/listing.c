/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "listing.h"
#include "cli/options/optread.h"

#include <signal.h>
#include <stdlib.h>

enum { JSON, NAMES, HELP, ROWS };

/* What --json prints is told in a list's own words. */
static option_list list_of(option_row rows[ROWS], const char *json)
{
    rows[JSON] = (option_row){0, "json", NULL, false, json};
    rows[NAMES] = (option_row){0, "names", NULL, false, "print the names only, one a line"};
    rows[HELP] = (option_row){'h', "help", NULL, false, "print this"};
    return (option_list){.rows = rows, .count = ROWS};
}

bool listing_read(int argc, char **argv, listing *how)
{
    option_row rows[ROWS];
    const char *value[ROWS] = {NULL};
    const option_list list = list_of(rows, "");
    if (optread(argc, argv, &list, value, NULL)) return false;
    *how = value[HELP] ? LISTING_HELP : value[NAMES] ? LISTING_NAMES : value[JSON] ? LISTING_JSON : LISTING_TABLE;
    signal(SIGPIPE, SIG_IGN);
    return true;
}

void listing_help(const char *name, const char *what, const char *columns, const char *json)
{
    option_row rows[ROWS];
    char *objects = get_text("print an array of objects with %s", json);
    const option_list list = list_of(rows, objects);
    printf("NAME\n    reroll %s - list %s\n\nSYNOPSIS\n    reroll %s [--json | --names]\n\n", name, what, name);
    printf("DESCRIPTION\n    The table shows %s.\n\nOPTIONS\n", columns);
    optread_print(stdout, &list);
    free(objects);
}
