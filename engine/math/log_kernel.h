/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of the logarithms.
 *
 * A positive normal x is 2^k (1 + f) with f in [sqrt(1/2) - 1, sqrt(2) - 1). Then
 *
 *     -log(x) = f^2 P(f) - f - k ln 2,      P(f) = (f - log1p(f)) / f^2,
 *
 * with a minimax polynomial for P, of degree 8 (relative error of log1p(f) 2^-27.7) in f32 and 19 (2^-55.9) in f64, and ln 2
 * in two parts. It is -log and not log because the samplers need that sign, which costs nothing here and a subtraction
 * elsewhere. In f64 the series in f / (2 + f) would need 7 terms only, but its division makes it slower (1.49 ns per element
 * against 1.37 on AVX2, Zen 3). */
#ifndef RR_MATH_LOG_KERNEL_H
#define RR_MATH_LOG_KERNEL_H

#include "poly.h"

/* k is in units of 1/RR_LOG_UNIT. In f32 the exponent field is converted in place by one instruction, which gives k times
 * 2^23; the f64 lanes have no conversion from 64-bit integers, so there the field becomes the fraction of 2^52. */
typedef struct rr_log_parts {
    rr_real f, k;
} rr_log_parts;

#if RR_DTYPE == 32

#define RR_LOG_UNIT RR_C(0x1p23)
#define RR_LN2_HI RR_C(0x1.62e43p-1)
#define RR_LN2_LO RR_C(-0x1.05c61p-29)
#define RR_LOG_NORMAL RR_C(0x1p-126)   /* the smallest normal number, and a power of two that lifts denormals above it */
#define RR_LOG_LIFT RR_C(0x1p25)
#define RR_LOG_LIFT_K RR_C(0x1.9p27)
#define RR_LOG_MAX RR_C(0x1.fffffep127)

RR_FN rr_log_parts rr_log_split(rr_real x)
{
    rr_log_parts p;
    const rr_bits b = rr_asbits(x), e = (b - 0x3f3504f3u) & 0xff800000u;   /* 0x3f3504f3 is sqrt(1/2) */
    p.f = rr_asreal(b - e) - RR_C(1);
    p.k = rr_fromint(rr_toword(e));
    return p;
}

/* (f - log1p(f)) / f^2 */
RR_FN rr_real rr_log_tail(rr_real f, rr_real s)
{
    rr_real even = rr_splat(RR_C(0x1.2fe876p-4)), odd = rr_splat(RR_C(-0x1.069904p-3));
    even = rr_step(even, s, RR_C(0x1.0ffb02p-3));
    odd = rr_step(odd, s, RR_C(-0x1.22bd9ap-3));
    even = rr_step(even, s, RR_C(0x1.541b16p-3));
    odd = rr_step(odd, s, RR_C(-0x1.999fe8p-3));
    even = rr_step(even, s, RR_C(0x1.00044cp-2));
    odd = rr_step(odd, s, RR_C(-0x1.555558p-2));
    even = rr_step(even, s, RR_C(0x1.fffff8p-2));
    return rr_fma(odd, f, even);
}

#else

#define RR_LOG_UNIT RR_C(1)
#define RR_LN2_HI RR_C(0x1.62e42fefa39efp-1)
#define RR_LN2_LO RR_C(0x1.abc9e3b39803fp-56)
#define RR_LOG_NORMAL RR_C(0x1p-1022)
#define RR_LOG_LIFT RR_C(0x1p54)
#define RR_LOG_LIFT_K RR_C(54)
#define RR_LOG_MAX RR_C(0x1.fffffffffffffp1023)

RR_FN rr_log_parts rr_log_split(rr_real x)
{
    rr_log_parts p;
    /* 0x3fe6a09e667f3bcd is sqrt(1/2); adding its distance to 1 makes the exponent field step there. */
    const rr_bits b = rr_asbits(x) + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
    p.f = rr_asreal((b & 0xfffffffffffffu) + 0x3fe6a09e667f3bcdu) - RR_C(1);
    p.k = rr_asreal((b >> 52) | 0x4330000000000000u) - RR_C(0x1.00000000003ffp52);
    return p;
}

/* (f - log1p(f)) / f^2 */
RR_FN rr_real rr_log_tail(rr_real f, rr_real s)
{
    rr_real even = rr_splat(RR_C(0x1.b5e5b70d3dbc8p-5)), odd = rr_splat(RR_C(-0x1.4e040bfb9edf8p-6));
    odd = rr_step(odd, s, RR_C(-0x1.0b6bd0a0b5317p-4));
    even = rr_step(even, s, RR_C(0x1.e517af12f865cp-5));
    odd = rr_step(odd, s, RR_C(-0x1.d3f89821f689fp-5));
    even = rr_step(even, s, RR_C(0x1.f870125bd8507p-5));
    odd = rr_step(odd, s, RR_C(-0x1.115eb5197acb5p-4));
    even = rr_step(even, s, RR_C(0x1.24fae437e88c5p-4));
    odd = rr_step(odd, s, RR_C(-0x1.3b1722efd14e4p-4));
    even = rr_step(even, s, RR_C(0x1.554f1484464b5p-4));
    odd = rr_step(odd, s, RR_C(-0x1.745c92a58f0f3p-4));
    even = rr_step(even, s, RR_C(0x1.9999d1d1ab5eep-4));
    odd = rr_step(odd, s, RR_C(-0x1.c71c77a34855ep-4));
    even = rr_step(even, s, RR_C(0x1.fffffed9ed25p-4));
    odd = rr_step(odd, s, RR_C(-0x1.24924914fc0dap-3));
    even = rr_step(even, s, RR_C(0x1.55555556f6493p-3));
    odd = rr_step(odd, s, RR_C(-0x1.99999999bf0bcp-3));
    even = rr_step(even, s, RR_C(0x1.fffffffffde6bp-3));
    odd = rr_step(odd, s, RR_C(-0x1.5555555555468p-2));
    even = rr_step(even, s, RR_C(0x1.0000000000003p-1));
    return rr_fma(odd, f, even);
}

#endif

/* -(log1p(f) + k ln 2) */
RR_FN rr_real rr_neglog_join(rr_real f, rr_real k)
{
    const rr_real s = f * f, tail = rr_log_tail(f, s);
    const rr_real y = rr_fma(s, tail, k * (-RR_LN2_LO / RR_LOG_UNIT)) - f;
    return rr_fma(k, rr_splat(-RR_LN2_HI / RR_LOG_UNIT), y);
}

#endif
