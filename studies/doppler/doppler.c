/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cost of rejection in Ridley and Forget's application: a neutron and hot uranium-238 near the resonance at 6.67 eV,
 * with the Doppler broadening rejection correction (dbrc.h), by every strategy.
 *
 *     doppler FOLDER [--quick] [--device SPEC] [--tables A,B]     run it above studies/doppler; README.md has the columns */
#include "study.h"

static const study_table tables[] = {{"kernel.csv", kernel_write}, {"spectrum.csv", spectrum_write},
                                     {"acceptance.csv", acceptance_write}, {"strategies.csv", strategies_write},
                                     {"verdict.csv", verdict_write}};

static const char *const limits[] = {
    "errors of energies below 4 % in every cell: 2^16 draws per case replace 2^20",
    "the cost of small tiles: jobs of a few thousand samples replace larger ones"};

int main(int argc, char **argv)
{
    return study_main(argc, argv, &(study_plan){"doppler", tables, sizeof tables / sizeof tables[0], limits,
                                                sizeof limits / sizeof limits[0]});
}
