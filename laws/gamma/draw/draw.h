/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw that gamma and its derived distributions share: Marsaglia and Tsang, ACM TOMS 26 (2000), in a form that has the
 * right distribution in floating point at every shape.
 *
 * With a the shape (a + 1 where a < 1: the boost), d = a - 1/3, c = 1 / sqrt(9 d), x standard normal and y = c x: a
 * proposal needs y > -1 and has the value d v, v = (1 + y)^3. Its log acceptance ratio, as printed, is x^2/2 + d (1 - v +
 * log v), where terms of size d cancel: in f32 the distribution is wrong from shape 1e6. But
 *
 *     x^2/2 + d - d v + d log v = 3 d R(y),   R(y) = log1p(y) - y + y^2/2 - y^3/3 = - integral_0^y s^3 / (1 + s) ds <= 0,
 *
 * and R(y) = -y^4 Q(y) is evaluated to relative precision (math/gamma_ratio.h). So: accept iff E >= 3 d y^4 Q(y) with E =
 * -log U exponential. R <= 0 for every d > 0.
 *
 * Squeeze. With s = 1 - U, E = -log U >= s + s^2/2. So accepting when s + s^2/2 > 3 d y^4 P(y) is right where P >= Q; Q
 * decreases in y, so P is a cubic at min(y, 0.8). It exceeds Q by a relative 2e-3 at least for y in [-0.905, 0.8]. From y =
 * -0.9 to -1, where Q is unbounded, y^4 P >= 0.768: with d >= 2/3 the right side is 1.53, and the left is at most 1.5. 2e-3
 * is more than a thousand times the rounding errors on both sides, so that the squeeze accepts only where the full test in
 * the same arithmetic accepts: tuning P never changes a bit (tests/law/rejection/accept.c searches for a counterexample).
 * It leaves 2.2 % undecided at shape 2 and 0.3 % at shape 10, where 1.8 % and 0.3 % are rejected. A constant in place of
 * s^2/2 and P's slope would leave 3.8 % and 0.7 %.
 *
 * Value: fma(d, w, d), w = y (3 + y (3 + y)): within half an ulp of d v for small y, which large shapes have, and within 6
 * ulp for every y. Below y = -1/2, where 1 + w would cancel, 1 + y is exact and d (1 + y)^3 is used. The error of Q outside
 * its series changes an acceptance probability by at most 2e-6 (f32) or 6e-15 (f64). Acceptance p(a) = Gamma(a) e^d
 * d^(1/2-a) / sqrt(2 pi) >= 0.951 for a >= 1.
 *
 * The boost starts at shape 1, although the method without it is exact from 0.6 on. Below 1 the density grows towards 0,
 * where y = -1 + tiny has few bits, and the common bound d >= 2/3 of the squeeze would not hold.
 *
 * Words. f32: 2 samples share a block: words 0, 1 are their Box-Muller pair, words 2, 3 their uniforms. f64: 2 samples
 * share a block of draw 0 (the pair), 4 samples share a block of draw 1 (a uniform each; its second word is LOW and only
 * the full test uses it). */
#ifndef RR_GAMMA_DRAW_H
#define RR_GAMMA_DRAW_H

#include "engine/math/gamma_ratio.h"
#include "engine/draws/pairs.h"
#include "engine/passes/tile.h"

#define RR_GAMMA_SWITCH RR_C(1)

typedef struct rr_gamma_set {
    rr_real d, c, k;   /* k = 3 d */
} rr_gamma_set;

RR_FN rr_gamma_set rr_gamma_setup(rr_real shape)
{
    rr_gamma_set g;
    const rr_real plain = shape - RR_C(0.33333333333333333), boosted = shape + RR_C(0.66666666666666667);
    g.d = rr_select(rr_lt(shape, rr_splat(RR_GAMMA_SWITCH)), boosted, plain);
    /* The square root first: 9 d overflows for the largest shapes. */
    g.c = rr_third_over(rr_sqrt_pos(g.d));
    g.k = RR_C(3) * g.d;
    return g;
}

