/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Q(y) = -(log1p(y) - y + y^2/2 - y^3/3) / y^4 = sum over k >= 0 of (-y)^k / (k + 4), for -1 < y <= 20; Q(0) = 1/4.
 *
 * For y in [-0.4, 0.6] (f32), [-0.3, 0.4] (f64) a minimax polynomial of degree 12 (relative error 2^-26.7), 20
 * (2^-54.8). Outside, the definition, whose cancellation is worst at the ends of that interval. Largest error:
 *
 *     f32  inside 2.4872 ulp at 0x1.3319c4p-1
 *          below 86.50 ulp at -0x1.9a9daep-2, above 24.79 ulp at 0x1.4c3eeap-1
 *     f64  inside 1.9690 ulp at 0x1.72518f26c3e53p-2
 *          below 181.03 ulp at -0x1.35901faf8986ep-2, above 123.05 ulp at 0x1.a8db3f03c0b07p-2
 *
 * (100 ulp are at most 1.2e-5 in f32, 2.2e-14 in f64.) */
#ifndef RR_MATH_GAMMA_RATIO_H
#define RR_MATH_GAMMA_RATIO_H

#include "log1p.h"

#if RR_DTYPE == 32

#define RR_GAMMA_LOW RR_C(-.4)
#define RR_GAMMA_HIGH RR_C(.6)

RR_FN rr_real rr_gamma_q_series(rr_real y)
{
    const rr_real s = y * y;
    rr_real even = rr_splat(RR_C(0x1.c282c6p-6)), odd = rr_splat(RR_C(-0x1.3db2a6p-4));
    even = rr_step(even, s, RR_C(0x1.85106ep-4));
    odd = rr_step(odd, s, RR_C(-0x1.500e5ap-4));
    even = rr_step(even, s, RR_C(0x1.447b26p-4));
    odd = rr_step(odd, s, RR_C(-0x1.6e26aep-4));
    even = rr_step(even, s, RR_C(0x1.9ac5e6p-4));
    odd = rr_step(odd, s, RR_C(-0x1.c7b044p-4));
    even = rr_step(even, s, RR_C(0x1.fff818p-4));
    odd = rr_step(odd, s, RR_C(-0x1.248fbp-3));
    even = rr_step(even, s, RR_C(0x1.55555cp-3));
    odd = rr_step(odd, s, RR_C(-0x1.9999ap-3));
    even = rr_step(even, s, RR_C(0x1p-2));
    return rr_fma(odd, y, even);
}

#else

#define RR_GAMMA_LOW RR_C(-.3)
#define RR_GAMMA_HIGH RR_C(.4)

RR_FN rr_real rr_gamma_q_series(rr_real y)
{
    const rr_real s = y * y;
    rr_real even = rr_splat(RR_C(0x1.b42e57a8739bfp-6)), odd = rr_splat(RR_C(-0x1.cf726234df589p-5));
    even = rr_step(even, s, RR_C(0x1.d0935eb65b25p-5));
    odd = rr_step(odd, s, RR_C(-0x1.835a9089a6932p-5));
    even = rr_step(even, s, RR_C(0x1.86a1ca02d366ap-5));
    odd = rr_step(odd, s, RR_C(-0x1.aca84d361fd84p-5));
    even = rr_step(even, s, RR_C(0x1.c91256715c716p-5));
    odd = rr_step(odd, s, RR_C(-0x1.e24cbf4208816p-5));
    even = rr_step(even, s, RR_C(0x1.ffe25bc135889p-5));
    odd = rr_step(odd, s, RR_C(-0x1.110d0433a2acp-4));
    even = rr_step(even, s, RR_C(0x1.2492ccaab8541p-4));
    odd = rr_step(odd, s, RR_C(-0x1.3b13dce704f14p-4));
    even = rr_step(even, s, RR_C(0x1.555552bc54725p-4));
    odd = rr_step(odd, s, RR_C(-0x1.745d163a9809cp-4));
    even = rr_step(even, s, RR_C(0x1.999999a070b05p-4));
    odd = rr_step(odd, s, RR_C(-0x1.c71c71ca852b5p-4));
    even = rr_step(even, s, RR_C(0x1.fffffffff845cp-4));
    odd = rr_step(odd, s, RR_C(-0x1.249249248fc5p-3));
    even = rr_step(even, s, RR_C(0x1.5555555555568p-3));
    odd = rr_step(odd, s, RR_C(-0x1.99999999999abp-3));
    even = rr_step(even, s, RR_C(0x1p-2));
    return rr_fma(odd, y, even);
}

#endif

RR_FN rr_real rr_gamma_q(rr_real y)
{
    const rr_real inner = rr_gamma_q_series(y);
    const rr_mask inside = rr_mand(rr_le(rr_splat(RR_GAMMA_LOW), y), rr_le(y, rr_splat(RR_GAMMA_HIGH)));
    if (!rr_some(rr_mnot(inside))) return inner;
    const rr_real s = y * y, cubic = rr_step(rr_step(y, rr_splat(RR_C(1) / RR_C(3)), RR_C(-.5)), y, RR_C(1));
    const rr_real outer = rr_div(rr_fma(cubic, y, RR_C(0) - rr_log1p(y)), s * s);
    return rr_select(inside, inner, outer);
}

#endif
