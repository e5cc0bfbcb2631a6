/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A composite sampler for one instruction set, compiled with the flags of sampler.c, in f64. Its table has the computations
 * between the draws of its stages (stages.h); the sampler itself draws nothing. */
#include "engine/lanes/lane.h"

#define RR_SAMPLER_FILE(module, x) RR_QUOTE(laws/module/x.h)
#include RR_SAMPLER_FILE(RR_MODULE, RR_SAMPLER)

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "engine/passes/names.h"
#include "engine/passes/tile.h"
#include "names.h"

#include "stages.h"

#include "engine/passes/good.h"
#if RR_RELATES
#define RR_ALL_RELATED rr_all_related
#else
#define RR_ALL_RELATED NULL
#endif

#define RR_SAMPLER_TABLE RR_PASTE(RR_OBJECT, _, RR_SAMPLER)

extern const rr_ops RR_SAMPLER_TABLE;
const rr_ops RR_SAMPLER_TABLE = {.stage = stage, .join = join, .related = RR_ALL_RELATED};
