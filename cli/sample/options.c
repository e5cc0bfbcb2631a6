/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "options.h"
#include "sampler_manual.h"
#include "cli/commands.h"
#include "cli/options/manual.h"

#include <string.h>

static const option_row sample_rows[OPTION_COUNT] = {
#define OPTION OPTION_ROW
#include "option_list.h"
#undef OPTION
    DENSITY_OPTIONS(OPTION_ROW)
};

exit_status options_read(int argc, char **argv, const rr_sampler_info *sampler, options *o)
{
    const char *params[RR_MAX_PARAMS];
    const int count = sampler && rr_sampler_method(sampler->sampler)->inverse ? OPTION_COUNT : OPTION_DENSITY;
    option_list list = {.rows = sample_rows, .count = count, .first = sampler ? NULL : "sampler"};
    memset(o, 0, sizeof *o);
    optread_sampler(&list, sampler, params);
    return optread(argc, argv, &list, o->value, o->param);
}

const char *option_text(option_id id, char text[32])
{
    return option_row_text(&sample_rows[id], text);
}

exit_status options_with_job(const options *o)
{
    const option_list list = {.rows = sample_rows, .count = OPTION_COUNT};
    return optread_with_job(&list, o->value);
}

job_request options_job(const options *o)
{
    const char *const *v = o->value;
    return (job_request){v[OPT_NUMBER], v[OPT_SEED], v[OPT_STREAM], v[OPT_FIRST], v[OPT_DTYPE], v[OPT_COMPONENTS],
                         v[OPT_BAD], v[OPT_ANTITHETIC], v[OPT_TOWARD_ZERO], v[OPT_OUTPUT], v[OPT_FORMAT],
                         v[OPT_STRATEGY], o->param,
                         /* The plan for --counts needs all parameters. */
                         v[OPT_COUNTS] ? FILES_READ : FILES_STAY};
}

/* ---- The manual ---- */

static const manual_section sample_sections[] = {
    {"SYNOPSIS",
     .lines = "reroll sample LAW[:METHOD] [--PARAMETER V]... -n N [-o FILE] [OPTION]...\n"
              "reroll sample --job FILE.job.json [--first I] [-n N] [-o FILE] [OPTION]...\n"
              "reroll sample LAW[:METHOD] --help"},
    {"DESCRIPTION",
     .text = "Draws samples of a distribution, LAW. Sample i depends only on seed, stream, sampler, parameters and i. "
             "Samples are bit-identical for any device, strategy and number of threads, and if a job is split or "
             "interrupted. reroll samplers lists the distributions, and reroll sample LAW --help describes one. Other "
             "libraries' names, such as lomax, are accepted.\n\ndensity:EXPRESSION and cdf:EXPRESSION, of x, are "
             "distributions too: 'density:exp(-x^4/4)'. Some options below describe them (docs/density.md). "
             "A LAW with a slash, or one that ends in .h or .so, is the path of a user-defined distribution "
             "(docs/your-own-law.md). It is compiled, and it runs with your permissions.\n\nRelated distributions "
             "with the same seed and stream use the same random bits, so their samples are correlated: uniform and "
             "exponential have rank correlation -1. Give each independent variable its own stream: --stream arrivals, "
             "--stream service, --stream chains/3.\n\nV is a number, a list such as 3,4,5 (rows: '1,0.5;0.5,2'), or "
             "@FILE.npy: an array of f2, f4, f8 or integers of shape (), (n,), (R, 1), (1, C) or (R, C). Files .csv and "
             ".txt are read as text; @FILE.csv:NAME is a column of a file with a header line. Arrays are broadcast by "
             "NumPy's rule, and the output has the broadcast shape."},
    {"OPTIONS", NULL, NULL, NULL},
    {"FILES",
     .text = "FILE is written as FILE.part and renamed when it is complete and on disk. FILE.job.json holds the whole job "
             "and the last checkpoint, which is made every few seconds. --resume continues from the checkpoint; the file is "
             "byte for byte the same. --job remakes FILE, or a slice of it, on any machine. Output to a pipe or a device "
             "file such as /dev/null is written directly."},
    {"EXAMPLES",
     .lines = "reroll sample normal --mean 3 --sd 0.5 -n 10\n"
              "reroll sample gamma --shape 0.5,1,2 --seed random\n"
              "reroll sample gamma --shape @shapes.npy -o draws.npy --seed 2026 --stream chains/3\n"
              "reroll sample --job draws.npy.job.json --first 10 -n 5\n"
              "reroll sample bits -n 2^30 --format raw | consumer"},
    {"EXIT STATUS",
     .text = "0 done; 1 reading, writing or running failed; 2 wrong usage or input, nothing written; 3 device not usable; 4 "
             "with strategy fixed:M some samples failed; 130 interrupted"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_sample = {
    .name = "sample",
    .summary = "draw variates to a file or to standard output, or remake a file",
    .sections = sample_sections, .rows = sample_rows, .count = OPTION_COUNT,
};

static const manual_section common_options[] = {
    {"OPTIONS", .text = "-n, -o, --seed, --stream and the other options of all distributions: reroll sample --help lists "
                        "them."},
    {NULL, NULL, NULL, NULL},
};

static const manual manual_common = {.sections = common_options};
static const manual manual_density = {.sections = common_options, .rows = sample_rows + OPTION_DENSITY,
                                       .count = DENSITY_COUNT};

exit_status options_help(const rr_sampler_info *sampler)
{
    if (!sampler) return manual_help(&manual_sample);
    sampler_manual(stdout, sampler);
    manual_print_from(stdout, rr_sampler_method(sampler->sampler)->inverse ? &manual_density : &manual_common, "OPTIONS",
                      &manual_terminal);
    return stdout_end();
}
