/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* dirichlet-multinomial: a multinomial whose probabilities are a Dirichlet vector of shapes alpha. Given the components
 * before it, component c is a beta-binomial of the remaining total, with shapes alpha_c and the sum of those after it, by
 * its odds (engine/draws/count.h). The last component takes the rest (targets/cpu/chain.c, which also describes the three
 * parameters), so no odds have the shape 0. */
#ifndef RR_SAMPLER_DIRICHLET_MULTINOMIAL_H
#define RR_SAMPLER_DIRICHLET_MULTINOMIAL_H

#include "engine/draws/count.h"
#include "engine/draws/whole.h"
#include "engine/passes/tile.h"

/* True where n is an integer and the sum of the shapes is at most 1e12. */
RR_FN rr_mask rr_dirichlet_multinomial_fractions(rr_real n, rr_real sum)
{
    return rr_mand(rr_whole(n), rr_le(sum, rr_splat(RR_C(1e12))));
}

RR_FN void rr_dirichlet_multinomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                          const rr_real *made, rr_real *param)
{
    rr_beta_count_stage(t, slot0, number, made, param);
}

RR_FN rr_real rr_dirichlet_multinomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_beta_count_join(t, slot0, made);
}

#endif
