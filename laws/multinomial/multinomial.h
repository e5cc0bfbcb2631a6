/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multinomial: divides n trials among K components by their weights. Given the components before it, component c is a
 * binomial of the remaining total with probability w_c / (w_c + S_c), S_c = w_(c+1) + ... This is 1 for the last weight that
 * is not 0, and 0 after it, where nothing remains. Where S_c is below w_c, the total of the later components is drawn
 * (engine/draws/count.h): rare components after a frequent one keep their probabilities. targets/cpu/chain.c describes the
 * three parameters. */
#ifndef RR_SAMPLER_MULTINOMIAL_H
#define RR_SAMPLER_MULTINOMIAL_H

#include "engine/draws/count.h"
#include "engine/draws/whole.h"
#include "engine/passes/tile.h"

/* True where n is an integer and the sum of the weights is positive and finite. Parameters are in their ranges. */
RR_FN rr_mask rr_multinomial_fractions(rr_real n, rr_real sum)
{
    const rr_mask positive = rr_lt(rr_splat(RR_C(0)), sum), finite = rr_le(sum, rr_splat(RR_C(1.7976931348623157e308)));
    return rr_mand(rr_whole(n), rr_mand(positive, finite));
}

RR_FN void rr_multinomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real w = rr_run_param(t, 1, slot0), chance = rr_rarer_chance(w, rr_run_param(t, 2, slot0));
    (void)number;
    (void)made;
    param[0] = rr_run_param(t, 0, slot0);
    param[1] = rr_select(rr_lt(rr_splat(RR_C(0)), w), chance, rr_splat(RR_C(0)));
}

RR_FN rr_real rr_multinomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_mask later = rr_lt(rr_run_param(t, 2, slot0), rr_run_param(t, 1, slot0));
    return rr_count_of_first(later, rr_run_param(t, 0, slot0), made[0]);
}

#endif
