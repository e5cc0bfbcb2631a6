/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* binomial: the number of successes in n trials, each of probability p; n from 0 to 2^53.
 *
 * Where p > 1/2 it is n minus the count for 1 - p, which is exact there. So p <= 1/2 from here on, and q = 1 - p.
 *
 * Where n p (rounded) is at least 10, the method is Hoermann's transformed rejection with squeeze (BTRS, Journal of
 * Statistical Computation and Simulation 46 (1993) 101; engine/draws/transformed.h) about n p + 1/2, with s = sqrt(n p q),
 * b = 1.15 + 2.53 s, a = .0248 b + .01 p - .0873. His A is (2.83 + 5.1 / b) s P(m), m the mode; this library uses (2.83 +
 * 5.1 / b) / sqrt(2 pi). The hat is above P: P is at most .9951 of it in a scan of u, n p from 10 to 10^6 and p from 10^-6
 * to 1/2. Below 10 it is inversion from 0 (engine/draws/climb.h).
 *
 * The full test (rr_binomial_decide) defines the distribution. Words are those of poisson. n p is a double word, so that k -
 * n p is accurate to its last bits, as log P requires for large n (mass.h). The relative error of P(k) where P(k) >= 2^-64
 * is 2^-40 by rejection (logarithms of size 90 at most; a step of y is one of k) and 2^-33 by inversion. In inversion the
 * error of P(0) is common to all counts, and matters only where F reaches 1. Up to n = 64, q^n by squaring has an error of
 * 2^-97, and P(n) may be all that remains above F. For larger n this requires n p below 2^-20, and then e^(n log q) is
 * accurate to 2^-97, too.
 *
 * The attempt's F is accurate to 2^-46: n log q, at most 14, to 2^-48.4, the smallest P(k) to k 2^-51, sums to 2^-48.7. */
#ifndef RR_SAMPLER_BINOMIAL_H
#define RR_SAMPLER_BINOMIAL_H

#include "engine/draws/climb.h"
#include "engine/draws/transformed.h"
#include "engine/draws/whole.h"
#include "engine/math/double_exp.h"
#include "engine/math/exp.h"
#include "engine/math/log1p.h"
#include "engine/math/mass.h"
#include "engine/math/neglog.h"

#define RR_GROUP_binomial 2
#define RR_AUX_binomial 0
#define RR_BLOCKS_binomial 1
#define RR_REJECTS_OFTEN_binomial 1
#define RR_OPEN_OFTEN_binomial 1

#define RR_FILTER_binomial (RR_DTYPE == 32)
#define RR_SUITS_binomial 1

#define RR_BINOMIAL_SWITCH RR_C(10)
#define RR_BINOMIAL_GAP RR_C(0x1p-20)   /* below the switch; n p in this gap is left to f64 */

/* True where n is an integer. */
#define RR_RELATES_binomial 1
RR_FN rr_mask rr_binomial_related(const rr_real *v) { return rr_whole(v[0]); }

#if RR_DTYPE == 32
#include "laws/binomial/draw/first.h"
#else
/* Parameters after the reflections; small: n p < 10. */
typedef struct rr_tries {
    rr_real n, p, q;
    rr_mask mirrored, small;
} rr_tries;

typedef struct rr_binomial_set {
    rr_real n, rest, some;   /* n q; S(n) */
    rr_real none;            /* q^n, where n p < 10 */
    rr_double mean;          /* n p */
    rr_hat hat;              /* its scale: sqrt(n / (2 pi)) / A */
} rr_binomial_set;

RR_FN rr_tries rr_binomial_tries(rr_real n, rr_real p)
{
    rr_tries x;
    x.n = n;
    x.mirrored = rr_lt(rr_splat(RR_C(0.5)), p);
    x.p = rr_select(x.mirrored, RR_C(1) - p, p);
    x.q = RR_C(1) - x.p;
    x.small = rr_lt(n * x.p, rr_splat(RR_BINOMIAL_SWITCH));
    return x;
}

RR_FN rr_binomial_set rr_binomial_setup(rr_tries x)
{
    /* Lanes below the switch use the other method. */
    const rr_real p = rr_select(x.small, rr_splat(RR_C(0.5)), x.p), q = rr_select(x.small, p, x.q);
    rr_binomial_set g;
    g.n = rr_select(x.small, rr_splat(RR_C(20)), x.n);
    g.mean = rr_two_product(g.n, p);
    g.rest = g.n * q;
    g.none = rr_exp(rr_select(x.small, x.n, rr_splat(RR_C(0))) * rr_log1p(RR_C(0) - x.p));
    g.some = rr_stirling(g.n);
    const rr_real s = rr_sqrt(g.mean.hi * q);
    g.hat.b = rr_fma(s, rr_splat(RR_C(2.53)), rr_splat(RR_C(1.15)));
    g.hat.a = rr_fma(g.hat.b, rr_splat(RR_C(0.0248)), rr_fma(p, rr_splat(RR_C(0.01)), rr_splat(RR_C(-0.0873))));
    const rr_real area = rr_div(rr_splat(RR_C(5.1)), g.hat.b) + RR_C(2.83);
    g.hat.scale = rr_div(rr_sqrt(g.n), area);   /* the roots of 2 pi cancel */
    return g;
}

