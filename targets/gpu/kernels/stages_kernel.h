/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernels before and after the draws of a composite sampler, RR_SAMPLER (targets/cpu/stages.h): RR_STEP_stage computes
 * the parameters of one stage, RR_STEP_join the samples; RR_STEP_sums and RR_STEP_total are in total.h. For a row sampler
 * (RR_SCALES) slots are numbers of rows, and go to the space (launch.h). The kernels have the parameters of every kernel,
 * and the launch of the samples except
 *
 *   tallies        the chunk's space (rr_gpu_space), capacity slots long
 *   number, more   stage: its number, and the number of parameters of its sampler, whose ranges are `range`; join: the
 *                  number of stages, and whether samples are counts
 *   cap            bit k: stage k draws counts
 *
 * The host sets the bits that a draw's kernel stores for a failed draw (targets/gpu/stages.c), which mark it here. */
#include "engine/lanes/lane.h"
#include "launch.h"
#include "record.h"
#include "row_param.h"

#define RR_SAMPLER_FILE(module, x) RR_QUOTE(laws/module/x.h)
#include RR_SAMPLER_FILE(RR_MODULE, RR_SAMPLER)

#include "engine/strategies/gpu/good.h"

/* Cells of any width, for counts and for reals. */
#undef RR_COUNTS
#define RR_COUNTS 1
#include "engine/strategies/gpu/cell.h"

/* The tile of a launch, whose consecutive slots are the lanes of a warp. */
RR_FN rr_tile rr_stages_tile(const rr_launch *l, RR_GLOBAL const char *const *param, RR_GLOBAL const char *table)
{
    rr_tile t;
    t.n = l->n;
    t.varies = l->varies;
    t.loaded = 0;
    t.table = table + l->at[RR_GPU_TABLE];
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) {
        RR_GLOBAL const rr_scalar *v = (RR_GLOBAL const rr_scalar *)(param[p] + l->at[p]);
        t.param[p] = v;
        t.uniform[p] = l->points >> p & 1 ? v[0] : l->uniform[p].v;
    }
    return t;
}

#if RR_SCALES
/* Parameter q, without an index that is not constant, which would put the tile into local memory. */
RR_FN void rr_number_put(rr_tile *t, rr_uint32 q, rr_scalar value)
{
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_TILE_PARAMS; ++k) t->uniform[k] = k == q ? value : t->uniform[k];
}

/* The parameters of a number, as in targets/cpu/rows.c. */
RR_FN void rr_number_params(rr_tile *t, const rr_launch *l, RR_GLOBAL const char *const *param, rr_uint32 slot)
{
    const rr_uint32 each = (rr_uint32)l->setup.space[RR_GPU_ROW_EACH];
    const rr_uint64 element = slot / each * l->setup.space[RR_GPU_ROW_COLS];
    rr_uint32 q = 0;
    t->loaded = 1;
    rr_number_put(t, q, (rr_scalar)(rr_uint32)l->setup.space[RR_GPU_ROW_SIDE]);
    if (l->setup.space[RR_GPU_ROW_PARAMS] >> RR_GPU_ROW_PLACES & 1) rr_number_put(t, ++q, (rr_scalar)(slot % each));
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_TILE_PARAMS; ++p)
        if (l->setup.space[RR_GPU_ROW_PARAMS] >> p & 1) rr_number_put(t, ++q, rr_row_param(l, p, param[p], element));
}
#else
RR_FN void rr_number_params(rr_tile *t, const rr_launch *l, RR_GLOBAL const char *const *param, rr_uint32 slot)
{
    (void)t;
    (void)l;
    (void)param;
    (void)slot;
}
#endif

#include "stages_made.h"

#if defined(RR_STEP_sums) || defined(RR_STEP_total)
#include "total.h"
#elif defined(RR_STEP_stage)
/* Computes the parameters of a slot; those out of the range of the stage's sampler become 1, and the slot is noted. */
RR_FN void rr_stage_slot(const rr_launch *l, const rr_tile *t, RR_GLOBAL rr_uint64 *space, rr_uint32 slot)
{
    RR_GLOBAL rr_uint32 *const gone = (RR_GLOBAL rr_uint32 *)(space + RR_GPU_SPACE_GONE(l->capacity));
    rr_real made[RR_STAGES_MAX], param[RR_TILE_PARAMS];
    rr_uint32 unfit = l->number ? gone[slot] : 0u;
    rr_stages_made(l, space, slot, l->number, made);
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) param[p] = rr_splat(RR_C(1));
    RR_SAMPLER_FN(stage)(t, slot - rr_lane_number(), l->number, made, param);
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_TILE_PARAMS; ++p) {
        const int inside = p >= l->more || rr_gpu_inside(l, p, param[p]);
        unfit |= !inside;
        const rr_uint64 place = (rr_uint64)(RR_STAGES_MAX + p) * l->capacity + slot;
        ((RR_GLOBAL rr_scalar *)space)[place] = inside ? rr_own(param[p]) : RR_C(1);
    }
    gone[slot] = unfit;
}
#else
/* Stores a count if it fits, or a real, which is rounded once. Returns whether it was stored. */
RR_FN int rr_stages_store(const rr_launch *l, RR_GLOBAL char *out, rr_uint32 slot, rr_real value, int counts)
{
    union { float f; rr_uint32 u; } narrow;
    if (counts) {
        if (!rr_cell_fits(l, rr_asbits(value))) return 0;
        rr_cell_put(l, out, slot, rr_cell_bits(l, rr_asbits(value)));
        return 1;
    }
    narrow.f = (float)rr_own(value);
    rr_cell_put(l, out, slot, l->cell == 4u ? narrow.u : rr_asbits(value));
    return 1;
}

