/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The inverse CDF of the normal by Giles's polynomials for erfinv (Approximating the erfinv function, GPU Computing Gems,
 * Jade Edition, 2011, chapter 10), single precision in f32 and double in f64: |x| for the uniform whose distance to the
 * nearer end is v, in (0, 1/2], and to the middle c = 1/2 - v.
 *
 *     x = sqrt(2) 2 c p(w),  w = -log(1 - (2 c)^2) = -log(4 v (1 - v)),  p of w, or, in the tail, of sqrt(w)
 *
 * w is computed from v where v is small, and from c elsewhere, so that it is accurate at both ends (Giles's x = 2 c cannot
 * represent small v; Reroll's words can). Tail: w >= 5 (f32); 6.25 and 16 (f64). Relative errors of the polynomials: 1.1e-7
 * for v >= 2^-25 in f32, 2.4e-16 for v >= 2^-54 in f64, the ends of Giles's x. Beyond, the error grows to 3.9e-4 at 2^-33,
 * 1.9e-9 at 2^-65; there w is clamped, and so is x, at 6.336 (f32) and 9.155 (f64): P(|Z| beyond) is 2^-32, 2^-64.
 *
 * Largest error of x above those ends: f32 4.3207 ulp at c = 0x1.81fdfp-3; f64 4.8859 ulp at v = 0x1.6b9b428556d71p-15. */
#ifndef RR_MATH_NORMAL_GILES_H
#define RR_MATH_NORMAL_GILES_H

#include "normal_fast.h"

#if RR_DTYPE == 32

#define RR_GILES_TAIL RR_C(5)
#define RR_GILES_MIN RR_C(0x1p-33)

RR_FN rr_real rr_giles_centre(rr_real w)
{
    w = w - RR_C(2.5);
    rr_real p = rr_splat(RR_C(2.81022636e-08));
    p = rr_step(p, w, RR_C(3.43273939e-07));
    p = rr_step(p, w, RR_C(-3.5233877e-06));
    p = rr_step(p, w, RR_C(-4.39150654e-06));
    p = rr_step(p, w, RR_C(0.00021858087));
    p = rr_step(p, w, RR_C(-0.00125372503));
    p = rr_step(p, w, RR_C(-0.00417768164));
    p = rr_step(p, w, RR_C(0.246640727));
    p = rr_step(p, w, RR_C(1.50140941));
    return p;
}

RR_FN rr_real rr_giles_tail(rr_real w)
{
    w = rr_sqrt(w) - RR_C(3);
    rr_real p = rr_splat(RR_C(-0.000200214257));
    p = rr_step(p, w, RR_C(0.000100950558));
    p = rr_step(p, w, RR_C(0.00134934322));
    p = rr_step(p, w, RR_C(-0.00367342844));
    p = rr_step(p, w, RR_C(0.00573950773));
    p = rr_step(p, w, RR_C(-0.0076224613));
    p = rr_step(p, w, RR_C(0.00943887047));
    p = rr_step(p, w, RR_C(1.00167406));
    p = rr_step(p, w, RR_C(2.83297682));
    return p;
}

#else

#define RR_GILES_TAIL RR_C(6.25)
#define RR_GILES_MIN RR_C(0x1p-65)

RR_FN rr_real rr_giles_centre(rr_real w)
{
    w = w - RR_C(3.125);
    rr_real p = rr_splat(RR_C(-3.6444120640178196996e-21));
    p = rr_step(p, w, RR_C(-1.685059138182016589e-19));
    p = rr_step(p, w, RR_C(1.2858480715256400167e-18));
    p = rr_step(p, w, RR_C(1.115787767802518096e-17));
    p = rr_step(p, w, RR_C(-1.333171662854620906e-16));
    p = rr_step(p, w, RR_C(2.0972767875968561637e-17));
    p = rr_step(p, w, RR_C(6.6376381343583238325e-15));
    p = rr_step(p, w, RR_C(-4.0545662729752068639e-14));
    p = rr_step(p, w, RR_C(-8.1519341976054721522e-14));
    p = rr_step(p, w, RR_C(2.6335093153082322977e-12));
    p = rr_step(p, w, RR_C(-1.2975133253453532498e-11));
    p = rr_step(p, w, RR_C(-5.4154120542946279317e-11));
    p = rr_step(p, w, RR_C(1.051212273321532285e-09));
    p = rr_step(p, w, RR_C(-4.1126339803469836976e-09));
    p = rr_step(p, w, RR_C(-2.9070369957882005086e-08));
    p = rr_step(p, w, RR_C(4.2347877827932403518e-07));
    p = rr_step(p, w, RR_C(-1.3654692000834678645e-06));
    p = rr_step(p, w, RR_C(-1.3882523362786468719e-05));
    p = rr_step(p, w, RR_C(0.0001867342080340571352));
    p = rr_step(p, w, RR_C(-0.00074070253416626697512));
    p = rr_step(p, w, RR_C(-0.0060336708714301490533));
    p = rr_step(p, w, RR_C(0.24015818242558961693));
    p = rr_step(p, w, RR_C(1.6536545626831027356));
    return p;
}

/* in r = sqrt(w) - 3.25, for w < 16 */
RR_FN rr_real rr_giles_near(rr_real r)
{
    rr_real p = rr_splat(RR_C(2.2137376921775787049e-09));
    p = rr_step(p, r, RR_C(9.0756561938885390979e-08));
    p = rr_step(p, r, RR_C(-2.7517406297064545428e-07));
    p = rr_step(p, r, RR_C(1.8239629214389227755e-08));
    p = rr_step(p, r, RR_C(1.5027403968909827627e-06));
    p = rr_step(p, r, RR_C(-4.013867526981545969e-06));
    p = rr_step(p, r, RR_C(2.9234449089955446044e-06));
    p = rr_step(p, r, RR_C(1.2475304481671778723e-05));
    p = rr_step(p, r, RR_C(-4.7318229009055733981e-05));
    p = rr_step(p, r, RR_C(6.8284851459573175448e-05));
    p = rr_step(p, r, RR_C(2.4031110387097893999e-05));
    p = rr_step(p, r, RR_C(-0.0003550375203628474796));
    p = rr_step(p, r, RR_C(0.00095328937973738049703));
    p = rr_step(p, r, RR_C(-0.0016882755560235047313));
    p = rr_step(p, r, RR_C(0.0024914420961078508066));
    p = rr_step(p, r, RR_C(-0.0037512085075692412107));
    p = rr_step(p, r, RR_C(0.005370914553590063617));
    p = rr_step(p, r, RR_C(1.0052589676941592334));
    p = rr_step(p, r, RR_C(3.0838856104922207635));
    return p;
}

/* in r = sqrt(w) - 5, for w >= 16 */
RR_FN rr_real rr_giles_far(rr_real r)
{
    rr_real p = rr_splat(RR_C(-2.7109920616438573243e-11));
    p = rr_step(p, r, RR_C(-2.5556418169965252055e-10));
    p = rr_step(p, r, RR_C(1.5076572693500548083e-09));
    p = rr_step(p, r, RR_C(-3.7894654401267369937e-09));
    p = rr_step(p, r, RR_C(7.6157012080783393804e-09));
    p = rr_step(p, r, RR_C(-1.4960026627149240478e-08));
    p = rr_step(p, r, RR_C(2.9147953450901080826e-08));
    p = rr_step(p, r, RR_C(-6.7711997758452339498e-08));
    p = rr_step(p, r, RR_C(2.2900482228026654717e-07));
    p = rr_step(p, r, RR_C(-9.9298272942317002539e-07));
    p = rr_step(p, r, RR_C(4.5260625972231537039e-06));
    p = rr_step(p, r, RR_C(-1.9681778105531670567e-05));
    p = rr_step(p, r, RR_C(7.5995277030017761139e-05));
    p = rr_step(p, r, RR_C(-0.00021503011930044477347));
    p = rr_step(p, r, RR_C(-0.00013871931833623122026));
    p = rr_step(p, r, RR_C(1.0103004648645343977));
    p = rr_step(p, r, RR_C(4.8499064014085844221));
    return p;
}

RR_FN rr_real rr_giles_tail(rr_real w)
{
    const rr_real r = rr_sqrt(w);
    return rr_select(rr_lt(w, rr_splat(RR_C(16))), rr_giles_near(r - RR_C(3.25)), rr_giles_far(r - RR_C(5)));
}

#endif

#define RR_TWO_ROOT_TWO RR_C(2.8284271247461900976)

/* The central polynomial only: for w < RR_GILES_TAIL. */
RR_FN rr_real rr_giles_first(rr_real v, rr_real c)
{
    return c * RR_TWO_ROOT_TWO * rr_giles_centre(rr_normal_neglog(v, c, RR_GILES_MIN));
}

RR_FN rr_real rr_normal_giles(rr_real v, rr_real c)
{
    const rr_real w = rr_normal_neglog(v, c, RR_GILES_MIN);
    const rr_mask tail = rr_le(rr_splat(RR_GILES_TAIL), w);
    rr_real p = rr_giles_centre(w);
    if (rr_some(tail)) p = rr_select(tail, rr_giles_tail(w), p);
    return c * RR_TWO_ROOT_TWO * p;
}

#endif
