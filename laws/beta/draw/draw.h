/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw that beta and f share: Cheng's BB and BC (CACM 21 (1978) 317), in a form without cancellation at any shape.
 *
 * Let a be the larger and b the smaller shape, s = a + b, p = a / s, q = b / s, L = log(U / (1 - U)), and v = B L with
 *
 *     B = sqrt((s - 2) / (2 a b - s)) = (1 + 2 A A' / (A + A'))^(-1/2), A = b - 1, A' = a - 1      where b > 1 (BB),
 *     B = 1 / b                                                                                    where b <= 1 (BC).
 *
 * A proposal has the odds X / (1 - X) = (a / b) e^v. As a function of v the target is e^(-s h(v)), and the proposal's
 * density is that of B L. So with a second uniform and E its -log, X is accepted iff
 *
 *     s h(v) <= E - log(4 U (1 - U)),         h(v) = log(p e^(q v) + q e^(-p v)) >= 0.
 *
 * Cheng's B makes s h(v) >= -log(4 U (1 - U)) = 2 log cosh(L / 2), with equality at 0. The acceptance is Beta(a, b) s^s /
 * (4 B a^a b^b): 1/2 as both shapes go to 0, 1/4 as b alone does, pi^(1/2) / 2 = 0.886 as both grow. All terms are
 * differences from the centre p, so that large shapes lose no precision. Only B depends on Cheng's two cases.
 *
 * The exact h has two forms. Steep, for s > 8 where p v <= 40, v < 0 included: h = log1p(p m(q v) + q m(-p v)), m(x) =
 * e^x - 1 - x. All its terms are positive, so that h is accurate however small it is and however far one shape is from the
 * other. For v < 0, e^(-p v) may overflow: then s h is above 700, and every attempt is rejected. Flat, otherwise:
 * h = r |v| + log(1 - r + r e^-|v|), r = q for v > 0, else p, which never overflows. Its terms cancel, with an absolute
 * error of about EPS s |v|, which is small where s <= 8. Where s is larger, v > 40 and r = q; log1p(q (e^-|v| - 1)) is
 * used, and s q |v| = |L| without cancellation.
 *
 * Squeeze: math/quick.h gives h to about 1e-6, and the margin ("room") is larger than its error. So a quick test that
 * decides agrees with the full test in the same arithmetic (tests/law/rejection/beta.c searches for a counterexample). It
 * takes the n upper bits of the second uniform, 31 (f32) or 32, as an integer, and compares its product with U (1 - U) with
 * 2^(n - 2) e^(-s h).
 *
 * Odds lanes, s <= 128 and B so small that e^v stays in the dtype (RR_BETA_SPREAD): with f the first shape and g the
 * second, e^(-s h) = e^(f v) ((f e^v + g) / s)^-s. For constant shapes this is e^(f v) (1 + w)^-s (1 + f / g)^s, where w
 * are the odds that beta's finish also needs; for per-sample shapes e^v is short, with an error of 2^-21. The two short
 * logarithms have errors of 2^-21 log 2 each: less than 1.5e-6 s of s h, with the roundings of w. The factors cancel, f |v|
 * and each s log(...) being below s |v|: 16 EPS of it cover the roundings of both tests, and |L| < 7 where U does not need
 * LOW words.
 *
 * Smooth lanes, larger s, b > 1 and k8 (below) small: h is the cumulant generating function of a centred Bernoulli(p).
 * With t = p q and c = q - p its cumulants 2 to 7 are t, t c, t (1 - 6 t), t c (1 - 12 t), t (1 - 30 t + 120 t^2),
 * t c (1 - 60 t + 360 t^2), and its eighth derivative is t' (1 - 126 t' + 1680 t'^2 - 5040 t'^3) at the tilted t' = p' q'
 * in (0, 1/4], in [-17/16, 0.607]. So s h is between y - d and y + 4/7 d, y its polynomial of degree 7, d = k8 L^8, k8 =
 * (17/16) s B^8 / 8!, and e^(-y) (1 - 4/7 d) <= e^(-s h) <= e^(-y) / (1 - d) for d < 1.
 *
 * Direct lanes, s <= 128 and not odds lanes: the flat form, with roundings as above, but the error of its exponential is
 * 2^-21 and its two terms are at most the line, r s |v|. The margin would exceed 1 where the smaller shape is tiny and the
 * line is in the millions. It is limited to 1/2: there the line is above 1e5 and the other term below 1.3e4 (f32; its
 * logarithm is above -100), so that s h is huge and every word is rejected with any margin.
 *
 * Other lanes evaluate s h as the full test does. RR_BETA_MARGIN, 1e-4, covers the rest: the last exponential, 2^-21, and a
 * hundred times the roundings (f32). Where that exponential stops falling, at 2^-100, every word is rejected: in a lane
 * that does not need LOW words U (1 - U) is above 2^-11.
 *
 * Value: v log2(e), which is B times log2 of the odds of U, with its sign changed where the first shape is the smaller. So
 * beta(a, b) and beta(b, a) of one index, a != b, are X and 1 - X. The finish computes X or F from it. L is computed from
 * the smaller of U and 1 - U, both as exact as words and LOW words give them: |v| <= 45.1 B (f32), 89.5 B (f64).
 *
 * Words: two_uniforms.h. LOW words are needed, and the quick test is undecided, for U within 2^-8 (2^-10) of 0 or 1. */
