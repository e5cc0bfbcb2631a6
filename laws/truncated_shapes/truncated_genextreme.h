/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-genextreme: `genextreme` of loc 0 from low to high. X is scale (1 - e^(-c Z)) / c of a Gumbel Z (maxima.h). From
 * an end x with its Z, z = -log(s / scale) / c, it is x + s (1 - e^(-c (Z - z))) / c, s = scale - c x, one fma. At the end
 * of the support s is 0; beyond it z is infinite. The window's width in Z is log1p(|c| (high - low) / s) / |c|, s the
 * smaller one (genpareto.h). At c = 0 all tend to gumbel.
 *
 * z is within 6 ulp: log1p(-c x / scale) where that is at most 1/2, else the logarithm of a ratio (ratio.h). So Z has the
 * error of maxima.h, plus 6 |z| of an end from which it is measured, or across. s has 1/2 ulp, the quotient of expm1 3.
 * Where c x or scale is very large, s has a factor of 2^-64 (f64 2^-200). */
#ifndef RR_SAMPLER_TRUNCATED_GENEXTREME_H
#define RR_SAMPLER_TRUNCATED_GENEXTREME_H

#include "laws/truncated/draw/genpareto.h"
#include "laws/truncated/draw/maxima.h"
#include "laws/truncated/draw/ratio.h"
#include "engine/math/expm1_times.h"

/* The factor of s where it is very large (genpareto.h), and -log of that. */
#if RR_DTYPE == 32
#define RR_EXTREME_LOG RR_C(44.3614195558364998)
#else
#define RR_EXTREME_LOG RR_C(138.629436111989062)
#endif
#define RR_EXTREME_DOWN (RR_GENPARETO_ROOT * RR_GENPARETO_ROOT)

/* low must be below the upper end of the support, if it has one; high must be above its lower end, if it has one. */
#define RR_RELATES_truncated_genextreme 4
RR_FN rr_mask rr_truncated_genextreme_related(const rr_real *v)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), c = v[2];
    const rr_real lift = rr_select(rr_lt(v[3], one), rr_splat(RR_GENPARETO_LIFT), one);
    const rr_real end = rr_select(rr_lt(zero, c), v[0], rr_select(rr_lt(c, zero), v[1], zero));
    return rr_mand(rr_truncated_related(v), rr_lt(zero, rr_fma(RR_C(0) - c * lift, end, v[3] * lift)));
}

#define RR_CONSTANT_FINISH_truncated_genextreme 4
#define RR_LONG_truncated_genextreme 1
RR_FN void rr_truncated_genextreme_prepare(rr_tile *t) { (void)t; }

/* An end's z and down s; none: s is 0 or less. */
typedef struct rr_extreme_end {
    rr_real z, s, down;
    rr_mask none;
} rr_extreme_end;

RR_SLOW_FN rr_extreme_end rr_extreme_end_of(rr_real x, rr_real c, rr_real scale)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), max = rr_splat(RR_WINDOW_MAX);
    const rr_scalar root = RR_GENPARETO_ROOT;
    const rr_real at = rr_window_clamp(x, RR_C(0) - max, max), product = (rr_abs(c) * root) * (rr_abs(at) * root);
    const rr_mask large = rr_lt(rr_splat(RR_GENPARETO_LARGE), rr_max(product, (scale * root) * root));
    rr_extreme_end e;
    e.down = rr_select(large, rr_splat(RR_EXTREME_DOWN), one);
    const rr_real s = rr_fma(RR_C(0) - c * e.down, at, scale * e.down);
    e.none = rr_le(s, zero);
    e.s = rr_max(s, rr_splat(RR_LOG_NORMAL));
    const rr_real w = rr_window_clamp(rr_div(at, scale), RR_C(0) - max, max), k = RR_C(0) - w * c;
    const rr_mask flat = rr_lt(rr_abs(k), rr_splat(RR_GENPARETO_FLAT)), near = rr_le(rr_abs(k), rr_splat(RR_C(0.5)));
    /* A scale below 1 is not scaled down: then s is at least 2^50 (2^800) times it. */
    const rr_mask apart = rr_mand(large, rr_lt(scale, one));
    const rr_real far = rr_window_ratio(e.s, rr_select(apart, scale, scale * e.down));
    const rr_real log = rr_select(near, rr_log1p(rr_select(near, k, zero)), rr_select(apart, far + RR_EXTREME_LOG, far));
    const rr_real z = rr_select(flat, w, RR_C(0) - rr_div(log, rr_select(flat, one, c)));
    const rr_real beyond = rr_select(rr_lt(zero, c), RR_WINDOW_INFINITE, RR_C(0) - RR_WINDOW_INFINITE);
    e.z = rr_select(rr_lt(max, rr_abs(x)), x, rr_select(e.none, beyond, z));
    return e;
}

