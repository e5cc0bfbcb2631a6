/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The command `reroll`: finds the subcommand and calls it. */
#include "commands.h"
#include "cli/base/cli.h"
#include "cli/base/suggest.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name, *help;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
#define COMMAND_ROW(name, help) {#name, help, cmd_##name},
    COMMANDS(COMMAND_ROW)
#undef COMMAND_ROW
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_help(FILE *to)
{
    fputs("NAME\n"
          "    reroll - random variates by the billion, the same bits on every machine\n\n"
          "SYNOPSIS\n"
          "    reroll COMMAND [ARGUMENT]...\n"
          "    reroll help COMMAND\n"
          "    reroll --version | -v\n\n"
          "COMMANDS\n", to);
    for (int i = 0; i < COMMAND_COUNT; ++i) fprintf(to, "    %-12s%s\n", commands[i].name, commands[i].help);
    fputs("\n    reroll COMMAND --help says more, and reroll sample LAW --help lists a sampler's parameters.\n\n"
          "EXAMPLES\n"
          "    reroll sample normal -n 5\n"
          "    reroll sample gamma --shape 0.7 -n 1e9 --seed 2026 -o gamma.npy\n"
          "    reroll sample gamma --shape @shapes.npy -o draws.npy\n"
          "    reroll sample --job draws.npy.job.json --first 10 -n 5\n\n"
          "EXIT STATUS\n"
          "    0  done\n"
          "    1  reading, writing or running failed\n"
          "    2  the command line or a file that it names makes no sense; nothing was written\n"
          "    3  the device is not usable here\n"
          "    4  strategy fixed:M left samples without an accepted proposal (they are NaN or 0)\n"
          "  130  interrupted\n", to);
}

static const char *command_name(size_t number, const void *context)
{
    (void)context;
    return number < COMMAND_COUNT ? commands[number].name : NULL;
}

/* A descriptor 0 to 2 that the caller has closed would be given to the next file that is opened, and messages would end
 * up in it. These replacements fail when they are used, as closed ones do. */
static void fill_descriptors(void)
{
    for (int fd = 0; fd <= 2; ++fd)
        if (fcntl(fd, F_GETFD) < 0) (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    fill_descriptors();
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "help") && argc > 2) {   /* "help sample gamma" is "sample gamma --help" */
        static char option[] = "--help";
        memmove(argv + 1, argv + 2, (size_t)(argc - 2) * sizeof *argv);
        argv[argc - 1] = option;
    }
    if (is_help(argv[1]) || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return stdout_end();
    }
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-v")) {
        printf("reroll %s\n", rr_version());
        return stdout_end();
    }
    for (int i = 0; i < COMMAND_COUNT; ++i)
        if (!strcmp(argv[1], commands[i].name)) return commands[i].run(argc - 1, argv + 1);
    char hint[SUGGEST_SIZE];
    suggest(argv[1], "", command_name, NULL, hint);
    return refuse(EXIT_USAGE, "unknown command '%s'%s", argv[1], hint[0] ? hint : "; reroll --help lists them");
}
