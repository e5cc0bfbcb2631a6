/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-normal: the normal of the given mean and sd, given that it is in [low, high]. Either end may be infinite, and
 * the interval may be at any distance and of any width.
 *
 * One proposal for every interval. Let `anchor` be the point of [low, high] nearest to the mean, a >= 0 its distance from
 * the mean, and x = anchor +- y (all in units of sd). On each side of the anchor the density in y is e^(-a y - y^2/2), 0 <=
 * y <= w. It is log-concave, at most 1, and below each of its tangents. For any c >= 0 the tangent at y = c gives the hat
 *
 *     lambda = a + c,  t = c^2 / (2 lambda);   1 for y <= t,  e^(-lambda (y - t)) beyond,
 *
 * and an attempt accepts y with probability
 *
 *     density / hat = e^(-a y - y^2/2) for y <= t,  e^(-(y - c)^2/2) beyond.
 *
 * On the half line the hat's area, t + 1 / lambda, is smallest for c = 2 / (a + sqrt(a^2 + 2)). Acceptance there is M(a) /
 * c, M Mills' ratio, and since M(a) > 2 / (a + sqrt(a^2 + 4)) (Birnbaum 1942) it is above
 *
 *     (a + sqrt(a^2 + 2)) / (a + sqrt(a^2 + 4)) >= sqrt(1/2) = 0.707.
 *
 * On a short side, w finite, acceptance as a function of w begins at 1 and decreases where density / hat at w is smaller.
 * That ratio is 1 at 0, decreases to e^(-(c - t)^2 / 2) at t, increases to 1 at c and decreases from there on. So the
 * minimum of acceptance is between t and c, where it equals a ratio >= e^(-1/4) = 0.778 (c - t = 1 / lambda), or at
 * infinity. A mean inside the interval has a side on the right and one on the left, both with a = 0. One is chosen with the
 * probability of its hat's area, so acceptance is a mean of the two sides'. A mean outside has one side: the other one's w
 * is 0. All regions share one branch-free code and differ in numbers only.
 *
 * The choice of c matters little: c is about 1 / D, D = max(11/16 + a/2, 1/4 + a), by exponent and fraction as one number,
 * without a root or a division. The area is then at most 1.0012 of the minimum. Acceptance is by computation at least
 * 0.8742, on the half line with a = 0.35; 0.886 at a = 0, and 1 in the limit (Robert 1995, without the flat top, has 0.760
 * at 0). The end of the hat does not matter either, as long as it is not before w, because proposals past w are rejected. So
 * the area is computed with an exponential of four coefficients, which is at most 1.51e-4 too small, and the distribution is
 * still exact.
 *
 * Numbers. All are in units of 1 / lambda: Y = lambda y, W = lambda w, kappa = lambda t = c^2 / 2, h = 1 / (2 lambda^2),
 * slope = a / lambda, beta = lambda c - kappa. With q slightly below e^(kappa - W) (1 if W < kappa), the side's area is m =
 * min(W, kappa) + 1 - q, and with R uniform
 *
 *     V = m (1 - R);   Y = V where V <= kappa, else kappa - log s,   s = 1 - (V - kappa) = q + m R,
 *     -log(density / hat) = Y (slope + h Y) or h (-log s - beta)^2.
 *
 * 1 - R has full relative precision next to the anchor (uniform.h: t), R far away: LOW words. s is computed from kappa - V
 * near 1 and from q + m R below, so Y has a relative error of a few ulp everywhere. The sample is anchor +- (sd / lambda) Y,
 * rounded when it is added to the anchor. So an excess of 1e-30 over low is not lost, and in an interval of a few ulps each
 * number has the probability of the real numbers that round to it. Up to W - kappa = 2^-6, 1 - q is W - kappa, which is not
 * too small and has full relative precision. Distances are differences of the parameters, exact to half an ulp; they are
 * halved where they might overflow. Where W < 2^-26 (f32; 2^-55) the density is flat to less than half an ulp and W may
 * underflow. There the unit is chosen so that W is 2^-26, and sd / lambda is the width over 2^-26. low = high makes it 0.
 * Where sd < 2^20, sd / lambda has a factor of 2^40 (2^80), so that it is not denormal where it matters, and Y times it is
 * scaled back; 1 / sd follows from the same product. Where a > 2^30, c is 0, and sd / lambda is sd (sd / distance): a may
 * overflow.
 *
 * Set-up. With per-sample parameters it is half of the work: it takes two divisions, 1 / sd and 1 / lambda. The default
 * set-up leaves out the rare cases, an sd above 2^100 (2^1000), a > 2^30 and W < 2^-26, and marks where it is not valid:
 * such an attempt is undecided. The full test and constant parameters use the full set-up, whose numbers equal the default
 * ones wherever those are valid.
 *
 * The second uniform U chooses the side and accepts. The side that reaches less far ("minor"), of area m0, is chosen where
 * (1 - U) (m0 + m1) < m0, and accepts where (1 - U) (m0 + m1) < m0 density / hat. The other ("major") accepts where U (m0 +
 * m1) < m1 density / hat. So small probabilities are compared with small numbers of full relative precision.
 *
 * Quick test: the first bits of U (2^-24, f64: 2^-32), and e^-cost by quick.h, within 2^-21 of it and, in f32, 2^-20 for the
 * error of the cost. It is undecided where the sides of either comparison differ by less than 2^-15 (m0 + m1).
 *
 * Words: two_uniforms.h, the first uniform is R. Undecided: R (2^-8, 2^-9), and the quick test (2^-14). */
