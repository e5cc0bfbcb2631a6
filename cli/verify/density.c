/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks a distribution made from a density: the measured error of its tables against the guaranteed one. */
#include "report.h"

void verify_density(verify_report *report, const rr_density_report *measured)
{
    static const double promised[] = {RR_DENSITY_ERROR_F32, RR_DENSITY_ERROR_F64};
    for (int w = 0; w < 2; ++w)
        verify_add(report, w ? "error density f64" : "error density f32", measured->error[w] <= promised[w],
                   "v is %.2g off at most, at 4096 places; %.2g is promised", measured->error[w], promised[w]);
}
