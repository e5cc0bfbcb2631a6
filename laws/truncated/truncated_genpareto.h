/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-genpareto: `genpareto` of loc 0 from low to high. The excess over low is a generalized Pareto of the same c and
 * scale s = scale + c low: s expm1(c T) / c. T (window.h) is below log1p(c w) / c, w = (high - low) / s, infinite where high
 * is at or beyond the end of the support, -scale / c. At c = 0 both tend to the exponential. s is one fma, with a factor of
 * 2^-64 (2^-200) where it is very large, and positive where low is in the support. The excess is within 24 (1 + |c T|) ulp;
 * for c < 0, ulp of s / |c|. */
#ifndef RR_SAMPLER_TRUNCATED_GENPARETO_H
#define RR_SAMPLER_TRUNCATED_GENPARETO_H

#include "laws/truncated/draw/genpareto.h"
#include "engine/math/expm1_times.h"

#define RR_RELATES_truncated_genpareto 4
RR_FN rr_mask rr_truncated_genpareto_related(const rr_real *v)
{
    const rr_real one = rr_splat(RR_C(1)), lift = rr_select(rr_lt(v[3], one), rr_splat(RR_GENPARETO_LIFT), one);
    return rr_mand(rr_truncated_related(v), rr_lt(rr_splat(RR_C(0)), rr_fma(v[2] * lift, v[0], v[3] * lift)));
}

#define RR_CONSTANT_FINISH_truncated_genpareto 4
#define RR_LONG_truncated_genpareto 1
RR_FN void rr_truncated_genpareto_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_genpareto_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real c = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real max = rr_splat(RR_WINDOW_MAX), min = rr_splat(RR_LOG_NORMAL), one = rr_splat(RR_C(1));
    const rr_scalar root = RR_GENPARETO_ROOT;
    const rr_real product = (rr_abs(c) * root) * (low * root);
    const rr_mask large = rr_lt(rr_splat(RR_GENPARETO_LARGE), rr_max(product, (scale * root) * root));
    const rr_mask endless = rr_lt(max, high);
    const rr_real down = rr_select(large, rr_splat(root * root), one);
    const rr_real up = rr_select(large, rr_splat(RR_C(1) / (root * root)), one);
    const rr_real s = rr_max(rr_fma(c * down, low, scale * down), min), width = rr_select(endless, max, high - low);
    const rr_real w = rr_min(rr_div(width * down, s), max), b = rr_genpareto_bound(c, width * down, s);
    const rr_distances d = rr_distances_of(drawn);
    const rr_real y = rr_window_excess(d, rr_select(endless, high, b)), more = rr_expm1_over(y * c, y, s) * up;
    (void)aux;
    return rr_window_sample(d, w, low + more, low, high);
}

#endif
