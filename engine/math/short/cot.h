/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* s cot(pi/2 s) in z = s^2, z in [0, 1/4]: a minimax polynomial in z of degree 4 (f32), 9 (f64), whose relative error,
 * 2^-24.5 and 2^-53.8, is that of its constant, 2 / pi rounded. tan(pi/2 s) and cot(pi/2 s) are then quotients with s,
 * relatively accurate down to the smallest s. Its singularity is at z = 4, that of the tangent at z = 1: it has half the
 * terms of sine and cosine together.
 *
 * Error: 0.7 ulp of the polynomial, 1/2 of the last step, 1/3 of the others; a rounded z adds 0.3. Largest error for an
 * exact z: f32 0.9616 ulp at 0x1.af94c8p-3; f64 0.8957 ulp at 0x1.c20d92f132d05p-3. */
#ifndef RR_MATH_COT_H
#define RR_MATH_COT_H

#include "engine/math/poly.h"

RR_FN rr_real rr_times_cot(rr_real z)
{
#if RR_DTYPE == 32
    rr_real p = rr_splat(RR_C(-0x1.b17d3cp-8));
    p = rr_step(p, z, RR_C(-0x1.4235c4p-6));
    p = rr_step(p, z, RR_C(-0x1.6118bep-4));
    p = rr_step(p, z, RR_C(-0x1.0c14aep-1));
    p = rr_step(p, z, RR_C(0x1.45f306p-1));
#else
    rr_real p = rr_splat(RR_C(-0x1.090b070383ec5p-17));
    p = rr_step(p, z, RR_C(-0x1.1dc3dbe18e4a8p-16));
    p = rr_step(p, z, RR_C(-0x1.49f711b0c2f36p-14));
    p = rr_step(p, z, RR_C(-0x1.45ccdd2811462p-12));
    p = rr_step(p, z, RR_C(-0x1.46480bcf85f96p-10));
    p = rr_step(p, z, RR_C(-0x1.47473635c1037p-8));
    p = rr_step(p, z, RR_C(-0x1.4b9a2f548cb08p-6));
    p = rr_step(p, z, RR_C(-0x1.60c8539bec79fp-4));
    p = rr_step(p, z, RR_C(-0x1.0c152382d744ep-1));
    p = rr_step(p, z, RR_C(0x1.45f306dc9c883p-1));
#endif
    return p;
}

#endif
