/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal:32: mean + sd * Z, Z by Box-Muller (boxmuller.h) from two 32-bit words per pair, one_word32.h. The first word gives
 * the radius, sqrt(-2 log U), the second the angle, 2 pi (v + 1/2) 2^-32. There are 2^32 radii up to sqrt(66 log 2) = 6.764,
 * where the tails end, and 2^32 angles, in f64 too. Never rejects. */
#ifndef RR_SAMPLER_NORMAL_32_H
#define RR_SAMPLER_NORMAL_32_H

#include "engine/draws/boxmuller.h"
#include "engine/bits/unit32.h"

#define RR_GROUP_normal_32 RR_ONE_WORD32_GROUP
#define RR_AUX_normal_32 0
#define RR_BLOCKS_normal_32 1

RR_FN void rr_normal_32_of(rr_word u, rr_word v, rr_real *z)
{
    const rr_real e = rr_unit32_neglog(u), r = rr_sqrt_pos(e + e);
    const rr_turn a = rr_turn_word(v);
    z[0] = r * a.cos;
    z[1] = r * a.sin;
}

#define RR_ONE_WORD32 normal_32
#define RR_ONE_WORD32_PAIR 1
#include "engine/draws/one_word32.h"

#define RR_NORMAL normal_32
#include "laws/normal/draw/location_scale.h"

#endif
