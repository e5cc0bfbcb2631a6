/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-normal: the normal of the given mean and sd, given that it lies in [low, high]: any interval, either end
 * infinite, however far out and however narrow.
 *
 * One proposal for every interval. Let `anchor` be the point of [low, high] nearest to the mean, a >= 0 its distance from
 * the mean, and x = anchor +- y (all in units of sd): on each side of the anchor the density in y is e^(-a y - y^2/2), 0
 * <= y <= w. It is log-concave, at most 1, and below each of its tangents, so that with
 *
 *     lambda = sqrt(a^2 + 2),  c = lambda - a = 2 / (lambda + a),  t = c^2 / (2 lambda),
 *
 * the hat is 1 for y <= t and e^(-lambda (y - t)) beyond, the tangent at y = c. An attempt accepts y with probability
 *
 *     density / hat = e^(-a y - y^2/2) for y <= t,  e^(-(y - c)^2/2) beyond.
 *
 * Among all such hats this lambda has the least area on the half line, which is t + 1 / lambda = c. Acceptance there is
 * M(a) / c, M Mills' ratio, and since M(a) > 2 / (a + sqrt(a^2 + 4)) (Birnbaum 1942) it is above
 *
 *     (a + sqrt(a^2 + 2)) / (a + sqrt(a^2 + 4)) >= sqrt(1/2) = 0.707.
 *
 * On a short side, w finite, acceptance as a function of w begins at 1 and falls where density / hat at w is smaller.
 * That ratio is 1 at 0, falls to e^(-1 / (2 lambda^2)) at t, rises to 1 at c and falls for good: so acceptance can only
 * be least between t and c, where it equals a ratio >= e^(-1/4) = 0.778, or at infinity. A mean inside the interval has a
 * side on the right and one on the left, both with a = 0; one is chosen with the probability of its hat's area, so that
 * acceptance is a mean of the two sides'. A mean outside has one side. So acceptance is above 0.707 everywhere, by proof,
 * and by computation at least 0.8743, on the half line with a = 0.33; 0.886 at a = 0, and 1 in the limit (Robert 1995,
 * without the flat top, has 0.760 at 0). There is one straight line of code, in which regions differ by numbers only.
 *
 * Numbers. Everything is in units of 1 / lambda: Y = lambda y, W = lambda w, kappa = lambda t = c^2 / 2, h = 1 / (2
 * lambda^2). The side's area is m = min(W, kappa) + 1 - q, q = e^(kappa - W) (1 if W < kappa), and with R uniform
 *
 *     V = m (1 - R);   Y = V where V <= kappa, else kappa - log s,   s = 1 - (V - kappa) = q + m R,
 *     -log(density / hat) = Y (1 + h (Y - 2 - 2 kappa)) or h (-log s - 1)^2.
 *
 * 1 - R has its digits next to the anchor (uniform.h: t), R far away: LOW words. s is taken from kappa - V near 1 and
 * from q + m R below, so that Y has a relative error of a few ulp everywhere. The sample is anchor +- (sd / lambda) Y,
 * rounded where it is put on the anchor: an excess of 1e-30 over low is not lost, and in an interval of a few ulps each
 * number has the probability of the real numbers that round to it. Distances are differences of the parameters, exact to
 * half an ulp; they are halved where they might overflow. Where W < 2^-26 (f32; 2^-55) the density is flat to less than
 * half an ulp, W may underflow, and the unit is chosen so that W is 2^-26: then sd / lambda is the width over 2^-26. low
 * = high makes it 0. Where sd < 2^20 sd / lambda is made 2^40 (2^80) times too large, so that it is no denormal number
 * where it matters, and Y times it is scaled back. Where a > 2^30 lambda is a, kappa and h are nothing, and sd / lambda
 * is sd (sd / distance): a may overflow.
 *
 * Set-up. With parameters a draw it is most of the work, so that it takes five divisions. Where the mean is outside the
 * interval there is no minor side, and W0 = p = 0; where it is inside, a = 0, and kappa and h are constants. So one division
 * makes c or W0, one h or p. The rare cases, distances that may overflow, a > 2^30 and W < 2^-26, are left out of the plain
 * set-up, which says where it is not right: it has no branch, so that compilers work on several at a time. An attempt's
 * value is the finished sample: nothing of the set-up is made again for it.
 *
 * The second uniform U chooses the side and accepts: the side that reaches less far ("minor"), of probability p, is taken
 * where 1 - U < p, and accepts where 1 - U < p density / hat; the other ("major") accepts where U < (1 - p) density /
 * hat. So small probabilities meet small numbers, with all their digits.
 *
 * Words: two_uniforms.h, the first uniform is R. Undecided: R is open (2^-8, 2^-9); U does, and what it is
 * compared with is as small (f32: 2^-7; f64: the words agree in their first 32 bits). */
