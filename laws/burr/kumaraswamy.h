/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* kumaraswamy: (1 - (1 - U)^(1/b))^(1/a), which is (1 - e^(-E / b))^(1/a), E = -log(1 - U) of all digits at both ends. The
 * difference is within 5 ulp, which the root makes 10 / a; it has 2 of its own. */
#ifndef RR_SAMPLER_KUMARASWAMY_H
#define RR_SAMPLER_KUMARASWAMY_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/expm1.h"
#include "engine/math/root.h"

#define RR_STEADY_kumaraswamy 2
RR_FN void rr_kumaraswamy_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_kumaraswamy_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real y = rr_div(rr_distances_neglog(rr_distances_mirrored(rr_distances_of(drawn))), rr_run_param(t, 1, slot0));
    (void)aux;
    return rr_root_times(RR_C(0) - rr_expm1(RR_C(0) - y), rr_run_param(t, 0, slot0), rr_splat(RR_C(1)));
}

#endif
