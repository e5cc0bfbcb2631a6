/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inversion of counts from 0: the smallest k with U < F(k) = P(0) + ... + P(k), for distributions of Panjer's kind,
 *
 *     P(k) = P(k - 1) (top - (k - 1) step) ratio / k:    Poisson top = 1, step = 0, ratio = lam;    binomial n, 1, p / q;
 *
 * or, where `urn`, ratio is (good - (k - 1)) / (bad + k), where good is the argument ratio: hypergeometric.
 *
 * Means are at most 12: 1 - F(96) < 2^-128. The quick test is undecided where the interval of U's word, widened by 2^-45,
 * the accuracy of f64's sum, contains an F(k). To decide, F is a sum of double words and U has 128 bits. */
#ifndef RR_CLIMB_H
#define RR_CLIMB_H

#include "count.h"

#define RR_CLIMB_LAST 96u

#if RR_DTYPE == 64
typedef struct rr_climb {
    rr_real top, step, bad;
    int urn;
} rr_climb;

RR_FN rr_climb rr_climb_of(rr_real top, rr_real step)
{
    rr_climb law;
    law.top = top;
    law.step = step;
    law.bad = rr_splat(RR_C(0));
    law.urn = 0;
    return law;
}

/* k as a number; p: P(0). Lanes that are not `here` are neither accepted nor undecided. */
RR_FN rr_try rr_climb_first(rr_climb law, rr_real p, rr_real ratio, rr_word wu, rr_mask here)
{
    const rr_real min = rr_fma(rr_fromuint(wu), rr_splat(RR_C(0x1p-32)), rr_splat(RR_C(-0x1p-45)));
    const rr_real max = rr_fma(rr_fromuint(wu), rr_splat(RR_C(0x1p-32)), rr_splat(RR_C(0x1.0008p-32)));
    rr_real f = p, top = law.top, k = rr_splat(RR_C(0));
    rr_mask edge = rr_mfrom(0), going = here;
    for (rr_uint32 i = 1; i < RR_CLIMB_LAST; ++i) {
        /* F within the word's interval: undecided; below it: next k. */
        edge = rr_mor(edge, rr_mand(going, rr_mand(rr_lt(min, f), rr_lt(f, max))));
        going = rr_mand(going, rr_le(f, min));
        if (!rr_some(going)) break;
        k = rr_select(going, rr_splat((rr_scalar)i), k);
        const rr_real at = rr_splat((rr_scalar)i);
        p = rr_div(p * (top * ratio), law.urn ? at * (law.bad + at) : at);
        f = f + p;
        top = top - law.step;
        if (law.urn) ratio = ratio - RR_C(1);
    }
    const rr_mask open = rr_mor(edge, going);
    return rr_try_of(k, rr_mandnot(here, open), open);
}

/* k itself: every lane has one. */
RR_FN rr_real rr_climb_decided(rr_climb law, rr_double p, rr_double ratio, const rr_word *wu)
{
    const rr_double u = rr_count_unit(wu);
    rr_double f = p;
    rr_real k = rr_splat(RR_C(0)), top = law.top;
    rr_mask going = rr_mnot(rr_double_lt(u, f));
    for (rr_uint32 i = 1; i < RR_CLIMB_LAST && rr_some(going); ++i) {
        const rr_real at = rr_splat((rr_scalar)i), zero = rr_splat(RR_C(0));
        const rr_double factor = rr_double_times(ratio, rr_double_of(top, zero));
        k = rr_select(going, at, k);
        p = rr_double_over(rr_double_times(p, factor), law.urn ? rr_two_product(at, law.bad + at) : rr_double_of(at, zero));
        f = rr_double_add(f, p);
        top = top - law.step;
        if (law.urn) ratio.hi = ratio.hi - RR_C(1);
        going = rr_mandnot(going, rr_double_lt(u, f));
    }
    return k;
}
#else
/* The quick test of a first pass, for two interleaved registers. F and U's word together are accurate to `margin`: an
 * attempt is undecided where |F - U| is below it. Four steps are made at a time. This is correct because F only increases: k
 * counts the F below U, and does not change after the first F above U. step: 0 or 1, as above; p: P(0). */
typedef struct rr_narrow_panjer {
    rr_real top, p, ratio;
} rr_narrow_panjer;

RR_FN void rr_narrow_climb(const rr_narrow_panjer *law, rr_scalar step, rr_scalar margin, const rr_word *wu,
                           const rr_mask *here, rr_try *made)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    rr_real u[2], f[2], k[2], nearest[2], top[2], p[2];
    rr_mask going[2], any = rr_mfrom(0);
    RR_UNROLL
    for (int r = 0; r < 2; ++r) {
        u[r] = rr_narrow_unit(wu[r]);
        f[r] = p[r] = law[r].p;
        top[r] = law[r].top;
        k[r] = zero;
        nearest[r] = one;
        going[r] = here[r];
        any = rr_mor(any, here[r]);
    }
    for (rr_uint32 i = 1; i < RR_CLIMB_LAST && rr_some(any); i += 4) {
        any = rr_mfrom(0);
        RR_UNROLL
        for (int r = 0; r < 2; ++r) {
            RR_UNROLL
            for (rr_uint32 s = 0; s < 4; ++s) {
                const rr_real over = f[r] - u[r];
                nearest[r] = rr_min(nearest[r], rr_abs(over));
                going[r] = rr_le(over, rr_splat(-margin));
                k[r] = k[r] + rr_select(going[r], one, zero);
                p[r] = p[r] * ((step > 0 ? top[r] * law[r].ratio : law[r].ratio) * ((rr_scalar)1 / (rr_scalar)(i + s)));
                f[r] = f[r] + p[r];
                top[r] = top[r] - step;
            }
            going[r] = rr_mand(here[r], going[r]);
            any = rr_mor(any, going[r]);
        }
    }
    RR_UNROLL
    for (int r = 0; r < 2; ++r) {
        const rr_mask open = rr_mand(here[r], rr_mor(rr_lt(nearest[r], rr_splat(margin)), going[r]));
        made[r] = rr_try_of(k[r], rr_mandnot(here[r], open), open);
    }
}
#endif

#endif
