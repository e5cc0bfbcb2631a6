/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-log-logistic: `log-logistic` from low to high, reflected (1 / X has the same distribution) where the window
 * reaches further below scale than above. m is then c log(low / scale), w = c log(high / low) (ratio.h), and H(x) =
 * log1p(e^m), m of x: lomax.h with d = 1, near where w <= 20 (f64 40) or m >= 0. There X is low e^(y / c): X - low is within
 * 25 ulp where that is small, else X within 25 y / c + 2. Elsewhere it is scale e^(y / c), within (30 (1 + S) + 8 |y|) / c +
 * 3.
 *
 * (m >= -w / 2, since the window was reflected, so e^-m does not overflow.) */
#ifndef RR_SAMPLER_TRUNCATED_LOG_LOGISTIC_H
#define RR_SAMPLER_TRUNCATED_LOG_LOGISTIC_H

#include "laws/truncated/draw/lomax.h"
#include "laws/truncated/draw/ratio.h"

#define RR_RELATES_truncated_log_logistic 2
RR_FN rr_mask rr_truncated_log_logistic_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_log_logistic 4
#define RR_LONG_truncated_log_logistic 1
RR_FN void rr_truncated_log_logistic_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_log_logistic_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real c = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0), one = rr_splat(RR_C(1));
    const rr_real l = rr_window_ratio(low, scale), h = rr_window_ratio(high, scale);
    const rr_mask turned = rr_lt(h, RR_C(0) - l);
    const rr_real m = rr_select(turned, RR_C(0) - h, l) * c, w = rr_window_ratio(high, low) * c;
    const rr_mask near = rr_mor(rr_le(w, rr_splat(RR_EXPM1_IS_EXP)), rr_le(rr_splat(RR_C(0)), m));
    rr_distances d = rr_distances_of(drawn);
    d.upper = rr_mor(rr_mand(d.upper, rr_mnot(turned)), rr_mand(rr_mnot(d.upper), turned));
    const rr_real top = rr_select(turned, RR_C(0) - l, h) * c, far = rr_lomax_far(d, m, top, one);
    const rr_real y = rr_select(near, rr_lomax_near(d, m, w, one), far);
    const rr_real part = rr_div(y, c), x = rr_select(turned, RR_C(0) - part, part);
    const rr_real from = rr_select(near, rr_select(turned, high, low), scale);
    (void)aux;
    return rr_window_clamp(rr_select(near, rr_window_times(x, from), rr_exp_times(x, from)), low, high);
}

#endif
