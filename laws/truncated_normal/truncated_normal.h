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
#define RR_AUX_truncated_normal 0
#define RR_BLOCKS_truncated_normal RR_TWO_BLOCKS

#if RR_DTYPE == 32
#define RR_TRUNC_FLAT RR_C(0x1p-26)
#define RR_TRUNC_UNFLAT RR_C(0x1p26)
#define RR_TRUNC_LIFT RR_C(0x1p40)
#define RR_TRUNC_UNLIFT RR_C(0x1p-40)
#define RR_TRUNC_NOTHING RR_C(0x1p-126)
#define RR_TRUNC_LEAST RR_C(-80)
#define RR_TRUNC_FRACTION 23
#else
#define RR_TRUNC_FLAT RR_C(0x1p-55)
#define RR_TRUNC_UNFLAT RR_C(0x1p55)
#define RR_TRUNC_LIFT RR_C(0x1p80)
#define RR_TRUNC_UNLIFT RR_C(0x1p-80)
#define RR_TRUNC_NOTHING RR_C(0x1p-1022)
#define RR_TRUNC_LEAST RR_C(-160)
#define RR_TRUNC_FRACTION 52
#endif
#define RR_TRUNC_FAR RR_C(0x1p30)    /* from here on lambda is a */
#define RR_TRUNC_WIDE RR_C(0x1p20)   /* a smaller sd is lifted */
#define RR_TRUNC_NEAR RR_C(-0.29)    /* from here on -log s is made from s - 1 */

/* Of a sample: both sides, minor (0) and major (1). */
typedef struct rr_trunc_set {
    rr_real kappa, h, m0, q0, m1, q1;
    rr_real p;          /* of the minor side */
    rr_real scale;      /* sd / lambda, lifted */
} rr_trunc_set;

/* Where a sample begins, and which way its major side goes. */
typedef struct rr_trunc_place {
    rr_real anchor;
    rr_mask right;
} rr_trunc_place;

RR_FN rr_trunc_place rr_trunc_place_of(rr_real low, rr_real high, rr_real mean)
{
    rr_trunc_place x;
    x.anchor = rr_max(low, rr_min(high, mean));
    x.right = rr_le(mean - low, high - mean);
    return x;
}

/* |x - y| = size / unit, unit a half where |x - y| could overflow. */
typedef struct rr_trunc_length {
    rr_real size, unit;
} rr_trunc_length;

RR_FN rr_trunc_length rr_trunc_between(rr_real x, rr_real y)
{
    rr_trunc_length d;
    const rr_real one = rr_splat(RR_C(1));
    d.unit = rr_select(rr_lt(one, rr_max(rr_abs(x), rr_abs(y))), rr_splat(RR_C(0.5)), one);
    d.size = rr_abs(x * d.unit - y * d.unit);
    return d;
}

/* A side's area, and q. */
RR_FN rr_real rr_trunc_area(rr_real w, rr_real kappa, rr_real *q)
{
    rr_real k;
    const rr_real beyond = rr_max(w - kappa, rr_splat(RR_C(0))), y = rr_exp_reduced(RR_C(0) - beyond, &k);
    *q = rr_exp_scale(y + RR_C(1), k);
    /* 1 - q; k is 0 up to log(2) / 2 */
    return rr_min(w, kappa) + rr_select(rr_lt(beyond, rr_splat(RR_C(0.3))), RR_C(0) - y, RR_C(1) - *q);
}

RR_FN rr_trunc_set rr_trunc_setup(rr_real low, rr_real high, rr_real mean, rr_real sd)
{
    rr_trunc_set g;
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), flat = rr_splat(RR_TRUNC_FLAT);
    const rr_trunc_place x = rr_trunc_place_of(low, high, mean);
    const rr_real end = rr_select(x.right, high, low), other = rr_select(x.right, low, high);
    const rr_trunc_length out = rr_trunc_between(x.anchor, mean), d1 = rr_trunc_between(end, x.anchor);
    const rr_trunc_length d0 = rr_trunc_between(other, x.anchor);
    const rr_real a = rr_min(rr_div(rr_div(out.size, sd), out.unit), rr_splat(RR_LOG_MOST));
    const rr_mask far = rr_lt(rr_splat(RR_TRUNC_FAR), a);   /* lambda is a, which may overflow */
    const rr_real lambda = rr_select(far, a, rr_sqrt(rr_fma(a, a, rr_splat(RR_C(2))))),
                  c = rr_div(rr_splat(RR_C(2)), lambda + a);
    g.kappa = c * c * RR_C(0.5);
    g.h = rr_div(rr_splat(RR_C(0.5)), lambda * lambda);
    const rr_real lift = rr_select(rr_lt(sd, rr_splat(RR_TRUNC_WIDE)), rr_splat(RR_TRUNC_LIFT), one), lifted = sd * lift;
    const rr_real distant = rr_max(rr_div(lifted, out.size) * (sd * out.unit), rr_splat(RR_TRUNC_NOTHING));
    const rr_real scale = rr_select(far, distant, rr_div(lifted, lambda)), w1 = rr_div(d1.size * lift, scale * d1.unit);
    const rr_real m1 = rr_trunc_area(w1, g.kappa, &g.q1);
    const rr_real m0 = rr_trunc_area(rr_div(d0.size * lift, scale * d0.unit), g.kappa, &g.q0);
    const rr_mask narrow = rr_lt(w1, flat);
    const rr_real length1 = rr_abs(end - x.anchor), length0 = rr_abs(other - x.anchor);
    const rr_real share = rr_select(rr_lt(zero, length0), rr_div(length0, length1), zero);
    g.m1 = rr_select(narrow, flat, m1);
    g.m0 = rr_select(narrow, share * RR_TRUNC_FLAT, m0);
    g.p = rr_div(g.m0, g.m0 + g.m1);
    g.scale = rr_select(narrow, length1 * RR_TRUNC_UNFLAT * lift, scale);
    return g;
}

