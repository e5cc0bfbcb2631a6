/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* -X, X = -log(1 - p m) the exponential below b: p = U, m = 1 - e^-b; b may be infinite. Where v = 1 - U is smaller than U
 * and b > log 2, it is -log(v m + e^-b), whose argument is at most 3/4. So both ends are accurate. X is within 14 ulp: the
 * argument has 3, which a logarithm near log 3/4 turns into 11. */
#ifndef RR_EXPONENTIAL_BELOW_H
#define RR_EXPONENTIAL_BELOW_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/log.h"
#include "engine/math/log1p.h"

RR_FN rr_real rr_exponential_below(rr_distances d, rr_real b)
{
    const rr_real m = RR_C(0) - rr_expm1(RR_C(0) - b);
    const rr_mask above = rr_mand(d.upper, rr_lt(rr_splat(RR_C(0.6931472)), b));
    const rr_real p = rr_select(d.upper, RR_C(1) - d.v, d.v), below = rr_log1p(RR_C(0) - p * m);
    return rr_select(above, rr_log(rr_fma(d.v, m, rr_exp(RR_C(0) - b))), below);
}

#endif
