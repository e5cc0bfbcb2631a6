/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sine and cosine in units of a quarter turn and of a turn.
 *
 * rr_sincos_quarter  sin(pi/2 r) and cos(pi/2 r) for |r| <= 1/2, minimax polynomials in z = r^2:
 *                        sin = r h + r S(z), h = pi/2 rounded, S of degree 3 (f32), 6 (f64), whose constant has the
 *                              rest of pi/2; so it is relatively accurate down to the smallest r
 *                        cos = 1 + z C(z), C of degree 3 (f32), 6 (f64)
 *                    Largest error: f32 sin 1.0492 ulp at -0x1.3abadp-126 (every float; r S(z) is denormal there),
 *                    cos 0.8697 ulp at 0x1.f41076p-2; f64 sin 0.8392 ulp at 0x1.4453a25838104p-1022, cos 0.8643
 *                    ulp at 0x1.f8ee678d3dc3ep-2
 * rr_sincos_turn     sin(2 pi u) and cos(2 pi u) for |u| <= 2^20; the reduction is exact.
 *                    Largest error: f32 1.0346 ulp at -0x1.421bdp-128; f64 0.8786 ulp at -0x1.e42a0ff45a32p+17 */
#ifndef RR_MATH_SINCOS_H
#define RR_MATH_SINCOS_H

#include "poly.h"

#if RR_DTYPE == 32

#define RR_HALF_PI RR_C(0x1.921fb6p0)
#define RR_TURN_ROUND RR_C(0x1.8p23)
#define RR_TURN_SIGN 30

/* sin(pi/2 r) / r - RR_HALF_PI and (cos(pi/2 r) - 1) / r^2 as polynomials in z = r^2 */
RR_FN rr_real rr_sin_tail(rr_real z)
{
    rr_real p = rr_splat(RR_C(-0x1.2da134p-8));
    p = rr_step(p, z, RR_C(0x1.465ee8p-4));
    p = rr_step(p, z, RR_C(-0x1.4abbbap-1));
    p = rr_step(p, z, RR_C(-0x1.a0f3b6p-25));
    return p;
}

RR_FN rr_real rr_cos_tail(rr_real z)
{
    rr_real p = rr_splat(RR_C(0x1.d47d6p-11));
    p = rr_step(p, z, RR_C(-0x1.55b146p-6));
    p = rr_step(p, z, RR_C(0x1.03c1aep-2));
    p = rr_step(p, z, RR_C(-0x1.3bd3ccp0));
    return p;
}

#else

#define RR_HALF_PI RR_C(0x1.921fb54442d18p0)
#define RR_TURN_ROUND RR_C(0x1.8p52)
#define RR_TURN_SIGN 62

RR_FN rr_real rr_sin_tail(rr_real z)
{
    rr_real p = rr_splat(RR_C(0x1.e3ee325cef995p-25));
    p = rr_step(p, z, RR_C(-0x1.e3006358fb3e1p-19));
    p = rr_step(p, z, RR_C(0x1.50782fcbd4fcbp-13));
    p = rr_step(p, z, RR_C(-0x1.32d2cce2d904ap-8));
    p = rr_step(p, z, RR_C(0x1.466bc6775875dp-4));
    p = rr_step(p, z, RR_C(-0x1.4abbce625be41p-1));
    p = rr_step(p, z, RR_C(0x1.039b3863f79abp-54));
    return p;
}

RR_FN rr_real rr_cos_tail(rr_real z)
{
    rr_real p = rr_splat(RR_C(-0x1.afee395a864dap-28));
    p = rr_step(p, z, RR_C(0x1.f9c3d39a49e33p-22));
    p = rr_step(p, z, RR_C(-0x1.a6d1e1389ababp-16));
    p = rr_step(p, z, RR_C(0x1.e1f506749a12ep-11));
    p = rr_step(p, z, RR_C(-0x1.55d3c7e3bf5aap-6));
    p = rr_step(p, z, RR_C(0x1.03c1f081b5a4fp-2));
    p = rr_step(p, z, RR_C(-0x1.3bd3cc9be45dep0));
    return p;
}

#endif

RR_FN void rr_sincos_quarter(rr_real r, rr_real *s, rr_real *c)
{
    const rr_real z = r * r;
    *s = rr_fma(r, rr_splat(RR_HALF_PI), r * rr_sin_tail(z));
    *c = rr_fma(z, rr_cos_tail(z), rr_splat(RR_C(1)));
}

RR_FN void rr_sincos_turn(rr_real u, rr_real *s, rr_real *c)
{
    const rr_real q = u * RR_C(4), rounded = q + RR_TURN_ROUND;   /* its low bits are the number of the quarter, modulo 4 */
    const rr_bits b = rr_asbits(rounded), sign = rr_asbits(rr_splat(RR_C(-0.)));
    const rr_mask even = rr_weq(rr_toword(b & 1u), rr_wsplat(0));
    rr_real sine, cosine;
    rr_sincos_quarter(q - (rounded - RR_TURN_ROUND), &sine, &cosine);
    *s = rr_asreal(rr_asbits(rr_select(even, sine, cosine)) ^ ((b << RR_TURN_SIGN) & sign));
    *c = rr_asreal(rr_asbits(rr_select(even, cosine, sine)) ^ (((b + 1u) << RR_TURN_SIGN) & sign));
}

#endif
