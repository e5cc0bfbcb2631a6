/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* von-mises: an angle in [-pi, pi] of density e^(kappa cos(x - mu)) / (2 pi I0(kappa)).
 *
 * The method is Best and Fisher's rejection from a wrapped Cauchy distribution (Applied Statistics 28 (1979) 152), in half
 * angles. Let T = tan(theta / 2), y = sin(theta / 2)^2 = T^2 / (1 + T^2). A proposal is T = b tan(pi (R - 1/2)), R uniform.
 * The target's density over the proposal's is e^(-2 kappa y) (b^2 + (1 - b^2) y), which is, up to a factor,
 *
 *     a e^(1 - a) <= 1,   a = m + 2 kappa y,   m = 2 kappa b^2 / (1 - b^2):
 *
 * an attempt accepts U < a e^(1 - a). Best and Fisher's optimal r = (1 + sqrt(1 + 4 kappa^2)) / (2 kappa) is 1 + m / kappa,
 * so that
 *
 *     m = (1 + q) / 2,   q = 1 / (sqrt(1 + 4 kappa^2) + 2 kappa),   b^2 = m / (m + 2 kappa),
 *
 * and with S, C the sine and cosine of pi (R - 1/2), T = b S / C and y = m S^2 / (m + 2 kappa C^2). Nothing cancels at any
 * kappa. The acceptance is 1 at kappa = 0 (a = 1, theta uniform) and decreases to sqrt(e / (2 pi)) = 0.6577 at infinity,
 * where theta is a normal of variance 1 / kappa.
 *
 * Errors: S and C 1.1 ulps each, b 2; their quotient with atan's 2.3 gives theta within 7. a has 8, and the bound a e^(1 -
 * a) a relative error of 8 |1 - a| + 3 ulps. Where 2 kappa is above RR_VON_MISES_FAR, q is negligible.
 *
 * The finish adds mu, reduced to half a turn, and subtracts a turn if needed: 2 pi in two parts, H + L. k, the number of
 * turns, is below 2^21 (f64: 2^48), as |mu| is at most 1e7 (1e15). mu - k H is a multiple of 2^-21 (2^-50) and at most 4 in
 * absolute value, so that it is exact. With k L the reduced mu is within an ulp of 4. k may be off by 1 near half a turn;
 * the second reduction subtracts that turn. An ulp of mu itself is 1 (1/8) at the ends of the range.
 *
 * Words: two_uniforms.h, the first uniform is R. Undecided: R's distance to an end (2^-7, 2^-10); verdict.h. */
#ifndef RR_SAMPLER_VON_MISES_H
#define RR_SAMPLER_VON_MISES_H

#include "engine/draws/verdict.h"
#include "engine/draws/sides.h"
#include "engine/math/atan.h"
#include "engine/math/exp.h"
#include "engine/math/sincos.h"

#define RR_GROUP_von_mises RR_TWO_GROUP
#define RR_AUX_von_mises 0
#define RR_BLOCKS_von_mises RR_TWO_BLOCKS
#define RR_REJECTS_OFTEN_von_mises 1

#if RR_DTYPE == 32
#define RR_VON_MISES_FAR RR_C(0x1p40)
#define RR_WHOLE_TURN RR_C(0x1.921fb6p2)
#define RR_WHOLE_TURN_LOW RR_C(-0x1.777a5cp-23)
#else
#define RR_VON_MISES_FAR RR_C(0x1p80)
#define RR_WHOLE_TURN RR_C(0x1.921fb54442d18p2)
#define RR_WHOLE_TURN_LOW RR_C(0x1.1a62633145c07p-52)
#endif
#define RR_PER_TURN RR_C(0.15915494309189534)   /* 1 / (2 pi) */

/* Numbers of a sample: 2 kappa, m and b. */
typedef struct rr_von_mises_set {
    rr_real two, m, b;
} rr_von_mises_set;

RR_FN rr_von_mises_set rr_von_mises_setup(rr_real kappa)
{
    rr_von_mises_set g;
    const rr_real one = rr_splat(RR_C(1));
    g.two = kappa + kappa;
    const rr_real near = rr_min_scalar(g.two, RR_VON_MISES_FAR), root = rr_sqrt(rr_fma(near, near, one));
    g.m = rr_fma(rr_div(one, root + near), rr_splat(RR_C(0.5)), rr_splat(RR_C(0.5)));
    g.b = rr_sqrt(rr_div(g.m, g.m + g.two));
    return g;
}