#ifndef RR_SAMPLER_TRUNCATED_NORMAL_H
#define RR_SAMPLER_TRUNCATED_NORMAL_H

#include "engine/math/exp.h"
#include "engine/math/quick.h"
#include "engine/math/short/log.h"
#include "engine/draws/two_uniforms.h"

#define RR_GROUP_truncated_normal RR_TWO_GROUP
#define RR_VARYING_truncated_normal 15u
#define RR_AUX_truncated_normal 0
#define RR_BLOCKS_truncated_normal RR_TWO_BLOCKS
#define RR_EXPENSIVE_truncated_normal 1

#if RR_DTYPE == 32
#define RR_TRUNC_FLAT RR_C(0x1p-26)
#define RR_TRUNC_UNFLAT RR_C(0x1p26)
#define RR_TRUNC_LIFT RR_C(0x1p40)
#define RR_TRUNC_UNLIFT RR_C(0x1p-40)
#define RR_TRUNC_NOTHING RR_C(0x1p-126)
#define RR_TRUNC_MIN RR_C(-80)
#define RR_TRUNC_MIN2 RR_C(-120)
#define RR_TRUNC_FRACTION 23
#define RR_TRUNC_INVERSE 0x7ee80000u
#else
#define RR_TRUNC_FLAT RR_C(0x1p-55)
#define RR_TRUNC_UNFLAT RR_C(0x1p55)
#define RR_TRUNC_LIFT RR_C(0x1p80)
#define RR_TRUNC_UNLIFT RR_C(0x1p-80)
#define RR_TRUNC_NOTHING RR_C(0x1p-1022)
#define RR_TRUNC_MIN RR_C(-160)
#define RR_TRUNC_MIN2 RR_C(-900)
#define RR_TRUNC_FRACTION 52
#define RR_TRUNC_INVERSE 0x7fdd000000000000u
#endif
#define RR_TRUNC_FAR RR_C(0x1p30)    /* from here on lambda is a */
#define RR_TRUNC_HUGE (RR_DTYPE == 32 ? RR_C(0x1p100) : RR_C(0x1p1000))
#define RR_TRUNC_LOWER RR_C(0x1p-20) /* brings an sd above that where its inverse is a normal number */
#define RR_TRUNC_WIDE RR_C(0x1p20)   /* a smaller sd is lifted */
#define RR_TRUNC_SHORT RR_C(0x1p-6)  /* of a tail, whose area is its width up to here */
#define RR_TRUNC_MARGIN RR_C(0x1p-15)  /* of a quick test */

/* The first bits of U. */
#if RR_DTYPE == 32
RR_FN rr_real rr_trunc_first_bits(rr_word w) { return rr_fromuint(w >> 8) * RR_C(0x1p-24); }
#else
RR_FN rr_real rr_trunc_first_bits(rr_word w) { return rr_fromuint(w) * RR_C(0x1p-32); }
#endif

/* The parameters of a sample. */
typedef struct rr_trunc_interval {
    rr_real low, high, mean, sd;
} rr_trunc_interval;

