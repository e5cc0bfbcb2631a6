/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* PG(b, z) for 0 < b <= 1, by the hat of hat.h. With c = |z| / 2 it is X / 4, X of density cosh(c)^b e^(-c^2 x / 2) f(x),
 *
 *     f(x) = 2^b b / sqrt(2 pi) x^(-3/2) e^(-b^2 / (2 x)) S(x),
 *     S(x) = 1 - r_1 E_1 + r_2 E_2 - ...,   r_n = (b + 1) ... (b + n - 1) (2 n + b) / n!,   E_n = e^(-2 n (n + b) / x)
 *
 * (Biane, Pitman and Yor, Bulletin AMS 38 (2001) 435; Windle, Polson and Scott, arXiv 1405.0506, whose alternate method is
 * for b from 1 to 2). Nine terms leave out 2^-62 of S below x = 4, where S is at least .036. From 4 on, which has a
 * probability below .01, the logarithm of f is that of e^(-pi^2 x / 8) x^(b - 1) plus a smooth function L of b and 4 / x, a
 * polynomial within 2^-53 (far.py).
 *
 * The density of w = log x has a concave logarithm phi. Its largest second derivative, over x from b^2 / 60 to 12 and b from
 * 1e-6 to 1, is -9.5e-12 at b = 1e-6 and -.97 at b = 1 (by computation, at 240 places for each b; e^(-c^2 x / 2) is concave
 * too). So the level and two tangents of hat.h are above it. x0 = 2 b^2 / (1 + sqrt(1 + 4 b^2 c^2)) is the mode without S, A
 * = b^2 / (2 x0), B = c^2 x0 / 2. With A - B = 1 / 2, phi(d) - phi(0) is
 *
 *     -A m(-d) - B m(d)                                                 without S, x below 4,
 *     (b + 1/2) log x0 + A - pi^2 x / 8 - B (e^d - 1) + b d + L(b, 4 / x)     from there on.
 *
 * The tangents are at d = -s and 4 s / 3, s = 1.2 log1p(sqrt(2 / (A + B))), the second at x = 3.9 at most. The acceptance is
 * from .74 (b = 1 and z = 0, and b = .3) to .90.
 *
 * Errors: d is within 24 ulps of 1 up to d = 16, and within 2.3 of its own beyond, which only b below .003 reach, with a
 * probability of 2^-11; so is x. (A tail is at most 2: logarithm, product and sum give 1.9 ulps of d, the logarithm's
 * argument 6 of 1.) S is within 9 ulps of 1 (E_n within n^2 + 3 of its own), which is 300 of its own at 4, 20 below 1. */
#ifndef RR_POLYA_GAMMA_PART_H
#define RR_POLYA_GAMMA_PART_H

#include "engine/lanes/rolled.h"
#include "laws/polya_gamma/draw/far.h"
#include "laws/polya_gamma/draw/hat.h"

#define RR_PART_FAR RR_C(4)
#define RR_PART_TERMS 9

typedef struct rr_part_set {
    rr_real b, x0, a, tilt, d;   /* b, x0, A, B, (b + 1/2) log x0 + A + E(b) */
    rr_polya_pieces hat;
} rr_part_set;

/* S, and the slope of its logarithm in w. */
typedef struct rr_part_sum {
    rr_real s, slope;
} rr_part_sum;

RR_FN rr_part_sum rr_part_series(rr_real b, rr_real x)
{
    rr_part_sum r;
    const rr_real one = rr_splat(RR_C(1)), u = rr_div(RR_C(2) * one, x), q = rr_exp(RR_C(0) - u),
        p = rr_exp(RR_C(0) - u * b);
    rr_real step = q, power = q * p, increasing = one, bend = rr_splat(RR_C(0));
    r.s = one;
    RR_ROLLED
    for (int n = 1; n <= RR_PART_TERMS; ++n) {
        const rr_real k = rr_fromuint(rr_wsplat((rr_uint32)n)), at = b + k;
        const rr_real term = increasing * (b + RR_C(2) * k) * power * (n % 2 ? RR_C(-1) : RR_C(1));
        r.s = r.s + term;
        bend = bend + term * at * k;
        step = step * (q * q);
        power = power * (step * p);
        increasing = increasing * at * rr_div(one, k + RR_C(1));
    }
    r.slope = rr_div(bend * u, r.s);
    return r;
}

/* E(b) */
RR_FN rr_real rr_part_first(rr_real b)
{
    const rr_real t = b + b - RR_C(1);
    rr_real e = rr_splat(rr_polya_e[RR_POLYA_E]);
    for (int k = RR_POLYA_E - 1; k >= 0; --k) e = rr_fma(e, t, rr_splat(rr_polya_e[k]));
    return e;
}

