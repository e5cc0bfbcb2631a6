/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every strategy, with and without counting, and the check of parameter ranges, for one instruction set and dtype; see
 * sampler.c for the flags. */
#include "engine/lanes/lane.h"

#define RR_COUNTING 0
#include "engine/strategies/all.h"
#undef RR_COUNTING
#define RR_COUNTING 1
#include "engine/strategies/all.h"

#include "engine/draws/ascend.h"
#include "engine/passes/good.h"
#include "kernels.h"
#include "names.h"

#define RR_STRATEGIES RR_PASTE(RR_OBJECT, _, strategies)

#define rr_auto 0
#define rr_auto_counting 0

#define RR_PACK RR_PASTE(RR_OBJECT, _, pack)
#if RR_DTYPE == 64
#define RR_WIDEN RR_PASTE(RR_OBJECT, _, widen)
#define RR_SPLIT_FN RR_PASTE(RR_OBJECT, _, split)
#define RR_CHOICE RR_PASTE(RR_OBJECT, _, choice)
#define RR_WEIGH RR_PASTE(RR_OBJECT, _, weigh)
#define RR_GUESS RR_PASTE(RR_OBJECT, _, guess)
#define RR_GUESS_DECIDED RR_PASTE(RR_OBJECT, _, guess_decided)
rr_pack_fn RR_PACK;
rr_widen_fn RR_WIDEN;
rr_split_fn RR_SPLIT_FN;
rr_choice_fn RR_CHOICE;
rr_weigh_fn RR_WEIGH;
rr_guess_fn RR_GUESS;
rr_guess_decided_fn RR_GUESS_DECIDED;
#define RR_ALL_ASCEND rr_all_ascend
#else
#undef RR_PACK
#define RR_PACK 0
#define RR_WIDEN 0
#define RR_SPLIT_FN 0
#define RR_CHOICE 0
#define RR_WEIGH 0
#define RR_GUESS 0
#define RR_GUESS_DECIDED 0
#define RR_ALL_ASCEND 0
#endif
rr_narrow_fn RR_NARROW;

extern const rr_kernels RR_STRATEGIES;
const rr_kernels RR_STRATEGIES = {
    {
#define RR_STRATEGY(kind, ...) {rr_##kind, rr_##kind##_counting},
#include "engine/strategies/list.h"
#undef RR_STRATEGY
    },
    RR_LANES,
    RR_PACK,
    RR_WIDEN,
    RR_SPLIT_FN,
    RR_CHOICE,
    RR_WEIGH,
    RR_GUESS,
    RR_GUESS_DECIDED,
    RR_NARROW,
    rr_all_inside,
    RR_ALL_ASCEND,
};