RR_FN void rr_truncated_normal_prepare(rr_tile *t)
{
    if (t->varies & 15) return;
    const rr_word zero = rr_wsplat(0);
    const rr_trunc_set g = rr_trunc_setup(rr_slot_param(t, 0, zero), rr_slot_param(t, 1, zero), rr_slot_param(t, 2, zero),
                                          rr_slot_param(t, 3, zero));
    rr_setup_put(t, 0, g.kappa);
    rr_setup_put(t, 1, g.h);
    rr_setup_put(t, 2, g.m0);
    rr_setup_put(t, 3, g.q0);
    rr_setup_put(t, 4, g.m1);
    rr_setup_put(t, 5, g.q1);
    rr_setup_put(t, 6, g.p);
    rr_setup_put(t, 7, g.scale);
}

RR_FN rr_trunc_set rr_trunc_set_fixed(const rr_tile *t)
{
    rr_trunc_set g;
    g.kappa = rr_splat(RR_SETUP(t)[0]);
    g.h = rr_splat(RR_SETUP(t)[1]);
    g.m0 = rr_splat(RR_SETUP(t)[2]);
    g.q0 = rr_splat(RR_SETUP(t)[3]);
    g.m1 = rr_splat(RR_SETUP(t)[4]);
    g.q1 = rr_splat(RR_SETUP(t)[5]);
    g.p = rr_splat(RR_SETUP(t)[6]);
    g.scale = rr_splat(RR_SETUP(t)[7]);
    return g;
}

RR_FN rr_trunc_set rr_trunc_set_slot(const rr_tile *t, rr_word slot)
{
    if (!(t->varies & 15)) return rr_trunc_set_fixed(t);
    return rr_trunc_setup(rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot), rr_slot_param(t, 2, slot),
                          rr_slot_param(t, 3, slot));
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

/* The sets of a group's consecutive slots. */
RR_FN void rr_trunc_sets(const rr_tile *t, rr_uint32 slot0, rr_trunc_set *g)
{
    rr_real p[4][RR_TWO_GROUP];
    if (!(t->varies & 15)) {
        RR_UNROLL
        for (int k = 0; k < RR_TWO_GROUP; ++k) g[k] = rr_trunc_set_fixed(t);
        return;
    }
    RR_UNROLL
    for (rr_uint32 n = 0; n < 4; ++n) rr_two_params(t, n, slot0, p[n]);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) g[k] = rr_trunc_setup(p[0][k], p[1][k], p[2][k], p[3][k]);
}

RR_FN void rr_truncated_normal_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_trunc_set g[RR_TWO_GROUP];
    rr_trunc_sets(t, slot0, g);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        const rr_two x = rr_two_member(b, k);
        v[k] = rr_trunc_quick(g[k], rr_unit_first(RR_TWO_FIRST(x)), x.second);
    }
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_truncated_normal_series(int k) { return rr_two_series(k); }
#endif

RR_FN rr_try rr_truncated_normal_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_two x = rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN);
    return rr_trunc_quick(rr_trunc_set_slot(t, slot), rr_unit_first(RR_TWO_FIRST(x)), x.second);
}

RR_FN rr_try rr_truncated_normal_settle(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, i, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, i, j, RR_PURPOSE_LOW);
    const rr_unit u = rr_two_second(x, low, rr_wsplat(0)), rest = rr_two_second(x, low, rr_wsplat(RR_WORD_MASK));
    return rr_trunc_exact(rr_trunc_set_slot(t, slot), rr_unit_full(RR_TWO_FIRST(x), RR_TWO_FIRST(low)), u.u, rest.u);
}

/* Is low not above high? */
#define RR_RELATES_truncated_normal 2
RR_FN rr_mask rr_truncated_normal_related(const rr_real *v) { return rr_le(v[0], v[1]); }

RR_FN rr_real rr_truncated_normal_finish(const rr_tile *t, rr_uint32 slot0, rr_real y, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0), mean = rr_run_param(t, 2, slot0);
    const rr_real sd = rr_run_param(t, 3, slot0);
    const rr_real scale = t->varies & 15 ? rr_trunc_setup(low, high, mean, sd).scale : rr_splat(RR_SETUP(t)[7]);
    const rr_trunc_place x = rr_trunc_place_of(low, high, mean);
    const rr_mask lifted = rr_lt(sd, rr_splat(RR_TRUNC_WIDE));
    const rr_real size = rr_select(lifted, scale * y, scale), unit = rr_select(lifted, rr_splat(RR_TRUNC_UNLIFT), y);
    (void)aux;
    return rr_max(low, rr_min(high, rr_fma(size, rr_select(x.right, unit, RR_C(0) - unit), x.anchor)));
}

#endif
