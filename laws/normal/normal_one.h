/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal:one: mean + sd * Z, Z the cosine of Box-Muller's pair (boxmuller.h); the sine is not computed. A sample has its own
 * radius and angle (own_pair.h): twice the words of `normal`, which no neighbour shares. */
#ifndef RR_SAMPLER_NORMAL_ONE_H
#define RR_SAMPLER_NORMAL_ONE_H

#include "engine/draws/boxmuller.h"
#include "engine/passes/tile.h"

#define RR_GROUP_normal_one RR_OWN_PAIR_GROUP
#define RR_AUX_normal_one 0
#define RR_BLOCKS_normal_one 1
#define RR_EXPENSIVE_normal_one 1

RR_FN rr_try rr_normal_one_of(rr_unit u, rr_turn a, rr_real mean)
{
    (void)mean;
    return rr_try_of(rr_radius(u) * a.cos, rr_mnot(u.open), u.open);
}

#define RR_OWN_PAIR normal_one
#define RR_OWN_PAIR_PARAM 0   /* unused */
#include "engine/draws/own_pair.h"

#define RR_NORMAL normal_one
#include "laws/normal/draw/location_scale.h"

#endif
