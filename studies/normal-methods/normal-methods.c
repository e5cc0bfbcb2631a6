/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Methods to draw normals: speed and quality, after J. Boksansky ("Sampling from a Normal (Gaussian) Distribution on
 * GPUs", AMD GPUOpen), with further methods and the errors of perfect samples.
 *
 *     normal-methods FOLDER [--quick] [--device SPEC]      writes its tables into FOLDER (README.md has the columns) */
#include "study.h"

static const study_table tables[] = {
    {"speed.csv", speed_write},       {"document.csv", document_write},
    {"density.csv", density_write},   {"quality.csv", quality_write},
    {"expected.csv", expected_write}, {"bins.csv", bins_write},
    {"erfinv.csv", erfinv_write},     {"sobol.csv", sobol_write},
    {"slopes.csv", slopes_write},     {"tails.csv", tails_write},
    {"lcg.csv", lcg_write},           {"conditioned.csv", conditioned_write}};

static const char *const limits[] = {
    "the error of the fast erfinv in a histogram: it needs 268 million samples, here are 1 million (recorded.csv: 1074)",
    "the largest error of an erfinv: only every 1021st f32 is tested",
    "slopes beyond 4096 points",
    "samples beyond 5 standard deviations, except in conditioned.csv"};

int main(int argc, char **argv)
{
    if (quality_settings("normal-methods")) return 2;
    return study_main(argc, argv, &(study_plan){"normal-methods", tables, sizeof tables / sizeof tables[0], limits,
                                                sizeof limits / sizeof limits[0]});
}
