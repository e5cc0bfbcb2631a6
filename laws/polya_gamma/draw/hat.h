/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* PG(1, z), the distribution that makes a logistic regression conditionally normal (Polson, Scott and Windle, JASA 108
 * (2013) 1339). With c = |z| / 2 it is X / 4, where X has the density (Devroye, On exact simulation algorithms for some
 * distributions related to Jacobi theta functions, Statistics and Probability Letters 79 (2009) 2251)
 *
 *     cosh(c) e^(-c^2 x / 2) g(x),
 *     g(x) = sqrt(2 / pi) x^(-3/2) e^(-1 / (2 x)) S(e^(-4 / x)) = pi / 2 e^(-pi^2 x / 8) S(e^(-pi^2 x)),
 *     S(q) = 1 - 3 q + 5 q^3 - 7 q^6 + ...
 *
 * The first form is used below T = 2 / pi, the second from there on. So q <= e^(-2 pi), four terms of S leave out 2^-87, and
 * the number of terms is fixed.
 *
 * The proposal is new. The density of w = log x has a concave logarithm phi. In both forms the logarithm of S is concave in
 * w (its first term is -3 q, and (u^2 - u) q > 0 for u = 4 / x or pi^2 x, which is above 1), and so is the rest. From a
 * point x0 near the mode, w = log x0 + d, three pieces are above it: the tangents at d = -s and d = s, and between them the
 * level e = |phi'(0)| max(L, R), which bounds the tangent at 0. L and R are the distances at which the outer tangents reach
 * phi(0). One uniform selects a piece and a place, by its distance v from its nearer end. v A < 1 / slope is the tail of
 * that side, whose logarithm gives the place. Then follow the level and the other tail, where that is most of the area A (b
 * < .27: part.h). With s = 1.2 log1p(sqrt(2 / -phi'')) the acceptance is .847 to .883 for every z (by computation).
 *
 * x0 is 2 / (1 + sqrt(1 + 4 c^2)), the mode of the first form without S, where that is below T; 1 / K, K = (pi^2 / 4 + c^2)
 * / 2, that of the second, where that is above; else T. With A = 1 / (2 x0), B = c^2 x0 / 2, P = pi^2 x0 / 8 and m(d) = e^d
 * - 1 - d, phi(d) - phi(0) without S is
 *
 *     -A m(-d) - B m(d)                                     both x0 and x below T: nothing cancels however large c is,
 *     d - (P + B) (e^d - 1)                                 neither,
 *     D + A + d - P e^d - B (e^d - 1)                       x0 only,   D = log(pi / 2) - log(2 / pi) / 2 + 3/2 log x0,
 *     -D + P - d / 2 - A e^-d - B (e^d - 1)                 x only.
 *
 * Errors: d is within 24 ulps of 1, and so is x; the bound has the same error plus 16 ulps of the terms of its exponent.
 * Undecided where the first uniform is near an end (2^-7, 2^-10), or the second is too near its bound (verdict.h). */
#ifndef RR_POLYA_GAMMA_HAT_H
#define RR_POLYA_GAMMA_HAT_H

#include "engine/draws/placed/placed.h"
#include "engine/math/exp.h"
#include "engine/math/expm2.h"
#include "engine/math/log1p.h"

#define RR_POLYA_T RR_C(0.63661977236758134)        /* 2 / pi */
#define RR_POLYA_P RR_C(1.2337005501361698)         /* pi^2 / 8 */
#define RR_POLYA_U RR_C(9.8696044010893586)         /* pi^2 */
#define RR_POLYA_D RR_C(0.67737405793418229)        /* log(pi / 2) - log(2 / pi) / 2, 3/2 log(pi / 2) */

/* Three pieces above a density. */
typedef struct rr_polya_pieces {
    rr_real level;                  /* -log S at x0, minus e */
    rr_real left, right;            /* ends of the level: d = left, right */
    rr_real tail_left, tail_right;  /* 1 / slope */
} rr_polya_pieces;

