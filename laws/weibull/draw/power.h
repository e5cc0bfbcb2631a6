/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* g E^(1/a) and g E^(-1/a), E = -log U with full relative precision at both ends (laws/laplace/draw/draw.h), from 2^-129 to
 * 90. In f64 E is computed by neglog_table.h, which takes u of at most 1 - 2^-53.
 *
 * With root_near.h's error the result has at most 7 2^-p / a from E and its logarithm, p the type's precision, and 2 ulp.
 *
 * f64: E is within 2.8 ulp and a relative 5 2^-53, the logarithm 0.25. The table has 1.5 ulp. v has one rounding, from 1/4
 * on two, 1.5 2^-55. E multiplies that by at most 1 / (1 - v) above U = 1/2, so 1.3 ulp where E is just below 1/2, and by 1
 * / v below it, so 1.1 ulp.
 *
 * f32: E is within a relative 5.1 2^-24, the logarithm 1.3. v is within 3/4 ulp. Where U is in [1/2, 0.7071), u = 1 - v is
 * rounded again: 1.75 2^-25, over u, and 1.01 ulp of the logarithm, which is largest at the smallest E, 0.3466. Elsewhere it
 * is at most 3.5. */
#ifndef RR_WEIBULL_POWER_H
#define RR_WEIBULL_POWER_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/tables/neglog_table.h"
#include "engine/math/short/root_near.h"

#if RR_DTYPE == 32
RR_FN rr_real rr_weibull_exponential(rr_distances d) { return rr_distances_neglog(d); }
#else
RR_FN rr_real rr_weibull_exponential(rr_distances d)
{
    const rr_real u = rr_min_scalar(rr_select(d.upper, RR_C(1) - d.v, d.v), RR_C(0x1.fffffffffffffp-1));
    return rr_neglog_table(u, RR_C(0) - d.v, d.upper);
}
#endif

RR_FN rr_real rr_weibull_power(rr_distances d, rr_real a, int inverse, rr_real g)
{
    rr_double y = rr_root_inverse(a);
    if (inverse) {
        y.hi = RR_C(0) - y.hi;
        y.lo = RR_C(0) - y.lo;
    }
    return rr_root_near(rr_weibull_exponential(d), y, g);
}

#endif
