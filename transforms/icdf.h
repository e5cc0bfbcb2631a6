/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* icdf: a uniform becomes a normal by the inverse CDF, to the last bits (math/normal_quantile.h, with its error). */
#ifndef RR_TRANSFORM_ICDF_H
#define RR_TRANSFORM_ICDF_H

#include "engine/math/normal_quantile.h"
#include "quantile.h"

#define RR_COORDS_icdf 1
#define RR_DRAWS_icdf 0
#define RR_REROLLS_icdf 0

RR_FN rr_mask rr_icdf_point(rr_real *x, rr_real *y)
{
    const rr_middle m = rr_middle_of(*x);
    (void)y;
    *x = rr_middle_signed(m, rr_normal_quantile(m.v, m.c));
    return m.good;
}

#endif