#define RR_VON_MISES_SET(each) each(0, two) each(1, m) each(2, b)
RR_SETUP_KEPT(von_mises, rr_von_mises_set, RR_VON_MISES_SET)

RR_FN void rr_von_mises_prepare(rr_tile *t)
{
    if (t->varies & 2) return;
    rr_von_mises_keep(t, rr_von_mises_setup(rr_tile_param(t, 1)));
}

RR_FN rr_von_mises_set rr_von_mises_set_slot(const rr_tile *t, rr_word slot)
{
    return t->varies & 2 ? rr_von_mises_setup(rr_slot_param(t, 1, slot)) : rr_von_mises_kept(t);
}

/* theta, and the bound below which U is accepted. */
typedef struct rr_von_mises_point {
    rr_real theta, bound;
} rr_von_mises_point;

RR_FN rr_von_mises_point rr_von_mises_point_of(rr_von_mises_set g, rr_sides x)
{
    rr_von_mises_point p;
    rr_real small, large;
    const rr_mask middle = rr_lt(x.c, x.v);   /* |R - 1/2| < 1/4: the sine is the small one */
    const rr_real min = rr_select(middle, x.c, x.v);
    rr_sincos_quarter(min + min, &small, &large);
    const rr_real s = rr_select(middle, small, large), c = rr_select(middle, large, small);
    const rr_real y = rr_div(g.m * s * s, rr_fma(g.two * c, c, g.m)), a = rr_fma(g.two, y, g.m);
    const rr_real angle = rr_atan_quarter(g.b * s, c);
    p.theta = rr_sides_signed(x, angle + angle);
    p.bound = a * rr_exp(RR_C(1) - a);
    return p;
}

RR_FN rr_try rr_von_mises_quick(rr_von_mises_set g, rr_two x)
{
    const rr_sides r = rr_sides_of(RR_TWO_FIRST(x), RR_SIDES_LOW);
    const rr_von_mises_point p = rr_von_mises_point_of(g, r);
    return rr_verdict_quick(p.theta, x.second, p.bound, r.open);
}

RR_FN void rr_von_mises_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real kappa[RR_TWO_GROUP];
    rr_two_params(t, 1, slot0, kappa);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        const rr_von_mises_set g = t->varies & 2 ? rr_von_mises_setup(kappa[k]) : rr_von_mises_kept(t);
        v[k] = rr_von_mises_quick(g, rr_two_member(b, k));
    }
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_von_mises_series(int k) { return rr_two_series(k); }
#endif

RR_FN rr_try rr_von_mises_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_von_mises_quick(rr_von_mises_set_slot(t, slot), rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN));
}

RR_FN rr_try rr_von_mises_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index n = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, n, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, n, j, RR_PURPOSE_LOW);
    const rr_sides r = rr_sides_full(RR_TWO_FIRST(x), RR_TWO_FIRST(low));
    const rr_von_mises_point p = rr_von_mises_point_of(rr_von_mises_set_slot(t, slot), r);
    return rr_verdict_full(p.theta, x, low, p.bound);
}

/* x minus the nearest multiple of a turn, mostly -1, 0 or 1 turns. */
RR_FN rr_real rr_von_mises_within(rr_real x)
{
    const rr_real k = rr_fma(x, rr_splat(RR_PER_TURN), rr_splat(RR_TURN_ROUND)) - RR_TURN_ROUND;
    return rr_fma(k, rr_splat(-RR_WHOLE_TURN_LOW), rr_fma(k, rr_splat(-RR_WHOLE_TURN), x));
}

RR_FN rr_real rr_von_mises_finish(const rr_tile *t, rr_uint32 slot0, rr_real theta, rr_real aux)
{
    (void)aux;
    const rr_real max = rr_splat(RR_WHOLE_TURN * RR_C(0.5));
    const rr_real x = rr_von_mises_within(rr_von_mises_within(rr_run_param(t, 0, slot0)) + theta);
    return rr_max(RR_C(0) - max, rr_min(max, x));
}

#endif