#ifndef RR_SAMPLER_TRUNCATED_NORMAL_H
#define RR_SAMPLER_TRUNCATED_NORMAL_H

#include "engine/math/exp.h"
#include "engine/math/neglog.h"
#include "engine/draws/two_uniforms.h"

#define RR_GROUP_truncated_normal RR_TWO_GROUP
#define RR_MOVES_truncated_normal 15u
#define RR_AUX_truncated_normal 0
#define RR_BLOCKS_truncated_normal RR_TWO_BLOCKS
#define RR_DEAR_truncated_normal 1

#if RR_DTYPE == 32
#define RR_TRUNC_FLAT RR_C(0x1p-26)
#define RR_TRUNC_UNFLAT RR_C(0x1p26)
#define RR_TRUNC_LIFT RR_C(0x1p40)
#define RR_TRUNC_UNLIFT RR_C(0x1p-40)
#define RR_TRUNC_NOTHING RR_C(0x1p-126)
#define RR_TRUNC_LEAST RR_C(-80)
#define RR_TRUNC_FRACTION 23
#define RR_TRUNC_KAPPA0 RR_C(0x1.fffffep-1)
#define RR_TRUNC_H0 RR_C(0x1.000002p-2)
#else
#define RR_TRUNC_FLAT RR_C(0x1p-55)
#define RR_TRUNC_UNFLAT RR_C(0x1p55)
#define RR_TRUNC_LIFT RR_C(0x1p80)
#define RR_TRUNC_UNLIFT RR_C(0x1p-80)
#define RR_TRUNC_NOTHING RR_C(0x1p-1022)
#define RR_TRUNC_LEAST RR_C(-160)
#define RR_TRUNC_FRACTION 52
#define RR_TRUNC_KAPPA0 RR_C(0x1.ffffffffffffep-1)
#define RR_TRUNC_H0 RR_C(0x1.ffffffffffffep-3)
#endif
#define RR_TRUNC_FAR RR_C(0x1p30)    /* from here on lambda is a */
#define RR_TRUNC_HUGE (RR_DTYPE == 32 ? RR_C(0x1p100) : RR_C(0x1p1000))
#define RR_TRUNC_WIDE RR_C(0x1p20)   /* a smaller sd is lifted */
#define RR_TRUNC_NEAR RR_C(-0.29)    /* from here on -log s is made from s - 1 */
/* RR_TRUNC_KAPPA0 and _H0 are 1 and 1/4, kappa and h at a = 0, as the arithmetic of other a rounds them. */

/* The parameters of a sample. */
typedef struct rr_trunc_interval {
    rr_real low, high, mean, sd;
} rr_trunc_interval;

/* Of a sample: both sides, minor (0) and major (1). */
typedef struct rr_trunc_set {
    rr_real kappa, h, m0, q0, m1, q1;
    rr_real p;          /* of the minor side */
    rr_real scale;      /* sd / lambda, lifted */
    rr_real anchor, way;   /* way: 1 where the major side is on the right, else -1 */
} rr_trunc_set;

/* Where a sample begins, and which way its major side goes. */
typedef struct rr_trunc_place {
    rr_real anchor;
    rr_mask right;
} rr_trunc_place;

RR_FN rr_trunc_place rr_trunc_place_of(rr_trunc_interval i)
{
    rr_trunc_place x;
    x.anchor = rr_max(i.low, rr_min(i.high, i.mean));
    x.right = rr_le(i.mean - i.low, i.high - i.mean);
    return x;
}

/* Distances of the anchor from the mean and from the ends of both sides, times unit: a half where they might overflow.
 * Those from the ends may: where sd <= RR_TRUNC_HUGE such a side is one without an end. */
typedef struct rr_trunc_lengths {
    rr_real out, d1, d0, unit;
} rr_trunc_lengths;

