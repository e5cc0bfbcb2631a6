/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The question that the uniforms' parameters must pass: is low not above high? */
#ifndef RR_UNIFORM_ENDS_H
#define RR_UNIFORM_ENDS_H

#include "engine/passes/tile.h"

RR_FN rr_mask rr_uniform_ends(const rr_tile *t, rr_word slot)
{
    return rr_le(rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot));
}

#endif
