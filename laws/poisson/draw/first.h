/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass in f32, for means up to 4096: what poisson.h does with the first words of U and V, to a few millionths, and
 * open where that is not enough.
 *
 *   x     is off by 2^-21 (|x| + m) at most (five roundings of what is at most that), and by what half an ulp of U's word moves
 *   q     of rr_poisson_excess: the mean's rounding moves D by |k - m| 2^-24 <= 4e-5 where D <= 23, beyond which no V of a word
 *         accepts; D's two terms and their products 9e-5 where they cancel most (|v| > 1/8, m <= 700); S, for k > 1, 2e-6; the
 *         logarithm and its argument 2e-6. Together below 2^-12, and the room is 2^-11
 *   F     of an inversion: 100 roundings of a sum below 1, 2^-17
 *
 * One division does for three: 1 / (h k (k + m)) times the other two. */
#ifndef RR_POISSON_FIRST_H
#define RR_POISSON_FIRST_H

typedef struct rr_poisson_set {
    rr_real m, a, b, scale, over;   /* 1 / A, 1 / m */
} rr_poisson_set;

RR_FN rr_poisson_set rr_poisson_setup(rr_real lam)
{
    rr_poisson_set g;
    g.m = rr_max(lam, rr_splat(RR_POISSON_SWITCH));
    g.b = rr_fma(rr_sqrt(g.m), rr_splat(RR_C(2.53)), rr_splat(RR_C(0.931)));
    g.a = rr_fma(g.b, rr_splat(RR_C(0.02483)), rr_splat(RR_C(-0.059)));
    /* 1 / A = (b - 3.4) / (1.1239 (b - 3.4) + 1.1328) */
    const rr_real c = g.b - RR_C(3.4), d = rr_fma(c, rr_splat(RR_C(1.1239)), rr_splat(RR_C(1.1328)));
    const rr_real r = rr_div(rr_splat(RR_C(1)), d * g.m);
    g.scale = c * (r * g.m);
    g.over = r * d;
    return g;
}

RR_FN void rr_poisson_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    const rr_poisson_set g = rr_poisson_setup(rr_slot_param(t, 0, rr_wsplat(0)));
    rr_setup_put(t, 0, g.m);
    rr_setup_put(t, 1, g.a);
    rr_setup_put(t, 2, g.b);
    rr_setup_put(t, 3, g.scale);
    rr_setup_put(t, 4, g.over);
}

RR_FN rr_poisson_set rr_poisson_set_of(const rr_tile *t, rr_real lam)
{
    rr_poisson_set g;
    if (t->varies & 1) return rr_poisson_setup(lam);
    g.m = rr_splat(RR_SETUP(t)[0]);
    g.a = rr_splat(RR_SETUP(t)[1]);
    g.b = rr_splat(RR_SETUP(t)[2]);
    g.scale = rr_splat(RR_SETUP(t)[3]);
    g.over = rr_splat(RR_SETUP(t)[4]);
    return g;
}

/* D(k, m), k > 0, v = d / (k + m). */
RR_FN rr_real rr_poisson_near(rr_real k, rr_real m, rr_real over, rr_real d, rr_real v)
{
    const rr_real s = v * v;
    rr_real p = rr_fma(s, rr_splat(RR_C(0.1111111)), rr_splat(RR_C(0.14285714)));
    p = rr_fma(p, s, rr_splat(RR_C(0.2)));
    p = rr_fma(p, s, rr_splat(RR_C(0.33333333)));
    const rr_real near = rr_fma(d, v, (k + k) * (v * s) * p);
    const rr_mask far = rr_lt(rr_splat(RR_C(0.125)), rr_abs(v));
    (void)m;
    if (!rr_some(far)) return near;
    return rr_select(far, RR_C(0) - rr_fma(k, rr_minus_log(k * over), d), near);
}