/* b (1 - b) y Q(b, y), y at most 1. */
RR_SLOW_FN rr_real rr_part_rest(rr_real b, rr_real y)
{
    const rr_real t = b + b - RR_C(1), w = y + y - RR_C(1);
    rr_real q = rr_splat(RR_C(0));
    for (int j = RR_POLYA_Q_Y; j >= 0; --j) {
        const int row = j * (RR_POLYA_Q_B + 1);
        rr_real c = rr_splat(rr_polya_q[row + RR_POLYA_Q_B]);
        for (int k = RR_POLYA_Q_B - 1; k >= 0; --k) c = rr_fma(c, t, rr_splat(rr_polya_q[row + k]));
        q = rr_fma(q, w, c);
    }
    return b * (RR_C(1) - b) * y * q;
}

RR_FN rr_polya_point rr_part_at(const rr_part_set *g, rr_real d)
{
    rr_polya_point r;
    const rr_real one = rr_splat(RR_C(1)), up = rr_exp(d), down = rr_div(one, up);
    const rr_polya_bends bend = rr_polya_bend(d, up, down);
    r.x = g->x0 * up;
    const rr_mask near = rr_lt(r.x, rr_splat(RR_PART_FAR));
    const rr_part_sum sum = rr_part_series(g->b, r.x);
    r.s = sum.s;
    r.psi = RR_C(0) - rr_fma(g->a, bend.n, g->tilt * bend.m);
    r.slope = (g->a * (bend.n - d) - g->tilt * (bend.m + d)) + sum.slope;
    if (rr_some(rr_mnot(near))) {
        const rr_real rest = rr_part_rest(g->b, rr_min(rr_div(RR_PART_FAR * one, r.x), one));
        const rr_real far = g->d + (g->b * d - r.x * RR_POLYA_P) - g->tilt * (bend.m + d) + rest;
        r.psi = rr_select(near, r.psi, far);
        r.s = rr_select(near, r.s, one);
    }
    return r;
}

RR_SLOW_FN rr_part_set rr_part_setup(rr_real b, rr_real z)
{
    rr_part_set g;
    const rr_real one = rr_splat(RR_C(1)), c = rr_abs(z) * RR_C(.5), bc = b * c;
    g.b = b;
    g.x0 = rr_div((b + b) * b, one + rr_sqrt(rr_fma(RR_C(4) * bc, bc, one)));
    g.a = rr_div(b * RR_C(.5) * b, g.x0);
    g.tilt = c * (c * g.x0) * RR_C(.5);
    const rr_real log_x0 = rr_log(g.x0);
    g.d = rr_fma(b + RR_C(.5), log_x0, g.a + rr_part_first(b));
    const rr_real s = rr_log1p(rr_sqrt(rr_div(one + one, g.a + g.tilt))) * RR_C(1.2);
    const rr_real right = rr_min(s * RR_C(1.3333333333333333), RR_C(1.3609765531356006) - log_x0);   /* log 3.9 */
    g.hat = rr_polya_cover(s, right, rr_part_at(&g, rr_splat(RR_C(0))), rr_part_at(&g, RR_C(0) - s), rr_part_at(&g, right));
    return g;
}

#define RR_PART_SET(each) \
    each(0, b) each(1, x0) each(2, a) each(3, tilt) each(4, d) each(5, hat.level) each(6, hat.left) \
    each(7, hat.right) each(8, hat.tail_left) each(9, hat.tail_right)
RR_SETUP_KEPT(part, rr_part_set, RR_PART_SET)

/* Stores the hat in the set-up if b and z, parameters 0 and 1, are constant in the tile. */
RR_FN void rr_part_prepare(rr_tile *t)
{
    if (t->varies & 3) return;
    rr_part_keep(t, rr_part_setup(rr_tile_param(t, 0), rr_tile_param(t, 1)));
}

/* v: b and z. */
RR_FN rr_part_set rr_part_set_of(const rr_tile *t, const rr_real *v)
{
    if (t->varies & 3) return rr_part_setup(v[0], v[1]);
    return rr_part_kept(t);
}

RR_FN rr_placed rr_part_propose(rr_part_set g, rr_sides x)
{
    const rr_polya_place at = rr_polya_place_of(g.hat, x, 1);
    return rr_polya_placed(g.hat, at, rr_part_at(&g, at.d));
}

#define RR_PLACED_LAW part
#include "engine/draws/placed/quick_full.h"

#endif
