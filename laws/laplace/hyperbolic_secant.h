/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* hyperbolic-secant: loc + scale log tan(pi U / 2). With the distances v to the nearer end and c to 1/2 its absolute value
 * is log1p(q). q is (cos - sin) / sin of pi v / 2 where v <= 1/4, else 2 sin / (cos - sin) of pi c / 2, since tan(pi/4 + y)
 * = (cos y + sin y) / (cos y - sin y). It is at most 65 log 2 - log(pi / 2) = 44.6 (f32), 89.0 (f64). Error: 10 ulp, and
 * half an ulp of the sum: log1p 1.4, the quotient 1/2, sine and cosine 1 each, which the difference (at least 0.54) raises
 * to 3, the argument 2. */
#ifndef RR_SAMPLER_HYPERBOLIC_SECANT_H
#define RR_SAMPLER_HYPERBOLIC_SECANT_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/log1p.h"
#include "engine/math/sincos.h"

#define RR_CONSTANT_FINISH_hyperbolic_secant 2
RR_FN void rr_hyperbolic_secant_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_hyperbolic_secant_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    rr_real s, c;
    rr_sincos_quarter(rr_select(d.middle, d.c, d.v), &s, &c);
    const rr_real rest = c - s;
    (void)aux;
    return rr_two_sided(t, slot0, d, rr_log1p(rr_div(rr_select(d.middle, s + s, rest), rr_select(d.middle, rest, s))));
}

#endif
