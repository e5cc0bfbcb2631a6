/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernels that make whole rows of components that are drawn, in place: RR_STEP_softmax, RR_STEP_unit
 * (engine/passes/rows.h) and RR_STEP_lower (engine/passes/lower.h), bit by bit what the CPU makes. Parameters are those of
 * every kernel, and the launch is that of the components but for
 *
 *   n         rows
 *   number    components of a row
 *   set-up    RR_GPU_ROW_EACH: is each row multiplied by its number, in the space that is in place of the tallies?
 *
 * Then the mean is added, but to shares. A row with a component that is withheld (a NaN; none is one otherwise) is withheld.
 *
 * A row is worked on by a group of lanes (group.h). */
#include "engine/lanes/lane.h"
#include "group.h"
#include "launch.h"
#include "record.h"

typedef struct rr_rows {
    RR_GLOBAL rr_scalar *x;
    RR_GLOBAL const rr_scalar *mean, *table;   /* mean: one for each component, or one */
    rr_uint32 rows, cols, varies;              /* varies: mean is one for each component */
    rr_scalar uniform;                         /* else it is this */
    rr_group g;
    rr_real withheld;
    RR_GLOBAL const rr_uint64 *number;         /* that multiplies a row */
    int numbered;                              /* is there one? */
} rr_rows;

/* Has a row of n components (0: there is no row) one that is withheld? */
RR_FN int rr_row_withheld(const rr_rows *w, RR_GLOBAL const rr_scalar *x, rr_uint32 n)
{
    rr_mask found = rr_mfrom(0);
    for (rr_uint32 c = w->g.lane; c < n; c += w->g.lanes) {
        const rr_real v = rr_splat(x[c]);
        found = rr_mor(found, rr_mnot(rr_le(v, v)));
    }
    return rr_group_bits(&w->g, found) != 0;
}

/* The number of a row, or 1. Is the row withheld? One that lacks its number and is not withheld yet is noted. */
RR_FN int rr_row_number(const rr_rows *w, rr_uint64 row, int withheld, rr_real *by, rr_found *found)
{
    *by = rr_splat(RR_C(1));
    if (!w->numbered) return withheld;
    const rr_uint64 bits = w->number[row];
    const int lost = bits == RR_GPU_NO_REAL && !withheld, unfit = bits == RR_GPU_NO_FIT && !withheld;
    const int tells = !w->g.lane;
    if (lost && tells && row < found->lost) found->lost = (rr_word)row;
    if (unfit && tells && row < found->unfit) found->unfit = (rr_word)row;
    found->losts += (rr_word)(lost && tells);
    *by = rr_asreal((rr_bits)bits);
    return withheld || lost || unfit;
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
    w.withheld = rr_asreal((rr_bits)((rr_uint64)l.withheld_hi << 32 | l.withheld_lo));
    const rr_uint32 abreast = w.g.groups * RR_ROWS_ABREAST;   /* rows that a warp has in work at once */
    for (rr_uint64 row = (rr_uint64)rr_warp_number() * abreast; row < w.rows; row += (rr_uint64)rr_warp_count() * abreast)
        rr_rows_make(&w, row, &found);
    if (w.numbered)
        rr_found_tell((RR_GLOBAL rr_uint32 *)(record + l.at[RR_GPU_RECORD]), w.g.board, &found,
                      (rr_uint64)l.element_hi << 32 | l.element_lo, w.cols);
}
