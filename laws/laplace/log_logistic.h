/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* log-logistic: scale (U / (1 - U))^(1/c), the exponential of the logistic. The odds are v / (1 - v), or their inverse,
 * where v is the distance of U to its nearer end; so both tails are accurate. The odds are within 3 ulp (v 3/4, 1 - v 1/2,
 * the quotient 1/2). The root turns them into 6 / c ulp of the value, which has 2 more. */
#ifndef RR_SAMPLER_LOG_LOGISTIC_H
#define RR_SAMPLER_LOG_LOGISTIC_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/root.h"

#define RR_CONSTANT_FINISH_log_logistic 2
RR_FN void rr_log_logistic_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_log_logistic_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    const rr_real shape = rr_run_param(t, 0, slot0), odds = rr_div(d.v, RR_C(1) - d.v);
    (void)aux;
    return rr_root_times(odds, rr_select(d.upper, RR_C(0) - shape, shape), rr_run_param(t, 1, slot0));
}

#endif
