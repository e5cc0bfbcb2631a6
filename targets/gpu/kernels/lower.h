/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows times a lower triangular matrix, and a number, plus the mean (engine/passes/lower.h defines the order of operations
 * and the layout of the matrix). A group computes one component per lane of RR_LOWER_ROWS rows, which share the loads of the
 * matrix, from the last components to the first. */
#ifndef RR_GPU_LOWER_H
#define RR_GPU_LOWER_H

#include "engine/passes/lower.h"

#define RR_ROWS_INTERLEAVED RR_LOWER_ROWS

/* The rows that a group works on. In place of a row past the last another one is read, and nothing is stored. */
typedef struct rr_lower_work {
    rr_uint64 row[RR_LOWER_ROWS];
    RR_GLOBAL rr_scalar *x[RR_LOWER_ROWS];
    int here[RR_LOWER_ROWS], failed_bits[RR_LOWER_ROWS];
    rr_real by[RR_LOWER_ROWS];
} rr_lower_work;

/* Term k of the sums of the lanes of m; l is term 0 of the lane's part of the matrix. */
RR_FN void rr_lower_term(const rr_lower_work *v, RR_GLOBAL const rr_scalar *l, rr_uint32 k, rr_mask m, rr_real *sum)
{
    const rr_real factor = rr_splat(l[(rr_uint64)k * RR_PANEL]);
    RR_UNROLL
    for (int r = 0; r < RR_LOWER_ROWS; ++r) sum[r] = rr_select(m, rr_fma(factor, rr_splat(v->x[r][k]), sum[r]), sum[r]);
}

/* One component per lane of every row; c0 is that of the group's first lane. */
RR_FN void rr_lower_sums(const rr_rows *w, const rr_lower_work *v, rr_uint32 c0, rr_real *sum)
{
    const rr_uint32 c = c0 + w->g.lane, end = w->cols - c0 < w->g.lanes ? w->cols : c0 + w->g.lanes;
    RR_GLOBAL const rr_scalar *l = w->table + rr_panel_at(c0 / RR_PANEL) + c0 % RR_PANEL + w->g.lane;
    RR_UNROLL
    for (int r = 0; r < RR_LOWER_ROWS; ++r) sum[r] = rr_splat(l[0]) * rr_splat(v->x[r][0]);
    for (rr_uint32 k = 1; k < c0; ++k) rr_lower_term(v, l, k, rr_mnot(rr_mfrom(0)), sum);   /* all lanes participate */
    for (rr_uint32 k = c0 ? c0 : 1; k < end; ++k) rr_lower_term(v, l, k, k <= c, sum);
}

/* Makes rows from `first` on, RR_LOWER_ROWS per group. */
RR_FN void rr_rows_make(const rr_rows *w, rr_uint64 first, rr_found *found)
{
    rr_lower_work v;
    RR_UNROLL
    for (int r = 0; r < RR_LOWER_ROWS; ++r) {
        const rr_uint64 row = first + (rr_uint32)r * w->g.groups + w->g.turn;
        v.here[r] = row < w->rows;
        v.row[r] = v.here[r] ? row : first;
        v.x[r] = w->x + v.row[r] * w->cols;
        v.failed_bits[r] = rr_row_failed(w, v.x[r], w->cols);
        if (v.here[r]) v.failed_bits[r] = rr_row_number(w, v.row[r], v.failed_bits[r], &v.by[r], found);
    }
    for (rr_uint32 c0 = (w->cols - 1) / w->g.lanes * w->g.lanes + w->g.lanes; c0 > 0;) {
        rr_real sum[RR_LOWER_ROWS];
        c0 -= w->g.lanes;
        const rr_uint32 c = c0 + w->g.lane;
        rr_lower_sums(w, &v, c0, sum);
        rr_lane_sync();   /* all lanes have read the components that are now overwritten, and do not read them again */
        RR_UNROLL
        for (int r = 0; r < RR_LOWER_ROWS; ++r) {
            if (!v.here[r] || c >= w->cols) continue;
            /* 0 stays 0: if the number has overflowed, the product would be a NaN (targets/cpu/rows.c). */
            const rr_mask zero = rr_mand(rr_le(sum[r], rr_splat(RR_C(0))), rr_le(rr_splat(RR_C(0)), sum[r]));
            const rr_real scaled = w->numbered ? rr_select(zero, sum[r], sum[r] * v.by[r]) : sum[r];
            v.x[r][c] = rr_own(rr_select(v.failed_bits[r], w->failed_bits, scaled + rr_row_mean(w, v.row[r], c)));
        }
    }
}

#endif
