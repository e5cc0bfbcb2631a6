/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* dirichlet-multinomial: a multinomial whose probabilities are a Dirichlet vector of shapes alpha. Given the components
 * before it, component c is a beta-binomial of the remaining total, with shapes alpha_c and the sum of those after it, as in
 * laws/binomial/beta_binomial.h: odds, then a binomial count of the rarer outcome. The last component takes the rest
 * (targets/cpu/chain.c, which also describes the three parameters), so no odds have the shape 0. */
#ifndef RR_SAMPLER_DIRICHLET_MULTINOMIAL_H
#define RR_SAMPLER_DIRICHLET_MULTINOMIAL_H

#include "engine/draws/count.h"
#include "engine/draws/whole.h"
#include "engine/passes/tile.h"

/* Is n an integer, and the sum of the shapes at most 1e12? */
RR_FN rr_mask rr_dirichlet_multinomial_fractions(rr_real n, rr_real sum)
{
    return rr_mand(rr_whole(n), rr_le(sum, rr_splat(RR_C(1e12))));
}

RR_FN void rr_dirichlet_multinomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                          const rr_real *made, rr_real *param)
{
    const rr_real one = rr_splat(RR_C(1));
    param[0] = rr_run_param(t, number == 0, slot0);   /* alpha_c; the remaining total */
    param[1] = number == 0 ? rr_run_param(t, 2, slot0) : rr_rarer_chance(made[0], one);
    param[2] = one;   /* the odds' scale */
}

RR_FN rr_real rr_dirichlet_multinomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_count_of_first(rr_lt(rr_splat(RR_C(1)), made[0]), rr_run_param(t, 0, slot0), made[1]);
}

#endif