RR_FN rr_try rr_poisson_reject(rr_poisson_set g, rr_word wu, rr_word wv)
{
    const rr_mask above = rr_mnot(rr_wlt(wu, rr_wsplat(0x80000000u)));
    const rr_real u = (rr_fromuint(rr_wselect(above, wu ^ 0xffffffffu, wu)) + RR_C(0.5)) * RR_C(0x1p-32);
    const rr_real v = rr_fma(rr_upper16(wv), rr_splat(RR_C(0x1p-16)), rr_lower16(wv, RR_C(0x1p-32), RR_C(0x1p-33)));
    const rr_real inv = rr_div(rr_splat(RR_C(1)), u), ratio = g.a * inv, steep = rr_fma(ratio, inv, g.b);
    const rr_real y = (RR_C(0.5) - u) * (ratio + ratio + g.b), centre = g.m + RR_C(0.43);
    const rr_real x = rr_select(above, centre + y, centre - y);
    /* Counts that matter are below 2^13: the integer, by 2^23. */
    const rr_real at = rr_min(rr_max(x, rr_splat(RR_C(0))), rr_splat(RR_C(0x1p20)));
    const rr_real round = (at + RR_C(0x1p23)) - RR_C(0x1p23);
    const rr_real k = round - rr_select(rr_lt(at, round), rr_splat(RR_C(1)), rr_splat(RR_C(0))), part = at - k;
    const rr_real width = rr_fma(steep, rr_splat(RR_C(0x1p-31)), (rr_abs(x) + g.m) * RR_C(0x1p-21));
    const rr_mask edge = rr_mor(rr_lt(part, width), rr_lt(RR_C(1) - width, part));
    const rr_mask few = rr_lt(k, rr_splat(RR_C(2))), many = rr_le(rr_splat(RR_C(0x1p20)), x);
    const rr_real some = rr_max(k, rr_splat(RR_C(2))), sum = some + g.m, hat = steep * g.scale;
    const rr_real all = rr_div(rr_splat(RR_C(1)), (hat * some) * sum), over = (all * hat) * sum;   /* 1 / k */
    const rr_real root = rr_sqrt(some * RR_C(6.2831853)), d = some - g.m, s = over * over;
    rr_real stirling = rr_fma(s, rr_splat(RR_C(-0.00059523810)), rr_splat(RR_C(0.00079365079)));
    stirling = rr_fma(stirling, s, rr_splat(RR_C(-0.0027777778)));
    stirling = rr_fma(stirling, s, rr_splat(RR_C(0.083333333))) * over;
    const rr_real q = rr_minus_log((v * root) * ((all * some) * sum)) - stirling -
                      rr_poisson_near(some, g.m, g.over, d, d * ((all * hat) * some));
    const rr_real room = rr_div(rr_splat(RR_C(0x1p-32)), v) + RR_C(0x1p-11);
    const rr_mask yes = rr_lt(room, q), no = rr_lt(q, RR_C(0) - room);
    const rr_mask sure = rr_mandnot(rr_mor(yes, no), rr_mor(rr_mor(edge, few), many));
    return rr_try_of(rr_word_value(rr_toword(rr_asbits(k + RR_C(0x1p23)) & 0x7fffffu)), rr_mand(sure, yes), rr_mnot(sure));
}

RR_FN rr_try rr_poisson_invert(rr_real lam, rr_word wu, rr_mask here)
{
    const rr_real u = rr_fma(rr_upper16(wu), rr_splat(RR_C(0x1p-16)), rr_lower16(wu, RR_C(0x1p-32), RR_C(0x1p-33)));
    const rr_real least = u - RR_C(0x1p-17), most = u + RR_C(0x1p-17);
    rr_real p = rr_exp(RR_C(0) - lam), f = p, k = rr_splat(RR_C(0));
    rr_mask edge = rr_mfrom(0), going = here;
    for (rr_uint32 i = 1; i < RR_CLIMB_LAST; ++i) {
        edge = rr_mor(edge, rr_mand(going, rr_mand(rr_lt(least, f), rr_lt(f, most))));
        going = rr_mand(going, rr_le(f, least));
        if (!rr_some(going)) break;
        k = rr_select(going, rr_splat((rr_scalar)i), k);
        p = p * lam * ((rr_scalar)1 / (rr_scalar)i);
        f = f + p;
    }
    const rr_mask open = rr_mor(edge, going);
    return rr_try_of(rr_word_value(rr_toword(rr_asbits(k + RR_C(0x1p23)) & 0x7fffffu)), rr_mandnot(here, open), open);
}

RR_FN rr_try rr_poisson_of(rr_poisson_set g, rr_real lam, rr_word wu, rr_word wv)
{
    const rr_mask small = rr_lt(lam, rr_splat(RR_POISSON_SWITCH));
    if (!rr_some(small)) return rr_poisson_reject(g, wu, wv);
    const rr_try s = rr_poisson_invert(rr_select(small, lam, rr_splat(RR_C(1))), wu, small);
    if (!rr_some(rr_mnot(small))) return s;
    return rr_try_select(small, s, rr_poisson_reject(g, wu, wv));
}

#endif
