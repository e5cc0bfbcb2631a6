/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One sampler for one instruction set and dtype: compiled with RR_TARGET_..., RR_DTYPE, RR_ROOM, RR_SAMPLER, RR_ISA and the
 * flags
 * of the instruction set. One symbol comes out, the table. */
#include "engine/lanes/lane.h"

#define RR_QUOTE2(x) #x
#define RR_QUOTE(x) RR_QUOTE2(x)
#define RR_SAMPLER_FILE2(room, x) RR_QUOTE(laws/room/x.h)
#define RR_SAMPLER_FILE(room, x) RR_SAMPLER_FILE2(room, x)
#include RR_SAMPLER_FILE(RR_ROOM, RR_SAMPLER)

#include "engine/passes/first.h"
#define RR_COUNTING 0
#include "engine/strategies/warp.h"

static void call_attempt(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v)
{
    *v = RR_SAMPLER_FN(attempt)(t, *slot, *j);
}

static void call_settle(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v)
{
    *v = RR_SAMPLER_FN(settle)(t, *slot, *j);
}

static void call_prepare(rr_tile *t)
{
    RR_SAMPLER_FN(prepare)(t);
}

/* Vector samplers define it. */
#ifndef RR_ROWS
#define RR_ROWS 0
#endif

#define RR_TABLE_NAME2(isa, dtype, sampler) rr_##isa##_f##dtype##_##sampler
#define RR_TABLE_NAME(isa, dtype, sampler) RR_TABLE_NAME2(isa, dtype, sampler)

extern const rr_ops RR_TABLE_NAME(RR_ISA, RR_DTYPE, RR_SAMPLER);
const rr_ops RR_TABLE_NAME(RR_ISA, RR_DTYPE, RR_SAMPLER) = {
    rr_first_pass, call_attempt, call_settle, call_prepare, rr_finish_pass, RR_ROWS,
};
