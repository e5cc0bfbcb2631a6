/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "commands.h"

static const command commands[] = {
#define COMMAND(name) {&manual_##name, cmd_##name},
#include "cli/list.h"
#undef COMMAND
};

const command *command_list(size_t number)
{
    return number < sizeof commands / sizeof commands[0] ? &commands[number] : NULL;
}

static void print_commands(FILE *to, const manual_form *form)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i)
        form->entry(to, commands[i].manual->name, commands[i].manual->summary);
}

static void print_statuses(FILE *to, const manual_form *form)
{
    static const char *const statuses[][2] = {
        {"0", "done"}, {"1", "reading, writing or running failed"},
        {"2", "wrong usage or input; nothing was written"},
        {"3", "the device is not usable here"},
        {"4", "with strategy fixed:M some samples failed; they are NaN (0 for integers)"}, {"130", "interrupted"}};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; ++i) form->entry(to, statuses[i][0], statuses[i][1]);
}

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll COMMAND [ARGUMENT]...\n"
              "reroll help COMMAND\n"
              "reroll --version | -v"},
    {"COMMANDS",
     .entries = print_commands},
    {"HELP",
     .text = "reroll COMMAND --help describes a command, and reroll sample LAW --help a distribution. --option V and "
             "--option=V mean the same, and so do -n V and -n=V."},
    {"EXAMPLES",
     .lines = "reroll sample normal -n 5\n"
              "reroll sample gamma --shape 0.7 -n 1e9 --seed 2026 -o gamma.npy\n"
              "reroll sample gamma --shape @shapes.npy -o draws.npy\n"
              "reroll sample --job draws.npy.job.json --first 10 -n 5"},
    {"EXIT STATUS",
     .entries = print_statuses},
    {NULL, NULL, NULL, NULL},
};

const manual manual_reroll = {
    .name = "",
    .summary = "draw random variates in bulk, on CPUs and GPUs",
    .sections = sections,
};
