/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The command `reroll`: finds the subcommand and calls it. */
#include "commands.h"
#include "complete.h"
#include "cli/base/cli.h"
#include "cli/base/suggest.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const char *command_name(size_t number, const void *context)
{
    const command *c = command_list(number);
    (void)context;
    return c ? c->manual->name : NULL;
}

/* If the caller has closed descriptor 0, 1 or 2, the next open() would return it, and messages would end up in that file.
 * The replacements fail when they are used, as closed ones do. */
static void fill_descriptors(void)
{
    for (int fd = 0; fd <= 2; ++fd)
        if (fcntl(fd, F_GETFD) < 0) (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    fill_descriptors();
    signal(SIGXFSZ, SIG_IGN);   /* a file that becomes too large is an error with a message, like a full disk */
    if (argc < 2) {
        manual_print(stderr, &manual_reroll, &manual_terminal);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "help") && argc > 2) {   /* "help sample gamma" is "sample gamma --help" */
        static char option[] = "--help";
        memmove(argv + 1, argv + 2, (size_t)(argc - 2) * sizeof *argv);
        argv[argc - 1] = option;
    }
    if (is_help(argv[1]) || !strcmp(argv[1], "help")) return manual_help(&manual_reroll);
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-v")) {
        printf("reroll %s\n", rr_version());
        return stdout_end();
    }
    if (!strcmp(argv[1], "--complete")) return complete_words(argc - 2, argv + 2);
    const command *c;
    for (size_t i = 0; (c = command_list(i)); ++i)
        if (!strcmp(argv[1], c->manual->name)) return c->run(argc - 1, argv + 1);
    char hint[SUGGEST_SIZE];
    suggest(argv[1], "", command_name, NULL, hint);
    return refuse(EXIT_USAGE, "unknown command '%s'%s", argv[1], hint[0] ? hint : "; reroll --help lists them");
}
