/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* e^x - 1 - x >= 0, relatively accurate everywhere, for any finite x; overflow to inf.
 *
 * For |x| <= 1/2 its Taylor series, x^2 (1/2 + x/6 + x^2/24 + ...): the first omitted term is below 2^-28 (f32), 2^-57 (f64)
 * of the sum. Beyond, expm1(x) - x, which cancels at most 2.2 bits. (The polynomial of exp.h would be too inaccurate near 0:
 * its error is relative to e^x.) Largest error: f32 3.1584 ulp at 0x1.02875p-1; f64 2.6826 ulp at -0x1.094637552c6b2p-1. */
#ifndef RR_MATH_EXPM2_H
#define RR_MATH_EXPM2_H

#include "expm1.h"

RR_FN rr_real rr_expm2_series(rr_real x)
{
    const rr_real s = x * x;
#if RR_DTYPE == 32
    rr_real even = rr_splat(RR_C(1. / 40320)), odd = rr_splat(RR_C(1. / 362880));
#else
    rr_real even = rr_splat(RR_C(1. / 87178291200)), odd = rr_splat(RR_C(1. / 1307674368000));
    even = rr_step(even, s, RR_C(1. / 479001600));
    odd = rr_step(odd, s, RR_C(1. / 6227020800));
    even = rr_step(even, s, RR_C(1. / 3628800));
    odd = rr_step(odd, s, RR_C(1. / 39916800));
    even = rr_step(even, s, RR_C(1. / 40320));
    odd = rr_step(odd, s, RR_C(1. / 362880));
#endif
    even = rr_step(even, s, RR_C(1. / 720));
    odd = rr_step(odd, s, RR_C(1. / 5040));
    even = rr_step(even, s, RR_C(1. / 24));
    odd = rr_step(odd, s, RR_C(1. / 120));
    even = rr_step(even, s, RR_C(.5));
    odd = rr_step(odd, s, RR_C(1. / 6));
    return s * rr_fma(odd, x, even);
}

RR_FN rr_real rr_expm2(rr_real x)
{
    return rr_select(rr_le(rr_abs(x), rr_splat(RR_C(.5))), rr_expm2_series(x), rr_expm1(x) - x);
}

#endif
