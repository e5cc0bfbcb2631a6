/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polar-without-replacement: a point of [-1, 1]^2 in the unit disc becomes two normals (spot.h); a point outside, or (0,
 * 0), becomes NaN. With q = fma(x, x, y^2), rounded twice, a point is in the disc where 0 < q <= 1, as in Schloss. */
#ifndef RR_TRANSFORM_POLAR_WITHOUT_REPLACEMENT_H
#define RR_TRANSFORM_POLAR_WITHOUT_REPLACEMENT_H

#include "spot.h"

#define RR_COORDS_polar_without_replacement 2
#define RR_DRAWS_polar_without_replacement 0
#define RR_REROLLS_polar_without_replacement 0

RR_FN rr_mask rr_polar_without_replacement_point(rr_real *x, rr_real *y)
{
    const rr_spot s = rr_spot_of(*x, *y);
    const rr_mask in = rr_spot_inside(s);
    rr_spot_normals(s, rr_select(in, s.q, rr_splat(RR_C(1))), x, y);
    return in;
}

#endif
