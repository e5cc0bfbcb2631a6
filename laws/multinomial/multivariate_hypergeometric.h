/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multivariate-hypergeometric: draws nsample balls without replacement from an urn with w_c balls of color c. Given the
 * components before it, component c is a hypergeometric count of the remaining draws, with w_c good balls and all colors
 * after it bad. targets/cpu/chain.c describes the three parameters. */
#ifndef RR_SAMPLER_MULTIVARIATE_HYPERGEOMETRIC_H
#define RR_SAMPLER_MULTIVARIATE_HYPERGEOMETRIC_H

#include "engine/draws/whole.h"
#include "engine/passes/tile.h"

/* True where both are integers and the urn has at least n balls. */
RR_FN rr_mask rr_multivariate_hypergeometric_fractions(rr_real n, rr_real sum)
{
    const rr_mask enough = rr_mand(rr_le(n, sum), rr_le(sum, rr_splat(RR_C(0x1p53))));
    return rr_mand(enough, rr_mand(rr_whole(n), rr_whole(sum)));
}

RR_FN void rr_multivariate_hypergeometric_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                                rr_real *param)
{
    (void)number;
    (void)made;
    param[0] = rr_run_param(t, 1, slot0);
    param[1] = rr_run_param(t, 2, slot0);
    param[2] = rr_run_param(t, 0, slot0);
}

RR_FN rr_real rr_multivariate_hypergeometric_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[0];
}

#endif