#define RR_GAMMA_SET(each) each(0, d) each(1, c) each(2, k)

/* The set-up that all slots share for a constant shape. */
RR_SETUP_KEPT(gamma_set, rr_gamma_set, RR_GAMMA_SET)

/* d (1 + y)^3. */
RR_FN rr_real rr_gamma_value(rr_gamma_set g, rr_real y)
{
    const rr_real three = rr_splat(RR_C(3)), one = y + RR_C(1);
    const rr_real w = y * rr_fma(y, y + three, three);
    return rr_select(rr_lt(y, rr_splat(RR_C(-0.5))), g.d * (one * one * one), rr_fma(g.d, w, g.d));
}

/* P: above Q for every y > -0.905. */
RR_FN rr_real rr_gamma_q_above(rr_real y)
{
    const rr_real z = rr_min_scalar(y, RR_C(0.8));
    rr_real p = rr_splat(RR_C(-0.5625));
    p = rr_fma(p, z, rr_splat(RR_C(0.471)));
    p = rr_fma(p, z, rr_splat(RR_C(-0.141)));
    return rr_fma(p, z, rr_splat(RR_C(0.2532)));
}

/* The quick test from the normal x and the uniform's first word w. s is never above 1 - U: with i = w - 2^31, 1 - U >=
 * 1/2 - 2^-32 - i 2^-32, and the f32 errors of i and of the sum, 2^-26 and 2^-25, are below the 2^-24 subtracted. s may be
 * negative; then nothing is accepted. For y <= -1, where P > 1.4 and t > 2.8, no s + s^2/2 exceeds t either. */
#define RR_GAMMA_HALF (RR_C(0.5) - (RR_DTYPE == 32 ? RR_C(0x1p-24) : RR_C(0x1p-32)))

RR_FN rr_try rr_gamma_quick(rr_gamma_set g, rr_real x, rr_mask x_open, rr_word w)
{
    const rr_real y = g.c * x, y2 = y * y;
    const rr_real s = rr_fma(rr_fromint(w ^ 0x80000000u), rr_splat(RR_C(-0x1p-32)), rr_splat(RR_GAMMA_HALF));
    const rr_real e = rr_fma(s * RR_C(0.5), s, s), t = (g.k * y2) * (y2 * rr_gamma_q_above(y));
    const rr_mask certain = rr_mandnot(rr_lt(t, e), x_open);
    return rr_try_of(rr_gamma_value(g, y), certain, rr_mandnot(rr_mor(rr_lt(rr_splat(RR_C(-1)), y), x_open), certain));
}

/* The full test. */
RR_FN rr_try rr_gamma_exact(rr_gamma_set g, rr_real x, rr_unit u)
{
    const rr_real y = g.c * x;
    const rr_mask inside = rr_lt(rr_splat(RR_C(-1)), y);
    const rr_real safe = rr_select(inside, y, rr_splat(RR_C(0))), y2 = safe * safe;
    /* 3 d y^4 Q: d y^2 first, since y^4 underflows at large shapes before the product does. */
    const rr_real t = (RR_C(3) * (g.d * y2)) * (y2 * rr_gamma_q(safe));
    return rr_try_of(rr_gamma_value(g, y), rr_mand(inside, rr_le(t, rr_unit_neglog(u))), rr_mfrom(0));
}

/* A group, an attempt and a full test, from the set-up of their slots, which slots.h computes. */
#if RR_DTYPE == 32
#define RR_GROUP_gamma 2
#define RR_BLOCKS_gamma 1

RR_FN void rr_gamma_load_group(RR_GLOBAL const rr_scalar *p, rr_real *x)
{
    rr_load2(p, &x[0], &x[1]);
}

