/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The normal's inverse CDF: |x| for the uniform whose distance to the nearer end is v, in (0, 1/2], and to the middle c =
 * 1/2 - v; the caller puts the sign on. Both v and c come rounded from the same real number, so that neither end nor the
 * middle loses digits. Any v > 0, denormals too; any c, denormals too; c = 0 gives 0.
 *
 *     centre, v >= 2^-8   x = 25/8 c + c A(q) / B(q), q = v (1 - v) = 1/4 - c^2
 *     tail                x = s - C(s) / D(s), s = sqrt(-2 log v)
 *
 * x / c is even in c, so a function of q, whose only singularity is at q = 0 (the branch point of a logarithm): rational
 * functions converge by 4.1 bits a degree there. It goes from 2.51 in the middle to 5.4; 25/8 c is exact within the last fma, and A /
 * B, relatively small, carries the roundings. All coefficients of B, C and D are positive, as q and s are: they cancel
 * nowhere. Degrees of A and B: 6 and 7 (relative error of x 2^-27.5) in f32, 13 and 13 (2^-54.2) in f64; of C and D: 4 (2^-31)
 * and 10 (2^-59.1), good down to the least denormal. s - x falls from a fourth of x to a hundredth. What the root lost in
 * rounding is put back to first order, so that s is as good as the logarithm.
 *
 * One division costs less than a table: on AVX2 (Zen 3) with its words, v and c, f32: such a fraction 1.17 ns, eight octaves
 * of degree 8 chosen by one permute a coefficient 1.5, a polynomial in log q (Giles's way) 1.9, of 0.76 without any; f64:
 * 3.9, 7.9 and 8.3, of 2.0.
 *
 * Coefficients: tests/math/quantile.py. Errors, against the real number that v (below 1/4) or c (above) stands for exactly,
 * the other one being rounded: f32 below 2.3 ulp, f64 below 2 ulp.
 * Not monotone: at neighbouring v, x may be an ulp the wrong way. */
#ifndef RR_MATH_NORMAL_QUANTILE_H
#define RR_MATH_NORMAL_QUANTILE_H

#include "log.h"

/* The centre is v >= this. */
#define RR_QUANTILE_CENTRE RR_C(0x1p-8)

/* f64: polynomials in two chains, s is the square of the first argument. */
#if RR_DTYPE == 32

RR_FN rr_real rr_quantile_centre_top(rr_real q, rr_real s)
{
    rr_real p = rr_splat(RR_C(-0x1.ad997p33));
    (void)s;
    p = rr_step(p, q, RR_C(-0x1.1cc77p32));
    p = rr_step(p, q, RR_C(0x1.a12736p26));
    p = rr_step(p, q, RR_C(0x1.3cadf4p25));
    p = rr_step(p, q, RR_C(0x1.f439f4p19));
    p = rr_step(p, q, RR_C(0x1.48bad4p12));
    p = rr_step(p, q, RR_C(0x1.0c83ccp2));
    return p;
}

RR_FN rr_real rr_quantile_centre_bottom(rr_real q, rr_real s)
{
    rr_real p = rr_splat(RR_C(-0x1.cfb5b6p28));
    (void)s;
    p = rr_step(p, q, RR_C(0x1.a15adp32));
    p = rr_step(p, q, RR_C(0x1.4ea78cp32));
    p = rr_step(p, q, RR_C(0x1.b1902p29));
    p = rr_step(p, q, RR_C(0x1.399dap25));
    p = rr_step(p, q, RR_C(0x1.0958c4p19));
    p = rr_step(p, q, RR_C(0x1.ce6eeap10));
    p = rr_step(p, q, RR_C(1));
    return p;
}

RR_FN rr_real rr_quantile_tail_top(rr_real r, rr_real s)
{
    rr_real p = rr_splat(RR_C(0x1.771af6p-15));
    (void)s;
    p = rr_step(p, r, RR_C(0x1.43c48ep-5));
    p = rr_step(p, r, RR_C(0x1.277e98p0));
    p = rr_step(p, r, RR_C(0x1.50371ap2));
    p = rr_step(p, r, RR_C(0x1.765e92p1));
    return p;
}

RR_FN rr_real rr_quantile_tail_bottom(rr_real r, rr_real s)
{
    rr_real p = rr_splat(RR_C(0x1.ba82f2p-8));
    (void)s;
    p = rr_step(p, r, RR_C(0x1.38b13ap-2));
    p = rr_step(p, r, RR_C(0x1.302a52p1));
    p = rr_step(p, r, RR_C(0x1.d89d6ep1));
    p = rr_step(p, r, RR_C(1));
    return p;
}

#else

RR_FN rr_real rr_quantile_centre_top(rr_real q, rr_real s)
{
    rr_real odd = rr_splat(RR_C(-0x1.d9c0625e58f71p66)), even = rr_splat(RR_C(-0x1.15dde364bfbf6p69));
    odd = rr_step(odd, s, RR_C(-0x1.1da12f9b6cf1p69));
    even = rr_step(even, s, RR_C(-0x1.7957226902ad6p67));
    odd = rr_step(odd, s, RR_C(-0x1.292874894e385p64));
    even = rr_step(even, s, RR_C(0x1.8d0ac05f671fbp59));
    odd = rr_step(odd, s, RR_C(0x1.bc2575b26acb2p57));
    even = rr_step(even, s, RR_C(0x1.8b5a9a4622fa3p53));
    odd = rr_step(odd, s, RR_C(0x1.2a65d8d115eebp48));
    even = rr_step(even, s, RR_C(0x1.a3aae9d267573p41));
    odd = rr_step(odd, s, RR_C(0x1.0fef2c9bfe407p34));
    even = rr_step(even, s, RR_C(0x1.2b87a2cac4ed5p25));
    odd = rr_step(odd, s, RR_C(0x1.d0587d289f911p14));
    even = rr_step(even, s, RR_C(0x1.367fadbec5c0ap2));
    return rr_fma(odd, q, even);
}

RR_FN rr_real rr_quantile_centre_bottom(rr_real q, rr_real s)
{
    rr_real odd = rr_splat(RR_C(0x1.617e8131c395ap65)), even = rr_splat(RR_C(0x1.151bba94930eep68));
    odd = rr_step(odd, s, RR_C(0x1.9470ee8825604p68));
    even = rr_step(even, s, RR_C(0x1.b29e0d7362c73p67));
    odd = rr_step(odd, s, RR_C(0x1.9f31483b7319dp65));
    even = rr_step(even, s, RR_C(0x1.83d28793773fdp62));
    odd = rr_step(odd, s, RR_C(0x1.741fc463f688cp58));
    even = rr_step(even, s, RR_C(0x1.766d8c671a9bap53));
    odd = rr_step(odd, s, RR_C(0x1.8a39b3322af71p47));
    even = rr_step(even, s, RR_C(0x1.a774085c464dp40));
    odd = rr_step(odd, s, RR_C(0x1.b6dadf1bfc328p32));
    even = rr_step(even, s, RR_C(0x1.8aa032fb3b9d9p23));
    odd = rr_step(odd, s, RR_C(0x1.f1be22ca04183p12));
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
    return rr_fma(c, rr_splat(RR_C(3.125)), c * (rr_quantile_centre_top(q, s) / rr_quantile_centre_bottom(q, s)));
}

RR_FN rr_real rr_quantile_tail(rr_real v)
{
    const rr_real e = RR_C(-2) * rr_log(v), r = rr_sqrt(e), s = r * r;
    const rr_real lost = rr_fma(r, r, -e) / (r + r);
    return r - (rr_quantile_tail_top(r, s) / rr_quantile_tail_bottom(r, s) + lost);
}

RR_FN rr_real rr_normal_quantile(rr_real v, rr_real c)
{
    const rr_mask tail = rr_lt(v, rr_splat(RR_QUANTILE_CENTRE));
    rr_real x = rr_quantile_centre(v, c);
    if (rr_some(tail)) x = rr_select(tail, rr_quantile_tail(v), x);
    return x;
}

#endif
