/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* half-cauchy: loc + scale tan(pi U / 2), a quotient of sine and cosine of pi v / 2, where v is the distance of U to its
 * nearer end. So it reaches 2^66 / pi (2^130 / pi) and is relatively accurate at 0. Error: 8 ulp, and half an ulp of the
 * sum: sine 1, cosine 0.9, the quotient 1/2, v 3/4 with a condition of at most pi / 2. */
#ifndef RR_SAMPLER_HALF_CAUCHY_H
#define RR_SAMPLER_HALF_CAUCHY_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/sincos.h"

#define RR_CONSTANT_FINISH_half_cauchy 2
RR_FN void rr_half_cauchy_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_half_cauchy_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    rr_real s, c;
    rr_sincos_quarter(d.v, &s, &c);
    (void)aux;
    const rr_real y = rr_div(rr_select(d.upper, c, s), rr_select(d.upper, s, c));
    return rr_fma(y, rr_run_param(t, 1, slot0), rr_run_param(t, 0, slot0));
}

#endif
