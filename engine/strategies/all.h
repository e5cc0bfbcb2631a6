/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every strategy, for the twin that RR_COUNTING names, after what they share. The list of names is engine/strategies/list.h. A GPU
 * keeps slots that are to be tried again in the memory of a block, not in that of the tile: retry and compact are its
 * own. */
#include "warp.h"
#if RR_HAS_POINTERS
#include "retry.h"
#include "compact.h"
#else
#include "engine/strategies/gpu/retry.h"
#include "engine/strategies/gpu/compact.h"
#endif
#include "deal.h"

#include "loop.h"
#include "cached.h"
#include "grouped.h"
#include "fixed.h"
#include "regroup.h"
#include "regroup_ahead.h"
#include "refill.h"
