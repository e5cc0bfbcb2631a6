/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* binomial-logit: the number of successes in n trials, the logarithm of their odds being x. The rarer outcome is counted,
 * whose probability e^-|x| / (1 + e^-|x|) is within 3 ulps. So failures still occur with the right probability at a logit
 * of 50. */
#ifndef RR_SAMPLER_BINOMIAL_LOGIT_H
#define RR_SAMPLER_BINOMIAL_LOGIT_H

#include "engine/draws/whole.h"
#include "engine/draws/count.h"
#include "engine/draws/logit.h"

/* True where n is an integer. */
#define RR_RELATES_binomial_logit 1
RR_FN rr_mask rr_binomial_logit_related(const rr_real *v) { return rr_whole(v[0]); }

RR_FN void rr_binomial_logit_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)number;
    (void)made;
    param[0] = rr_run_param(t, 0, slot0);
    param[1] = rr_logistic_rarer(rr_run_param(t, 1, slot0));
}

RR_FN rr_real rr_binomial_logit_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_mask failures = rr_lt(rr_splat(RR_C(0)), rr_run_param(t, 1, slot0));
    return rr_count_of_first(failures, rr_run_param(t, 0, slot0), made[0]);
}

#endif
