/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polya-gamma: PG(1, z), by the hat of draw/hat.h, which says what is undecided. Words: two_uniforms.h, the first uniform is
 * that of the place. */
#ifndef RR_SAMPLER_POLYA_GAMMA_H
#define RR_SAMPLER_POLYA_GAMMA_H

#include "laws/polya_gamma/draw/hat.h"

#define RR_GROUP_polya_gamma RR_TWO_GROUP
#define RR_AUX_polya_gamma 0
#define RR_BLOCKS_polya_gamma RR_TWO_BLOCKS
#define RR_DEAR_polya_gamma 1

RR_FN void rr_polya_gamma_prepare(rr_tile *t) { rr_polya_prepare(t, 0); }

RR_FN void rr_polya_gamma_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real z[RR_TWO_GROUP];
    rr_two_params(t, 0, slot0, z);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) v[k] = rr_polya_quick(rr_polya_set_of(t, 0, z[k]), rr_two_member(b, k));
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_polya_gamma_series(int k) { return rr_two_series(k); }
#endif

RR_FN rr_try rr_polya_gamma_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_two x = rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN);
    return rr_polya_quick(rr_polya_set_of(t, 0, rr_slot_param(t, 0, slot)), x);
}

RR_FN rr_try rr_polya_gamma_settle(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index n = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, n, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, n, j, RR_PURPOSE_LOW);
    return rr_polya_full(rr_polya_set_of(t, 0, rr_slot_param(t, 0, slot)), x, low);
}

#define RR_AS_DRAWN polya_gamma
#include "engine/draws/as_drawn.h"

#endif
