/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A gamma sampler with a fixed number of proposals: the experiments of S. Linderman ("A Parallel Gamma Sampling
 * Implementation", 2013), for strategy fixed:M and all others.
 *
 *     fixed-proposals FOLDER [--quick] [--device SPEC]      writes its tables into FOLDER (README.md has the columns) */
#include "study.h"

static const study_table tables[] = {
    {"mixture.csv", mixture_write},     {"failures.csv", failures_write},     {"time.csv", batches_write},
    {"breakdown.csv", breakdown_write}, {"acceptance.csv", acceptance_write}, {"formulas.csv", formulas_write},
    {"registers.csv", registers_write}, {"curves.csv", curves_write}};

static const char *const limits[] = {
    "failures as rare as one in a million: too few samples to count one", "calls of more than 262144 samples"};

int main(int argc, char **argv)
{
    return study_main(argc, argv, &(study_plan){"fixed-proposals", tables, sizeof tables / sizeof tables[0], limits,
                                                sizeof limits / sizeof limits[0]});
}
