/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-exponential: loc + scale X, X an exponential below b (laws/laplace/draw/below.h), within 14 ulp of both
 * ends. */
#ifndef RR_SAMPLER_TRUNCATED_EXPONENTIAL_H
#define RR_SAMPLER_TRUNCATED_EXPONENTIAL_H

#include "laws/laplace/draw/below.h"

#define RR_CONSTANT_FINISH_truncated_exponential 3
RR_FN void rr_truncated_exponential_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_exponential_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real y = rr_exponential_below(rr_distances_of(drawn), rr_run_param(t, 0, slot0));
    (void)aux;
    return rr_fma(RR_C(0) - y, rr_run_param(t, 2, slot0), rr_run_param(t, 1, slot0));
}

#endif
