/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-pareto: `pareto` from low to high. The excess over low is a Pareto of the same a and scale + low: low + (scale +
 * low) expm1(T / a), T below a log1p(w), w = (high - low) / (scale + low) (window.h). So a window may have any width and
 * distance. The excess is within 20 (1 + T / a) ulp: T 14 and those of b, 5, the quotient 1/2. The sum is rounded once. */
#ifndef RR_SAMPLER_TRUNCATED_PARETO_H
#define RR_SAMPLER_TRUNCATED_PARETO_H

#include "laws/truncated/draw/window.h"
#include "engine/math/expm1_times.h"

#define RR_RELATES_truncated_pareto 2
RR_FN rr_mask rr_truncated_pareto_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_pareto 4
RR_FN void rr_truncated_pareto_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_pareto_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0), a = rr_run_param(t, 2, slot0);
    const rr_real max = rr_splat(RR_WINDOW_MAX), from = rr_min(rr_run_param(t, 3, slot0) + low, max);
    const rr_real w = rr_min(rr_div(high - low, from), max);
    const rr_mask endless = rr_lt(max, high), far = rr_mandnot(rr_le(max, w), endless);
    rr_real width = rr_log1p(w);
    if (rr_some(far)) width = rr_select(far, rr_log(rr_min(high, max)) - rr_log(from), width);   /* w overflows */
    const rr_distances d = rr_distances_of(drawn);
    const rr_real b = rr_select(endless, high, width * a), y = rr_window_excess(d, b);
    (void)aux;
    return rr_window_sample(d, w, low + rr_expm1_times(rr_div(y, a), from), low, high);
}

#endif