/* The hat of a parameter. */
typedef struct rr_polya_set {
    rr_real x0, a, b, d;            /* x0, A, B, D */
    rr_polya_pieces hat;
} rr_polya_set;

/* A point of the density: phi(d) - phi(0) without S; S; the slope including S. */
typedef struct rr_polya_point {
    rr_real x, psi, s, slope;
} rr_polya_point;

/* e^d - 1 - d and e^-d - 1 + d, from e^d and e^-d. */
typedef struct rr_polya_bends {
    rr_real m, n;
} rr_polya_bends;

RR_FN rr_polya_bends rr_polya_bend(rr_real d, rr_real up, rr_real down)
{
    rr_polya_bends r;
    const rr_mask near = rr_le(rr_abs(d), rr_splat(RR_C(.5)));
    r.m = rr_select(near, rr_expm2_series(d), (up - RR_C(1)) - d);
    r.n = rr_select(near, rr_expm2_series(RR_C(0) - d), (down - RR_C(1)) + d);
    return r;
}

/* The pieces that touch the density at d = 0, at l, d = -sl, and at r, d = sr. */
RR_FN rr_polya_pieces rr_polya_cover(rr_real sl, rr_real sr, rr_polya_point at, rr_polya_point l, rr_polya_point r)
{
    rr_polya_pieces g;
    const rr_real one = rr_splat(RR_C(1));
    const rr_real s0 = rr_log1p(at.s - RR_C(1)), ls = rr_log1p(l.s - RR_C(1)) - s0, rs = rr_log1p(r.s - RR_C(1)) - s0;
    g.tail_left = rr_div(one, l.slope);
    g.tail_right = rr_div(one, RR_C(0) - r.slope);
    const rr_real to_left = sl + (l.psi + ls) * g.tail_left, to_right = sr + (r.psi + rs) * g.tail_right;
    const rr_real e = rr_abs(at.slope) * rr_max(to_left, to_right);
    g.left = e * g.tail_left - to_left;
    g.right = to_right - e * g.tail_right;
    g.level = RR_C(0) - (s0 + e);
    return g;
}

/* A place, and its distance from the level's end in units of the tail. */
typedef struct rr_polya_place {
    rr_real d, out;
} rr_polya_place;

RR_FN rr_polya_place rr_polya_place_of(rr_polya_pieces g, rr_sides x, int heavy)
{
    rr_polya_place p;
    const rr_placed_side side = rr_placed_between(g.tail_left, g.right - g.left, g.tail_right, x, heavy);
    p.out = side.at.out;
    p.d = rr_select(side.left, g.left - side.at.beyond, g.right + side.at.beyond);
    return p;
}

RR_FN rr_polya_point rr_polya_at(rr_polya_set g, rr_real d)
{
    rr_polya_point r;
    const rr_real one = rr_splat(RR_C(1)), up = rr_exp(d), down = rr_div(one, up), p = g.x0 * RR_POLYA_P;
    const rr_polya_bends bend = rr_polya_bend(d, up, down);
    const rr_real m = bend.m, n = bend.n, e = m + d, f = n - d;   /* e^d - 1, e^-d - 1 */
    r.x = g.x0 * up;
    const rr_mask low0 = rr_lt(g.x0, rr_splat(RR_POLYA_T)), low = rr_lt(r.x, rr_splat(RR_POLYA_T));
    const rr_real both = RR_C(0) - rr_fma(g.a, n, g.b * m), none = d - (p + g.b) * e;
    const rr_real first = (g.d + g.a) + (d - p * up) - g.b * e, second = (p - g.d) - (RR_C(.5) * d + g.a * down) - g.b * e;
    r.psi = rr_select(low0, rr_select(low, both, first), rr_select(low, second, none));
    const rr_real u = rr_select(low, (g.a * down) * RR_C(8), r.x * RR_POLYA_U), q = rr_exp(RR_C(0) - u), q2 = q * q,
                  q3 = q2 * q;
    r.s = rr_fma(q, rr_fma(q2, rr_fma(q3, rr_splat(RR_C(-7)), rr_splat(RR_C(5))), rr_splat(RR_C(-3))), one);
    const rr_real ds = rr_fma(q2, rr_fma(q3, rr_splat(RR_C(-42)), rr_splat(RR_C(15))), rr_splat(RR_C(-3)));
    const rr_real by_s = rr_div(u * q * ds, r.s);
    const rr_real flat = rr_select(low0, g.a * f - g.b * e, (g.a * down - RR_C(.5)) - g.b * up);
    r.slope = rr_select(low, flat + by_s, (RR_C(1) - (p + g.b) * up) - by_s);
    return r;
}

