/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "listing.h"
#include "suggest.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const char *option_name(size_t number, const void *context)
{
    static const char *const names[] = {"--json", "--names", "--help"};
    (void)context;
    return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

bool listing_read(int argc, char **argv, listing *how)
{
    *how = LISTING_TABLE;
    for (int i = 1; i < argc; ++i) {
        char hint[SUGGEST_SIZE];
        if (is_help(argv[i])) *how = LISTING_HELP;
        else if (!strcmp(argv[i], "--json")) *how = LISTING_JSON;
        else if (!strcmp(argv[i], "--names")) *how = LISTING_NAMES;
        else {
            refuse(EXIT_USAGE, "unknown argument '%s'%s", argv[i], suggest(argv[i], "", option_name, NULL, hint));
            return false;
        }
    }
    signal(SIGPIPE, SIG_IGN);
    return true;
}

void listing_help(const char *name, const char *what, const char *columns, const char *json)
{
    printf("NAME\n    reroll %s - list %s\n\nSYNOPSIS\n    reroll %s [--json | --names]\n\n", name, what, name);
    printf("DESCRIPTION\n    The table shows %s.\n\n", columns);
    printf("OPTIONS\n    --json    print an array of objects with %s\n    --names   print the names only, one a line\n",
           json);
}

exit_status listing_end(void)
{
    if (!fflush(stdout) && !ferror(stdout)) return EXIT_DONE;
    return errno == EPIPE ? EXIT_DONE : refuse(EXIT_TROUBLE, "can't write standard output: %s", strerror(errno));
}
