/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The angle of the point (x, y) of the first quarter: atan(y / x) in [0, pi/2], for x, y >= 0 of which one is normal.
 *
 * With lo and hi the smaller and the larger of the two, r is lo / hi where that is at most tan(pi/8), and else (lo - hi) /
 * (lo + hi), the tangent of the angle minus pi/4: |r| <= tan(pi/8), after one division. Then
 *
 *     atan r = r + r^3 P(r^2),
 *
 * P a minimax polynomial of degree 4 (relative error 2^-30.4) in f32, 10 (2^-59.4) in f64. Where y is larger the angle is
 * pi/2 minus this one; both constants are two numbers, the smaller added first. lo + hi may not overflow. Largest error: f32
 * 2.0300 ulp at 0x1.c4aa92p-2; f64 2.1469 ulp at 0x1.bc54ef52b5d8bp-2. */
#ifndef RR_MATH_ATAN_H
#define RR_MATH_ATAN_H

#include "poly.h"

#define RR_TAN_EIGHTH RR_C(0.41421356237309503)
#if RR_DTYPE == 32
#define RR_ATAN_HALF_PI RR_C(0x1.921fb6p0)
#define RR_ATAN_HALF_PI_LOW RR_C(-0x1.777a5cp-25)
#else
#define RR_ATAN_HALF_PI RR_C(0x1.921fb54442d18p0)
#define RR_ATAN_HALF_PI_LOW RR_C(0x1.1a62633145c07p-54)
#endif

RR_FN rr_real rr_atan_tail(rr_real z)
{
#if RR_DTYPE == 32
    rr_real p = rr_splat(RR_C(-0x1.f2e776p-5));
    p = rr_step(p, z, RR_C(0x1.b22494p-4));
    p = rr_step(p, z, RR_C(-0x1.23b9a4p-3));
    p = rr_step(p, z, RR_C(0x1.9991e2p-3));
    p = rr_step(p, z, RR_C(-0x1.55554ap-2));
    return p;
#else
    const rr_real s = z * z;
    rr_real even = rr_splat(RR_C(-0x1.256cfe0a1a305p-6)), odd = rr_splat(RR_C(0x1.37d6c0c5497e6p-5));
    even = rr_step(even, s, RR_C(-0x1.9cd3223599332p-5));
    odd = rr_step(odd, s, RR_C(0x1.df0f5f2b201a1p-5));
    even = rr_step(even, s, RR_C(-0x1.10ebb9774a9ep-4));
    odd = rr_step(odd, s, RR_C(0x1.3b111932f3616p-4));
    even = rr_step(even, s, RR_C(-0x1.745cf8dd796p-4));
    odd = rr_step(odd, s, RR_C(0x1.c71c70e6171b9p-4));
    even = rr_step(even, s, RR_C(-0x1.24924922ad6f6p-3));
    odd = rr_step(odd, s, RR_C(0x1.999999999586cp-3));
    even = rr_step(even, s, RR_C(-0x1.555555555553dp-2));
    return rr_fma(odd, z, even);
#endif
}

RR_FN rr_real rr_atan_quarter(rr_real y, rr_real x)
{
    const rr_mask above = rr_lt(x, y);
    const rr_real lo = rr_select(above, x, y), hi = rr_select(above, y, x);
    const rr_mask near = rr_lt(hi * RR_TAN_EIGHTH, lo);   /* pi/4 */
    const rr_real r = rr_div(rr_select(near, lo - hi, lo), rr_select(near, lo + hi, hi)), z = r * r;
    const rr_real part = rr_fma(r * z, rr_atan_tail(z), r), zero = rr_splat(RR_C(0));
    const rr_real right = rr_splat(RR_ATAN_HALF_PI), right_low = rr_splat(RR_ATAN_HALF_PI_LOW);
    const rr_real quarter = right * RR_C(0.5), quarter_low = right_low * RR_C(0.5);
    const rr_real base = rr_select(near, quarter, rr_select(above, right, zero));
    const rr_real base_low = rr_select(near, quarter_low, rr_select(above, right_low, zero));
    return base + (base_low + rr_select(above, RR_C(0) - part, part));
}

#endif
