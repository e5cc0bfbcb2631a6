/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* icdf-fast: a uniform becomes a normal by Winitzki's closed form (math/normal_fast.h, with its error). */
#ifndef RR_TRANSFORM_ICDF_FAST_H
#define RR_TRANSFORM_ICDF_FAST_H

#include "engine/math/normal_fast.h"
#include "quantile.h"

#define RR_COORDS_icdf_fast 1
#define RR_DRAWS_icdf_fast 0
#define RR_REROLLS_icdf_fast 0

RR_FN rr_mask rr_icdf_fast_point(rr_real *x, rr_real *y)
{
    const rr_middle m = rr_middle_of(*x);
    (void)y;
    *x = rr_middle_signed(m, rr_normal_fast(m.v, m.c));
    return m.good;
}

#endif
