/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A user-defined distribution for one instruction set and dtype, compiled at run time from text in the library
 * (targets/user/unit.c) with RR_ISA and RR_DTYPE; RR_SAMPLER and RR_DRAW are `user`. It has its own words stage, since it is
 * not linked with the library. */
#include "engine/lanes/lane.h"

#include "words.c"

#include "sampler.c"
