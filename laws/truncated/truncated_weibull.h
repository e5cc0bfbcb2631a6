/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-weibull: `weibull` from low to high; `rayleigh` is a = 2 and scale sqrt(2), `exponential` a = 1. With H(x) = (x
 * / scale)^a, w = a log(high / low), q = 1 - e^-w, b = H(high) - H(low) and the T of window.h, H(X) is H(low) + T. X is an
 * end or scale, times the a-th root of
 *
 *     near    w <= 1 or H(low) >= 1/4     1 + T / H(low), from low
 *     power   else, b < RR_WINDOW_FLAT    e^-w + q U = 1 - q (1 - U), from high: e^-b is 1 to less than half an ulp
 *     else, a < 1/8, b <= 2               H(X) / H(high), from high, where that is above 0.7071
 *     else                                H(low) + T, from scale
 *
 * Near with a flat b, T / H(low) is expm1(w) U. So no H that underflows is used, and b is not a difference: it is H(low)
 * expm1(w), in the last form H(high) q. H is 2^(a (log2 x - log2 scale)), whose exponent is a pair of numbers, so it is
 * within 2 ulp for every a. (x / scale, rounded, would add an error of a / 2 ulp, and may overflow.) Where H overflows it is
 * the largest number, and X is low.
 *
 * w is within 5 ulp, the root's argument within 20; near, its excess over 1. So near, X - low is within 30 ulp where it is
 * small, else X within 30 (1 + |log(X / low)|); in the other forms X is within 10 (1 + |log(X / high)|) + 30 / a. */
#ifndef RR_SAMPLER_TRUNCATED_WEIBULL_H
#define RR_SAMPLER_TRUNCATED_WEIBULL_H

#include "laws/truncated/draw/maxima.h"
#include "laws/truncated/draw/ratio.h"
#include "engine/math/double_word.h"
#include "engine/math/root.h"

#define RR_RELATES_truncated_weibull 2
RR_FN rr_mask rr_truncated_weibull_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_weibull 4
#define RR_LONG_truncated_weibull 1
RR_FN void rr_truncated_weibull_prepare(rr_tile *t) { (void)t; }

/* w, H(low), H(high) and b; endless: high is infinite. */
typedef struct rr_weibull_window {
    rr_real w, from, to, b;
    rr_mask near, flat;
} rr_weibull_window;

/* (x / scale)^a from their log2, at most the largest number. */
RR_FN rr_real rr_weibull_hazard(rr_double x, rr_double scale, rr_real a)
{
    const rr_double d = rr_two_sum(x.hi, RR_C(0) - scale.hi), e = rr_two_sum(d.hi, d.lo + (x.lo - scale.lo));
    rr_double l;
    l.hi = e.hi;
    l.lo = e.lo;
    return rr_min(rr_pow_of(l, a), rr_splat(RR_WINDOW_MAX));
}

RR_FN rr_weibull_window rr_weibull_window_of(rr_real low, rr_real high, rr_real a, rr_real scale)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), max = rr_splat(RR_WINDOW_MAX);
    const rr_mask none = rr_le(low, zero), endless = rr_lt(max, high);
    const rr_real l = rr_select(none, one, low), h = rr_select(endless, one, high);
    const rr_double x = rr_pow_log2(l), y = rr_pow_log2(h), s = rr_pow_log2(scale);
    rr_weibull_window v;
    v.w = rr_select(rr_mor(none, endless), RR_WINDOW_INFINITE, rr_window_ratio_of(h, l, y, x) * a);
    v.from = rr_select(none, zero, rr_weibull_hazard(x, s, a));
    v.to = rr_weibull_hazard(y, s, a);
    v.near = rr_mor(rr_le(v.w, one), rr_le(rr_splat(RR_C(0.25)), v.from));
    const rr_real part = v.from * rr_min(rr_expm1(v.w), max), b = v.to * (RR_C(0) - rr_expm1(RR_C(0) - v.w));
    v.b = rr_select(endless, RR_WINDOW_INFINITE, rr_select(v.near, part, b));
    v.flat = rr_lt(v.b, rr_splat(RR_WINDOW_FLAT));
    return v;
}

/* The root's argument from high is 1 minus this. It follows from the power, or where a is small (X - high may be anything
 * then, while H(X) is close to H(high)) it is b - T over H(high), b - T = log1p((1 - U) (e^b - 1)). */
RR_FN rr_real rr_weibull_less(rr_weibull_window v, rr_mask slow, rr_real rest)
{
    const rr_real one = rr_splat(RR_C(1)), less = (RR_C(0) - rr_expm1(RR_C(0) - v.w)) * rest;
    if (!rr_some(slow)) return less;
    const rr_real part = rr_log1p(rr_expm1(rr_select(slow, v.b, one)) * rest);
    return rr_select(slow, rr_div(part, rr_select(slow, v.to, one)), less);
}

/* The excess over 1, in the form near. */
RR_FN rr_real rr_weibull_near(rr_weibull_window v, rr_real excess, rr_real u)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    const rr_mask whole = rr_mandnot(v.near, v.flat);
    const rr_real part = rr_expm1(rr_select(rr_mand(v.near, v.flat), rr_min(v.w, one), zero)) * u;
    return rr_select(whole, rr_div(excess, rr_select(whole, v.from, one)), part);
}

RR_FN rr_real rr_truncated_weibull_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real a = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1));
    const rr_distances d = rr_distances_of(drawn);
    const rr_weibull_window v = rr_weibull_window_of(low, high, a, scale);
    const rr_real u = rr_select(d.upper, one - d.v, d.v), rest = rr_select(d.upper, d.v, one - d.v);
    const rr_real e = rr_window_excess(d, v.b), r = rr_weibull_near(v, e, u);
    const rr_mask power = rr_mandnot(v.flat, v.near);
    const rr_mask high_up = rr_mand(rr_lt(a, rr_splat(RR_C(0.125))), rr_le(v.b, rr_splat(RR_C(2))));
    const rr_mask slow = rr_mandnot(high_up, rr_mor(v.near, v.flat));
    const rr_real less = rr_weibull_less(v, slow, rest);
    const rr_real ratio = rr_fma(RR_C(0) - rr_expm1(RR_C(0) - v.w), u, rr_exp(RR_C(0) - v.w));
    const rr_mask close = rr_mand(rr_mor(power, slow), rr_lt(less, rr_splat(RR_C(0.2929))));
    const rr_real sum = rr_select(power, ratio, rr_max(v.from + e, rr_splat(RR_LOG_NORMAL)));
    const rr_real root = rr_select(v.near, r + one, sum);
    const rr_log_parts p = rr_log_split(root);
    /* As in log1p.h: 2^-k, and f with the precision of the difference from 1. */
    const rr_real unit = rr_asreal(rr_asbits(one) - (rr_asbits(root) - rr_asbits(p.f + RR_C(1))));
    const rr_real f = rr_select(v.near, rr_fma(r, unit, unit - RR_C(1)), rr_select(close, RR_C(0) - less, p.f));
    const rr_real from = rr_select(v.near, low, rr_select(rr_mor(power, close), high, scale));
    (void)aux;
    return rr_window_clamp(rr_root_log2(rr_pow_log2_parts(f, rr_select(close, zero, p.k)), a, from), low, high);
}

#endif
