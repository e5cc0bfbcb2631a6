/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polya-gamma-part: PG(b, z), 0 < b <= 1, by the hat of draw/part.h. Words: two_uniforms.h, the first uniform is that of the
 * place. */
#ifndef RR_SAMPLER_POLYA_GAMMA_PART_H
#define RR_SAMPLER_POLYA_GAMMA_PART_H

#include "laws/polya_gamma/draw/part.h"

#define RR_GROUP_polya_gamma_part RR_TWO_GROUP
#define RR_AUX_polya_gamma_part 0
#define RR_BLOCKS_polya_gamma_part RR_TWO_BLOCKS
#define RR_DEAR_polya_gamma_part 1

RR_FN void rr_polya_gamma_part_prepare(rr_tile *t) { rr_part_prepare(t); }

RR_FN void rr_polya_gamma_part_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real p[RR_TWO_GROUP], z[RR_TWO_GROUP];
    rr_two_params(t, 0, slot0, p);
    rr_two_params(t, 1, slot0, z);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) v[k] = rr_part_quick(rr_part_set_of(t, p[k], z[k]), rr_two_member(b, k));
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_polya_gamma_part_series(int k) { return rr_two_series(k); }
#endif

RR_FN rr_try rr_polya_gamma_part_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_two x = rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN);
    return rr_part_quick(rr_part_set_of(t, rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot)), x);
}

RR_FN rr_try rr_polya_gamma_part_settle(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index n = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, n, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, n, j, RR_PURPOSE_LOW);
    return rr_part_full(rr_part_set_of(t, rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot)), x, low);
}

#define RR_AS_DRAWN polya_gamma_part
#include "engine/draws/as_drawn.h"

#endif