RR_FN rr_trunc_lengths rr_trunc_between(rr_trunc_place x, rr_real end, rr_real other, rr_real mean, rr_real unit)
{
    rr_trunc_lengths d;
    d.out = rr_abs(x.anchor * unit - mean * unit);
    d.d1 = rr_abs(end * unit - x.anchor * unit);
    d.d0 = rr_abs(other * unit - x.anchor * unit);
    d.unit = unit;
    return d;
}

RR_FN rr_mask rr_trunc_large(rr_real out, rr_real sd)
{
    return rr_mor(rr_lt(rr_splat(RR_TRUNC_HUGE), sd), rr_lt(rr_splat(RR_LOG_MOST), out));
}

/* A side's area, and q. */
RR_FN rr_real rr_trunc_area(rr_real w, rr_real kappa, rr_real *q)
{
    rr_real k;
    const rr_real beyond = rr_max(w - kappa, rr_splat(RR_C(0))), y = rr_exp_reduced(RR_C(0) - beyond, &k);
    *q = rr_scale(y + RR_C(1), k);
    /* 1 - q; k is 0 up to log(2) / 2 */
    return rr_min(w, kappa) + rr_select(rr_lt(beyond, rr_splat(RR_C(0.3))), RR_C(0) - y, RR_C(1) - *q);
}

/* sd (sd / distance), lifted; the distance is halved wherever it might overflow. */
RR_FN rr_real rr_trunc_distant(rr_trunc_place x, rr_trunc_interval i, rr_real lifted)
{
    const rr_real one = rr_splat(RR_C(1)), most = rr_max(rr_abs(x.anchor), rr_abs(i.mean));
    const rr_real unit = rr_select(rr_lt(one, most), rr_splat(RR_C(0.5)), one);
    const rr_real distance = rr_abs(x.anchor * unit - i.mean * unit);
    return rr_max(rr_div(lifted, distance) * (i.sd * unit), rr_splat(RR_TRUNC_NOTHING));
}

/* Where the major side is narrow (W1 < 2^-26) areas are widths, in the unit that makes W1 2^-26. */
RR_FN void rr_trunc_flatten(rr_trunc_set *g, rr_mask narrow, rr_real length0, rr_real length1, rr_real lift)
{
    const rr_real zero = rr_splat(RR_C(0)), share = rr_select(rr_lt(zero, length0), rr_div(length0, length1), zero);
    g->m1 = rr_select(narrow, rr_splat(RR_TRUNC_FLAT), g->m1);
    g->m0 = rr_select(narrow, share * RR_TRUNC_FLAT, g->m0);
    g->scale = rr_select(narrow, length1 * RR_TRUNC_UNFLAT * lift, g->scale);
}

/* The set-up; a plain one adds the lanes that it is not right in to `rare`. */
RR_FN rr_trunc_set rr_trunc_setup_of(rr_trunc_interval i, int plain, rr_mask *rare)
{
    rr_trunc_set g;
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), two = rr_splat(RR_C(2));
    const rr_trunc_place x = rr_trunc_place_of(i);
    g.anchor = x.anchor;
    g.way = rr_select(x.right, one, RR_C(0) - one);
    const rr_real end = rr_select(x.right, i.high, i.low), other = rr_select(x.right, i.low, i.high);
    rr_trunc_lengths d = rr_trunc_between(x, end, other, i.mean, one);
    const rr_mask large = rr_trunc_large(d.out, i.sd);
    if (!plain && rr_some(large))
        d = rr_trunc_between(x, end, other, i.mean, rr_select(large, rr_splat(RR_C(0.5)), one));
    const rr_mask outside = rr_lt(zero, d.out);
    const rr_real a = rr_min(rr_div(d.out, i.sd * d.unit), rr_splat(RR_LOG_MOST));
    const rr_mask far = rr_lt(rr_splat(RR_TRUNC_FAR), a);   /* lambda is a, which may overflow */
    const rr_real root = rr_sqrt(rr_fma(a, a, two)), lambda = plain ? root : rr_select(far, a, root);
    const rr_real lift = rr_select(rr_lt(i.sd, rr_splat(RR_TRUNC_WIDE)), rr_splat(RR_TRUNC_LIFT), one), lifted = i.sd * lift;
    g.scale = rr_div(lifted, lambda);
    if (!plain && rr_some(far)) g.scale = rr_select(far, rr_trunc_distant(x, i, lifted), g.scale);
    const rr_real w_unit = g.scale * d.unit, w1 = rr_div(d.d1 * lift, w_unit);
    const rr_real c_or_w0 = rr_div(rr_select(outside, two, d.d0 * lift), rr_select(outside, lambda + a, w_unit));
    g.kappa = rr_select(outside, c_or_w0 * c_or_w0 * RR_C(0.5), rr_splat(RR_TRUNC_KAPPA0));
    g.m1 = rr_trunc_area(w1, g.kappa, &g.q1);
    g.m0 = rr_trunc_area(rr_select(outside, zero, c_or_w0), g.kappa, &g.q0);
    const rr_mask narrow = rr_lt(w1, rr_splat(RR_TRUNC_FLAT));
    if (!plain && rr_some(narrow)) rr_trunc_flatten(&g, narrow, rr_abs(other - x.anchor), rr_abs(end - x.anchor), lift);
    const rr_real h_or_p = rr_div(rr_select(outside, rr_splat(RR_C(0.5)), g.m0),
                                  rr_select(outside, lambda * lambda, g.m0 + g.m1));
    g.h = rr_select(outside, h_or_p, rr_splat(RR_TRUNC_H0));
    g.p = rr_select(outside, zero, h_or_p);
    *rare = rr_mor(*rare, rr_mor(large, rr_mor(far, narrow)));
    return g;
}

