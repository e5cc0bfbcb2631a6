/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Strategies, for the twin that RR_COUNTING names, after what they share: that of a GPU's kernel, RR_STRATEGY_RUN, or all of
 * the list (reroll_strategies.h, which the Makefile makes of list.h). A GPU keeps slots that are to be tried again in the
 * memory of a block, not in that of the tile: retry and compact are its own. */
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
