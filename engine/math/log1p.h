/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* log(1 + x) for finite x > -1, relatively accurate everywhere.
 *
 * 1 + x, rounded, determines k only; f = 2^-k (1 + x) - 1 is computed from x itself with one rounding, and with none where k
 * = 0. Largest error: f32 1.3720 ulp at 0x1.cfdcc2p-2; f64 1.3702 ulp at 0x1.edc62b18c9d65p-2. */
#ifndef RR_MATH_LOG1P_H
#define RR_MATH_LOG1P_H

#include "log_kernel.h"

/* Above this 1 + x is x within half an ulp; 2^-k below could be denormal. */
#if RR_DTYPE == 32
#define RR_LOG1P_LARGE RR_C(0x1p60)
#else
#define RR_LOG1P_LARGE RR_C(0x1p120)
#endif

RR_FN rr_real rr_log1p(rr_real x)
{
    const rr_mask large = rr_lt(rr_splat(RR_LOG1P_LARGE), x);
    const rr_log_parts p = rr_log_split(x + RR_C(1));
    /* 2^-k, from 1 + f = 2^-k (1 + x) by a difference of exponents. */
    const rr_bits one = rr_asbits(rr_splat(RR_C(1)));
    const rr_real scale = rr_asreal(one - (rr_asbits(x + RR_C(1)) - rr_asbits(p.f + RR_C(1))));
    const rr_real f = rr_select(large, p.f, rr_fma(x, scale, scale - RR_C(1)));
    return RR_C(0) - rr_neglog_join(f, p.k);
}

#endif
