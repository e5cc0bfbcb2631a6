/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Includes strategies, for the variant that RR_COUNTING selects, after their common part: that of a GPU kernel,
 * RR_STRATEGY_RUN, or all of the list (reroll_strategies.h, which the Makefile generates from list.h). A GPU keeps slots to
 * be retried in shared memory of a thread block, not of the tile: it has its own retry and compact. */
#include "warp.h"
#if RR_HAS_POINTERS
#include "retry.h"
#else
#include "engine/strategies/gpu/retry.h"
#endif
#include "deal.h"

#ifdef RR_STRATEGY_RUN
#define RR_STRATEGY_QUOTE(x) #x
#define RR_STRATEGY_FILE2(x) RR_STRATEGY_QUOTE(engine/strategies/x.h)
#define RR_STRATEGY_FILE(x) RR_STRATEGY_FILE2(x)
#include RR_STRATEGY_FILE(RR_STRATEGY_RUN)
#else
#include "reroll_strategies.h"
#endif
