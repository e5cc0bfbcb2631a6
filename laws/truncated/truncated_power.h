/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-power: density x^(a - 1) from low to high, any a. log X has the density e^(a x). So from the end where the
 * density is higher, high if a > 0, X is that end times e^(-T / |a|) or e^(T / |a|), T (window.h) below |a| log(high / low)
 * (ratio.h). |a| below RR_POWER_FLAT is replaced by it: over log(high / low), which is below 2^8 (f64 2^11), a then changes
 * the density by less than half an ulp. T / |a| is within 20 ulp, T 14 and those of its bound, 5, the quotient 1/2. So is
 * the distance from the end, plus 2, where that is small; else the value is within 20 T / |a| + 2. */
#ifndef RR_SAMPLER_TRUNCATED_POWER_H
#define RR_SAMPLER_TRUNCATED_POWER_H

#include "laws/truncated/draw/ratio.h"

#if RR_DTYPE == 32
#define RR_POWER_FLAT RR_C(0x1p-36)
#else
#define RR_POWER_FLAT RR_C(0x1p-68)
#endif

/* low = 0 requires a > 0, and an infinite high requires a < 0. */
#define RR_RELATES_truncated_power 3
RR_FN rr_mask rr_truncated_power_related(const rr_real *v)
{
    const rr_real zero = rr_splat(RR_C(0)), max = rr_splat(RR_WINDOW_MAX);
    const rr_mask down = rr_mor(rr_lt(zero, v[0]), rr_lt(zero, v[2])), up = rr_mor(rr_le(v[1], max), rr_lt(v[2], zero));
    return rr_mand(rr_truncated_related(v), rr_mand(down, up));
}

#define RR_CONSTANT_FINISH_truncated_power 3
RR_FN void rr_truncated_power_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_power_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0), a = rr_run_param(t, 2, slot0);
    const rr_mask increasing = rr_lt(rr_splat(RR_C(0)), a);
    const rr_real log = rr_window_ratio(high, low), min = rr_splat(RR_POWER_FLAT);
    const rr_real size = rr_select(rr_le(log, rr_splat(RR_WINDOW_MAX)), rr_max(rr_abs(a), min), rr_abs(a));
    rr_distances d = rr_distances_of(drawn);
    d.upper = rr_mor(rr_mand(increasing, rr_mnot(d.upper)), rr_mand(rr_mnot(increasing), d.upper));
    const rr_real x = rr_div(rr_window_excess(d, size * log), size), from = rr_select(increasing, high, low);
    (void)aux;
    return rr_window_clamp(rr_window_times(rr_select(increasing, RR_C(0) - x, x), from), low, high);
}

#endif
