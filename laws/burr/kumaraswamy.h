/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* kumaraswamy: (1 - (1 - U)^(1/b))^(1/a), computed as (1 - q)^(1/a) with q = e^(-E / b). E = -log(1 - U) has full relative
 * precision at both ends. The difference is within 5 ulp, which becomes 10 / a in the root; the root adds 2.
 *
 * Where a < 1 and q < 0.2929 the root's logarithm is computed from q instead of the difference. The difference is 1 once q
 * is below half an ulp, but log(1 - q) / a can be of any size. There the value is within 8 (1 + y) q / a + 2 ulp, y = E /
 * b. */
#ifndef RR_SAMPLER_KUMARASWAMY_H
#define RR_SAMPLER_KUMARASWAMY_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/expm1.h"
#include "engine/math/root.h"

#define RR_CONSTANT_FINISH_kumaraswamy 2
RR_FN void rr_kumaraswamy_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_kumaraswamy_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real y = rr_div(rr_distances_neglog(rr_distances_mirrored(rr_distances_of(drawn))), rr_run_param(t, 1, slot0));
    const rr_real a = rr_run_param(t, 0, slot0), one = rr_splat(RR_C(1));
    const rr_mask small = rr_lt(a, one);
    rr_log_parts p = rr_log_split(RR_C(0) - rr_expm1(RR_C(0) - y));   /* of a normal number: y is above 2^-99 (2^-163) */
    (void)aux;
    if (rr_some(small)) {
        const rr_real q = rr_exp(RR_C(0) - y);
        const rr_mask near = rr_mand(small, rr_lt(q, rr_splat(RR_C(0.2929))));
        p.f = rr_select(near, RR_C(0) - q, p.f);
        p.k = rr_select(near, rr_splat(RR_C(0)), p.k);
    }
    return rr_root_log2(rr_pow_log2_parts(p.f, p.k), a, one);
}

#endif