RR_SLOW_FN rr_polya_set rr_polya_setup(rr_real z)
{
    rr_polya_set g;
    const rr_real one = rr_splat(RR_C(1)), middle = rr_splat(RR_C(.5)), c = rr_abs(z) * RR_C(.5), t = rr_splat(RR_POLYA_T);
    const rr_real low = rr_div(one + one, one + rr_sqrt(rr_fma(RR_C(4) * c, c, one)));
    const rr_real high = rr_div(one, rr_fma(c * RR_C(.5), c, rr_splat(RR_POLYA_P)));
    g.x0 = rr_max(rr_min(low, t), high);
    g.a = rr_div(middle, g.x0);
    g.b = c * (c * g.x0) * RR_C(.5);
    g.d = rr_fma(rr_log(g.x0), rr_splat(RR_C(1.5)), rr_splat(RR_POLYA_D));
    const rr_real bend = rr_select(rr_lt(g.x0, t), g.a, g.x0 * RR_POLYA_P) + g.b;
    const rr_real s = rr_log1p(rr_sqrt(rr_div(one + one, bend))) * RR_C(1.2);
    const rr_polya_point at = rr_polya_at(g, rr_splat(RR_C(0))), l = rr_polya_at(g, RR_C(0) - s), r = rr_polya_at(g, s);
    g.hat = rr_polya_cover(s, s, at, l, r);
    return g;
}

#define RR_POLYA_SET(each) \
    each(0, x0) each(1, a) each(2, b) each(3, d) each(4, hat.level) each(5, hat.left) each(6, hat.right) \
    each(7, hat.tail_left) each(8, hat.tail_right)
RR_SETUP_KEPT(polya, rr_polya_set, RR_POLYA_SET)

/* Stores the hat of parameter p in the set-up if p does not vary. */
RR_FN void rr_polya_prepare(rr_tile *t, rr_uint32 p)
{
    if (t->varies >> p & 1) return;
    rr_polya_keep(t, rr_polya_setup(rr_tile_param(t, p)));
}

/* The hat of parameter p, whose values are z. */
RR_FN rr_polya_set rr_polya_hat(const rr_tile *t, rr_uint32 p, rr_real z)
{
    if (t->varies >> p & 1) return rr_polya_setup(z);
    return rr_polya_kept(t);
}

/* The proposal for a place under the pieces, where the density is p. */
RR_FN rr_placed rr_polya_placed(rr_polya_pieces g, rr_polya_place at, rr_polya_point p)
{
    rr_placed r;
    r.value = p.x * RR_C(.25);
    r.bound = rr_exp((p.psi + g.level) + at.out) * p.s;
    return r;
}

RR_FN rr_placed rr_polya_propose(rr_polya_set g, rr_sides x)
{
    const rr_polya_place at = rr_polya_place_of(g.hat, x, 0);
    return rr_polya_placed(g.hat, at, rr_polya_at(g, at.d));
}

#define RR_PLACED_LAW polya
#include "engine/draws/placed/quick_full.h"

#endif
