/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* disc-map: points uniform on the unit disc without rejection: radius sqrt(U), since the disc of radius r has the fraction
 * r^2 of the area, and angle 2 pi V. The Philox block of (index, attempt 0) under its own purpose gives U in word 0, V in
 * word 1 (f32), or words 0, 1 and 2, 3 (f64); U in the plain form of docs/contract.md. Rounding may give x^2 + y^2 an ulp
 * above 1. */
#ifndef RR_TRANSFORM_DISC_MAP_H
#define RR_TRANSFORM_DISC_MAP_H

#include "engine/passes/batch.h"
#include "engine/draws/boxmuller.h"

#define RR_COORDS_disc_map 2
#define RR_DRAWS_disc_map 1
#define RR_REROLLS_disc_map 0
#define RR_PURPOSE_DISC_MAP 2u

RR_FN void rr_disc_map_draw(const rr_batch *b, rr_word slot, rr_word j, rr_real *x, rr_real *y)
{
    const rr_index i = rr_batch_index(b, slot);
    const rr_block w = rr_draw(&b->key, i.lo, i.hi, j, RR_PURPOSE_DISC_MAP);
#if RR_DTYPE == 32
    const rr_unit u = rr_unit_of(w.w[0]);
    const rr_turn a = rr_turn_words(w.w[1]);
#else
    const rr_unit u = rr_unit_of(w.w[0], w.w[1]);
    const rr_turn a = rr_turn_words(w.w[2], w.w[3]);
#endif
    const rr_real r = rr_sqrt(u.u);
    *x = r * a.cos;
    *y = r * a.sin;
}

RR_FN rr_mask rr_disc_map_point(rr_real *x, rr_real *y)
{
    (void)x;
    (void)y;
    return rr_mfirst(RR_LANES);
}

#endif