/* n set-ups, up to 4, plain ones or full ones; is any of them rare? */
RR_FN int rr_trunc_setups_of(const rr_trunc_interval *i, int n, int plain, rr_trunc_set *g)
{
    rr_mask rare = rr_mfrom(0);
    RR_UNROLL
    for (int k = 0; k < n; ++k) g[k] = rr_trunc_setup_of(i[k], plain, &rare);
    return rr_some(rare);
}

/* The full ones, out of line: few samples need them. */
RR_SLOW_FN void rr_trunc_setups_full(const rr_trunc_interval *i, int n, rr_trunc_set *g)
{
    for (int k = 0; k < n; ++k) rr_trunc_setups_of(i + k, 1, 0, g + k);
}

/* On a GPU, where rr_some looks at one lane, plain ones first would only be more text. The full ones are made from copies
 * and into copies, so that i and g can stay in registers. */
RR_FN void rr_trunc_setups(const rr_trunc_interval *i, int n, rr_trunc_set *g)
{
    if (!RR_HAS_POINTERS) {
        rr_trunc_setups_of(i, n, 0, g);
    } else if (rr_trunc_setups_of(i, n, 1, g)) {
        rr_trunc_interval own[4];
        rr_trunc_set made[4];
        RR_UNROLL
        for (int k = 0; k < n; ++k) own[k] = i[k];
        rr_trunc_setups_full(own, n, made);
        RR_UNROLL
        for (int k = 0; k < n; ++k) g[k] = made[k];
    }
}

RR_FN rr_trunc_set rr_trunc_setup(rr_trunc_interval i)
{
    rr_trunc_set g;
    rr_trunc_setups(&i, 1, &g);
    return g;
}

/* The sample: from its Y, negative on the minor side. */
RR_FN rr_real rr_trunc_sample(rr_trunc_interval i, rr_trunc_set g, rr_real y)
{
    const rr_mask lifted = rr_lt(i.sd, rr_splat(RR_TRUNC_WIDE));
    const rr_real size = rr_select(lifted, g.scale * y, g.scale), unit = rr_select(lifted, rr_splat(RR_TRUNC_UNLIFT), y);
    return rr_max(i.low, rr_min(i.high, rr_fma(size, unit * g.way, g.anchor)));
}

RR_FN rr_trunc_interval rr_trunc_interval_fixed(const rr_tile *t)
{
    rr_trunc_interval i;
    i.low = rr_tile_param(t, 0);
    i.high = rr_tile_param(t, 1);
    i.mean = rr_tile_param(t, 2);
    i.sd = rr_tile_param(t, 3);
    return i;
}

RR_FN rr_trunc_interval rr_trunc_interval_slot(const rr_tile *t, rr_word slot)
{
    rr_trunc_interval i;
    i.low = rr_slot_param(t, 0, slot);
    i.high = rr_slot_param(t, 1, slot);
    i.mean = rr_slot_param(t, 2, slot);
    i.sd = rr_slot_param(t, 3, slot);
    return i;
}