/* Numbers of a sample for both sides, minor (0) and major (1). */
typedef struct rr_trunc_set {
    rr_real kappa, h, slope, beta;
    rr_real m0, q0, w0, m1, q1, w1;
    rr_real scale;      /* sd / lambda, lifted; negative where the major side is on the left */
    rr_real anchor;
} rr_trunc_set;

/* The start of a sample, and the direction of its major side. */
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

/* Distances of the anchor from the mean and from the ends of both sides, times unit: a half where they might overflow. Those
 * from the ends may: where sd <= RR_TRUNC_HUGE such a side has no end. */
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

/* 2^x for x <= 0, at most 1.51e-4 of it too small: the minimax polynomial for [-1/2, 1/2], of error 7.5e-5, minus that.
 * Below -120 (f64: -900) it is the value there, which changes no s: m R is above 2^-67 (2^-131). */
RR_FN rr_real rr_trunc_exp2(rr_real x)
{
    const rr_real z = rr_max(x, rr_splat(RR_TRUNC_MIN2)), sum = z + RR_EXP_ROUND, f = z - (sum - RR_EXP_ROUND);
    rr_real p = rr_splat(RR_C(0x1.c3ee9ep-5));
    p = rr_step(p, f, RR_C(0x1.f0d478p-3));
    p = rr_step(p, f, RR_C(0x1.62ec38p-1));
    p = rr_step(p, f, RR_C(0x1.ffeca6p-1));
    return rr_asreal(rr_asbits(p) + (rr_asbits(sum) << RR_TRUNC_FRACTION));
}

/* q of a side, and its area. */
RR_FN rr_real rr_trunc_rest(rr_real w, rr_real kappa)
{
    const rr_real beyond = w - rr_min(w, kappa);
    return rr_select(rr_lt(beyond, rr_splat(RR_TRUNC_SHORT)), RR_C(1) - beyond, rr_trunc_exp2(beyond * -RR_LOG2E));
}

RR_FN rr_real rr_trunc_area(rr_real w, rr_real kappa, rr_real q)
{
    const rr_real flat = rr_min(w, kappa), beyond = w - flat;
    return flat + rr_select(rr_lt(beyond, rr_splat(RR_TRUNC_SHORT)), beyond, RR_C(1) - q);
}

/* c: about 1 / D. Negating the exponent and the fraction of D, as one number, gives 0.906 to 0.989 of 1 / D. */
RR_FN rr_real rr_trunc_touch(rr_real a)
{
    const rr_real d = rr_max(rr_fma(a, rr_splat(RR_C(0.5)), rr_splat(RR_C(0.6875))), a + RR_C(0.25));
    return rr_asreal(RR_TRUNC_INVERSE - rr_asbits(d));
}

/* sd (sd / distance), lifted; the distance is halved wherever it might overflow. */
RR_FN rr_real rr_trunc_distant(rr_trunc_place x, rr_trunc_interval i, rr_real lifted)
{
    const rr_real one = rr_splat(RR_C(1)), max = rr_max(rr_abs(x.anchor), rr_abs(i.mean));
    const rr_real unit = rr_select(rr_lt(one, max), rr_splat(RR_C(0.5)), one);
    const rr_real distance = rr_abs(x.anchor * unit - i.mean * unit);
    return rr_max(rr_div(lifted, distance) * (i.sd * unit), rr_splat(RR_TRUNC_NOTHING));
}

/* Where the major side is narrow (W1 < 2^-26) the unit is chosen so that W1 is 2^-26. */
RR_FN void rr_trunc_flatten(rr_trunc_set *g, rr_mask narrow, rr_real length0, rr_real length1, rr_real lift)
{
    const rr_real zero = rr_splat(RR_C(0)), fraction = rr_select(rr_lt(zero, length0), rr_div(length0, length1), zero);
    g->w1 = rr_select(narrow, rr_splat(RR_TRUNC_FLAT), g->w1);
    g->w0 = rr_select(narrow, fraction * RR_TRUNC_FLAT, g->w0);
    g->scale = rr_select(narrow, length1 * RR_TRUNC_UNFLAT * lift, g->scale);
}

