/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks a distribution made from a density: the measured error of its tables against the guaranteed one. */
#include "report.h"

void verify_density(verify_report *report, const rr_density_report *measured)
{
    static const double promised[] = {RR_DENSITY_ERROR_F32, RR_DENSITY_ERROR_F64};
    for (int w = 0; w < 2; ++w)
        verify_add(report, w ? "error density f64" : "error density f32", measured->error[w] <= promised[w],
                   "largest error of v at 4096 points %.2g; limit %.2g", measured->error[w], promised[w]);
}