#define RR_BINOMIAL_SET(each) \
    each(0, n) each(1, rest) each(2, some) each(3, mean.hi) each(4, mean.lo) each(5, hat.a) each(6, hat.b) \
    each(7, hat.scale) each(8, none)
RR_SETUP_KEPT(binomial, rr_binomial_set, RR_BINOMIAL_SET)

RR_FN void rr_binomial_prepare(rr_tile *t)
{
    if (t->varies & 3) return;
    const rr_word first = rr_wsplat(0);
    rr_binomial_keep(t, rr_binomial_setup(rr_binomial_tries(rr_slot_param(t, 0, first), rr_slot_param(t, 1, first))));
}

RR_FN rr_binomial_set rr_binomial_set_of(const rr_tile *t, rr_tries x)
{
    if (t->varies & 3) return rr_binomial_setup(x);
    return rr_binomial_kept(t);
}

/* -log of V / (P(k) (a / u^2 + b) / A), k from 0 to n: accepted where it is not below 0. */
RR_FN rr_real rr_binomial_excess(rr_binomial_set g, rr_real k, rr_real u, rr_real v)
{
    const rr_real min = rr_splat(RR_C(0.15915494309189533577)), j = g.n - k;   /* 1 / (2 pi): S(0) = 0 */
    const rr_real root = rr_sqrt(rr_max(k, min) * rr_max(j, min)), d = (k - g.mean.hi) - g.mean.lo;
    const rr_real away = rr_deviance_by(k, g.mean.hi, d) + rr_deviance_by(j, g.rest, RR_C(0) - d);
    return rr_minus_log(rr_div(v * root, rr_hat_over(g.hat, u))) - ((rr_stirling(k) + rr_stirling(j) - g.some) + away);
}

/* The same for the quick test. One division replaces five: 1 / (h k j (k + n p) (j + n q)), h the hat, j = n - k. */
RR_FN rr_real rr_binomial_quick(rr_binomial_set g, rr_proposal p)
{
    const rr_real one = rr_splat(RR_C(1)), min = rr_splat(RR_C(0.15915494309189533577)), zero = rr_splat(RR_C(0));
    const rr_real j = g.n - p.k, k1 = rr_max(p.k, one), j1 = rr_max(j, one), d = (p.k - g.mean.hi) - g.mean.lo;
    const rr_real sum = p.k + g.mean.hi, other = j + g.rest, counts = k1 * j1, sums = sum * other;
    const rr_real hat = rr_hat_quick(g.hat, p.over_u), all = rr_div(one, hat * (counts * sums)), rest = all * hat;
    const rr_real over = rest * sums, slope = d * (rest * counts);
    const rr_real stirling = (rr_stirling_by(p.k, over * j1) + rr_stirling_by(j, over * k1)) - g.some;
    const rr_real away = rr_deviance_quick(p.k, g.mean.hi, d, slope * other) +
                         rr_deviance_quick(j, g.rest, zero - d, zero - slope * sum);
    const rr_real root = rr_sqrt(rr_max(p.k, min) * rr_max(j, min));
    return rr_minus_log((p.v * root) * (all * (counts * sums))) - (stirling + away);
}