/* lambda and the numbers that depend on it; W0 and W1 in its units. */
RR_FN void rr_trunc_hat(rr_trunc_set *g, rr_real a, rr_real c)
{
    const rr_real lambda = a + c, over = rr_div(rr_splat(RR_C(1)), lambda);
    g->kappa = c * c * RR_C(0.5);
    g->h = over * over * RR_C(0.5);
    g->slope = a * over;
    g->beta = c * rr_fma(c, rr_splat(RR_C(0.5)), a);
    g->scale = g->scale * over;
    g->w0 = g->w0 * lambda;
    g->w1 = g->w1 * lambda;
}

RR_FN void rr_trunc_areas(rr_trunc_set *g)
{
    g->m0 = rr_trunc_area(g->w0, g->kappa, g->q0);
    g->m1 = rr_trunc_area(g->w1, g->kappa, g->q1);
}

/* The set-up; a plain one adds the lanes in which it is not valid to `rare`. (Where `out` overflows a is above FAR.) */
RR_FN rr_trunc_set rr_trunc_setup_of(rr_trunc_interval i, int plain, rr_mask *rare)
{
    rr_trunc_set g;
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), max = rr_splat(RR_LOG_MAX);
    const rr_trunc_place x = rr_trunc_place_of(i);
    const rr_real end = rr_select(x.right, i.high, i.low), other = rr_select(x.right, i.low, i.high);
    const rr_real lift = rr_select(rr_lt(i.sd, rr_splat(RR_TRUNC_WIDE)), rr_splat(RR_TRUNC_LIFT), one), lifted = i.sd * lift;
    const rr_mask huge = rr_lt(rr_splat(RR_TRUNC_HUGE), i.sd);
    rr_trunc_lengths d = rr_trunc_between(x, end, other, i.mean, one);
    rr_real to_normal = lift, from_normal = lift;   /* the lengths over sd are (d / (sd to_normal)) from_normal */
    const rr_mask large = rr_mor(huge, rr_lt(max, d.out));
    if (!plain && rr_some(large)) {
        d = rr_trunc_between(x, end, other, i.mean, rr_select(large, rr_splat(RR_C(0.5)), one));
        to_normal = rr_select(huge, rr_splat(RR_TRUNC_LOWER), lift);
        from_normal = to_normal * rr_select(large, rr_splat(RR_C(2)), one);
    }
    const rr_real over = rr_div(one, i.sd * to_normal);
    const rr_real any_a = (d.out * over) * from_normal, a = plain ? any_a : rr_min(any_a, max);
    const rr_mask far = rr_lt(rr_splat(RR_TRUNC_FAR), a);   /* lambda is a, which may overflow */
    g.anchor = x.anchor;
    g.scale = lifted;
    g.w0 = (d.d0 * over) * from_normal;
    g.w1 = (d.d1 * over) * from_normal;
    rr_trunc_hat(&g, a, plain ? rr_trunc_touch(a) : rr_select(far, zero, rr_trunc_touch(a)));
    if (!plain && rr_some(far)) {
        g.scale = rr_select(far, rr_trunc_distant(x, i, lifted), g.scale);
        g.w0 = rr_select(far, rr_div(d.d0 * lift, g.scale * d.unit), g.w0);
        g.w1 = rr_select(far, rr_div(d.d1 * lift, g.scale * d.unit), g.w1);
    }
    const rr_mask narrow = rr_lt(g.w1, rr_splat(RR_TRUNC_FLAT));
    if (!plain && rr_some(narrow)) rr_trunc_flatten(&g, narrow, rr_abs(other - x.anchor), rr_abs(end - x.anchor), lift);
    g.scale = rr_select(x.right, g.scale, zero - g.scale);
    g.q0 = rr_trunc_rest(g.w0, g.kappa);
    g.q1 = rr_trunc_rest(g.w1, g.kappa);
    rr_trunc_areas(&g);
    *rare = rr_mor(*rare, rr_mor(huge, rr_mor(far, narrow)));
    return g;
}

RR_FN rr_trunc_set rr_trunc_setup(rr_trunc_interval i)
{
    rr_mask rare = rr_mfrom(0);
    return rr_trunc_setup_of(i, 0, &rare);
}