#define RR_TRUNC_SET(each) \
    each(0, kappa) each(1, h) each(2, m0) each(3, q0) each(4, m1) each(5, q1) each(6, p) each(7, scale) \
    each(8, anchor) each(9, way)

RR_FN void rr_truncated_normal_prepare(rr_tile *t)
{
    if (t->varies & 15) return;
    const rr_trunc_set g = rr_trunc_setup(rr_trunc_interval_fixed(t));
    RR_TRUNC_SET(RR_SETUP_PUT)
}

RR_FN rr_trunc_set rr_trunc_set_fixed(const rr_tile *t)
{
    rr_trunc_set g;
    RR_TRUNC_SET(RR_SETUP_GET)
    return g;
}

RR_FN rr_trunc_set rr_trunc_set_of(const rr_tile *t, rr_trunc_interval i)
{
    return t->varies & 15 ? rr_trunc_setup(i) : rr_trunc_set_fixed(t);
}

/* e^-x for x >= 0, or above 0 by a rounding error, cut off where nothing is accepted any more: a normal number, so that k
 * can be put into the exponent at once. */
RR_FN rr_real rr_trunc_exp(rr_real x)
{
    const rr_real z = rr_max(RR_C(0) - x, rr_splat(RR_TRUNC_LEAST));
    const rr_real rounded = rr_fma(z, rr_splat(RR_LOG2E), rr_splat(RR_EXP_ROUND)), k = rounded - RR_EXP_ROUND;
    const rr_real r = rr_fma(k, rr_splat(-RR_LN2_CW_LO), rr_fma(k, rr_splat(-RR_LN2_CW_HI), z));
    const rr_real y = rr_fma(r * r, rr_exp_tail(r), r) + RR_C(1);
    return rr_asreal(rr_asbits(y) + (rr_asbits(rounded) << RR_TRUNC_FRACTION));
}

/* The proposal Y, negative on the minor side, and the side's probability times density / hat. */
typedef struct rr_trunc_point {
    rr_real y, bound;
} rr_trunc_point;

RR_FN rr_trunc_point rr_trunc_point_of(rr_trunc_set g, rr_unit r, rr_mask minor)
{
    rr_trunc_point x;
    const rr_real m = rr_select(minor, g.m0, g.m1), q = rr_select(minor, g.q0, g.q1), one = rr_splat(RR_C(1));
    const rr_real v = m * (RR_C(0) - rr_select(r.upper, r.t, r.u - one)), f = g.kappa - v;
    const rr_real e = rr_neglog(rr_fma(m, r.u, q), f, rr_le(rr_splat(RR_TRUNC_NEAR), f)), off = e - one;
    const rr_mask top = rr_le(v, g.kappa);
    const rr_real y = rr_select(top, v, g.kappa + e), twice = RR_C(2) + (g.kappa + g.kappa);
    const rr_real cost = rr_select(top, y * rr_fma(g.h, y - twice, one), g.h * (off * off));
    x.bound = rr_select(minor, g.p, one - g.p) * rr_trunc_exp(cost);
    x.y = rr_select(minor, RR_C(0) - y, y);
    return x;
}

/* The full verdict, from U and rest = 1 - U. */
RR_FN rr_try rr_trunc_exact(rr_trunc_set g, rr_unit r, rr_real u, rr_real rest)
{
    const rr_mask minor = rr_lt(rest, g.p);
    const rr_trunc_point x = rr_trunc_point_of(g, r, minor);
    return rr_try_of(x.y, rr_lt(rr_select(minor, rest, u), x.bound), rr_mfrom(0));
}

