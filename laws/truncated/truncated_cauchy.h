/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-cauchy: `cauchy` from low to high. In units of scale from loc the angle between the ends, phi, is that of the
 * point (1 + low high, high - low), which is accurate for narrow and distant windows. The sample is at an angle s = v phi
 * from the end that U is nearer to, by the addition theorem. With e the distance of that end outwards from loc, r = 1 / e,
 * the sample is, from loc in the same direction,
 *
 *     e <= 1                    (1 + e^2) sin s / (cos s + e sin s) less than the end
 *     e > 1, sin s <= r cos s   (e + r) sin s / (r cos s + sin s) less
 *     else                      at (cos s - r sin s) / (r cos s + sin s)
 *
 * and no denominator cancels: where e < 0 the end is the near one of a window next to loc, and s is at most half of the
 * angle left, so |e| tan s <= 1/2. Beyond RR_CAUCHY_FAR of scale the density is x^-2 to half an ulp. With A and B the
 * distances of both ends from loc, W = B - A and p = v W / B, the sample is low + A p / (1 - p) from below, and from above
 * high - B v W / (A + v W) or A / (A / B + v W / B), without units of scale, whose squares might overflow.
 *
 * Error: 30 ulp of the distance from an end, in the third form of 1 + |x|: phi 8, sine and cosine 1, the quotient 1/2 and
 * its parts 3, with conditions of at most 2. */
#ifndef RR_SAMPLER_TRUNCATED_CAUCHY_H
#define RR_SAMPLER_TRUNCATED_CAUCHY_H

#include "laws/truncated/draw/two_tails.h"
#include "engine/math/atan.h"
#include "engine/math/sincos.h"

#if RR_DTYPE == 32
#define RR_CAUCHY_FAR RR_C(0x1p14)
#else
#define RR_CAUCHY_FAR RR_C(0x1p29)
#endif

#define RR_RELATES_truncated_cauchy 2
RR_FN rr_mask rr_truncated_cauchy_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_cauchy 4
RR_FN void rr_truncated_cauchy_prepare(rr_tile *t) { (void)t; }

/* The place of the sample: its distance outwards from loc (at), or inwards from the end. */
typedef struct rr_cauchy_place {
    rr_real size;
    rr_mask at;
} rr_cauchy_place;

/* phi in quarter turns, for high >= |low|. over / under is (high - low) / (1 + low high), both divided by high where that is
 * above 1 and may be infinite. */
RR_FN rr_real rr_cauchy_angle(rr_two_tails w)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), max = rr_splat(RR_WINDOW_MAX);
    const rr_mask wide = rr_lt(one, w.high), endless = rr_lt(max, w.high), all = rr_lt(w.low, RR_C(0) - max);
    const rr_real part = rr_div(rr_select(endless, one, w.width), rr_select(rr_mand(wide, rr_mnot(endless)), w.high, one));
    const rr_real by = rr_select(wide, rr_div(one, w.high) + rr_max(w.low, RR_C(0) - max), rr_fma(w.low, w.high, one));
    const rr_real under = rr_min(rr_abs(by), max * RR_C(0.25)), angle = rr_atan_quarter(part, under);
    const rr_real turn = rr_splat(RR_C(0.636619772367581343076));
    const rr_real quarters = angle * turn, beyond = RR_C(2) - quarters;
    return rr_select(all, one + one, rr_select(rr_lt(by, zero), beyond, quarters));
}

RR_FN rr_cauchy_place rr_cauchy_near(rr_two_tails w)
{
    const rr_real one = rr_splat(RR_C(1)), max = rr_splat(RR_WINDOW_MAX);
    const rr_real q = w.d.v * rr_cauchy_angle(w), e = rr_min(rr_select(w.d.upper, w.high, RR_C(0) - w.low), max);
    const rr_mask steep = rr_lt(rr_splat(RR_C(0.5)), q), out = rr_lt(one, e);
    const rr_real r = rr_div(one, rr_select(out, e, one));
    rr_real a, b;
    rr_sincos_quarter(rr_select(steep, one - q, q), &a, &b);
    const rr_real s = rr_select(steep, b, a), c = rr_select(steep, a, b), sum = rr_fma(r, c, s);
    rr_cauchy_place p;
    p.at = rr_mand(out, rr_lt(r * c, s));
    const rr_real over = rr_select(out, (e + r) * s, rr_fma(e * e, s, s));
    p.size = rr_div(rr_select(p.at, rr_fma(RR_C(0) - r, s, c), over), rr_select(out, sum, rr_fma(e, s, c)));
    return p;
}

/* The same for ends at distances from and to, from > 0. */
RR_FN rr_cauchy_place rr_cauchy_far(rr_distances d, rr_real from, rr_real to)
{
    const rr_real one = rr_splat(RR_C(1)), max = rr_splat(RR_WINDOW_MAX);
    const rr_mask endless = rr_lt(max, to);
    const rr_real last = rr_select(endless, from, to), width = last - from;
    const rr_real less = rr_select(endless, rr_splat(RR_C(0)), rr_div(from, last));
    const rr_real p = d.v * rr_select(endless, one, rr_div(width, last)), part = d.v * width;
    rr_cauchy_place f;
    f.at = rr_mand(d.upper, rr_mor(endless, rr_lt(from, part)));
    const rr_real over = rr_select(f.at, from, rr_select(d.upper, last, from)), sum = less + p;
    const rr_real ratio = rr_select(f.at, one, rr_select(d.upper, part, p));
    f.size = over * rr_div(ratio, rr_select(f.at, sum, rr_select(d.upper, from + part, one - p)));
    return f;
}

RR_FN rr_real rr_truncated_cauchy_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real loc = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real one = rr_splat(RR_C(1));
    const rr_two_tails w = rr_two_tails_of(t, slot0, drawn);
    const rr_mask away = rr_lt(rr_splat(RR_CAUCHY_FAR), w.low);
    const rr_real from = rr_select(w.turned, loc - high, low - loc), to = rr_select(w.turned, loc - low, high - loc);
    const rr_cauchy_place near = rr_cauchy_near(w);
    const rr_cauchy_place far = rr_cauchy_far(w.d, rr_select(away, from, one), rr_select(away, to, one));
    const rr_mask at = rr_mor(rr_mand(away, far.at), rr_mand(rr_mnot(away), near.at));
    /* Upwards: from the lower end to more, or out on the upper side. */
    const rr_mask up = rr_mor(rr_mand(at, w.d.upper), rr_mnot(rr_mor(at, w.d.upper)));
    const rr_mask plus = rr_mor(rr_mand(up, rr_mnot(w.turned)), rr_mand(rr_mnot(up), w.turned));
    const rr_mask top = rr_mor(rr_mand(w.d.upper, rr_mnot(w.turned)), rr_mand(rr_mnot(w.d.upper), w.turned));
    const rr_real size = rr_select(away, far.size, near.size), end = rr_select(top, high, low);
    (void)aux;
    const rr_real x = rr_fma(rr_select(plus, size, RR_C(0) - size), rr_select(away, one, scale), rr_select(at, loc, end));
    return rr_window_sample(w.given, w.width, x, low, high);
}

#endif
