/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gompertz: scale log(1 + E / c), E the exponential of the same index. With u half an ulp of 1, E has a relative error
 * of 2 u (f64: 4 u) and the quotient u more; log1p multiplies a relative error by at most 1 and adds 1.4 ulp, at most 2.8 u,
 * and the product half an ulp: 7 ulp (f64: 9). */
#ifndef RR_SAMPLER_GOMPERTZ_H
#define RR_SAMPLER_GOMPERTZ_H

#include "laws/exponential/exponential.h"
#include "engine/math/log1p.h"

#define RR_CONSTANT_FINISH_gompertz 2
RR_FN void rr_gompertz_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_gompertz_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    (void)aux;
    return rr_log1p(rr_div(drawn, rr_run_param(t, 0, slot0))) * rr_run_param(t, 1, slot0);
}

#endif
