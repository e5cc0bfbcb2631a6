/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every strategy, for the twin that RR_COUNTING names, after what they share. The list of names is src/strategies.h. */
#include "warp.h"
#include "retry.h"
#include "deal.h"

#include "loop.h"
#include "cached.h"
#include "grouped.h"
#include "fixed.h"
#include "regroup.h"
#include "regroup_ahead.h"
#include "refill.h"
#include "compact.h"
