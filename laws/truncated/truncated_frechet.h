/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-frechet: `frechet` of loc 0 from low to high. a log(X / scale) is a Gumbel variate: Z of maxima.h between a
 * log(low / scale) and a log(high / scale), of width a log(high / low) (ratio.h). X is high or low plus expm1(Z / a) times
 * it, or scale e^(Z / a). So its error is that of Z over a; the distance from an end has 4 ulp more and, from high, one for
 * each unit of |a log(high / scale)|. */
#ifndef RR_SAMPLER_TRUNCATED_FRECHET_H
#define RR_SAMPLER_TRUNCATED_FRECHET_H

#include "laws/truncated/draw/maxima.h"
#include "laws/truncated/draw/ratio.h"

#define RR_RELATES_truncated_frechet 2
RR_FN rr_mask rr_truncated_frechet_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_frechet 4
RR_FN void rr_truncated_frechet_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_frechet_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real a = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real l = rr_window_ratio(low, scale) * a, h = rr_window_ratio(high, scale) * a;
    const rr_maxima m = rr_maxima_between(drawn, l, h, rr_window_ratio(high, low) * a);
    const rr_real from = rr_select(m.left, high, rr_select(m.right, low, scale)), x = rr_div(m.z, a);
    const rr_mask end = rr_mor(m.left, m.right);
    (void)aux;
    return rr_window_clamp(rr_select(end, rr_window_times(x, from), rr_exp_times(x, from)), low, high);
}

#endif
