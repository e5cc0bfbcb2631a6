/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernels that make whole rows from drawn components, in place: RR_STEP_softmax, RR_STEP_unit (engine/passes/rows.h) and
 * RR_STEP_lower (engine/passes/lower.h), with the CPU's bits. They have the parameters of every kernel, and the launch of
 * the components except
 *
 *   n         rows
 *   number    components of a row
 *   set-up    RR_GPU_ROW_EACH: 1 if each row is multiplied by its number, in the space at the pointer of the tallies
 *
 * Then the mean is added, except to probability vectors. A row with a failed component (a NaN; no other component is) is set
 * to NaN. A group of lanes works on a row (group.h). */
#include "engine/lanes/lane.h"
#include "group.h"
#include "launch.h"
#include "record.h"

typedef struct rr_rows {
    RR_GLOBAL rr_scalar *x;
    RR_GLOBAL const rr_scalar *mean, *table;   /* mean: one for each component, or one */
    rr_uint32 rows, cols, varies;              /* varies: mean is one for each component */
    rr_scalar uniform;                         /* otherwise it is this */
    rr_group g;
    rr_real failed_bits;
    RR_GLOBAL const rr_uint64 *number;         /* that multiplies a row */
    int numbered;                              /* 1 if there is one */
} rr_rows;

/* True if a row of n components (0: there is no row) has a failed one. */
RR_FN int rr_row_failed(const rr_rows *w, RR_GLOBAL const rr_scalar *x, rr_uint32 n)
{
    rr_mask found = rr_mfrom(0);
    for (rr_uint32 c = w->g.lane; c < n; c += w->g.lanes) {
        const rr_real v = rr_splat(x[c]);
        found = rr_mor(found, rr_mnot(rr_le(v, v)));
    }
    return rr_group_bits(&w->g, found) != 0;
}

/* The number of a row, or 1. Returns whether the row has failed. A row that fails only for its number is noted. */
RR_FN int rr_row_number(const rr_rows *w, rr_uint64 row, int failed_bits, rr_real *by, rr_found *found)
{
    *by = rr_splat(RR_C(1));
    if (!w->numbered) return failed_bits;
    const rr_uint64 bits = w->number[row];
    const int failed = bits == RR_GPU_NO_REAL && !failed_bits, unfit = bits == RR_GPU_NO_FIT && !failed_bits;
    const int first = !w->g.lane;
    if (failed && first && row < found->failed) found->failed = (rr_word)row;
    if (unfit && first && row < found->unfit) found->unfit = (rr_word)row;
    found->failures += (rr_word)(failed && first);
    *by = rr_asreal((rr_bits)bits);
    return failed_bits || failed || unfit;
}

/* The mean of component c of a row. */
RR_FN rr_real rr_row_mean(const rr_rows *w, rr_uint64 row, rr_uint32 c)
{
    return rr_splat(w->varies ? w->mean[row * w->cols + c] : w->uniform);
}

#if defined(RR_STEP_softmax)
#include "softmax.h"
#elif defined(RR_STEP_unit)
#include "softmax.h"
#else
#include "lower.h"
#endif

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL const char *p2,
                             RR_GLOBAL const char *p3, RR_GLOBAL const char *index, RR_GLOBAL const char *table,
                             RR_GLOBAL char *out, RR_GLOBAL char *record, RR_GLOBAL char *tallies,
                             RR_GLOBAL const char *first, const rr_launch l)
{
    RR_SHARED_ARRAY(rr_uint32, shared, RR_WARPS * RR_BOARD_WORDS + 1);   /* no array is empty */
    rr_rows w;
    (void)p1;
    (void)p2;
    (void)p3;
    (void)index;
    (void)first;
    rr_found found = rr_found_none();
    w.number = (RR_GLOBAL const rr_uint64 *)(tallies + l.at[RR_GPU_TALLY]);
    w.numbered = l.setup.space[RR_GPU_ROW_EACH] != 0;
    w.x = (RR_GLOBAL rr_scalar *)(out + l.at[RR_GPU_OUT]);
    w.mean = (RR_GLOBAL const rr_scalar *)(p0 + l.at[RR_GPU_PARAM0]);
    w.table = (RR_GLOBAL const rr_scalar *)(table + l.at[RR_GPU_TABLE]);
    w.rows = l.n;
    w.cols = l.number;
    w.varies = l.varies & 1u;
    w.uniform = l.uniform[0].v;
    if (l.points & 1u) w.uniform = w.mean[0];
    w.g = rr_group_of(w.cols, shared + rr_warp_number() % RR_WARPS * RR_BOARD_WORDS);
    w.failed_bits = rr_asreal((rr_bits)((rr_uint64)l.failed_hi << 32 | l.failed_lo));
    const rr_uint32 interleaved = w.g.groups * RR_ROWS_INTERLEAVED;   /* rows that a warp works on at once */
    for (rr_uint64 row = (rr_uint64)rr_warp_number() * interleaved; row < w.rows;
         row += (rr_uint64)rr_warp_count() * interleaved)
        rr_rows_make(&w, row, &found);
    if (w.numbered)
        rr_found_record((RR_GLOBAL rr_uint32 *)(record + l.at[RR_GPU_RECORD]), w.g.board, &found,
                      (rr_uint64)l.element_hi << 32 | l.element_lo, w.cols);
}
