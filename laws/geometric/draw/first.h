/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass in f32, for p from 2^-9 to 1 - 2^-5, where a count is 1 + floor(E / lambda). E and lambda are within 1.4
 * ulps; p, rounded, moves lambda by 2^-25 / ((1 - p) lambda), 2^-21.7 at most; with the quotient and the product E / lambda
 * is off by less than 2^-20 of itself, and by U's word. Of discrete_laplace.h, from a = 2^-9 on, where |k| is floor(E / a),
 * only a is rounded. */
#ifndef RR_GEOMETRIC_FIRST_H
#define RR_GEOMETRIC_FIRST_H

#include "laws/geometric/draw/split.h"
#include "engine/math/log1p.h"

typedef struct rr_geometric_set {
    rr_real over;   /* 1 / lambda */
} rr_geometric_set;

RR_FN rr_geometric_set rr_geometric_setup(rr_real p)
{
    rr_geometric_set g;
    const rr_real one = rr_splat(RR_C(1));
    /* lanes that it does not suit are not looked at, and have a logarithm all the same */
    g.over = rr_div(one, RR_C(0) - rr_log1p(RR_C(0) - rr_least(p, RR_C(0.96875))));
    return g;
}

RR_FN void rr_geometric_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    rr_setup_put(t, 0, rr_geometric_setup(rr_slot_param(t, 0, rr_wsplat(0))).over);
}

RR_FN rr_geometric_set rr_geometric_set_of(const rr_tile *t, rr_real p)
{
    rr_geometric_set g;
    if (t->varies & 1) return rr_geometric_setup(p);
    g.over = rr_splat(RR_SETUP(t)[0]);
    return g;
}

/* floor(E / lambda), which must be below 2^23; open: it is not sure. Below 256 a word is too coarse for the bound. */
RR_FN rr_real rr_geometric_look(rr_real over, rr_word wu, rr_mask *open)
{
    const rr_unit u = rr_unit_of(wu);
    const rr_real one = rr_splat(RR_C(1)), x = rr_unit_neglog(u) * over, near = (x + RR_C(0x1p23)) - RR_C(0x1p23);
    const rr_real h = near - rr_select(rr_lt(x, near), one, rr_splat(RR_C(0))), part = x - h;
    const rr_real width = rr_fma(rr_geometric_over(u.u), over * RR_C(0x1.03p-33), x * RR_C(0x1p-20));
    const rr_mask edge = rr_mor(rr_lt(part, width), rr_lt(one - width, part));
    *open = rr_mor(rr_wlt(wu, rr_wsplat(256)), edge);
    return h;
}

RR_FN rr_try rr_geometric_of(const rr_tile *t, const rr_real *p, rr_word wu, rr_word wv)
{
    const rr_geometric_set g = rr_geometric_set_of(t, p[0]);
    rr_mask open;
    const rr_real h = rr_geometric_look(g.over, wu, &open);
    (void)wv;
    return rr_try_of(rr_narrow_count(h + RR_C(1)), rr_mnot(open), open);
}

#endif