/* The quick verdict; w is the first word of U. */
#if RR_DTYPE == 32
RR_FN rr_try rr_trunc_quick(rr_trunc_set g, rr_unit r, rr_word w)
{
    const rr_unit second = rr_unit_of(w);
    const rr_real u = second.u, rest = RR_C(0) - second.t, zero = rr_splat(RR_C(0));
    const rr_real low = rr_splat(RR_C(0x1p-8)), reach = rr_splat(RR_C(0x1p-7));   /* below `low` there are LOW words */
    const rr_mask minor = rr_lt(rest, g.p);
    const rr_trunc_point x = rr_trunc_point_of(g, r, minor);
    const rr_real near = rr_select(minor, rest, u);
    const rr_mask side = rr_mand(rr_lt(rest, low), rr_mand(rr_lt(zero, g.p), rr_lt(g.p, reach)));
    const rr_mask open = rr_mor(rr_mor(r.open, side), rr_mand(rr_lt(near, low), rr_lt(x.bound, reach)));
    return rr_try_of(x.y, rr_mandnot(rr_lt(near, x.bound), open), open);
}
#else
RR_FN rr_try rr_trunc_quick(rr_trunc_set g, rr_unit r, rr_word w)
{
    const rr_real unit = rr_splat(RR_C(0x1p-32)), u = rr_fromuint(w) * unit, rest = rr_fromuint(~w & RR_WORD_MASK) * unit;
    const rr_mask minor = rr_lt(rest + unit, g.p), side = rr_mandnot(rr_lt(rest, g.p), minor);
    const rr_trunc_point x = rr_trunc_point_of(g, r, minor);
    const rr_real near = rr_select(minor, rest, u);
    const rr_mask yes = rr_lt(near + unit, x.bound), no = rr_le(x.bound, near), open = rr_mor(r.open, side);
    return rr_try_of(x.y, rr_mandnot(yes, open), rr_mor(open, rr_mnot(rr_mor(yes, no))));
}
#endif

/* A verdict on Y as one on the sample. */
RR_FN rr_try rr_trunc_finished(rr_trunc_interval i, rr_trunc_set g, rr_try v)
{
    v.value = rr_trunc_sample(i, g, v.value);
    return v;
}

/* Of a group's consecutive slots. */
RR_FN void rr_trunc_sets(const rr_tile *t, rr_uint32 slot0, rr_trunc_interval *i, rr_trunc_set *g)
{
    rr_real p[4][RR_TWO_GROUP];
    RR_UNROLL
    for (rr_uint32 n = 0; n < 4; ++n) rr_two_params(t, n, slot0, p[n]);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        i[k].low = p[0][k];
        i[k].high = p[1][k];
        i[k].mean = p[2][k];
        i[k].sd = p[3][k];
        g[k] = rr_trunc_set_fixed(t);
    }
    if (t->varies & 15) rr_trunc_setups(i, RR_TWO_GROUP, g);
}

RR_FN void rr_truncated_normal_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_trunc_interval i[RR_TWO_GROUP];
    rr_trunc_set g[RR_TWO_GROUP];
    rr_trunc_sets(t, slot0, i, g);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        const rr_two x = rr_two_member(b, k);
        v[k] = rr_trunc_finished(i[k], g[k], rr_trunc_quick(g[k], rr_unit_first(RR_TWO_FIRST(x)), x.second));
    }
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_truncated_normal_series(int k) { return rr_two_series(k); }
#endif

RR_FN rr_try rr_trunc_attempt(const rr_tile *t, rr_trunc_interval i, rr_trunc_set g, rr_word slot, rr_word j)
{
    const rr_two x = rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN);
    return rr_trunc_finished(i, g, rr_trunc_quick(g, rr_unit_first(RR_TWO_FIRST(x)), x.second));
}

/* Of parameters that don't vary on its own where text is cheap: it is half as long. */
RR_FN rr_try rr_truncated_normal_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    if (RR_HAS_POINTERS && !(t->varies & 15))
        return rr_trunc_attempt(t, rr_trunc_interval_fixed(t), rr_trunc_set_fixed(t), slot, j);
    const rr_trunc_interval i = rr_trunc_interval_slot(t, slot);
    return rr_trunc_attempt(t, i, rr_trunc_set_of(t, i), slot, j);
}

RR_FN rr_try rr_truncated_normal_settle(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_trunc_interval i = rr_trunc_interval_slot(t, slot);
    const rr_trunc_set g = rr_trunc_set_of(t, i);
    const rr_index n = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, n, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, n, j, RR_PURPOSE_LOW);
    const rr_unit u = rr_two_second(x, low, rr_wsplat(0)), rest = rr_two_second(x, low, rr_wsplat(RR_WORD_MASK));
    const rr_unit r = rr_unit_full(RR_TWO_FIRST(x), RR_TWO_FIRST(low));
    return rr_trunc_finished(i, g, rr_trunc_exact(g, r, u.u, rest.u));
}

/* Is low not above high? */
#define RR_RELATES_truncated_normal 2
RR_FN rr_mask rr_truncated_normal_related(const rr_real *v) { return rr_le(v[0], v[1]); }

#define RR_AS_DRAWN truncated_normal
#include "engine/draws/as_drawn.h"

#endif
