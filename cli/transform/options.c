/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "options.h"
#include "reroll_points.h"
#include "cli/base/cli.h"
#include "cli/commands.h"

#include <stdlib.h>

const option_row transform_rows[TO_COUNT] = {
#define OPTION(id, letter, name, argument, with_job, help) {letter, name, argument, with_job, help},
#include "option_list.h"
#undef OPTION
};

const char *transform_option_name(transform_option option)
{
    return transform_rows[option].name;
}

static void print_methods(FILE *to, const manual_form *form)
{
    const rr_transform_info *m;
    for (size_t i = 0; (m = rr_transform_list(i)); ++i) {
        char *text = get_text("%s; coordinates in [%g, %g]%s%s", m->help, m->low, m->high, m->refuses[0] ? "; NaN if " : "",
                              m->refuses);
        form->entry(to, m->name, text);
        free(text);
    }
}

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll transform METHOD POINTS [-o FILE] [OPTION]...\n"
              "reroll transform POINTS [-o FILE] [OPTION]...\n"
              "reroll transform --job FILE.job.json [-o FILE] [OPTION]...\n"
              "reroll transform --list | --names"},
    {"DESCRIPTION",
     .text = "Points come from a file, a grid, random numbers or a low-discrepancy sequence. Each coordinate becomes mean + "
             "sd Z. A point that the method does not accept becomes NaN, which is counted, or is left out (--drop). Without "
             "a method the points are written as they are: points of the unit interval, square or cube, or of the disc. "
             "Threads, device and instruction set never change a bit."},
    {"METHODS",
     .entries = print_methods},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXAMPLES",
     .lines = "reroll transform icdf --sobol 4096 -o s.npy\n"
              "reroll transform icdf --sobol 4096 --dims 8 --scramble owen:7 -o rows.npy\n"
              "reroll transform --halton 1000 --dims 3 -o points.npy\n"
              "reroll transform polar-without-replacement --grid 64 --drop\n"
              "reroll transform cartesian --points @p.npy --mean 3 --sd 0.5 -o z.npy"},
    {"EXIT STATUS",
     .text = "0 done, with or without NaN; 1 reading, writing or running failed; 2 wrong usage or input, nothing written; 3 "
             "device not usable; 130 interrupted"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_transform = {
    .name = "transform",
    .summary = "turn points of a file, grid, random or low-discrepancy set into normals",
    .sections = sections, .rows = transform_rows, .count = TO_COUNT,
};
