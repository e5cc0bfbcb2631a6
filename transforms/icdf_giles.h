/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* icdf-giles: a uniform becomes a normal by Giles's polynomials for erfinv (math/normal_giles.h, with their error). */
#ifndef RR_TRANSFORM_ICDF_GILES_H
#define RR_TRANSFORM_ICDF_GILES_H

#include "engine/math/normal_giles.h"
#include "quantile.h"

#define RR_COORDS_icdf_giles 1
#define RR_DRAWS_icdf_giles 0
#define RR_REROLLS_icdf_giles 0

RR_FN rr_mask rr_icdf_giles_point(rr_real *x, rr_real *y)
{
    const rr_middle m = rr_middle_of(*x);
    (void)y;
    *x = rr_middle_signed(m, rr_normal_giles(m.v, m.c));
    return m.good;
}

#endif
