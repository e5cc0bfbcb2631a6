/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta-binomial: a binomial count whose probability is a beta variate of shapes a and b, by its odds
 * (engine/draws/count.h). */
#ifndef RR_SAMPLER_BETA_BINOMIAL_H
#define RR_SAMPLER_BETA_BINOMIAL_H

#include "engine/draws/count.h"
#include "engine/draws/whole.h"

/* True where n is an integer. */
#define RR_RELATES_beta_binomial 1
RR_FN rr_mask rr_beta_binomial_related(const rr_real *v) { return rr_whole(v[0]); }

RR_FN void rr_beta_binomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    rr_beta_count_stage(t, slot0, number, made, param);
}

RR_FN rr_real rr_beta_binomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_beta_count_join(t, slot0, made);
}

#endif
