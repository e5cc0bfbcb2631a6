/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "listing.h"

#include <signal.h>

enum { JSON, NAMES, HELP, OWN };

bool listing_read(int argc, char **argv, const manual *m, listing *how, bool *own)
{
    const char *value[LISTING_MAX] = {NULL};
    const option_list list = {.rows = m->rows, .count = m->count};
    if (optread(argc, argv, &list, value, NULL)) return false;
    *how = value[HELP] ? LISTING_HELP : value[NAMES] ? LISTING_NAMES : value[JSON] ? LISTING_JSON : LISTING_TABLE;
    *own = value[OWN] != NULL;
    signal(SIGPIPE, SIG_IGN);
    if (*how == LISTING_HELP) manual_print(stdout, m, &manual_terminal);
    return true;
}