#ifndef RR_BETA_DRAW_H
#define RR_BETA_DRAW_H

#include "engine/math/exp.h"
#include "engine/math/expm2.h"
#include "engine/math/log1p.h"
#include "engine/math/neglog.h"
#include "engine/math/quick.h"
#include "engine/math/short/power2.h"
#include "engine/draws/two_uniforms.h"

#define RR_OPEN_OFTEN_beta 1
#define RR_REJECTS_OFTEN_beta 1

#define RR_BETA_MARGIN RR_C(1e-4)
#define RR_BETA_EACH RR_C(1.5e-6)
#define RR_BETA_STEEP RR_C(8)      /* smallest s of the steep form, */
#define RR_BETA_REACH RR_C(40)     /* and its largest p v */
#define RR_BETA_DIRECT RR_C(128)   /* largest s of an odds or direct lane */
#define RR_BETA_SMOOTH RR_C(3e-4)  /* largest k8 of a smooth lane */
#define RR_BETA_LOG2E RR_C(1.4426950408889634)
#if RR_DTYPE == 32
#define RR_BETA_MIN RR_C(0x1p-126)  /* smallest argument of a logarithm */
#define RR_BETA_LINEAR RR_C(0x1p-30)  /* below it log1p(x) is x */
#define RR_BETA_LINE RR_C(0x1p-20)    /* 16 EPS */
#define RR_BETA_SPREAD RR_C(11)       /* largest B of an odds lane */
#define RR_BETA_BITS 31             /* of the second uniform's word, the number of bits in the quick test */
#else
#define RR_BETA_MIN RR_C(0x1p-1022)
#define RR_BETA_LINEAR RR_C(0x1p-60)
#define RR_BETA_LINE RR_C(0x1p-49)
#define RR_BETA_SPREAD RR_C(100)
#define RR_BETA_BITS 32
#endif

#define RR_BETA_UP RR_C(RR_BETA_BITS - 2)   /* log2 of the factor on both sides of the quick test */

typedef struct rr_beta_set {
    rr_real first, second;           /* the shapes */
    rr_real turn;                    /* B with the sign of the value */
} rr_beta_set;

/* Constants of odds lanes and of smooth lanes. */
typedef struct rr_beta_odds {
    rr_real ratio;                   /* first / second */
    rr_real minus_sum, first;
    rr_real base, upper;             /* the compared probability is between 2^base E^first / (1 + w)^s and that over
                                      * upper */
} rr_beta_odds;

typedef struct rr_beta_cumulants {
    rr_real k8, k[6];                /* s h(B L) log2(e) = k[0] L^2 + ... + k[5] L^7 and the rest */
} rr_beta_cumulants;

