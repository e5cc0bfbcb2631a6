/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What rejection costs where Ridley and Forget met it: a neutron and hot uranium-238 near the resonance at 6.67 eV, with the
 * Doppler broadening rejection correction (dbrc.h), by every strategy.
 *
 *     doppler FOLDER [--quick] [--device SPEC] [--tables A,B]     run where studies/doppler is; README.md has the columns */
#include "study.h"

static const study_table tables[] = {{"kernel.csv", kernel_write}, {"spectrum.csv", spectrum_write},
                                     {"acceptance.csv", acceptance_write}, {"strategies.csv", strategies_write},
                                     {"verdict.csv", verdict_write}};

static const char *const limits[] = {
    "energies that are wrong by less than 4 % in every cell: 2^16 draws a case stand for 2^20",
    "what small tiles cost: jobs of some thousand samples stand for larger ones"};

int main(int argc, char **argv)
{
    return study_main(argc, argv, &(study_plan){"doppler", tables, sizeof tables / sizeof tables[0], limits,
                                                sizeof limits / sizeof limits[0]});
}
