/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first attempt in f32, for p from 2^-20 to 1 - 2^-5. E is within 1.6 ulps, lambda within 1.4. Rounding p changes
 * lambda by 2^-25 / ((1 - p) lambda), at most 2^-21.7. With the quotient and the product E / (m lambda) has a relative
 * error below 2^-20, plus that of U's word. m, below 2^12, follows from p's exponent: p does not round up to a power of 2
 * (suits() in geometric.h). L and W are the upper and the lower bits of V's word; m H + L is below 2^25. In
 * discrete_laplace.h, for a >= 2^-9, where |k| is floor(E / a), only a is rounded. */
#ifndef RR_GEOMETRIC_FIRST_H
#define RR_GEOMETRIC_FIRST_H

#include "laws/geometric/draw/split.h"
#include "engine/math/log1p.h"
#include "engine/math/short/log.h"

typedef struct rr_geometric_set {
    rr_real over, m;   /* 1 / (m lambda) and m */
} rr_geometric_set;

#define RR_VARYING_geometric 1

#define RR_GEOMETRIC_SET(each) each(0, over) each(1, m)
RR_SETUP_KEPT(geometric, rr_geometric_set, RR_GEOMETRIC_SET)

RR_FN rr_geometric_set rr_geometric_setup(rr_real p)
{
    rr_geometric_set g;
    const rr_real one = rr_splat(RR_C(1));
    /* results of lanes outside this range are not used, but their logarithm must exist */
    const rr_real some = rr_max(rr_min_scalar(p, RR_C(0.96875)), rr_splat(RR_GEOMETRIC_MIN));
    g.m = rr_max(rr_geometric_over(some) * RR_GEOMETRIC_PLAIN, one);
    g.over = rr_div(one, (RR_C(0) - rr_log1p(RR_C(0) - some)) * g.m);
    return g;
}

RR_FN rr_geometric_set rr_geometric_set_of(const rr_tile *t, rr_real p)
{
    if (t->varies & 1) return rr_geometric_setup(p);
    return rr_geometric_kept(t);
}

/* floor(E / (m lambda)), which must be below 2^23; open: it is not certain. Below 256 a word is too coarse for the
 * bound. */
RR_FN rr_real rr_geometric_quick(rr_real over, rr_word wu, rr_mask *open)
{
    const rr_unit u = rr_unit_of(wu);
    const rr_real zero = rr_splat(RR_C(0)), x = rr_short_neglog(u.raw, u.t) * over;
    const rr_real near = (x + RR_C(0x1p23)) - RR_C(0x1p23), above = x - near;   /* exact */
    const rr_real width = rr_fma(rr_geometric_over(u.raw), over * RR_C(0x1.03p-33), x * RR_C(0x1p-20));
    *open = rr_mor(rr_lt(u.raw, rr_splat(RR_C(0x1p-24))), rr_lt(rr_abs(above), width));
    return near - rr_select(rr_lt(above, zero), rr_splat(RR_C(1)), zero);
}

RR_FN rr_try rr_geometric_of(const rr_tile *t, const rr_real *p, rr_word wu, rr_word wv)
{
    const rr_geometric_set g = rr_geometric_set_of(t, p[0]);
    rr_mask open;
    const rr_real one = rr_splat(RR_C(1)), h = rr_geometric_quick(g.over, wu, &open);
    const rr_mask tilted = rr_lt(one, g.m);
    if (!rr_some(tilted)) return rr_try_of(rr_narrow_count(h + one), rr_mnot(open), open);
    const rr_word bits = (rr_toword(rr_asbits(g.m)) >> 23) - 127u, whole = rr_toword(rr_asbits(rr_narrow_count(h)));
    const rr_word l = (wv >> 1) >> (31u - bits), k = rr_wshl(whole, bits) + l + 1u;
    open = rr_mor(open, rr_mand(tilted, rr_wlt(rr_wshl(wv, bits), rr_wsplat(RR_GEOMETRIC_MARGIN_WORD))));
    return rr_try_of(rr_word_value(k), rr_mnot(open), open);
}

#endif
