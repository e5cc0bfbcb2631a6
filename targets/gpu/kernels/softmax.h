/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows of logarithms become probability vectors, or (RR_STEP_unit) rows become directions, times a number, plus the mean
 * (rows.h defines the order of operations). A lane has the running sums whose indices are its own plus multiples of the
 * group's size, so the tree first adds the sums of a lane, then those of all lanes. A row of up to 32 components is one
 * piece, which stays in registers from the exponentials to the quotients. Such a row has only as many sums as it needs,
 * rounded up to a power of two, so that the tree adds no zeros. */
#ifndef RR_GPU_SOFTMAX_H
#define RR_GPU_SOFTMAX_H

#include "engine/passes/rows.h"

#define RR_ROWS_INTERLEAVED 1u

/* The sum of two, as in rr_sum_add. It is symmetric in a and b, since Knuth's error term is exact. */
RR_FN rr_sum rr_sum_join(rr_sum a, rr_sum b)
{
    rr_sum s;
    const rr_real t = a.hi + b.hi, z = t - a.hi;
    s.lo = (a.lo + b.lo) + ((a.hi - (t - z)) + (b.hi - z));
    s.hi = t;
    return s;
}

#if defined(RR_STEP_unit)
RR_FN rr_real rr_row_size(rr_scalar x) { return rr_abs(rr_splat(x)); }
RR_FN rr_real rr_row_term(rr_scalar x, rr_real max) { return rr_div(rr_splat(x), max); }
RR_FN rr_real rr_row_summand(rr_real term) { return term * term; }
RR_FN rr_real rr_row_divisor(rr_real total) { return rr_sqrt(total); }
RR_FN rr_real rr_row_end(const rr_rows *w, rr_uint64 row, rr_uint32 c, rr_real x, rr_real by)
{
    return x * by + rr_row_mean(w, row, c);
}
#else
RR_FN rr_real rr_row_size(rr_scalar x) { return rr_splat(x); }
RR_FN rr_real rr_row_term(rr_scalar x, rr_real max) { return rr_exp(rr_splat(x) - max); }
RR_FN rr_real rr_row_summand(rr_real term) { return term; }
RR_FN rr_real rr_row_divisor(rr_real total) { return total; }

RR_FN rr_real rr_row_end(const rr_rows *w, rr_uint64 row, rr_uint32 c, rr_real x, rr_real by)
{
    (void)w;
    (void)row;
    (void)c;
    (void)by;
    return x;
}
#endif

/* The largest of a row's n sizes. */
RR_FN rr_real rr_group_max(const rr_rows *w, RR_GLOBAL const rr_scalar *x, rr_uint32 n)
{
    rr_real max = n ? rr_row_size(x[0]) : rr_splat(RR_C(0));
    for (rr_uint32 c = w->g.lane; c < n; c += w->g.lanes) max = rr_max(max, rr_row_size(x[c]));
    for (rr_uint32 s = w->g.lanes / 2; s; s /= 2) max = rr_max(max, rr_lane_from(w->g.board, max, rr_lane_number() ^ s));
    return max;
}

/* The tree over the sums of a group, `regs` per lane. */
RR_FN rr_real rr_group_total(const rr_rows *w, rr_sum *sum, rr_uint32 regs)
{
    for (rr_uint32 s = regs / 2; s; s /= 2)
        for (rr_uint32 r = 0; r < s; ++r) sum[r] = rr_sum_join(sum[r], sum[r + s]);
    for (rr_uint32 s = w->g.lanes / 2; s; s /= 2) {
        rr_sum other;
        other.hi = rr_lane_from(w->g.board, sum[0].hi, rr_lane_number() ^ s);
        other.lo = rr_lane_from(w->g.board, sum[0].lo, rr_lane_number() ^ s);
        sum[0] = rr_sum_join(sum[0], other);
    }
    return sum[0].hi + sum[0].lo;
}

/* Makes rows from `first` on, one per group. */
RR_FN void rr_rows_make(const rr_rows *w, rr_uint64 first, rr_found *found)
{
    const rr_uint64 row = first + w->g.turn;
    RR_GLOBAL rr_scalar *const x = w->x + (row < w->rows ? row : first) * w->cols;
    rr_uint32 n = row < w->rows ? w->cols : 0, piece = w->g.lanes, at;
    rr_real by = rr_splat(RR_C(1));
    int failed_bits = rr_row_failed(w, x, n);
    if (n) failed_bits = rr_row_number(w, row, failed_bits, &by, found);
    if (failed_bits) {
        for (rr_uint32 c = w->g.lane; c < n; c += w->g.lanes) x[c] = rr_own(w->failed_bits);
        n = 0;
    }
    while (piece < RR_ROW_SUMS && piece < w->cols) piece *= 2;
    const rr_uint32 regs = RR_ROW_REGS > 1 ? piece / w->g.lanes : 1;
    const rr_real max = rr_group_max(w, x, n);
    rr_sum sum[RR_ROW_REGS];
    rr_real e[RR_ROW_REGS];
    for (rr_uint32 r = 0; r < regs; ++r) sum[r].hi = sum[r].lo = rr_splat(RR_C(0));
    for (at = 0;; at += piece) {
        const int last = w->cols - at <= piece;
        for (rr_uint32 r = 0; r < regs; ++r) {
            const rr_uint32 c = at + r * w->g.lanes + w->g.lane;
            e[r] = rr_splat(RR_C(0));
            if (c < n) e[r] = rr_row_term(x[c], max);
            if (c < n && !last) x[c] = rr_own(e[r]);
            sum[r] = rr_sum_add(sum[r], rr_row_summand(e[r]));
        }
        if (last) break;
    }
    const rr_real total = rr_row_divisor(rr_group_total(w, sum, regs));
    for (rr_uint32 c = w->g.lane; c < at && c < n; c += w->g.lanes)
        x[c] = rr_own(rr_row_end(w, row, c, rr_div(rr_splat(x[c]), total), by));
    for (rr_uint32 r = 0; r < regs; ++r) {
        const rr_uint32 c = at + r * w->g.lanes + w->g.lane;
        if (c < n) x[c] = rr_own(rr_row_end(w, row, c, rr_div(e[r], total), by));
    }
}

#endif
