/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-weibull: `weibull` from low to high; `rayleigh` is a = 2 and scale sqrt(2), `exponential` a = 1. H(x) = (x /
 * scale)^a: scale (H(low) + T)^(1/a), T below H(high) - H(low) (window.h). Where high <= 2 low both are made of the
 * width, w = (high - low) / low: T below H(low) expm1(a log1p(w)), and low + low expm1(log1p(T / H(low)) / a): so the
 * narrowest window has its law. H(low) is a power within 1.2 ulp and a times those of its argument; of the value all is
 * within 30 + 30 / a ulp. */
#ifndef RR_SAMPLER_TRUNCATED_WEIBULL_H
#define RR_SAMPLER_TRUNCATED_WEIBULL_H

#include "laws/truncated/draw/window.h"
#include "engine/math/expm1_times.h"
#include "engine/math/root.h"

#define RR_RELATES_truncated_weibull 2
RR_FN rr_mask rr_truncated_weibull_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_STEADY_truncated_weibull 4
#define RR_LONG_truncated_weibull 1
RR_FN void rr_truncated_weibull_prepare(rr_tile *t) { (void)t; }

/* H(x); 0 and the largest number for what is too small and too large. */
RR_FN rr_real rr_truncated_weibull_hazard(rr_real x, rr_real a, rr_real scale)
{
    const rr_real most = rr_splat(RR_WINDOW_MOST), zero = rr_splat(RR_C(0)), z = rr_min(rr_div(x, scale), most);
    const rr_mask none = rr_le(z, zero);
    return rr_select(none, zero, rr_min(rr_pow(rr_select(none, rr_splat(RR_C(1)), z), a), most));
}

RR_FN rr_real rr_truncated_weibull_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real a = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real one = rr_splat(RR_C(1)), most = rr_splat(RR_WINDOW_MOST);
    const rr_real from = rr_truncated_weibull_hazard(low, a, scale), to = rr_truncated_weibull_hazard(high, a, scale);
    const rr_mask some = rr_lt(rr_splat(RR_C(0)), from), narrow = rr_mand(some, rr_le(high * RR_C(0.5), low));
    const rr_real start = rr_select(some, from, one), base = rr_select(narrow, low, one);
    const rr_real w = rr_log1p(rr_div(rr_select(narrow, high - low, one), base));
    const rr_real b = rr_select(narrow, rr_min(start * rr_expm1(rr_min(w * a, most)), most), to - from);
    const rr_real e = rr_window_excess(rr_distances_of(drawn), rr_select(rr_lt(most, high), high, b));
    const rr_real near = low + rr_expm1_times(rr_div(rr_log1p(rr_min(rr_div(e, start), most)), a), base);
    const rr_real sum = rr_min(from + e, most), least = rr_splat(RR_LOG_NORMAL);
    (void)aux;
    return rr_window_clamp(rr_select(narrow, near, rr_root_times(rr_max(sum, least), a, scale)), low, high);
}

#endif
