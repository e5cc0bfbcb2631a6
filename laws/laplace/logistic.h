/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* logistic: loc + scale log(U / (1 - U)). With the distances v to the nearer end and c to 1/2 the size of the logarithm is
 * log((1 - v) / v) = log1p(2 c / v), relatively accurate at the median too. It lies within 65 log 2 = 45.1 (f32), 89.4
 * (f64). Within 6 ulp and half an ulp of the sum: log1p 1.4, the quotient 1/2, c 1 and v 3/4, of which each counts twice at
 * most. */
#ifndef RR_SAMPLER_LOGISTIC_H
#define RR_SAMPLER_LOGISTIC_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/log1p.h"

#define RR_STEADY_logistic 2
RR_FN void rr_logistic_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_logistic_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    (void)aux;
    return rr_two_sided(t, slot0, d, rr_log1p(rr_div(d.c + d.c, d.v)));
}

#endif
