/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* hypergeometric: the number of good items among nsample items drawn without replacement from ngood good and nbad bad ones;
 * N = ngood + nbad up to 2^53.
 *
 * Where ngood > nbad the bad items are counted, and where nsample > N / 2 the remaining ones, both exact. The distribution
 * is the same with ngood and nsample exchanged. So l is the larger of min(ngood, nbad) and min(nsample, N - nsample), s the
 * smaller, s <= l <= N / 2, and counts range from 0 to s. With e = N - l - s, and the mean m = s l / N, a double word,
 *
 *     P(k) = C(l, k) C(N - l, s - k) / C(N, s),
 *     -log P(k) = log(2 pi k (l - k) (s - k) (e + k) N / (l (N - l) s (N - s))) / 2
 *                 + S(k) + S(l - k) + S(s - k) + S(e + k) + S(N) - S(l) - S(N - l) - S(s) - S(N - s)
 *                 + D(k, m) + D(l - k, l - m) + D(s - k, s - m) + D(e + k, e + m),
 *
 * Loader's form of three binomials (mass.h), whose means are those of p = s / N; all d are k - m, or its negative.
 *
 * From s l = 12 N on (both rounded) the method is transformed rejection as for binomials (engine/draws/transformed.h):
 * about m + 1/2, with the distribution's sd, b = 1.15 + 2.53 sd, a = .0248 b + .01 l / N - .0873, A = (2.83 + 5.1 / b) /
 * sqrt(2 pi). The hat is above P: P is at most .9954 of it in a scan of u (both ends of every k's part) over all s and l of
 * N < 100 and some 10^5 parameter sets up to N = 10^9. From a mean of 10 on, as for binomials, it would not be: 1.03 at s =
 * l = N / 2 = 20. Below 12 it is inversion from 0 (engine/draws/climb.h).
 *
 * The full test defines the distribution. Words are those of poisson. The relative error of P(k) where P(k) >=
 * 2^-64 is 2^-40 by rejection (as for binomial; four D instead of two, whose sum is as small) and 2^-33 by inversion. In
 * inversion the error of P(0) is common to all counts, and matters only where F reaches 1 and the remaining probability is
 * smaller than this error. Up to s = 64 P(0) is a product of double words, accurate to 2^-97 where P(s) >= 2^-64 (s <= 38),
 * 2^-96 to s = 64. Above, P(s) < 2^-64, and the probability beyond a P(k) >= 2^-64 is at least m 2^-76 for m >= 2^-21, so
 * that 2^-77 m of log P(0) is enough; its relative error is 2^-77, and it is at most 1.3 m.
 *
 * The attempt's F is accurate to 2^-45.1: the exponent of P(0), at most 30, to 2^-45.7, the smallest P(k) to k 2^-51, sums
 * to 2^-48. */
#ifndef RR_SAMPLER_HYPERGEOMETRIC_H
#define RR_SAMPLER_HYPERGEOMETRIC_H

#include "engine/draws/climb.h"
#include "engine/draws/transformed.h"
#include "engine/math/double_exp.h"
#include "engine/math/exp.h"
#include "engine/math/neglog.h"
#include "laws/hypergeometric/draw/urn.h"

#define RR_GROUP_hypergeometric 2
#define RR_AUX_hypergeometric 0
#define RR_BLOCKS_hypergeometric 1
#define RR_REJECTS_OFTEN_hypergeometric 1
#define RR_OPEN_OFTEN_hypergeometric 1
#define RR_FILTER_hypergeometric (RR_DTYPE == 32)
#define RR_SUITS_hypergeometric 1

#if RR_DTYPE == 32
#include "laws/hypergeometric/draw/first.h"
#else
#define RR_RELATES_hypergeometric 3
RR_FN rr_mask rr_hypergeometric_related(const rr_real *v) { return rr_urn_related(v); }

RR_FN rr_urn rr_urn_at(const rr_tile *t, rr_word slot)
{
    return rr_urn_of(rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot), rr_slot_param(t, 2, slot));
}

