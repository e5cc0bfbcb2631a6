/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cartesian: two uniforms become two normals (Box and Muller, Annals of Mathematical Statistics 29 (1958) 610; Schloss).
 *
 *     x = sqrt(-2 log u) cos 2 pi v,   y = sqrt(-2 log u) sin 2 pi v
 *
 * u in (0, 1]: u = 1 is the radius 0; v in [0, 1], where both ends are the angle 0. The logarithm is accurate near u = 1,
 * since u - 1 is exact there; the caller's u has no further bits to lose. */
#ifndef RR_TRANSFORM_CARTESIAN_H
#define RR_TRANSFORM_CARTESIAN_H

#include "engine/passes/batch.h"
#include "engine/math/log.h"
#include "engine/math/sincos.h"

#define RR_COORDS_cartesian 2
#define RR_DRAWS_cartesian 0
#define RR_REROLLS_cartesian 0

RR_FN rr_mask rr_cartesian_point(rr_real *x, rr_real *y)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1));
    const rr_mask good = rr_mand(rr_mand(rr_lt(zero, *x), rr_le(*x, one)), rr_mand(rr_le(zero, *y), rr_le(*y, one)));
    const rr_real e = rr_minus_log(rr_select(good, *x, one)), r = rr_sqrt(e + e);
    rr_real s, c;
    rr_sincos_turn(rr_select(good, *y, zero), &s, &c);
    *x = r * c;
    *y = r * s;
    return good;
}

#endif
