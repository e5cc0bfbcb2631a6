/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A law of the user's for one instruction set and dtype, compiled where it is used, from text that the library carries
 * (targets/user/unit.c): with RR_ISA and RR_DTYPE, RR_SAMPLER and RR_DRAW being `user`. It has its own words stage: nothing
 * of the library is linked to it. */
#include "engine/lanes/lane.h"

#include "words.c"

#include "sampler.c"
