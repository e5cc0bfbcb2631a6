/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polya-gamma-part: PG(b, z), 0 < b <= 1, by the hat of draw/part.h. Words: two_uniforms.h; the first uniform gives the
 * place. */
#ifndef RR_SAMPLER_POLYA_GAMMA_PART_H
#define RR_SAMPLER_POLYA_GAMMA_PART_H

#include "laws/polya_gamma/draw/part.h"

#define RR_GROUP_polya_gamma_part RR_TWO_GROUP
#define RR_AUX_polya_gamma_part 0
#define RR_BLOCKS_polya_gamma_part RR_TWO_BLOCKS
#define RR_EXPENSIVE_polya_gamma_part 1

RR_FN void rr_polya_gamma_part_prepare(rr_tile *t) { rr_part_prepare(t); }

#define RR_PLACED polya_gamma_part
#define RR_PLACED_LAW part
#define RR_PLACED_PARAMS 2
#include "engine/draws/placed/draw.h"

#define RR_AS_DRAWN polya_gamma_part
#include "engine/draws/as_drawn.h"

#endif