RR_FN void rr_gamma_group_of(const rr_gamma_set *g, const rr_block *b, rr_try *v)
{
    const rr_pair p = rr_pair_words(b->w[0], b->w[1]);
    v[0] = rr_gamma_quick(g[0], p.z0, p.open, b->w[2]);
    v[1] = rr_gamma_quick(g[1], p.z1, p.open, b->w[3]);
}

RR_FN rr_try rr_gamma_attempt_of(const rr_tile *t, rr_gamma_set g, rr_index i, rr_word j)
{
    const rr_index h = rr_half(i);
    const rr_block b = rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN);
    const rr_pair p = rr_pair_words(b.w[0], b.w[1]);
    const rr_word w = rr_wselect(rr_weq(i.lo & 1u, rr_wsplat(1)), b.w[3], b.w[2]);
    return rr_gamma_quick(g, rr_pair_member(p, i), p.open, w);
}

RR_FN rr_try rr_gamma_decide_of(const rr_tile *t, rr_gamma_set g, rr_index i, rr_word j)
{
    const rr_index h = rr_half(i);
    const rr_block b = rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN);
    const rr_block low = rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_LOW);
    const rr_pair p = rr_pair_words_full(b.w[0], b.w[1], low.w[0]);
    const rr_mask odd = rr_weq(i.lo & 1u, rr_wsplat(1));
    const rr_unit u = rr_unit_full(rr_wselect(odd, b.w[3], b.w[2]), rr_wselect(odd, low.w[3], low.w[2]));
    return rr_gamma_exact(g, rr_pair_member(p, i), u);
}
#else
#define RR_GROUP_gamma 4
#define RR_BLOCKS_gamma 3
#define RR_GAMMA_DRAW1 (1u << 8)

RR_FN void rr_gamma_load_group(RR_GLOBAL const rr_scalar *p, rr_real *x)
{
    rr_load4(p, &x[0], &x[1], &x[2], &x[3]);
}

/* Blocks of group q: the pairs 2 q and 2 q + 1, and the uniforms. */
RR_FN rr_series rr_gamma_series(int k)
{
    return k == 2 ? rr_series_of(0, 0, RR_GAMMA_DRAW1, RR_PURPOSE_MAIN) : rr_series_of(1, (rr_uint32)k, 0, RR_PURPOSE_MAIN);
}

RR_FN void rr_gamma_group_of(const rr_gamma_set *g, const rr_block *b, rr_try *v)
{
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        const rr_pair p = rr_pair_words(b[k]);
        v[2 * k] = rr_gamma_quick(g[2 * k], p.z0, p.open, b[2].w[2 * k]);
        v[2 * k + 1] = rr_gamma_quick(g[2 * k + 1], p.z1, p.open, b[2].w[2 * k + 1]);
    }
}

RR_FN rr_try rr_gamma_attempt_of(const rr_tile *t, rr_gamma_set g, rr_index i, rr_word j)
{
    const rr_index h = rr_half(i), q = rr_quarter(i);
    const rr_pair p = rr_pair_words(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN));
    const rr_word w = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j | RR_GAMMA_DRAW1, RR_PURPOSE_MAIN), i.lo);
    return rr_gamma_quick(g, rr_pair_member(p, i), p.open, w);
}

RR_FN rr_try rr_gamma_decide_of(const rr_tile *t, rr_gamma_set g, rr_index i, rr_word j)
{
    const rr_index h = rr_half(i), q = rr_quarter(i);
    const rr_pair p = rr_pair_words_full(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN),
                                         rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_LOW));
    const rr_word w = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j | RR_GAMMA_DRAW1, RR_PURPOSE_MAIN), i.lo);
    const rr_word low = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j | RR_GAMMA_DRAW1, RR_PURPOSE_LOW), i.lo);
    return rr_gamma_exact(g, rr_pair_member(p, i), rr_unit_of(w, low));
}
#endif

#endif
