/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The inverse CDF of the normal: |x| for the uniform whose distance to the nearer end is v, in (0, 1/2], and to the middle c
 * = 1/2 - v; the caller applies the sign. v and c are rounded from the same real number, so that neither end nor the middle
 * loses bits. Any v > 0 and any c, denormals too; c = 0 gives 0.
 *
 *     centre, v >= 2^-8   x = 51/16 c + c A(q) / B(q), q = v (1 - v) = 1/4 - c^2
 *     tail                x = s - C(s) / D(s), s = sqrt(-2 log v)
 *
 * x / c is even in c, so a function of q, whose only singularity is at q = 0 (the branch point of a logarithm): rational
 * functions converge by 4.1 bits per degree there. It increases from 2.51 in the middle to 5.4; 51/16 c is exact within the
 * last fma, and A / B, relatively small, carries the roundings. All coefficients of B, C and D are positive, as q and s are:
 * nothing cancels. Degrees of A and B: 7 and 6 (relative error of x 2^-27.3) in f32, 13 and 13 (2^-54.4) in f64; of C and D:
 * 4 (2^-31) and 10 (2^-59.1), valid down to the smallest denormal. s - x decreases from a fourth of x to a hundredth. The
 * rounding error of the root is corrected to first order, so that s is as accurate as the logarithm.
 *
 * One division costs less than a table. AVX2 (Zen 3), with words, v and c, which alone take 0.76 ns in f32 and 2.0 in f64:
 * this fraction takes 1.17 (f64 3.9) ns, eight octaves of degree 8 selected by one permute per coefficient 1.5 (7.9), a
 * polynomial in log q (Giles's method) 1.9 (8.3).
 *
 * Coefficients: tests/math/quantile.py. Errors, relative to the real number that v (below 1/4) or c (above) represents
 * exactly, where the other one is rounded: f32 1.8836 ulp at v = 0x1.765612p-6 (every float v from 2^-12 to 1/4); f64 2.1088
 * ulp at v = 0x1.b9a14991fab6fp-3.
 * Not monotone: of 50 million neighbouring floats v in the centre 1.6 % have an x that is off by an ulp in the wrong
 * direction (at most 2 ulp, near 2^-8), where x changes by less than its ulp from one to the next; between v = 1/4 and 1/16
 * one in 4000, nearer to the middle almost none. */
#ifndef RR_MATH_NORMAL_QUANTILE_H
#define RR_MATH_NORMAL_QUANTILE_H

#include "log.h"

/* The centre is v >= this. */
#define RR_QUANTILE_CENTRE RR_C(0x1p-8)

/* Polynomials in two chains: s is the square of the first argument. */
#if RR_DTYPE == 32

RR_FN rr_real rr_quantile_centre_top(rr_real q, rr_real s)
{
    rr_real odd = rr_splat(RR_C(-0x1.187dc2p30)), even = rr_splat(RR_C(-0x1.e0cd9ap33));
    odd = rr_step(odd, s, RR_C(-0x1.39f408p32));
    even = rr_step(even, s, RR_C(0x1.efa8f4p25));
    odd = rr_step(odd, s, RR_C(0x1.30925ap25));
    even = rr_step(even, s, RR_C(0x1.e99b74p19));
    odd = rr_step(odd, s, RR_C(0x1.433506p12));
    even = rr_step(even, s, RR_C(0x1.08a28p2));
    return rr_fma(odd, q, even);
}

RR_FN rr_real rr_quantile_centre_bottom(rr_real q, rr_real s)
{
    rr_real odd = rr_splat(RR_C(0x1.60edb4p32)), even = rr_splat(RR_C(0x1.d77c02p32));
    even = rr_step(even, s, RR_C(0x1.bec9d4p29));
    odd = rr_step(odd, s, RR_C(0x1.3f3ed8p25));
    even = rr_step(even, s, RR_C(0x1.0bfbcap19));
    odd = rr_step(odd, s, RR_C(0x1.d06754p10));
    even = rr_step(even, s, RR_C(1));
    return rr_fma(odd, q, even);
}

RR_FN rr_real rr_quantile_tail_top(rr_real r, rr_real s)
{
    rr_real odd = rr_splat(RR_C(0x1.43c48ep-5)), even = rr_splat(RR_C(0x1.771af6p-15));
    even = rr_step(even, s, RR_C(0x1.277e98p0));
    odd = rr_step(odd, s, RR_C(0x1.50371ap2));
    even = rr_step(even, s, RR_C(0x1.765e92p1));
    return rr_fma(odd, r, even);
}

RR_FN rr_real rr_quantile_tail_bottom(rr_real r, rr_real s)
{
    rr_real odd = rr_splat(RR_C(0x1.38b13ap-2)), even = rr_splat(RR_C(0x1.ba82f2p-8));
    even = rr_step(even, s, RR_C(0x1.302a52p1));
    odd = rr_step(odd, s, RR_C(0x1.d89d6ep1));
    even = rr_step(even, s, RR_C(1));
    return rr_fma(odd, r, even);
}

#else

RR_FN rr_real rr_quantile_centre_top(rr_real q, rr_real s)
{
    rr_real odd = rr_splat(RR_C(-0x1.e4ce0aa13d46dp66)), even = rr_splat(RR_C(-0x1.1e87647b14c02p69));
    odd = rr_step(odd, s, RR_C(-0x1.2a451963e1f5bp69));
    even = rr_step(even, s, RR_C(-0x1.948141e5438e6p67));
    odd = rr_step(odd, s, RR_C(-0x1.5d0e9d9f9c029p64));
    even = rr_step(even, s, RR_C(0x1.9643fc954c088p58));
    odd = rr_step(odd, s, RR_C(0x1.8da19a75bbfbbp57));
    even = rr_step(even, s, RR_C(0x1.73f3ca9d3f28fp53));
    odd = rr_step(odd, s, RR_C(0x1.1e140d643cf27p48));
    even = rr_step(even, s, RR_C(0x1.966f4a4a8be8fp41));
    odd = rr_step(odd, s, RR_C(0x1.0913c12fbb0bp34));
    even = rr_step(even, s, RR_C(0x1.255d21ff10f9p25));
    odd = rr_step(odd, s, RR_C(0x1.c891849d7772fp14));
    even = rr_step(even, s, RR_C(0x1.327fadbec5c0ap2));
    return rr_fma(odd, q, even);
}

RR_FN rr_real rr_quantile_centre_bottom(rr_real q, rr_real s)
{
    rr_real odd = rr_splat(RR_C(0x1.617fc8729a6dcp65)), even = rr_splat(RR_C(0x1.151c67c73f27ap68));
    odd = rr_step(odd, s, RR_C(0x1.947191a93e102p68));
    even = rr_step(even, s, RR_C(0x1.b29e78adb0352p67));
    odd = rr_step(odd, s, RR_C(0x1.9f3182eaece8dp65));
    even = rr_step(even, s, RR_C(0x1.83d2a480c49d8p62));
    odd = rr_step(odd, s, RR_C(0x1.741fd18ef8babp58));
    even = rr_step(even, s, RR_C(0x1.766d91d87a3c1p53));
    odd = rr_step(odd, s, RR_C(0x1.8a39b51bcf2dep47));
    even = rr_step(even, s, RR_C(0x1.a77408da39a81p40));
    odd = rr_step(odd, s, RR_C(0x1.b6dadf2c52e06p32));
    even = rr_step(even, s, RR_C(0x1.8aa032fb41c8fp23));
    odd = rr_step(odd, s, RR_C(0x1.f1be22ca040c7p12));
    even = rr_step(even, s, RR_C(1));
    return rr_fma(odd, q, even);
}

RR_FN rr_real rr_quantile_tail_top(rr_real r, rr_real s)
{
    rr_real odd = rr_splat(RR_C(0x1.450471a045741p-26)), even = rr_splat(RR_C(0x1.f5ea39788a5fp-40));
    even = rr_step(even, s, RR_C(0x1.f88947b478979p-18));
    odd = rr_step(odd, s, RR_C(0x1.9fa78ccdf8d94p-11));
    even = rr_step(even, s, RR_C(0x1.f8dbf3d9758eep-6));
    odd = rr_step(odd, s, RR_C(0x1.0104994814cbep-1));
    even = rr_step(even, s, RR_C(0x1.d46914ac1bc97p1));
    odd = rr_step(odd, s, RR_C(0x1.9a6c85b0c5873p3));
    even = rr_step(even, s, RR_C(0x1.75786192e0369p4));
    odd = rr_step(odd, s, RR_C(0x1.287361d6b42ecp4));
    even = rr_step(even, s, RR_C(0x1.b17f6a962bb06p1));
    return rr_fma(odd, r, even);
}

RR_FN rr_real rr_quantile_tail_bottom(rr_real r, rr_real s)
{
    rr_real odd = rr_splat(RR_C(0x1.3d3838a6fa7e7p-20)), even = rr_splat(RR_C(0x1.3ffa35030a731p-29));
    even = rr_step(even, s, RR_C(0x1.3d875c89281c9p-13));
    odd = rr_step(odd, s, RR_C(0x1.d28e232b843fdp-8));
    even = rr_step(even, s, RR_C(0x1.23a753f5505a2p-3));
    odd = rr_step(odd, s, RR_C(0x1.4ecb6a9e923ep0));
    even = rr_step(even, s, RR_C(0x1.792d5e4b0d513p2));
    odd = rr_step(odd, s, RR_C(0x1.c3b8e1db4787bp3));
    even = rr_step(even, s, RR_C(0x1.19d8c830e03cp4));
    odd = rr_step(odd, s, RR_C(0x1.1e26add8d00bbp3));
    even = rr_step(even, s, RR_C(1));
    return rr_fma(odd, r, even);
}

#endif

RR_FN rr_real rr_quantile_centre(rr_real v, rr_real c)
{
    const rr_real q = rr_fma(-v, v, v), s = q * q;
    return rr_fma(c, rr_splat(RR_C(3.1875)), c * rr_div(rr_quantile_centre_top(q, s), rr_quantile_centre_bottom(q, s)));
}

RR_FN rr_real rr_quantile_tail(rr_real v)
{
    const rr_real e = RR_C(-2) * rr_log(v), r = rr_sqrt(e), s = r * r;
    const rr_real lost = rr_div(rr_fma(r, r, -e), r + r);
    return r - (rr_div(rr_quantile_tail_top(r, s), rr_quantile_tail_bottom(r, s)) + lost);
}

RR_FN rr_real rr_normal_quantile(rr_real v, rr_real c)
{
    const rr_mask tail = rr_lt(v, rr_splat(RR_QUANTILE_CENTRE));
    rr_real x = rr_quantile_centre(v, c);
    if (rr_some(tail)) x = rr_select(tail, rr_quantile_tail(v), x);
    return x;
}

#endif
