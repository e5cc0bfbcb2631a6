/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw that beta and f share: Cheng's BB and BC (CACM 21 (1978) 317), in a form that cancels at no shape.
 *
 * Let a be the larger and b the smaller shape, s = a + b, p = a / s, q = b / s, L = log(U / (1 - U)), and v = B L with
 *
 *     B = sqrt((s - 2) / (2 a b - s)) = 1 / sqrt(1 + 2 A / (1 + A / A')), A = b - 1, A' = a - 1     where b > 1 (BB),
 *     B = 1 / b                                                                                    where b <= 1 (BC).
 *
 * A proposal has the odds X / (1 - X) = (a / b) e^v. In v the target is e^(-s h(v)) and the proposal's density is that
 * of B L, so with a second uniform and E its -log, X is accepted iff
 *
 *     s h(v) <= E - log(4 U (1 - U)),         h(v) = log(p e^(q v) + q e^(-p v)) >= 0.
 *
 * Cheng's B makes s h(v) >= -log(4 U (1 - U)) = 2 log cosh(L / 2), with equality at 0. The acceptance is Beta(a, b) s^s
 * / (4 B a^a b^b): 1/2 as both shapes go to 0, 1/4 as b alone does, pi^(1/2) / 2 = 0.886 as both grow. Everything is in
 * differences from the centre p, so that large shapes lose nothing; and Cheng's case distinction is only in B.
 *
 * The exact h has two forms. Steep, for s > 8 and p |v| <= 40: h = log1p(p m(q v) + q m(-p v)), m(x) = e^x - 1 - x,
 * where all terms are positive and so h has its digits however small it is. Flat: h = r |v| + log(1 - r + r e^-|v|), r =
 * q for v > 0, else p, which never overflows. Its terms cancel, by an absolute error of about EPS s: little where s <=
 * 8. Where s is larger and p |v| > 40, v > 0: then r = q, log1p(q (e^-|v| - 1)) is used, and s q |v| = |L| without
 * cancellation. For v < 0 the terms cancel only if q e^|v| <= 1, and s q e^40 = b e^40 is then what s h is at least:
 * accepted only if b < 1e-15, and such a v comes with probability 20 b.
 *
 * Squeeze. h is the cumulant function of a centred Bernoulli(p): with t = p q its cumulants are t, t (q - p), t (1 - 6
 * t), t (q - p) (1 - 12 t), and its sixth derivative is t' (1 - 30 t' + 120 t'^2) at the tilted t' = p' q' in (0, 1/4],
 * in [-0.1202, 1/4]. So s h is within + d and - d / 2 of its polynomial y of degree 5, d = s v^6 / 2880, and e^(-y) (1 -
 * d) <= e^(-s h) <= e^(-y) / (1 - d / 2) for d < 2: a quick verdict without a logarithm where s B^6 is small. Where it
 * is not (b <= 1, or skew shapes), s h is evaluated and d = 0. RR_BETA_ROOM, 1e-4, is added to d: a hundred times the
 * rounding errors of both tests (f32), so that the quick verdict, where there is one, is that of the full test in the
 * same arithmetic (tests/law/beta.h looks for a counterexample).
 *
 * Value: v, with its sign changed where the first shape is the smaller, so that beta(a, b) and beta(b, a) of one index,
 * a != b, are X and 1 - X; the finish makes X or F of it. L comes from the smaller of U and 1 - U, both as exact as
 * words and LOW words make them: |v| <= 45.1 B (f32), 89.5 B (f64).
 *
 * Words: two_uniforms.h. Undecided for want of LOW words: U within 2^-8 (2^-11) of 0 or 1. */
#ifndef RR_BETA_DRAW_H
#define RR_BETA_DRAW_H

#include "../math/exp.h"
#include "../math/expm2.h"
#include "../math/log1p.h"
#include "two_uniforms.h"

#define RR_BETA_ROOM RR_C(1e-4)
#define RR_BETA_STEEP RR_C(8)      /* least s of the steep form, */
#define RR_BETA_REACH RR_C(40)     /* and its largest p |v| */
#define RR_BETA_SEXTIC RR_C(0.002) /* largest s B^6 / 2880 for which the squeeze is a polynomial */
#if RR_DTYPE == 32
#define RR_BETA_LEAST RR_C(0x1p-126)  /* least argument of a logarithm */
#define RR_BETA_LINEAR RR_C(0x1p-30)  /* below it log1p(x) is x */
#else
#define RR_BETA_LEAST RR_C(0x1p-1022)
#define RR_BETA_LINEAR RR_C(0x1p-60)
#endif

typedef struct rr_beta_set {
    rr_real first, second;           /* the shapes */
    rr_real turn;                    /* B with the sign of the value */
    rr_real k2, k3, k4, k5, k6;      /* s h(B L) = k2 L^2 + ... + k5 L^5 + at most k6 L^6, at least -k6 L^6 / 2 */
} rr_beta_set;

RR_FN rr_beta_set rr_beta_setup(rr_real first, rr_real second)
{
    rr_beta_set g;
    const rr_real one = rr_splat(RR_C(1)), a = rr_max(first, second), b = rr_min(first, second), part = one / (a + b);
    const rr_real low = b - one, twice = (low + low) / (one + low / (a - one));
    const rr_mask large = rr_lt(one, b);
    const rr_real beta = rr_select(large, one / rr_sqrt(one + rr_select(large, twice, one)), one / b);
    const rr_real p = a * part, q = b * part, t = p * q, skew = (q - p) * beta, square = beta * beta;
    g.first = first;
    g.second = second;
    g.turn = rr_select(rr_lt(first, second), RR_C(0) - beta, beta);
    g.k2 = b * p * square * RR_C(0.5);
    g.k3 = g.k2 * skew * RR_C(0.33333333333333333);
    g.k4 = g.k2 * square * rr_fma(t, rr_splat(RR_C(-0.5)), rr_splat(RR_C(0.083333333333333333)));
    g.k5 = g.k3 * square * rr_fma(t, rr_splat(RR_C(-0.6)), rr_splat(RR_C(0.05)));
    g.k6 = rr_select(large, (a + b) * square * square * square * RR_C(0.00034722222222222222), rr_splat(RR_LOG_MOST));
    return g;
}

RR_FN void rr_beta_prepare_of(RR_GLOBAL rr_tile *t, rr_scalar unit)
{
    if (t->varies & 3) return;
    const rr_beta_set g = rr_beta_setup(rr_slot_param(t, 0, rr_wsplat(0)) * unit, rr_slot_param(t, 1, rr_wsplat(0)) * unit);
    rr_storen(&RR_SETUP(t)[0], g.turn, 1);
    rr_storen(&RR_SETUP(t)[1], g.k2, 1);
    rr_storen(&RR_SETUP(t)[2], g.k3, 1);
    rr_storen(&RR_SETUP(t)[3], g.k4, 1);
    rr_storen(&RR_SETUP(t)[4], g.k5, 1);
    rr_storen(&RR_SETUP(t)[5], g.k6, 1);
}

RR_FN rr_beta_set rr_beta_set_fixed(RR_GLOBAL const rr_tile *t, rr_scalar unit)
{
    rr_beta_set g;
    g.first = rr_slot_param(t, 0, rr_wsplat(0)) * unit;
    g.second = rr_slot_param(t, 1, rr_wsplat(0)) * unit;
    g.turn = rr_splat(RR_SETUP(t)[0]);
    g.k2 = rr_splat(RR_SETUP(t)[1]);
    g.k3 = rr_splat(RR_SETUP(t)[2]);
    g.k4 = rr_splat(RR_SETUP(t)[3]);
    g.k5 = rr_splat(RR_SETUP(t)[4]);
    g.k6 = rr_splat(RR_SETUP(t)[5]);
    return g;
}

/* The parameters are unit times the shapes: 1 for beta, 1/2 for the degrees of freedom of f. */
RR_FN rr_beta_set rr_beta_set_slot(RR_GLOBAL const rr_tile *t, rr_word slot, rr_scalar unit)
{
    if (!(t->varies & 3)) return rr_beta_set_fixed(t, unit);
    return rr_beta_setup(rr_slot_param(t, 0, slot) * unit, rr_slot_param(t, 1, slot) * unit);
}

/* U by the smaller of U and 1 - U. */
typedef struct rr_beta_uniform {
    rr_real least;
    rr_mask above, open;   /* U > 1/2; LOW words are needed and were not used */
} rr_beta_uniform;

/* The digits of 1 - U are the complements of the digits of U. */
RR_FN rr_word rr_beta_flip(rr_mask above)
{
    return rr_wselect(above, rr_wsplat(RR_WORD_MASK), rr_wsplat(0));
}

RR_FN rr_mask rr_beta_above(rr_word w)
{
    return rr_mnot(rr_wlt(w, rr_wsplat(0x80000000u)));
}

RR_FN rr_beta_uniform rr_beta_least(rr_mask above, rr_unit u)
{
    rr_beta_uniform x;
    x.least = u.u;
    x.above = above;
    x.open = u.open;
    return x;
}

/* L. */
RR_FN rr_real rr_beta_logit(rr_beta_uniform u)
{
    const rr_log_parts odds = rr_log_split((RR_C(1) - u.least) / u.least);
    const rr_real minus = rr_neglog_join(odds.f, odds.k);
    return rr_select(u.above, RR_C(0) - minus, minus);
}

/* 4 U (1 - U). */
RR_FN rr_real rr_beta_hat(rr_beta_uniform u)
{
    return RR_C(4) * u.least * (RR_C(1) - u.least);
}

/* s h(v), flat and steep. a >= b. */
RR_FN rr_real rr_beta_flat(rr_real a, rr_real b, rr_real part, rr_real v, rr_mask positive)
{
    const rr_real size = rr_abs(v), e = rr_exp(RR_C(0) - size), p = a * part, q = b * part;
    const rr_real r = rr_select(positive, q, p), rest = rr_select(positive, p, q);
    const rr_real t = r * (e - RR_C(1));
    const rr_mask upper = rr_mand(positive, rr_lt(rr_splat(RR_C(-0.29)), t));
    /* s r is one of the shapes: r itself may underflow. */
    const rr_real line = rr_select(positive, b, a) * size;
    return line - (a + b) * rr_neglog(rr_max(rr_fma(r, e, rest), rr_splat(RR_BETA_LEAST)), t, upper);
}

RR_FN rr_real rr_beta_steep(rr_real a, rr_real b, rr_real part, rr_real v)
{
    /* s (p m(q v) + q m(-p v)): where q underflows q v may, b never does. */
    const rr_real n = rr_fma(a, rr_expm2(b * part * v), b * rr_expm2(RR_C(0) - a * part * v)), x = n * part;
    return rr_select(rr_lt(x, rr_splat(RR_BETA_LINEAR)), n, (a + b) * rr_log1p(x));
}

/* s h(B L). */
RR_FN rr_real rr_beta_cost(rr_beta_set g, rr_real l)
{
    const rr_real a = rr_max(g.first, g.second), b = rr_min(g.first, g.second), sum = a + b, part = RR_C(1) / sum;
    const rr_real v = rr_abs(g.turn) * l;
    const rr_mask positive = rr_lt(rr_splat(RR_C(0)), l);
    const rr_mask steep = rr_mand(rr_lt(rr_splat(RR_BETA_STEEP), sum), rr_le(rr_abs(a * part * v), rr_splat(RR_BETA_REACH)));
    rr_real y = rr_splat(RR_C(0));
    if (rr_some(rr_mnot(steep))) y = rr_beta_flat(a, b, part, v, positive);
    if (rr_some(steep)) y = rr_select(steep, rr_beta_steep(a, b, part, v), y);
    return y;
}

/* The lanes whose squeeze is not a polynomial. */
RR_FN rr_mask rr_beta_rough(rr_beta_set g)
{
    return rr_lt(rr_splat(RR_BETA_SEXTIC), g.k6);
}

/* The quick verdict; w is the first word of the second uniform. rough: may there be such lanes? */
RR_FN rr_try rr_beta_quick(rr_beta_set g, rr_beta_uniform u, rr_word w, int rough)
{
    const rr_real l = rr_beta_logit(u), l2 = l * l;
    rr_real y = l2 * rr_fma(l, rr_fma(l, rr_fma(l, g.k5, g.k4), g.k3), g.k2), d = l2 * (l2 * l2) * g.k6;
    if (rough) {
        const rr_mask here = rr_beta_rough(g);
        y = rr_select(here, rr_beta_cost(g, l), y);
        d = rr_select(here, rr_splat(RR_C(0)), d);
    }
    const rr_real e = rr_exp(RR_C(0) - y), room = rr_splat(RR_C(1) - RR_BETA_ROOM);
    const rr_real scale = rr_beta_hat(u) * RR_C(0x1p-31), floor31 = rr_fromuint(w >> 1);
    const rr_mask yes = rr_lt(rr_fma(floor31, scale, scale), e * (room - d));
    const rr_mask no = rr_lt(e, floor31 * scale * rr_fma(d, rr_splat(RR_C(-0.5)), room));
    return rr_try_of(g.turn * l, rr_mandnot(yes, u.open), rr_mor(u.open, rr_mnot(rr_mor(yes, no))));
}

/* The full verdict. */
RR_FN rr_try rr_beta_exact(rr_beta_set g, rr_beta_uniform u, rr_unit second)
{
    const rr_real l = rr_beta_logit(u);
    const rr_log_parts hat = rr_log_split(rr_beta_hat(u));
    const rr_real room = rr_unit_neglog(second) + rr_neglog_join(hat.f, hat.k);
    return rr_try_of(g.turn * l, rr_le(rr_beta_cost(g, l), room), rr_mfrom(0));
}

/* The sets of a group's consecutive slots. */
RR_FN void rr_beta_sets(RR_GLOBAL const rr_tile *t, rr_uint32 slot0, rr_scalar unit, rr_beta_set *g)
{
    rr_real a[RR_TWO_GROUP], b[RR_TWO_GROUP];
    if (t->varies & 3) {
        rr_two_params(t, 0, slot0, a);
        rr_two_params(t, 1, slot0, b);
    }
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k)
        g[k] = t->varies & 3 ? rr_beta_setup(a[k] * unit, b[k] * unit) : rr_beta_set_fixed(t, unit);
}

RR_FN rr_beta_uniform rr_beta_words(rr_two x)
{
    const rr_mask above = rr_beta_above(x.first);
    const rr_word flip = rr_beta_flip(above);
    return rr_beta_least(above, rr_unit_of(RR_TWO_FLIPPED(x, flip)));
}

RR_FN rr_beta_uniform rr_beta_words_full(rr_two x, rr_two low)
{
    const rr_mask above = rr_beta_above(x.first);
    const rr_word flip = rr_beta_flip(above);
    return rr_beta_least(above, rr_unit_full(RR_TWO_FLIPPED(x, flip), RR_TWO_FLIPPED(low, flip)));
}

RR_FN rr_try rr_beta_attempt_of(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j, rr_scalar unit)
{
    const rr_two x = rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN);
    return rr_beta_quick(rr_beta_set_slot(t, slot, unit), rr_beta_words(x), x.second, 1);
}

RR_FN rr_try rr_beta_settle_of(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j, rr_scalar unit)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, i, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, i, j, RR_PURPOSE_LOW);
    return rr_beta_exact(rr_beta_set_slot(t, slot, unit), rr_beta_words_full(x, low), rr_two_second(x, low, rr_wsplat(0)));
}

/* A group with rough lanes: not inline, so that the plain case stays short. */
RR_SLOW_FN void rr_beta_group_rough(const rr_beta_set *g, const rr_block *b, rr_try *v)
{
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        const rr_two x = rr_two_member(b, k);
        v[k] = rr_beta_quick(g[k], rr_beta_words(x), x.second, 1);
    }
}

RR_FN void rr_beta_group_of(RR_GLOBAL const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v, rr_scalar unit)
{
    rr_beta_set g[RR_TWO_GROUP];
    rr_mask rough = rr_mfrom(0);
    rr_beta_sets(t, slot0, unit, g);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) rough = rr_mor(rough, rr_beta_rough(g[k]));
    if (rr_some(rough)) {
        rr_beta_group_rough(g, b, v);
        return;
    }
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        const rr_two x = rr_two_member(b, k);
        v[k] = rr_beta_quick(g[k], rr_beta_words(x), x.second, 0);
    }
}

#endif
