/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* H = -log(1 - F) of a generalized Pareto of shape c and scale s. */
#ifndef RR_TRUNCATED_GENPARETO_H
#define RR_TRUNCATED_GENPARETO_H

#include "laws/truncated/draw/window.h"

/* |c w| below which log1p(c w) / c is w to half an ulp; the factor that keeps the sign of s where s is denormal. */
#define RR_GENPARETO_FLAT (RR_DTYPE == 32 ? RR_C(0x1p-26) : RR_C(0x1p-56))
#define RR_GENPARETO_LIFT RR_C(0x1p64)

/* Where |c x| or a scale times ROOT^2 is above LARGE, s is computed with a factor of ROOT^2. */
#if RR_DTYPE == 32
#define RR_GENPARETO_ROOT RR_C(0x1p-32)
#define RR_GENPARETO_LARGE RR_C(0x1p50)
#else
#define RR_GENPARETO_ROOT RR_C(0x1p-100)
#define RR_GENPARETO_LARGE RR_C(0x1p800)
#endif

/* log1p(c w) / c of w = width / s, width finite. */
RR_FN rr_real rr_genpareto_bound(rr_real c, rr_real width, rr_real s)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), max = rr_splat(RR_WINDOW_MAX);
    const rr_real w = rr_min(rr_div(width, s), max), k = rr_min(w * c, max);
    const rr_mask flat = rr_lt(rr_abs(k), rr_splat(RR_GENPARETO_FLAT)), ends = rr_le(k, RR_C(0) - one);
    const rr_mask far = rr_le(max, k);   /* the logarithm of a number that overflows */
    rr_real log = rr_log1p(rr_select(ends, zero, k));
    if (rr_some(far)) {
        const rr_real over = rr_log(rr_select(far, width, one)) - rr_log(s) + rr_log(rr_select(far, c, one));
        log = rr_select(far, over, log);
    }
    const rr_real b = rr_select(flat, w, rr_div(log, rr_select(flat, one, c)));
    return rr_select(ends, RR_WINDOW_INFINITE, b);
}

#endif