RR_FN rr_beta_set rr_beta_setup(rr_real first, rr_real second)
{
    rr_beta_set g;
    const rr_real one = rr_splat(RR_C(1)), a = rr_max(first, second), b = rr_min(first, second);
    const rr_real low = b - one, high = a - one, twice = (low + low) * rr_div(high, low + high);
    const rr_mask large = rr_lt(one, b);
    const rr_real square = rr_div(one, rr_select(large, one + twice, b));
    const rr_real beta = rr_select(large, rr_sqrt(rr_select(large, square, one)), square);
    g.first = first;
    g.second = second;
    g.turn = rr_select(rr_lt(first, second), RR_C(0) - beta, beta);
    return g;
}

/* a / b, clamped so that products with it need no further care. */
RR_FN rr_real rr_beta_ratio(rr_real a, rr_real b)
{
    return rr_max(rr_min(rr_div(a, b), rr_splat(RR_EXP_PLAIN_MAX)), rr_splat(RR_EXP_PLAIN_MIN));
}

/* w = ratio 2^v where 2^v is a normal number and the ratio is not extreme. Elsewhere any value, or w on targets that scale
 * any number in one instruction. */
RR_FN rr_real rr_beta_near(rr_real v, rr_real ratio)
{
    return RR_SCALES_ANY ? rr_short_exp2_plain(v, ratio) : ratio * rr_short_exp2_near(v);
}

/* The margin includes 16 EPS s |v| for |L| = 7. */
RR_FN rr_real rr_beta_margin(rr_beta_set g, rr_real sum)
{
    const rr_real each = rr_fma(rr_abs(g.turn), rr_splat(RR_C(7) * RR_BETA_LINE), rr_splat(RR_BETA_EACH));
    return rr_fma(sum, each, rr_splat(RR_BETA_MARGIN));
}

/* 2^(-3/2 x) <= 1 - x for x <= 0.07, and (1 - x) 2^(-3/2 x) >= 1 - 2.1 x. */
RR_FN rr_beta_odds rr_beta_odds_of(rr_beta_set g)
{
    rr_beta_odds o;
    const rr_real sum = g.first + g.second, margin = rr_beta_margin(g, sum);
    o.ratio = rr_beta_ratio(g.first, g.second);
    o.minus_sum = -sum;
    o.first = g.first;
    o.base = rr_fma(sum, rr_quick_log2(o.ratio + RR_C(1)), rr_fma(margin, rr_splat(RR_C(-1.5)), rr_splat(RR_BETA_UP)));
    o.upper = rr_fma(margin, rr_splat(RR_C(-2.1)), rr_splat(RR_C(1)));
    return o;
}

RR_FN rr_beta_cumulants rr_beta_cumulants_of(rr_beta_set g)
{
    rr_beta_cumulants y;
    const rr_real a = rr_max(g.first, g.second), b = rr_min(g.first, g.second), sum = a + b;
    const rr_real part = rr_div(rr_splat(RR_C(1)), sum), beta = rr_abs(g.turn);
    const rr_real p = a * part, q = b * part, t = p * q, skew = (q - p) * beta, square = beta * beta;
    const rr_real c2 = b * p * square * (RR_C(0.5) * RR_BETA_LOG2E), c4 = c2 * square, c6 = c4 * square;
    y.k[0] = c2;
    y.k[1] = c2 * skew * RR_C(0.33333333333333333);
    y.k[2] = c4 * rr_fma(t, rr_splat(RR_C(-0.5)), rr_splat(RR_C(0.083333333333333333)));
    y.k[3] = c4 * skew * rr_fma(t, rr_splat(RR_C(-0.2)), rr_splat(RR_C(0.016666666666666667)));
    y.k[4] = c6 * rr_fma(t, rr_fma(t, rr_splat(RR_C(0.33333333333333333)), rr_splat(RR_C(-0.083333333333333333))),
                         rr_splat(RR_C(0.0027777777777777778)));
    y.k[5] = c6 * skew * rr_fma(t, rr_fma(t, rr_splat(RR_C(0.14285714285714286)), rr_splat(RR_C(-0.023809523809523810))),
                                rr_splat(RR_C(0.00039682539682539683)));
    const rr_real eighth = sum * (square * square) * (square * square) * RR_C(2.6351686507936508e-5);   /* (17/16) / 8! */
    y.k8 = rr_select(rr_lt(rr_splat(RR_C(1)), b), eighth, rr_splat(RR_LOG_MAX));
    return y;
}

