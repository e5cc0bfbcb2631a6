/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every strategy, plain and counting, for one instruction set and dtype; see sampler.c for the flags. */
#include "engine/lanes/lane.h"

#define RR_FIRST(x, open, opens, rejected, rejects) (x)->ops->first((x)->tile, (x)->out, open, opens, rejected, rejects)

#define RR_COUNTING 0
#include "engine/strategies/all.h"
#undef RR_COUNTING
#define RR_COUNTING 1
#include "engine/strategies/all.h"

#include "kernels.h"

#define RR_TABLE_NAME2(isa, dtype) rr_##isa##_f##dtype##_strategies
#define RR_TABLE_NAME(isa, dtype) RR_TABLE_NAME2(isa, dtype)

#define rr_auto 0
#define rr_auto_counting 0

extern const rr_kernels RR_TABLE_NAME(RR_ISA, RR_DTYPE);
const rr_kernels RR_TABLE_NAME(RR_ISA, RR_DTYPE) = {
    {
#define RR_STRATEGY(kind, ...) {rr_##kind, rr_##kind##_counting},
#include "engine/strategies/list.h"
#undef RR_STRATEGY
    },
    RR_LANES,
};
