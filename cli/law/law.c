/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll law: compiles user-defined distributions for machines without a compiler. */
#include "cli/base/cli.h"
#include "cli/base/law.h"
#include "cli/commands.h"
#include "cli/files/paths.h"
#include "reroll_user.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUT, FORCE, HELP, ROWS };

static const option_row rows[ROWS] = {
    [OUTPUT] = {'o', "output", "FILE", false, "write the compiled distribution to FILE, whose name ends in .so; if FILE is a "
                                              "link, to its target"},
    [FORCE] = {'f', "force", NULL, false, "replace FILE"},
    [HELP] = {'h', "help", NULL, false, "print this help"},
};

static const option_list list = {.rows = rows, .count = ROWS};

static const manual_section sections[] = {
    {"SYNOPSIS", .lines = "reroll law build LAW.h -o LAW.so [--force]"},
    {"DESCRIPTION",
     .text = "Compiles a user-defined distribution for all instruction sets of this build, in both precisions. reroll "
             "sample, plan, bench and verify accept LAW.so instead of LAW.h, on machines that have the same version of "
             "Reroll and no compiler. The bits are the same. docs/your-own-law.md explains how to write LAW.h.\n\n"
             "LAW.h and LAW.so are code that runs with your permissions."},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXIT STATUS",
     .text = "0 done; 2 wrong usage, or LAW.h is invalid; 3 no compiler"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_law = {
    .name = "law",
    .summary = "compile a user-defined distribution for machines without a compiler",
    .sections = sections, .rows = rows, .count = ROWS,
};

int cmd_law(int argc, char **argv)
{
    const char *value[ROWS] = {NULL};
    rr_result result = RR_RESULT_INIT;
    const bool build = argc > 1 && !strcmp(argv[1], "build"), named = build && argc > 2 && argv[2][0] != '-';
    const int skip = build + named;
    if (argc > 1 && !build && argv[1][0] != '-')
        return refuse(EXIT_USAGE, "unknown command 'law %s'; use reroll law build LAW.h -o LAW.so", argv[1]);
    exit_status status = optread(argc - skip, argv + skip, &list, value, NULL);
    if (status) return status;
    if (value[HELP]) return manual_help(&manual_law);
    if (!named || !value[OUTPUT])
        return refuse(EXIT_USAGE, "%s is missing: reroll law build LAW.h -o LAW.so", named ? "-o LAW.so" : "LAW.h");
    if (law_check_path(argv[2]) || law_check_path(value[OUTPUT])) return EXIT_USAGE;
    if (!value[FORCE] && !access(value[OUTPUT], F_OK))
        return refuse(EXIT_USAGE, "%s exists; --force replaces it", value[OUTPUT]);
    char *object = path_through_links(value[OUTPUT]);
    if (!object) return refuse(EXIT_TROUBLE, "can't write %s: %s", value[OUTPUT], strerror(errno));
    const rr_status built = rr_law_build(argv[2], object, &result);
    free(object);
    const exit_status bad = built == RR_ERR_DEVICE ? EXIT_DEVICE : built == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE;
    return built ? refuse(bad, "%s", result.message) : EXIT_DONE;
}
