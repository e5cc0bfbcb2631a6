/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polar-inside: points that the caller knows to be in the unit disc become two normals (spot.h). The only test is that the
 * coordinates are finite: a q above 1, from rounding or from the caller, counts as 1, whose normals are 0, as are those of
 * (0, 0). The result is NaN for coordinates that are NaN, infinite, or so large that q is infinite. */
#ifndef RR_TRANSFORM_POLAR_INSIDE_H
#define RR_TRANSFORM_POLAR_INSIDE_H

#include "spot.h"

#define RR_COORDS_polar_inside 2
#define RR_DRAWS_polar_inside 0
#define RR_REROLLS_polar_inside 0

RR_FN rr_mask rr_polar_inside_point(rr_real *x, rr_real *y)
{
    const rr_spot s = rr_spot_of(*x, *y);
    const rr_real one = rr_splat(RR_C(1));
    rr_spot_normals(s, rr_select(rr_spot_inside(s), s.q, one), x, y);
    return rr_le(s.q, rr_splat(RR_LOG_MAX));
}

#endif
