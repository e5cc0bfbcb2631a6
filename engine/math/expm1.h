/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* e^x - 1, relatively accurate everywhere, for any x except NaN; expm1(-inf) = -1, overflow to inf.
 *
 * As exp.h, with 2^k (e^r - 1) + (2^k - 1) at the end. Largest error: f32 1.3481 ulp at 0x1.635566p-2; f64 1.5557 ulp
 * at 0x1.8acf60f27d96fp-2. */
#ifndef RR_MATH_EXPM1_H
#define RR_MATH_EXPM1_H

#include "exp.h"

#if RR_DTYPE == 32

#define RR_EXPM1_LOW RR_C(-20)
#define RR_EXPM1_HIGH RR_C(89)

/* 2^(k-1) for k in [-29, 128]; the fraction of the sum ends in k + 126. */
RR_FN rr_real rr_expm1_half(rr_real k) { return rr_asreal((rr_asbits(k + RR_C(0x1.0000fcp23)) & 0xffu) << 23); }

#else

#define RR_EXPM1_LOW RR_C(-40)
#define RR_EXPM1_HIGH RR_C(710)

RR_FN rr_real rr_expm1_half(rr_real k) { return rr_asreal((rr_asbits(k + RR_C(0x1.00000000003fep52)) & 0x7ffu) << 52); }

#endif

RR_FN rr_real rr_expm1(rr_real x)
{
    const rr_real z = rr_min(rr_max(x, rr_splat(RR_EXPM1_LOW)), rr_splat(RR_EXPM1_HIGH));
    const rr_real k = rr_fma(z, rr_splat(RR_LOG2E), rr_splat(RR_EXP_ROUND)) - RR_EXP_ROUND;
    const rr_real hi = rr_fma(k, rr_splat(-RR_LN2_CW_HI), z), lo = k * RR_LN2_CW_LO;
    const rr_real r = hi - lo, rest = (hi - r) - lo;   /* rounding error of r: near k = 1 it matters */
    const rr_real y = rr_fma(r * r, rr_exp_tail(r), rest) + r;
    /* 2^k y + (2^k - 1), halved as 2^128 (2^1024) overflows */
    const rr_real h = rr_expm1_half(k), w = rr_fma(h, y, h - RR_C(.5));
    return rr_select(rr_lt(rr_abs(x), rr_splat(RR_C(.25))), y, w + w);
}

#endif
