/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polya-gamma: PG(1, z), by the hat of draw/hat.h, which also lists the undecided cases. Words: two_uniforms.h; the first
 * uniform gives the place. */
#ifndef RR_SAMPLER_POLYA_GAMMA_H
#define RR_SAMPLER_POLYA_GAMMA_H

#include "laws/polya_gamma/draw/hat.h"

#define RR_GROUP_polya_gamma RR_TWO_GROUP
#define RR_AUX_polya_gamma 0
#define RR_BLOCKS_polya_gamma RR_TWO_BLOCKS
#define RR_EXPENSIVE_polya_gamma 1

RR_FN void rr_polya_gamma_prepare(rr_tile *t) { rr_polya_prepare(t, 0); }

RR_FN rr_polya_set rr_polya_set_of(const rr_tile *t, const rr_real *z) { return rr_polya_hat(t, 0, z[0]); }

#define RR_PLACED polya_gamma
#define RR_PLACED_LAW polya
#define RR_PLACED_PARAMS 1
#include "engine/draws/placed/draw.h"

#define RR_AS_DRAWN polya_gamma
#include "engine/draws/as_drawn.h"

#endif