/* U, as the smaller of U and 1 - U. */
typedef struct rr_beta_uniform {
    rr_real min;
    rr_mask upper_half, open;   /* U > 1/2; LOW words are needed and were not used */
} rr_beta_uniform;

/* The bits of 1 - U are the complements of the bits of U. */
RR_FN rr_word rr_beta_flip(rr_mask above)
{
    return rr_wselect(above, rr_wsplat(RR_WORD_MASK), rr_wsplat(0));
}

RR_FN rr_mask rr_beta_above(rr_word w)
{
    return rr_mnot(rr_wlt(w, rr_wsplat(0x80000000u)));
}

RR_FN rr_beta_uniform rr_beta_min(rr_mask above, rr_unit u)
{
    rr_beta_uniform x;
    x.min = u.raw;   /* the same value below 1 */
    x.upper_half = above;
    x.open = u.open_u;
    return x;
}

/* L log2(e) times a factor. */
RR_FN rr_real rr_beta_logit_times(rr_beta_uniform u, rr_real x)
{
    return rr_select(u.upper_half, x, -x) * rr_short_log2(rr_div(RR_C(1) - u.min, u.min));
}

RR_FN rr_real rr_beta_logit(rr_beta_uniform u) { return rr_beta_logit_times(u, rr_splat(RR_C(1))); }

/* 4 U (1 - U). */
RR_FN rr_real rr_beta_hat(rr_beta_uniform u)
{
    return RR_C(4) * u.min * (RR_C(1) - u.min);
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
    return line - (a + b) * rr_neglog(rr_max(rr_fma(r, e, rest), rr_splat(RR_BETA_MIN)), t, upper);
}

RR_FN rr_real rr_beta_steep(rr_real a, rr_real b, rr_real part, rr_real v)
{
    /* s (p m(q v) + q m(-p v)): where q underflows q v may, b never does. */
    const rr_real n = rr_fma(a, rr_expm2(b * part * v), b * rr_expm2(RR_C(0) - a * part * v)), x = n * part;
    return rr_select(rr_lt(x, rr_splat(RR_BETA_LINEAR)), n, (a + b) * rr_log1p(x));
}

/* s h(B L), l being L log2(e) here and below. */
RR_FN rr_real rr_beta_cost(rr_beta_set g, rr_real l)
{
    const rr_real a = rr_max(g.first, g.second), b = rr_min(g.first, g.second), sum = a + b,
                  part = rr_div(rr_splat(RR_C(1)), sum);
    const rr_real v = rr_abs(g.turn) * l * RR_LN2_HI;
    const rr_mask positive = rr_lt(rr_splat(RR_C(0)), l);
    const rr_mask steep = rr_mand(rr_lt(rr_splat(RR_BETA_STEEP), sum), rr_le(a * part * v, rr_splat(RR_BETA_REACH)));
    rr_real y = rr_splat(RR_C(0));
    if (rr_some(rr_mnot(steep))) y = rr_beta_flat(a, b, part, v, positive);
    if (rr_some(steep)) y = rr_select(steep, rr_beta_steep(a, b, part, v), y);
    return y;
}

/* The two kinds of lanes that may fill a group alone. */
RR_FN rr_mask rr_beta_is_odds(rr_beta_set g)
{
    return rr_mand(rr_le(g.first + g.second, rr_splat(RR_BETA_DIRECT)), rr_le(rr_abs(g.turn), rr_splat(RR_BETA_SPREAD)));
}

RR_FN rr_mask rr_beta_is_smooth(rr_beta_set g)
{
    return rr_mandnot(rr_le(rr_beta_cumulants_of(g).k8, rr_splat(RR_BETA_SMOOTH)), rr_beta_is_odds(g));
}

/* 2^RR_BETA_UP e^(-s h(v)) is between about times lower and about over upper. */
typedef struct rr_beta_chance {
    rr_real about, lower, upper;
} rr_beta_chance;

