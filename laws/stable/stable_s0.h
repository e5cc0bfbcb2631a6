/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* stable-s0: the stable distribution of index alpha and skewness beta in Nolan's parametrization 0, which is continuous at
 * alpha = 1, by Chambers, Mallows and Stuck (1976). Two stages in f64 for every dtype: a Cauchy variate C, the tangent of
 * their angle F, and an exponential W. With e = 1 - alpha, h = sqrt(1 + C^2), S = sin(e F) / e, which is F at e = 0, and
 *
 *     t = beta (2 / pi) (e pi / 2) cot(e pi / 2),   z = h (cos(e F) + t S) / W,   y = e log(z) / alpha,
 *
 * their formula becomes, after sin(alpha F) / cos F = C cos(e F) - sin(e F),
 *
 *     X = e^y (C cos(e F) - sin(e F) + t S (C - tan(e F / 2))) + t (e^y - 1) / e,
 *
 * whose last quotient tends to log(z) / alpha. So there is no switch at alpha = 1, and no pole there. C has full relative
 * precision in both tails, so cos F = 1 / h has it too. Sines and cosines of e F are computed from the angle or from its
 * distance to pi / 2, whichever is smaller. Where beta and C have opposite signs, cos(e F) + t S is computed as
 *
 *     (1 - |beta|) cos(e F) + |beta| sin(e (pi / 2 - F)) / sin(e pi / 2),
 *
 * in which nothing cancels. Negating (C, beta) negates X exactly. */
#ifndef RR_SAMPLER_STABLE_S0_H
#define RR_SAMPLER_STABLE_S0_H

#include "engine/math/atan.h"
#include "engine/math/expm1_times.h"
#include "engine/math/log.h"
#include "engine/math/sincos.h"
#include "engine/passes/tile.h"

#define RR_STABLE_TWO_OVER_PI RR_C(0.63661977236758134308)

/* Sine and cosine of pi/2 r, where r + rest = 1 and neither is negative. */
RR_FN void rr_stable_sincos(rr_real r, rr_real rest, rr_real *sine, rr_real *cosine)
{
    const rr_mask low = rr_le(r, rest);
    rr_real s, c;
    rr_sincos_quarter(rr_select(low, r, rest), &s, &c);
    *sine = rr_select(low, s, c);
    *cosine = rr_select(low, c, s);
}

/* a / b, or `what` where b is 0. */
RR_FN rr_real rr_stable_ratio(rr_real a, rr_real b, rr_real what)
{
    const rr_mask none = rr_le(b, rr_splat(RR_C(0)));
    return rr_select(none, what, rr_div(a, rr_select(none, rr_splat(RR_C(1)), b)));
}

/* The parts of a sample. A negative tangent is reflected: b is beta or -beta, and c is not negative. */
typedef struct rr_stable_parts {
    rr_mask mirrored, below;              /* below: alpha is above 1 */
    rr_real b, c, h, angle, co;           /* co: pi/2 minus the angle */
    rr_real sine, cosine, cot, whole;     /* of |e| F; cot and sine of |e| pi/2 */
    rr_real t, s, q, y;
} rr_stable_parts;

RR_FN rr_stable_parts rr_stable_parts_of(rr_real alpha, rr_real beta, rr_real tangent, rr_real w)
{
    rr_stable_parts p;
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), e = one - alpha, size = rr_abs(e), left = one - size;
    rr_real whole_cosine, co_sine, unused;
    p.mirrored = rr_lt(tangent, zero);
    p.below = rr_lt(e, zero);
    p.c = rr_abs(tangent);
    p.b = rr_select(p.mirrored, zero - beta, beta);
    p.h = rr_sqrt(rr_fma(p.c, p.c, one));
    p.angle = rr_atan_quarter(p.c, one);
    p.co = rr_atan_quarter(one, p.c);
    const rr_real part = size * p.angle * RR_STABLE_TWO_OVER_PI, co_part = size * p.co * RR_STABLE_TWO_OVER_PI;
    rr_stable_sincos(part, left + co_part, &p.sine, &p.cosine);
    rr_stable_sincos(size, left, &p.whole, &whole_cosine);
    rr_stable_sincos(co_part, left + part, &co_sine, &unused);
    p.cot = rr_stable_ratio(whole_cosine, p.whole, zero);
    p.t = p.b * rr_select(rr_le(size, zero), rr_splat(RR_STABLE_TWO_OVER_PI), size * p.cot);
    p.s = rr_stable_ratio(p.sine, size, p.angle);
    const rr_real up = rr_abs(p.b), with = rr_fma(p.t, p.s, p.cosine);
    const rr_real against = (one - up) * p.cosine + up * rr_stable_ratio(co_sine, p.whole, p.co * RR_STABLE_TWO_OVER_PI);
    p.q = rr_div(rr_log(rr_div(p.h * rr_select(rr_lt(p.b, zero), against, with), w)), alpha);
    p.y = e * p.q;
    return p;
}

/* The sample. */
RR_FN rr_real rr_stable_of(rr_stable_parts p)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    const rr_real turn = rr_select(p.below, zero - p.sine, p.sine), ratio = rr_div(turn, one + p.cosine);
    const rr_real first = rr_fma(p.c, p.cosine, zero - turn) + p.t * p.s * (p.c - ratio);
    const rr_real x = rr_exp(p.y) * first + p.t * rr_expm1_over(p.y, p.q, one);
    return rr_select(p.mirrored, zero - x, x);
}

RR_FN void rr_stable_s0_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)t;
    (void)slot0;
    (void)made;
    param[0] = rr_splat(number == 0 ? RR_C(0) : RR_C(1));   /* a Cauchy of 0 and 1, an exponential of scale 1 */
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_stable_s0_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_real alpha = rr_run_param(t, 0, slot0), beta = rr_run_param(t, 1, slot0);
    const rr_real x = rr_stable_of(rr_stable_parts_of(alpha, beta, made[0], made[1]));
    return rr_fma(x, rr_run_param(t, 3, slot0), rr_run_param(t, 2, slot0));
}

#endif
