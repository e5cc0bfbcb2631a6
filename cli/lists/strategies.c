/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll strategies: prints the strategies as a table or as JSON. */
#include "listing.h"
#include "cli/files/jsonout.h"

static void print_json(void)
{
    rr_strategy_info s;
    json_out out = {.to = stdout};
    json_array(&out, NULL, json_lines);
    for (size_t i = 0; rr_strategy_list(i, &s); ++i) {
        json_object(&out, NULL, json_line);
        json_text(&out, "name", s.name);
        json_text(&out, "form", s.form);
        json_text(&out, "help", s.help);
        json_end(&out);
    }
    json_end(&out);
}

static const option_row rows[LISTING_ROWS] = {
    LISTING_OPTIONS("name, form and help"),
};

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll strategies [--json | --names]"},
    {"DESCRIPTION",
     .text = "A strategy decides which lanes retry, and when. The table shows the form of each, an example and what it "
             "does. No strategy changes a sample. With fixed:M, without +, samples without an accepted attempt are NaN "
             "(0 for integers); they are counted, and the exit status is 4."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_strategies = {
    .name = "strategies",
    .summary = "list the strategies: how lanes retry after a rejection",
    .sections = sections, .rows = rows, .count = LISTING_ROWS,
};

int cmd_strategies(int argc, char **argv)
{
    listing how;
    bool own;
    rr_strategy_info s;
    char example[32];
    if (!listing_read(argc, argv, &manual_strategies, &how, &own)) return EXIT_USAGE;
    if (how == LISTING_JSON) print_json();
    if (how == LISTING_TABLE) printf("%-20s %-15s %s\n", "strategy", "example", "what lanes do after a rejection");
    for (size_t i = 0; how != LISTING_HELP && how != LISTING_JSON && rr_strategy_list(i, &s); ++i) {
        rr_strategy_text(s.example, example);
        if (how == LISTING_NAMES) puts(example);
        else printf("%-20s %-15s %s\n", s.form, example, s.help);
    }
    return stdout_end();
}
