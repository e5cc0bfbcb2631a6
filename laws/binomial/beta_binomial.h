/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta-binomial: a binomial count whose probability is a beta variate of shapes a and b. Its odds are drawn, a beta-prime
 * variate, so that neither p nor 1 - p loses digits: the rarer outcome is counted (engine/draws/count.h). */
#ifndef RR_SAMPLER_BETA_BINOMIAL_H
#define RR_SAMPLER_BETA_BINOMIAL_H

#include "engine/draws/count.h"
#include "engine/draws/whole.h"

/* Is n an integer? */
#define RR_RELATES_beta_binomial 1
RR_FN rr_mask rr_beta_binomial_related(const rr_real *v) { return rr_whole(v[0]); }

RR_FN void rr_beta_binomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real one = rr_splat(RR_C(1));
    param[0] = rr_run_param(t, number == 0, slot0);   /* a; n */
    param[1] = number == 0 ? rr_run_param(t, 2, slot0) : rr_rarer_chance(made[0], one);
    param[2] = one;   /* the odds' scale */
}

RR_FN rr_real rr_beta_binomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_count_of_first(rr_lt(rr_splat(RR_C(1)), made[0]), rr_run_param(t, 0, slot0), made[1]);
}

#endif