RR_FN rr_real rr_binomial_value(rr_tries x, rr_real k)
{
    return rr_count_long_value(rr_select(x.mirrored, x.n - k, k));
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_climb rr_binomial_climb(rr_tries x)
{
    return rr_climb_of(rr_select(x.small, x.n, rr_splat(RR_C(0))), rr_splat(RR_C(1)));
}

/* v: n and p. */
RR_FN rr_try rr_binomial_of(const rr_tile *t, const rr_real *v, rr_word wu, rr_word wv)
{
    const rr_tries x = rr_binomial_tries(v[0], v[1]);
    const rr_binomial_set g = rr_binomial_set_of(t, x);
    rr_try r = rr_try_of(g.n, rr_mfrom(0), rr_mfrom(0));
    if (rr_some(rr_mnot(x.small))) {
        const rr_proposal p = rr_proposal_within(rr_propose(g.hat, g.mean.hi + RR_C(0.5), wu, wv), g.n);
        r = rr_proposal_try(p, rr_binomial_quick(g, p));
    }
    if (rr_some(x.small))
        r = rr_try_select(x.small, rr_climb_first(rr_binomial_climb(x), g.none, rr_div(x.p, x.q), wu, x.small), r);
    r.value = rr_binomial_value(x, r.value);
    return r;
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

/* q^n for n <= 64, one squaring per bit of n. */
RR_FN rr_double rr_binomial_power(rr_double q, rr_real n)
{
    rr_double r = rr_double_of(rr_splat(RR_C(1)), rr_splat(RR_C(0)));
    for (rr_uint32 i = 0; i < 7; ++i) {
        const rr_real rest = rr_count_floor(n * RR_C(0.5));
        r = rr_double_select(rr_lt(rest + rest, n), rr_double_times(r, q), r);
        q = rr_double_times(q, q);
        n = rest;
    }
    return r;
}

/* -n log(1 - p) for p <= 10/64: 2 n artanh(z), z = p / (2 - p) <= .085, 16 terms, each 2^-7 of the previous one. */
RR_FN rr_double rr_binomial_log(rr_real n, rr_real p)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1));
    const rr_double z = rr_double_over(rr_double_of(p, zero), rr_two_sum(rr_splat(RR_C(2)), zero - p));
    const rr_double s = rr_double_times(z, z);
    rr_double sum = rr_double_of(zero, zero);
    for (rr_uint32 i = 16; i; --i) {
        const rr_double term = rr_double_over(rr_double_of(one, zero), rr_double_of(rr_splat((rr_scalar)(2 * i - 1)), zero));
        sum = rr_double_add(rr_double_times(sum, s), term);
    }
    return rr_double_times(rr_double_times(sum, z), rr_double_of(n + n, zero));
}

/* The count where n p < 10. */
RR_FN rr_real rr_binomial_few(rr_tries x, const rr_word *wu)
{
    const rr_real zero = rr_splat(RR_C(0));
    const rr_double q = rr_two_sum(rr_splat(RR_C(1)), zero - x.p);
    const rr_climb law = rr_binomial_climb(x);
    const rr_mask long_way = rr_lt(rr_splat(RR_C(64)), law.top);
    const rr_double log = rr_binomial_log(rr_select(long_way, law.top, zero), rr_select(long_way, x.p, zero));
    const rr_double power = rr_binomial_power(q, rr_select(long_way, zero, law.top));
    const rr_double none = rr_double_select(long_way, rr_double_exp_minus(log), power);
    return rr_min(rr_climb_decided(law, none, rr_double_over(rr_double_of(x.p, zero), q), wu), law.top);
}

RR_FN rr_try rr_binomial_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_tries x = rr_binomial_tries(rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot));
    const rr_binomial_set g = rr_binomial_set_of(t, x);
    rr_word wu[4], wv[4];
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_real zero = rr_splat(RR_C(0));
    const rr_double centre = rr_double_add(g.mean, rr_double_of(rr_splat(RR_C(0.5)), zero));
    const rr_proposal p = rr_proposal_within(rr_propose_decided(g.hat, centre, wu, wv), g.n);
    const rr_mask in = rr_mandnot(rr_le(zero, rr_binomial_excess(g, p.k, p.u, p.v)), p.outside);
    const rr_real k = rr_some(x.small) ? rr_select(x.small, rr_binomial_few(x, wu), p.k) : p.k;
    return rr_try_of(rr_binomial_value(x, k), rr_mor(in, x.small), rr_mfrom(0));
}

/* True where a first attempt in f32 holds n, and the method is certain: n p is not just below the switch. (n p is often at
 * the switch itself, as for n = 20 and p = 1/2.) */
RR_FN rr_mask rr_binomial_suits(const rr_tile *t, rr_uint32 slot0)
{
    const rr_real n = rr_run_param(t, 0, slot0), p = rr_run_param(t, 1, slot0);
    const rr_real mean = n * rr_select(rr_lt(rr_splat(RR_C(0.5)), p), RR_C(1) - p, p), ten = rr_splat(RR_BINOMIAL_SWITCH);
    const rr_mask below = rr_mand(rr_le(ten - RR_BINOMIAL_GAP, mean), rr_lt(mean, ten));
    return rr_mandnot(rr_le(n, rr_splat(RR_C(0x1p22))), below);
}
#endif

#define RR_COUNT_PAIR binomial
#define RR_COUNT_PARAMS (RR_DTYPE == 32 ? 4 : 2)   /* and the low parts of both */
#define RR_COUNT_REGIMES (RR_DTYPE == 32)
#define RR_COUNT_MASSES (RR_DTYPE == 32)
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN binomial
#include "engine/draws/as_drawn.h"

#endif
