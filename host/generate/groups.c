/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The number of samples that share blocks, per sampler of the list, from lane text with RR_DTYPE 32 or 64, for
 * device_header.c. */
#include "engine/lanes/lane.h"

#include "samplers.h"   /* all samplers that have a text of this dtype */

#define RR_GROUPS RR_PASTE(rr_groups_, RR_DTYPE, )

extern const int RR_GROUPS[];
const int RR_GROUPS[] = {
#define RR_GROUP_OF_32(draw) RR_GROUP_##draw,
#define RR_GROUP_OF_32_64(draw) RR_GROUP_##draw,
#if RR_DTYPE == 64
#define RR_GROUP_OF_64(draw) RR_GROUP_##draw,
#else
#define RR_GROUP_OF_64(draw) 0,
#endif
#define RR_GROUP_OF_counts(draw) RR_GROUP_OF_64(draw)
#define RR_GROUP_OF_counts_32(draw) RR_GROUP_##draw,
#define RR_GROUP_OF_stages(draw) 0,   /* it has no draw */
#define RR_SAMPLER(module, name, draw, widths) RR_GROUP_OF_##widths(draw)
#include "laws/list.h"
#undef RR_SAMPLER
};
