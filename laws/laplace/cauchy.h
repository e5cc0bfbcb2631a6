/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cauchy: loc + scale tan(pi (U - 1/2)), a quotient of sine and cosine of pi v or of pi c, whichever is smaller, of the
 * distances v to the nearer end and c to 1/2. So it reaches 2^65 / pi (2^129 / pi), where the law has 2^-65 (2^-129) left,
 * and is relatively accurate at the median. Within 8 ulp and half an ulp of the sum: sine 1, cosine 0.9, the quotient 1/2,
 * their argument 1, with a condition of at most pi / 2. */
#ifndef RR_SAMPLER_CAUCHY_H
#define RR_SAMPLER_CAUCHY_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/sincos.h"

#define RR_STEADY_cauchy 2
RR_FN void rr_cauchy_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_cauchy_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    const rr_real less = rr_select(d.middle, d.c, d.v);
    rr_real s, c;
    rr_sincos_quarter(less + less, &s, &c);
    (void)aux;
    return rr_two_sided(t, slot0, d, rr_div(rr_select(d.middle, s, c), rr_select(d.middle, c, s)));
}

#endif
