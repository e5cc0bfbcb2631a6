/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "listing.h"

#include <signal.h>

enum { JSON, NAMES, HELP };

bool listing_read(int argc, char **argv, const manual *m, listing *how)
{
    const char *value[LISTING_ROWS] = {NULL};
    const option_list list = {.rows = m->rows, .count = m->count};
    if (optread(argc, argv, &list, value, NULL)) return false;
    *how = value[HELP] ? LISTING_HELP : value[NAMES] ? LISTING_NAMES : value[JSON] ? LISTING_JSON : LISTING_TABLE;
    signal(SIGPIPE, SIG_IGN);
    if (*how == LISTING_HELP) manual_print(stdout, m, &manual_terminal);
    return true;
}
