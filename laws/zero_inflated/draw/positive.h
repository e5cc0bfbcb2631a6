/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A negative binomial count of n and p, given that it is not 0, in three stages.
 *
 * It counts the events in [0, 1] of a Poisson process of random rate G (1 - p) / p, G a gamma variate of shape n. The first
 * event is at a time S of which y = log(1 + S (1 - p) / p) is an exponential of rate n, and S <= 1 is y <= l = -log p.
 * Given S, the rate is a gamma variate of shape n + 1 over p / (1 - p) + S. So
 *
 *     y is an exponential of rate n below l, and the count is 1 more than a Poisson count of mean G' (e^(l - y) - 1),
 *     G' a gamma variate of shape n + 1.
 *
 * Nothing is rejected or lost, however rare a count that is not 0 is. For p = 1 it is 1, the limit. y is within 14 ulps
 * of both ends and l within 1, so the mean is off by at most G' e^(l - y) l 2^-49. */
#ifndef RR_POSITIVE_H
#define RR_POSITIVE_H

#include "engine/math/expm1.h"
#include "engine/math/log.h"
#include "engine/passes/tile.h"

/* The parameters of stage `number` of these three; made: the draws of the first two. */
RR_FN void rr_positive_stage(rr_real n, rr_real p, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), end = rr_minus_log(p);
    if (number == 0) {   /* truncated-exponential: right end before the scale, loc, scale */
        param[0] = rr_max(n * end, rr_splat(RR_C(1e-300)));
        param[1] = zero;
        param[2] = rr_div(one, n);
    } else if (number == 1) {
        param[0] = n + one;
        param[1] = one;
    } else {
        param[0] = made[1] * rr_expm1(rr_max(end - made[0], zero));
    }
}

#endif
