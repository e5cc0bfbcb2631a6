/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* laplace: loc +- scale * -log(2 v), v the distance of U to its nearer end; the sign is that of U - 1/2. The variate lies
 * within +-64 log 2 = 44.4 (f32), +-128 log 2 = 88.7 (f64). Within 5 ulp and half an ulp of the sum: the logarithm has 1,
 * and v, or c near the median, the rest. */
#ifndef RR_SAMPLER_LAPLACE_H
#define RR_SAMPLER_LAPLACE_H

#include "laws/laplace/draw/draw.h"

RR_FN rr_real rr_laplace_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    const rr_real u = d.v + d.v, less = d.c * RR_C(-2);
    (void)aux;
    return rr_two_sided(t, slot0, d, rr_neglog(u, less, rr_lt(rr_splat(RR_C(-0.2929)), less)));
}

#endif