/* The sample: from its Y, negative on the minor side. */
RR_FN rr_real rr_trunc_sample(rr_trunc_interval i, rr_trunc_set g, rr_real y)
{
    const rr_mask lifted = rr_lt(i.sd, rr_splat(RR_TRUNC_WIDE));
    const rr_real size = rr_select(lifted, g.scale * y, g.scale), unit = rr_select(lifted, rr_splat(RR_TRUNC_UNLIFT), y);
    return rr_max(i.low, rr_min(i.high, rr_fma(size, unit, g.anchor)));
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
    each(0, kappa) each(1, h) each(2, slope) each(3, beta) each(4, q0) each(5, w0) each(6, q1) each(7, w1) each(8, scale) \
    each(9, anchor)
RR_SETUP_KEPT(trunc, rr_trunc_set, RR_TRUNC_SET)

RR_FN void rr_truncated_normal_prepare(rr_tile *t)
{
    if (t->varies & 15) return;
    rr_trunc_keep(t, rr_trunc_setup(rr_trunc_interval_fixed(t)));
}

RR_FN rr_trunc_set rr_trunc_set_fixed(const rr_tile *t)
{
    rr_trunc_set g = rr_trunc_kept(t);
    rr_trunc_areas(&g);
    return g;
}

RR_FN rr_trunc_set rr_trunc_set_of(const rr_tile *t, rr_trunc_interval i)
{
    return t->varies & 15 ? rr_trunc_setup(i) : rr_trunc_set_fixed(t);
}

/* e^-x for x >= 0, or slightly negative by a rounding error, clamped where nothing is accepted any more: a normal number, so
 * that k can be added to the exponent at once. */
RR_FN rr_real rr_trunc_exp(rr_real x)
{
    const rr_real z = rr_max(RR_C(0) - x, rr_splat(RR_TRUNC_MIN));
    const rr_real rounded = rr_fma(z, rr_splat(RR_LOG2E), rr_splat(RR_EXP_ROUND)), k = rounded - RR_EXP_ROUND;
    const rr_real r = rr_fma(k, rr_splat(-RR_LN2_CW_LO), rr_fma(k, rr_splat(-RR_LN2_CW_HI), z));
    const rr_real y = rr_fma(r * r, rr_exp_tail(r), r) + RR_C(1);
    return rr_asreal(rr_asbits(y) + (rr_asbits(rounded) << RR_TRUNC_FRACTION));
}

/* The proposal on a side, and -log(density / hat). */
typedef struct rr_trunc_point {
    rr_real y, cost;
    rr_mask past;   /* y is beyond the side's end */
} rr_trunc_point;

RR_FN rr_trunc_point rr_trunc_point_of(rr_trunc_set g, rr_unit r, rr_mask minor)
{
    rr_trunc_point x;
    const rr_real m = rr_select(minor, g.m0, g.m1), q = rr_select(minor, g.q0, g.q1), w = rr_select(minor, g.w0, g.w1);
    const rr_real v = m * (RR_C(0) - rr_select(r.upper, r.t, r.u - RR_C(1))), f = g.kappa - v;
    const rr_real e = rr_short_neglog(rr_short_below_one(rr_fma(m, r.u, q)), f), off = e - g.beta;
    const rr_mask top = rr_le(v, g.kappa);
    x.y = rr_select(top, v, g.kappa + e);
    x.cost = rr_select(top, x.y * rr_fma(g.h, x.y, g.slope), g.h * (off * off));
    x.past = rr_lt(w, x.y);
    return x;
}

/* The sample; y is negative on the minor side. */
RR_FN rr_try rr_trunc_made(rr_trunc_interval i, rr_trunc_set g, rr_mask minor, rr_trunc_point x, rr_mask in, rr_mask open)
{
    const rr_real y = rr_select(minor, RR_C(0) - x.y, x.y);
    return rr_try_of(rr_trunc_sample(i, g, y), rr_mandnot(rr_mandnot(in, x.past), open), open);
}

/* The full verdict, from U and rest = 1 - U. */
RR_FN rr_try rr_trunc_exact(rr_trunc_interval i, rr_trunc_set g, rr_unit r, rr_real u, rr_real rest)
{
    const rr_real both = g.m0 + g.m1;
    const rr_mask minor = rr_lt(rest * both, g.m0);
    const rr_trunc_point x = rr_trunc_point_of(g, r, minor);
    const rr_real bound = rr_select(minor, g.m0, g.m1) * rr_trunc_exp(x.cost);
    return rr_trunc_made(i, g, minor, x, rr_lt(rr_select(minor, rest, u) * both, bound), rr_mfrom(0));
}

/* The quick verdict; w is the first word of U. */
RR_FN rr_try rr_trunc_quick(rr_trunc_interval i, rr_trunc_set g, rr_unit r, rr_word w)
{
    const rr_real u = rr_trunc_first_bits(w), rest = RR_C(1) - u, both = g.m0 + g.m1, margin = both * RR_TRUNC_MARGIN;
    const rr_real side = rr_fma(rest, both, RR_C(0) - g.m0);
    const rr_mask minor = rr_lt(side, rr_splat(RR_C(0)));
    const rr_trunc_point x = rr_trunc_point_of(g, r, minor);
    const rr_real bound = rr_select(minor, g.m0, g.m1) * rr_quick_exp2(x.cost * -RR_LOG2E);
    const rr_real off = rr_fma(rr_select(minor, rest, u), both, RR_C(0) - bound);
    const rr_mask certain = rr_mand(rr_lt(margin, rr_abs(side)), rr_lt(margin, rr_abs(off)));
    return rr_trunc_made(i, g, minor, x, rr_lt(off, rr_splat(RR_C(0))), rr_mor(r.open, rr_mnot(certain)));
}

/* n attempts, up to 4; all set-ups come first, so that none waits for another's divisions. A rare one stays undecided. */
RR_FN void rr_trunc_tries(const rr_tile *t, const rr_trunc_interval *i, const rr_two *x, int n, rr_try *v)
{
    rr_trunc_set g[4];
    rr_mask rare[4];
    RR_UNROLL
    for (int k = 0; k < n; ++k) {
        rare[k] = rr_mfrom(0);
        g[k] = t->varies & 15 ? rr_trunc_setup_of(i[k], 1, &rare[k]) : rr_trunc_set_fixed(t);
    }
    RR_UNROLL
    for (int k = 0; k < n; ++k) {
        rr_unit r = rr_unit_first(RR_TWO_FIRST(x[k]));
        r.open = rr_mor(r.open, rare[k]);
        v[k] = rr_trunc_quick(i[k], g[k], r, x[k].second);
    }
}

RR_FN void rr_truncated_normal_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_trunc_interval i[RR_TWO_GROUP];
    rr_two x[RR_TWO_GROUP];
    rr_real p[4][RR_TWO_GROUP];
    RR_UNROLL
    for (rr_uint32 n = 0; n < 4; ++n) rr_two_params(t, n, slot0, p[n]);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        i[k].low = p[0][k];
        i[k].high = p[1][k];
        i[k].mean = p[2][k];
        i[k].sd = p[3][k];
        x[k] = rr_two_member(b, k);
    }
    rr_trunc_tries(t, i, x, RR_TWO_GROUP, v);
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_truncated_normal_series(int k) { return rr_two_series(k); }
#endif