/* v includes the factor log2(e). Undecided lanes may have any v. */
RR_FN rr_beta_chance rr_beta_by_odds(rr_beta_odds o, rr_real v)
{
    rr_beta_chance c;
    const rr_real log2x = rr_quick_log2(rr_beta_near(v, o.ratio) + RR_C(1));
    c.about = rr_quick_exp2(rr_fma(o.first, v, rr_fma(o.minus_sum, log2x, o.base)));
    c.lower = rr_splat(RR_C(1));
    c.upper = o.upper;
    return c;
}

/* The same for per-sample shapes, whose finish computes its own w: without a quotient, by two short logarithms. */
RR_FN rr_beta_chance rr_beta_by_shapes(rr_beta_set g, rr_real v)
{
    rr_beta_chance c;
    const rr_real sum = g.first + g.second, x = rr_fma(g.first, rr_quick_exp2(v), g.second);
    const rr_real log2x = rr_quick_log2(x) - rr_quick_log2(sum);
    c.about = rr_quick_exp2(rr_fma(g.first, v, rr_fma(-sum, log2x, rr_splat(RR_BETA_UP))));
    c.lower = c.upper = RR_C(1) - rr_beta_margin(g, sum);
    return c;
}

RR_FN rr_beta_chance rr_beta_smooth(rr_beta_cumulants s, rr_real log2)
{
    const rr_real l = log2 * RR_LN2_HI, l2 = l * l, l4 = l2 * l2, d = l4 * l4 * s.k8;
    const rr_real margin = rr_splat(RR_C(1) - RR_BETA_MARGIN);
    rr_beta_chance c;
    rr_real y = rr_fma(s.k[5], l, s.k[4]);
    RR_UNROLL
    for (int i = 3; i >= 0; --i) y = rr_fma(y, l, s.k[i]);
    /* y may have any value where d > 7/4 and c.lower is negative. Otherwise it is above -1, and above -4/7 where c.upper is
     * positive, since s h >= 0: a smaller value is on the safe side. */
    c.about = rr_quick_exp2(rr_min(rr_fma(-l2, y, rr_splat(RR_BETA_UP)), rr_splat(RR_BETA_UP + RR_C(1))));
    c.lower = rr_fma(d, rr_splat(RR_C(-0.57142857142857143)), margin);
    c.upper = margin - d;
    return c;
}

RR_FN rr_beta_chance rr_beta_direct(rr_beta_set g, rr_real l)
{
    const rr_real a = rr_max(g.first, g.second), b = rr_min(g.first, g.second), sum = a + b,
                  part = rr_div(rr_splat(RR_C(1)), sum);
    const rr_real size = rr_abs(g.turn * l), p = a * part, q = b * part;
    const rr_mask positive = rr_lt(rr_splat(RR_C(0)), l);
    const rr_real r = rr_select(positive, q, p), rest = rr_select(positive, p, q), line = rr_select(positive, b, a) * size;
    const rr_real e = rr_quick_exp2(-size), log2x = rr_quick_log2(rr_fma(r, e, rest));
    const rr_real off = rr_fma(sum, rr_splat(RR_BETA_EACH), rr_fma(line, rr_splat(RR_BETA_LINE), rr_splat(RR_BETA_MARGIN)));
    rr_beta_chance c;
    c.about = rr_quick_exp2(rr_fma(-sum, log2x, RR_BETA_UP - line));
    c.lower = c.upper = RR_C(1) - rr_min(off, rr_splat(RR_C(0.5)));
    return c;
}

RR_FN rr_beta_chance rr_beta_chance_select(rr_mask m, rr_beta_chance x, rr_beta_chance y)
{
    rr_beta_chance c;
    c.about = rr_select(m, x.about, y.about);
    c.lower = rr_select(m, x.lower, y.lower);
    c.upper = rr_select(m, x.upper, y.upper);
    return c;
}

