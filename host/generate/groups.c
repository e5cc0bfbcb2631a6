/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How many samples share blocks, for each sampler of the list: what lane text says, RR_DTYPE 32 or 64, for device_header.c. */
#include "engine/lanes/lane.h"

#include "groups_samplers.h"   /* all samplers */

#define RR_GROUPS2(dtype) rr_groups_##dtype
#define RR_GROUPS(dtype) RR_GROUPS2(dtype)

extern const int RR_GROUPS(RR_DTYPE)[];
const int RR_GROUPS(RR_DTYPE)[] = {
#define RR_SAMPLER(room, ident, draw, widths) RR_GROUP_##ident,
#include "laws/list.h"
#undef RR_SAMPLER
};
