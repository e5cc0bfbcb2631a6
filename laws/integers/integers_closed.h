/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* integers-closed: an integer from [low, high], each with the same probability. */
#ifndef RR_SAMPLER_INTEGERS_CLOSED_H
#define RR_SAMPLER_INTEGERS_CLOSED_H

#include "laws/integers/integers.h"

#define RR_ASCENDS_integers_closed 2

RR_FN void rr_integers_closed_prepare(rr_tile *t) { rr_integers_prepare_of(t, 1); }

#if RR_DTYPE == 64
#define RR_SUITS_integers_closed 1
RR_FN rr_mask rr_integers_closed_suits(const rr_tile *t, rr_uint32 slot0) { return rr_integers_suits(t, slot0); }
#endif

#define RR_AS_DRAWN integers_closed
#include "engine/draws/as_drawn.h"

#endif
