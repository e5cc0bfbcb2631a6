/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* density: loc + scale X, where the call's table of pieces (engine/draws/pieces.h) gives the distribution of X: that of the
 * user's density (reroll_density.h), or of exp(-x^4/4). The product and the sum take one rounding. The uniform is that of
 * sampler uniform. */
#ifndef RR_SAMPLER_DENSITY_H
#define RR_SAMPLER_DENSITY_H

#include "engine/draws/pieces.h"

#define RR_GROUP_density RR_ONE_WORD_GROUP
#define RR_AUX_density 0
#define RR_BLOCKS_density 1
#define RR_EXPENSIVE_density 1
#define RR_IN_ORDER_density 1

#define RR_ONE_WORD density
#define RR_ONE_WORD_PIECES 1
#include "engine/draws/one_word.h"

RR_FN rr_real rr_density_finish(const rr_tile *t, rr_uint32 slot0, rr_real value, rr_real aux)
{
    (void)aux;
    return rr_fma(rr_run_param(t, 1, slot0), value, rr_run_param(t, 0, slot0));
}

#endif
