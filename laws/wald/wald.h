/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* wald: the inverse Gaussian: the first time at which a Brownian motion of drift 1 / mean and variance 1 / scale is 1.
 *
 * A normal Z and a uniform U give a sample of mean m and scale l (Michael, Schucany and Haas, American Statistician 30
 * (1976) 88). Y = l (X - m)^2 / (m^2 X) is the square of a normal. It has two roots, m / s and m s, with t = m Z^2 / (2 l)
 * and
 *
 *     s = 1 + t + sqrt(t (t + 2)),
 *
 * in which nothing cancels. The larger root is chosen with probability 1 / (s + 1), where U (s + 1) < 1. So a rare choice
 * has the full relative precision of U near 0. s is within 4 ulps. */
#ifndef RR_SAMPLER_WALD_H
#define RR_SAMPLER_WALD_H

#include "engine/passes/tile.h"

RR_FN rr_real rr_wald_root(rr_real mean, rr_real scale, rr_real z, rr_real u)
{
    const rr_real t = rr_div(mean * (z * z), scale + scale), s = (t + RR_C(1)) + rr_sqrt(t * (t + RR_C(2)));
    return rr_select(rr_lt(u * (s + RR_C(1)), rr_splat(RR_C(1))), mean * s, rr_div(mean, s));
}

RR_FN void rr_wald_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)t;
    (void)slot0;
    (void)number;
    (void)made;
    param[0] = rr_splat(RR_C(0));   /* a normal of mean 0 and sd 1, a uniform from 0 to 1 */
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_wald_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_wald_root(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0), made[0], made[1]);
}

#endif