RR_FN rr_beta_chance rr_beta_any(rr_beta_set g, rr_real l)
{
    const rr_mask odds = rr_beta_is_odds(g), smooth = rr_beta_is_smooth(g), either = rr_mor(odds, smooth);
    const rr_mask direct = rr_mandnot(rr_le(g.first + g.second, rr_splat(RR_BETA_DIRECT)), either);
    const rr_mask other = rr_mnot(rr_mor(either, direct));
    rr_beta_chance c = rr_beta_by_shapes(g, g.turn * l);
    if (rr_some(smooth)) c = rr_beta_chance_select(smooth, rr_beta_smooth(rr_beta_cumulants_of(g), l), c);
    if (rr_some(direct)) c = rr_beta_chance_select(direct, rr_beta_direct(g, l), c);
    if (rr_some(other)) {
        rr_beta_chance x;
        x.about = rr_exp(RR_C(0) - rr_beta_cost(g, l)) * (RR_DTYPE == 32 ? RR_C(0x1p29) : RR_C(0x1p30));
        x.lower = x.upper = rr_splat(RR_C(1) - RR_BETA_MARGIN);
        c = rr_beta_chance_select(other, x, c);
    }
    return c;
}

/* The quick test on v; w is the first word of the second uniform. */
RR_FN rr_try rr_beta_verdict(rr_real v, rr_beta_uniform u, rr_beta_chance c, rr_word w)
{
    const rr_real hat = u.min * (RR_C(1) - u.min), floor = rr_fromuint(w >> (32 - RR_BETA_BITS));
    const rr_mask yes = rr_lt(rr_fma(floor, hat, hat), c.about * c.lower);
    const rr_mask no = rr_lt(c.about, floor * hat * c.upper);
    return rr_try_of(v, rr_mandnot(yes, u.open), rr_mor(u.open, rr_mnot(rr_mor(yes, no))));
}

/* The quick test where all lanes are odds lanes, of constant or per-sample shapes; where all are smooth; for any lanes. */
RR_FN rr_try rr_beta_quick_odds(rr_real turn, rr_beta_odds o, rr_beta_uniform u, rr_word w)
{
    const rr_real v = rr_beta_logit_times(u, turn);
    return rr_beta_verdict(v, u, rr_beta_by_odds(o, v), w);
}

RR_FN rr_try rr_beta_quick_shapes(rr_beta_set g, rr_beta_uniform u, rr_word w)
{
    const rr_real v = rr_beta_logit_times(u, g.turn);
    return rr_beta_verdict(v, u, rr_beta_by_shapes(g, v), w);
}

RR_FN rr_try rr_beta_quick_smooth(rr_real turn, rr_beta_cumulants s, rr_beta_uniform u, rr_word w)
{
    const rr_real l = rr_beta_logit(u);
    return rr_beta_verdict(turn * l, u, rr_beta_smooth(s, l), w);
}

RR_FN rr_try rr_beta_quick(rr_beta_set g, rr_beta_uniform u, rr_word w)
{
    const rr_real l = rr_beta_logit(u);
    return rr_beta_verdict(g.turn * l, u, rr_beta_any(g, l), w);
}

/* The full test. */
RR_FN rr_try rr_beta_exact(rr_beta_set g, rr_beta_uniform u, rr_unit second)
{
    const rr_real l = rr_beta_logit(u);
    const rr_log_parts hat = rr_log_split(rr_beta_hat(u));
    const rr_real margin = rr_unit_neglog(second) + rr_neglog_join(hat.f, hat.k);
    return rr_try_of(g.turn * l, rr_le(rr_beta_cost(g, l), margin), rr_mfrom(0));
}

RR_FN rr_beta_uniform rr_beta_words(rr_two x)
{
    const rr_mask above = rr_beta_above(x.first);
    const rr_word flip = rr_beta_flip(above);
    return rr_beta_min(above, rr_unit_first(RR_TWO_FLIPPED(x, flip)));
}

RR_FN rr_beta_uniform rr_beta_words_full(rr_two x, rr_two low)
{
    const rr_mask above = rr_beta_above(x.first);
    const rr_word flip = rr_beta_flip(above);
    return rr_beta_min(above, rr_unit_full(RR_TWO_FLIPPED(x, flip), RR_TWO_FLIPPED(low, flip)));
}

#endif