#if RR_SCALES
/* Stores the number of a slot in the space. */
RR_FN void rr_number_slot(const rr_launch *l, const rr_tile *t, RR_GLOBAL rr_uint64 *space, rr_uint32 slot)
{
    RR_GLOBAL const rr_uint32 *const gone = (RR_GLOBAL const rr_uint32 *)(space + RR_GPU_SPACE_GONE(l->capacity));
    union { float f; rr_uint32 u; } narrow;
    rr_real made[RR_STAGES_MAX];
    const int failed = rr_stages_made(l, space, slot, l->number, made), unfit = l->number && gone[slot];
    const rr_real value = RR_SAMPLER_FN(join)(t, slot - rr_lane_number(), made);
    narrow.f = (float)rr_own(value);
    const rr_uint64 bits = l->setup.space[RR_GPU_ROW_EXACT] ? rr_asbits(value) : narrow.u;
    space[slot] = failed ? RR_GPU_NO_REAL : unfit ? RR_GPU_NO_FIT : bits;
}
#endif

RR_FN void rr_join_slot(const rr_launch *l, const rr_tile *t, RR_GLOBAL const rr_uint64 *space, RR_GLOBAL char *out,
                        rr_uint32 slot, rr_found *found)
{
    RR_GLOBAL const rr_uint32 *const gone = (RR_GLOBAL const rr_uint32 *)(space + RR_GPU_SPACE_GONE(l->capacity));
    rr_real made[RR_STAGES_MAX];
    const int bad = l->checks && !rr_gpu_good(l, t, slot);
    const int failed = rr_stages_made(l, space, slot, l->number, made) && !bad;
    const rr_real value = RR_SAMPLER_FN(join)(t, slot - rr_lane_number(), made);
    const int stored = !bad && !failed && !gone[slot] && rr_stages_store(l, out, slot, value, (int)l->more);
    if (stored) return;
    rr_cell_set_failed(l, out, slot);
    if (bad && slot < found->bad) found->bad = slot;
    if (failed && slot < found->failed) found->failed = slot;
    if (!bad && !failed && slot < found->unfit) found->unfit = slot;
    found->failures += (rr_word)failed;
}
#endif

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL const char *p2,
                             RR_GLOBAL const char *p3, RR_GLOBAL const char *index, RR_GLOBAL const char *table,
                             RR_GLOBAL char *out, RR_GLOBAL char *record, RR_GLOBAL char *tallies,
                             RR_GLOBAL const char *first, const rr_launch l)
{
    RR_GLOBAL const char *const param[RR_TILE_PARAMS] = {p0, p1, p2, p3};
    RR_GLOBAL rr_uint64 *const space = (RR_GLOBAL rr_uint64 *)(tallies + l.at[RR_GPU_TALLY]);
    const rr_uint64 number = (rr_uint64)rr_warp_number() * RR_LANES + rr_lane_number();
    const rr_uint64 count = (rr_uint64)rr_warp_count() * RR_LANES;
    rr_tile t = rr_stages_tile(&l, param, table);
    (void)index;
    (void)first;
#if defined(RR_STEP_stage)
    RR_GLOBAL rr_uint32 *const unread = (RR_GLOBAL rr_uint32 *)(space + RR_GPU_SPACE_RECORD(l.capacity));
    (void)out;
    (void)record;
    /* By one thread: after a loop that only some threads enter, Intel's runtime (2026.2) runs the next in one lane only. */
    for (rr_uint32 word = 0; !number && word < RR_RECORD_WORDS; ++word) unread[word] = 0u;
    for (rr_uint64 slot = number; slot < l.n; slot += count) {
        rr_number_params(&t, &l, param, (rr_uint32)slot);
        rr_stage_slot(&l, &t, space, (rr_uint32)slot);
    }
#elif RR_SCALES
    (void)out;
    (void)record;
    for (rr_uint64 slot = number; slot < l.n; slot += count) {
        rr_number_params(&t, &l, param, (rr_uint32)slot);
        rr_number_slot(&l, &t, space, (rr_uint32)slot);
    }
#else
    RR_SHARED_ARRAY(rr_uint32, shared, RR_WARPS * RR_BOARD_WORDS + 1);   /* no array is empty */
    rr_found found = rr_found_none();
#if defined(RR_STEP_sums)
    const rr_total share = rr_total_of(&l, space, &t, first);
    for (rr_uint64 slot = number; slot < l.n; slot += count)
        rr_total_begin(&l, &share, &t, out + l.at[RR_GPU_OUT], (rr_uint32)slot, &found);
#elif defined(RR_STEP_total)
    const rr_total share = rr_total_of(&l, space, &t, first);
    for (rr_uint64 slot = number; slot < l.n; slot += count)
        rr_total_take(&l, &share, &t, space, out + l.at[RR_GPU_OUT], (rr_uint32)slot, &found);
#else
    for (rr_uint64 slot = number; slot < l.n; slot += count)
        rr_join_slot(&l, &t, space, out + l.at[RR_GPU_OUT], (rr_uint32)slot, &found);
#endif
    rr_found_record((RR_GLOBAL rr_uint32 *)(record + l.at[RR_GPU_RECORD]),
                  shared + rr_warp_number() % RR_WARPS * RR_BOARD_WORDS, &found,
                  (rr_uint64)l.element_hi << 32 | l.element_lo, 1);
#endif
}