typedef struct rr_urn_set {
    rr_real some;            /* S(l) + S(N - l) + S(s) + S(N - s) - S(N) */
    rr_real none;            /* P(0), where m < 12 */
    rr_double mean;
    rr_hat hat;              /* its scale: sqrt(l (N - l) s (N - s) / N / (2 pi)) / A */
} rr_urn_set;

RR_FN rr_urn_set rr_urn_setup(rr_urn x)
{
    /* nsample or ngood is 0: any parameters without a division by 0. */
    const rr_real one = rr_splat(RR_C(1)), s = rr_max(x.s, one), l = rr_max(x.l, one);
    const rr_real all = rr_max(x.all, rr_splat(RR_C(2)));
    const rr_real bad = all - l, left = all - s, p = rr_div(l, all);
    rr_urn_set g;
    g.mean = rr_double_over(rr_two_product(x.s, x.l), rr_double_of(all, rr_splat(RR_C(0))));
    g.some = (rr_stirling(l) + rr_stirling(bad)) + (rr_stirling(s) + rr_stirling(left)) - rr_stirling(all);
    const rr_real sd = rr_sqrt(rr_div(s * l, all) * (rr_div(bad, all) * rr_div(left, all - RR_C(1))));
    g.hat.b = rr_fma(sd, rr_splat(RR_C(2.53)), rr_splat(RR_C(1.15)));
    g.hat.a = rr_fma(g.hat.b, rr_splat(RR_C(0.0248)), rr_fma(p, rr_splat(RR_C(0.01)), rr_splat(RR_C(-0.0873))));
    const rr_real area = rr_div(rr_splat(RR_C(5.1)), g.hat.b) + RR_C(2.83);
    const rr_real front = rr_sqrt((l * s) * (rr_div(bad, all) * left));   /* the roots of 2 pi cancel */
    g.hat.scale = rr_div(front, area);
    g.none = one;
    if (rr_some(x.small)) {
        const rr_real zero = rr_splat(RR_C(0)), root = rr_urn_root(x, zero) * RR_C(2.5066282746310005);
        const rr_real p0 = rr_div(front, root) * rr_exp(RR_C(0) - rr_urn_away(g.mean, g.some, x, zero));
        g.none = rr_select(rr_lt(zero, x.s), p0, one);
    }
    return g;
}

#define RR_URN_SET(each) \
    each(0, some) each(1, none) each(2, mean.hi) each(3, mean.lo) each(4, hat.a) each(5, hat.b) \
    each(6, hat.scale)
RR_SETUP_KEPT(urn, rr_urn_set, RR_URN_SET)

RR_FN void rr_hypergeometric_prepare(rr_tile *t)
{
    if (t->varies & 7) return;
    rr_urn_keep(t, rr_urn_setup(rr_urn_at(t, rr_wsplat(0))));
}

RR_FN rr_urn_set rr_urn_set_of(const rr_tile *t, rr_urn x)
{
    if (t->varies & 7) return rr_urn_setup(x);
    return rr_urn_kept(t);
}

/* -log of V / (P(k) (a / u^2 + b) / A), k from 0 to s: accepted where it is not below 0. */
RR_FN rr_real rr_urn_excess(rr_urn_set g, rr_urn x, rr_proposal p)
{
    return rr_minus_log(rr_div(p.v * rr_urn_root(x, p.k), rr_hat_over(g.hat, p.u))) - rr_urn_away(g.mean, g.some, x, p.k);
}

