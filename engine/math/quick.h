/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 2^x and log2(x) to a millionth, for squeezes: tests with a margin larger than their error. Their results do not enter a
 * sample, so both dtypes use the same short polynomials.
 *
 * rr_quick_exp2  x <= 1, -inf too; relative error below 2^-21 for x >= -100, and constant below.
 * rr_quick_log2  normal x > 0; absolute error below 2^-21 + EPS |log2 x|, EPS half an ulp of 1. */
#ifndef RR_MATH_QUICK_H
#define RR_MATH_QUICK_H

#include "exp.h"
#include "log_kernel.h"

#define RR_QUICK_MIN RR_C(-100)

RR_FN rr_real rr_quick_exp2(rr_real x)
{
    const rr_real z = rr_max(x, rr_splat(RR_QUICK_MIN)), sum = z + RR_EXP_ROUND, f = z - (sum - RR_EXP_ROUND);
    rr_real p = rr_splat(RR_C(0x1.656e6ep-10));
    p = rr_step(p, f, RR_C(0x1.3d5a02p-7));
    p = rr_step(p, f, RR_C(0x1.c6a2cep-5));
    p = rr_step(p, f, RR_C(0x1.ebf80ap-3));
    p = rr_step(p, f, RR_C(0x1.62e438p-1));
    p = rr_step(p, f, RR_C(0x1.000002p0));
    /* The integer is in the low bits of the sum; p is in [0.7, 1.42]. */
    return rr_asreal(rr_asbits(p) + (rr_asbits(sum) << (RR_DTYPE == 32 ? 23 : 52)));
}

RR_FN rr_real rr_quick_log2(rr_real x)
{
    const rr_log_parts s = rr_log_split(x);
    rr_real p = rr_splat(RR_C(0x1.5d889p-3));
    p = rr_step(p, s.f, RR_C(-0x1.173bc4p-2));
    p = rr_step(p, s.f, RR_C(0x1.306206p-2));
    p = rr_step(p, s.f, RR_C(-0x1.6f93f6p-2));
    p = rr_step(p, s.f, RR_C(0x1.ebff5ep-2));
    p = rr_step(p, s.f, RR_C(-0x1.71582cp-1));
    p = rr_step(p, s.f, RR_C(0x1.7154c4p0));
    return rr_fma(p, s.f, s.k * (RR_C(1) / RR_LOG_UNIT));
}

#endif