/* One attempt. Constant parameters have their own branch where code size allows: it is half as long. */
RR_FN rr_try rr_truncated_normal_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_two x = rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN);
    const rr_trunc_interval i = t->varies & 15 ? rr_trunc_interval_slot(t, slot) : rr_trunc_interval_fixed(t);
    rr_try v;
    rr_trunc_tries(t, &i, &x, 1, &v);
    return v;
}

RR_FN rr_try rr_truncated_normal_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_trunc_interval i = rr_trunc_interval_slot(t, slot);
    const rr_trunc_set g = rr_trunc_set_of(t, i);
    const rr_index n = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, n, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, n, j, RR_PURPOSE_LOW);
    const rr_unit u = rr_two_second(x, low, rr_wsplat(0)), rest = rr_two_second(x, low, rr_wsplat(RR_WORD_MASK));
    const rr_unit r = rr_unit_full(RR_TWO_FIRST(x), RR_TWO_FIRST(low));
    return rr_trunc_exact(i, g, r, u.u, rest.u);
}

/* True where low is not above high. */
#define RR_RELATES_truncated_normal 2
RR_FN rr_mask rr_truncated_normal_related(const rr_real *v) { return rr_le(v[0], v[1]); }

#define RR_AS_DRAWN truncated_normal
#include "engine/draws/as_drawn.h"

#endif