/* Lanes of the other method climb from P(0) = 1. */
RR_FN rr_climb rr_urn_climb(rr_urn x)
{
    rr_climb law = rr_climb_of(rr_select(x.small, x.s, rr_splat(RR_C(0))), rr_splat(RR_C(1)));
    law.bad = x.rest;
    law.urn = 1;
    return law;
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_urn_try(const rr_tile *t, rr_urn x, rr_word wu, rr_word wv)
{
    const rr_urn_set g = rr_urn_set_of(t, x);
    rr_try r = rr_try_of(x.s, rr_mfrom(0), rr_mfrom(0));
    if (rr_some(rr_mnot(x.small))) {
        const rr_proposal p = rr_proposal_within(rr_propose(g.hat, g.mean.hi + RR_C(0.5), wu, wv), x.s);
        r = rr_proposal_try(p, rr_urn_excess(g, x, p));
    }
    if (rr_some(x.small)) r = rr_try_select(x.small, rr_climb_first(rr_urn_climb(x), g.none, x.l, wu, x.small), r);
    r.value = rr_urn_value(x, rr_min(r.value, x.s));
    return r;
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

/* P(0) for s <= 64: (N - l) ... (N - l - s + 1) / (N ... (N - s + 1)), eight factors of each at a time, which are below
 * 2^424. */
RR_FN rr_double rr_urn_product(rr_urn x)
{
    const rr_double one = rr_double_of(rr_splat(RR_C(1)), rr_splat(RR_C(0)));
    rr_double r = one;
    for (rr_uint32 i = 0; i < 64; i += 8) {
        rr_double over = one, under = one;
        if (!rr_some(rr_lt(rr_splat((rr_scalar)i), x.s))) break;
        for (rr_uint32 j = i; j < i + 8; ++j) {
            const rr_real at = rr_splat((rr_scalar)j);
            const rr_mask here = rr_lt(at, x.s);
            over = rr_double_times(over, rr_double_of(rr_select(here, (x.all - x.l) - at, one.hi), one.lo));
            under = rr_double_times(under, rr_double_of(rr_select(here, x.all - at, one.hi), one.lo));
        }
        r = rr_double_times(r, rr_double_over(over, under));
    }
    return r;
}

/* log Gamma(y + 1/2) - y log y + y - log(2 pi) / 2, y = n + 1/2: the first term, -1 / (24 y), without its sign, and the
 * next three, with a relative error of 2^-82 for y > 222. */
RR_FN rr_double rr_urn_first(rr_real n)
{
    const rr_double one = rr_double_of(rr_splat(RR_C(1)), rr_splat(RR_C(0)));
    const rr_double y = rr_double_add(rr_two_product(n, rr_splat(RR_C(24))), rr_double_of(rr_splat(RR_C(12)), one.lo));
    return rr_double_over(one, y);
}

RR_FN rr_real rr_urn_next(rr_real n)
{
    const rr_real r = rr_div(rr_splat(RR_C(1)), n + RR_C(0.5)), s = r * r;
    rr_real p = rr_splat(RR_C(0.000590583565197581021));   /* 127 / 215040 */
    p = rr_fma(p, s, rr_splat(RR_C(-0.000768849206349206349)));   /* -31 / 40320 */
    p = rr_fma(p, s, rr_splat(RR_C(0.00243055555555555556)));   /* 7 / 2880 */
    return p * (s * r);
}

/* -log P(0) for s > 64, where s <= l < .185 N: log N! + log e! - log (N - l)! - log (N - s)!. About c = N + 1/2 - (l + s) /
 * 2, with A = ((l + s) / (2 c))^2 <= .052 and B = ((l - s) / (2 c))^2 this is
 *
 *     l s / c  sum over j >= 1 of (A^(j-1) + A^(j-2) B + ... + B^(j-1)) / (j (2 j - 1))
 *
 * plus the Stirling remainders of each; 20 terms, each below .06 of the previous one. */
RR_FN rr_double rr_urn_log(rr_urn x)
{
    const rr_real zero = rr_splat(RR_C(0));
    const rr_double one = rr_double_of(rr_splat(RR_C(1)), zero);
    const rr_double twice = rr_double_add(rr_two_sum(x.all, x.rest), one);   /* 2 c */
    const rr_double near = rr_double_over(rr_double_of(x.l - x.s, zero), twice);
    const rr_double far = rr_double_over(rr_double_of(x.l + x.s, zero), twice);
    const rr_double a = rr_double_times(far, far), b = rr_double_times(near, near);
    rr_double sum = one, powers = one, last = one;   /* sum of A^i B^j; B^j */
    for (rr_uint32 j = 2; j <= 20; ++j) {
        last = rr_double_times(last, b);
        powers = rr_double_add(rr_double_times(powers, a), last);
        sum = rr_double_add(sum, rr_double_over(powers, rr_double_of(rr_splat((rr_scalar)(j * (2 * j - 1))), zero)));
    }
    const rr_double front = rr_double_over(rr_two_product(x.l + x.l, x.s), twice);
    const rr_double inner = rr_double_add(rr_urn_first(x.all - x.s), rr_urn_first(x.all - x.l));
    const rr_double outer = rr_double_add(rr_urn_first(x.all), rr_urn_first(x.rest));
    const rr_real next = (rr_urn_next(x.all) - rr_urn_next(x.all - x.l)) - (rr_urn_next(x.all - x.s) - rr_urn_next(x.rest));
    const rr_double terms = rr_double_add(rr_double_add(inner, rr_double_minus(outer)), rr_double_of(next, zero));
    return rr_double_add(rr_double_times(front, sum), terms);
}

/* P(0) where m < 12. */
RR_FN rr_double rr_urn_none(rr_urn x)
{
    const rr_real zero = rr_splat(RR_C(0)), lots = rr_splat(RR_C(65));
    const rr_mask some = rr_lt(rr_splat(RR_C(64)), x.s), many = rr_mand(x.small, some), few = rr_mandnot(x.small, some);
    rr_urn y = x, z = x;
    y.s = rr_select(few, x.s, zero);
    /* Other lanes get s = l = 65, N = 400. */
    z.s = rr_select(many, x.s, lots);
    z.l = rr_select(many, x.l, lots);
    z.all = rr_select(many, x.all, rr_splat(RR_C(400)));
    z.rest = rr_select(many, x.rest, rr_splat(RR_C(270)));
    const rr_double product = rr_urn_product(y);
    return rr_some(many) ? rr_double_select(many, rr_double_exp_minus(rr_urn_log(z)), product) : product;
}

/* The count where m < 12. */
RR_FN rr_real rr_urn_few(rr_urn x, const rr_word *wu)
{
    return rr_min(rr_climb_decided(rr_urn_climb(x), rr_urn_none(x), rr_double_of(x.l, rr_splat(RR_C(0))), wu), x.s);
}

RR_FN rr_try rr_hypergeometric_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_urn x = rr_urn_at(t, slot);
    const rr_urn_set g = rr_urn_set_of(t, x);
    rr_word wu[4], wv[4];
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_double centre = rr_double_add(g.mean, rr_double_of(rr_splat(RR_C(0.5)), rr_splat(RR_C(0))));
    const rr_proposal p = rr_proposal_within(rr_propose_decided(g.hat, centre, wu, wv), x.s);
    const rr_mask in = rr_mandnot(rr_le(rr_splat(RR_C(0)), rr_urn_excess(g, x, p)), p.outside);
    const rr_real k = rr_some(x.small) ? rr_select(x.small, rr_urn_few(x, wu), p.k) : p.k;
    return rr_try_of(rr_urn_value(x, k), rr_mor(in, x.small), rr_mfrom(0));
}

/* A first attempt in f32 is for rejection, and for parameters that it holds exactly (laws/hypergeometric/draw/first.h). */
RR_FN rr_mask rr_hypergeometric_suits(const rr_tile *t, rr_uint32 slot0)
{
    const rr_urn x = rr_urn_of(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0), rr_run_param(t, 2, slot0));
    const rr_mask sizes = rr_mand(rr_lt(x.all, rr_splat(RR_C(0x1p47))), rr_le(x.from, rr_splat(RR_C(0x1p22))));
    const rr_mask few = rr_mand(sizes, rr_le(x.s * x.l, x.all * RR_C(0x1p20)));
    return rr_mandnot(rr_mor(rr_lt(x.all, rr_splat(RR_C(0x1p23))), few), x.small);
}

/* v: good, bad and taken. */
RR_FN rr_try rr_hypergeometric_of(const rr_tile *t, const rr_real *v, rr_word wu, rr_word wv)
{
    return rr_urn_try(t, rr_urn_of(v[0], v[1], v[2]), wu, wv);
}
#endif

#define RR_COUNT_PAIR hypergeometric
#define RR_COUNT_PARAMS (RR_DTYPE == 32 ? 6 : 3)   /* and their low parts */
#define RR_COUNT_JUDGES (RR_DTYPE == 32)
#define RR_COUNT_MASSES (RR_DTYPE == 32)
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN hypergeometric
#include "engine/draws/as_drawn.h"

#endif