/* The width in Z between the ends, by the one with the smaller s. */
RR_SLOW_FN rr_real rr_extreme_width(rr_real low, rr_real high, rr_real c, rr_extreme_end e)
{
    const rr_real max = rr_splat(RR_WINDOW_MAX), size = rr_abs(c), middle = high * RR_C(0.5) - low * RR_C(0.5);
    const rr_mask endless = rr_mor(e.none, rr_mor(rr_lt(max, high), rr_lt(low, RR_C(0) - max)));
    const rr_mask over = rr_mand(rr_lt(max, high - low), rr_mnot(endless));
    const rr_real width = rr_select(endless, rr_splat(RR_C(0)), rr_select(over, middle, high - low));
    const rr_real twice = rr_select(over, rr_splat(RR_C(2)), rr_splat(RR_C(1))) * e.down;
    return rr_select(endless, RR_WINDOW_INFINITE, rr_genpareto_bound(size * twice, width, e.s) * twice);
}

/* X for c < 0, far below high in a slowly decreasing tail. The distance below high is nearly all of high, so X is computed
 * without it: s of high times e^(-c Z) / -c is X + scale / -c. */
RR_SLOW_FN rr_real rr_extreme_deep(rr_real z, rr_real c, rr_real scale, rr_extreme_end h)
{
    const rr_real size = RR_C(0) - c, x = rr_max(RR_C(0) - z * c, rr_splat(RR_C(0) - RR_EXP_X));
    return rr_div(rr_exp_times(x, rr_div(h.s, size)), h.down) - rr_div(scale, size);
}

RR_FN rr_real rr_truncated_genextreme_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real c = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1));
    const rr_extreme_end l = rr_extreme_end_of(low, c, scale), h = rr_extreme_end_of(high, c, scale);
    const rr_mask falls = rr_lt(c, zero);
    rr_extreme_end inner = h;
    inner.s = rr_select(falls, l.s, h.s);
    inner.down = rr_select(falls, l.down, h.down);
    inner.none = rr_mor(rr_mand(falls, l.none), rr_mandnot(h.none, falls));
    const rr_real w = rr_extreme_width(low, high, c, inner);
    const rr_maxima m = rr_maxima_between(drawn, l.z, h.z, w);
    const rr_real from = rr_select(m.left, high, rr_select(m.right, low, zero));
    const rr_real s = rr_select(m.left, h.s, rr_select(m.right, l.s, scale));
    const rr_real down = rr_select(m.left, h.down, rr_select(m.right, l.down, one));
    const rr_real part = rr_expm1_over(RR_C(0) - m.z * c, rr_div(m.z, down), s);
    const rr_mask deep = rr_mand(rr_mand(m.left, falls), rr_lt(rr_splat(RR_C(0.7)), m.z * c));
    rr_real x = from + part;
    if (rr_some(deep)) x = rr_select(deep, rr_extreme_deep(m.z, c, scale, h), x);
    (void)aux;
    return rr_window_sample(rr_distances_of(drawn), w, x, low, high);
}

#endif
