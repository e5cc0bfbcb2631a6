/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Several rows. Rows of up to RR_ROW_SUMS components are normalized together: a lane holds a row, and iterates over its
 * components. (In rows.h the lanes hold the components of one row.) Each row takes the operations of rows.h in the same
 * order, so that its bits are the same.
 *
 *   rr_softmax_rows   rr_softmax_row of every row
 *   rr_unit_rows      rr_unit_row of every row */
#ifndef RR_SHORT_ROWS_H
#define RR_SHORT_ROWS_H

#include "rows.h"

#if RR_HAS_POINTERS
#define RR_SHORT_REGS 4   /* registers of rows at a time: one alone would wait for its own results */
#define RR_SHORT_FEW 12   /* up to this many rows, or components of a row, take less time row by row */
#define RR_SHORT_ROWS (RR_SHORT_REGS * RR_LANES)
#define RR_SHORT_EACH RR_UNROLL for (int k = 0; k < RR_SHORT_REGS; ++k)

/* One component of all rows in work. */
typedef struct rr_short { rr_real r[RR_SHORT_REGS]; } rr_short;
typedef struct rr_short_sum { rr_sum r[RR_SHORT_REGS]; } rr_short_sum;

RR_FN rr_short rr_short_load(const rr_scalar *p)
{
    rr_short v;
    RR_SHORT_EACH v.r[k] = rr_load(p + k * RR_LANES);
    return v;
}

RR_FN void rr_short_store(rr_scalar *p, rr_short v) { RR_SHORT_EACH rr_store(p + k * RR_LANES, v.r[k]); }

RR_FN rr_real rr_short_size(rr_real v, int what) { return what == RR_ROW_SQUARE ? rr_abs(v) : v; }

/* The largest size in each row. */
RR_FN rr_short rr_short_max(const rr_scalar *v, rr_uint32 n, int what)
{
    rr_short max = rr_short_load(v);
    RR_SHORT_EACH max.r[k] = rr_short_size(max.r[k], what);
    for (rr_uint32 c = 1; c < n; ++c) {
        const rr_short y = rr_short_load(v + c * RR_SHORT_ROWS);
        RR_SHORT_EACH max.r[k] = rr_max(max.r[k], rr_short_size(y.r[k], what));
    }
    return max;
}

/* Replaces v by its terms, and starts a sum with each of them. */
RR_FN void rr_short_terms(rr_scalar *v, rr_uint32 n, rr_short max, int what, rr_short_sum *sum)
{
    for (rr_uint32 c = 0; c < n; ++c, v += RR_SHORT_ROWS) {
        rr_short y = rr_short_load(v);
        RR_SHORT_EACH y.r[k] = what == RR_ROW_SQUARE ? rr_div(y.r[k], max.r[k]) : rr_exp(y.r[k] - max.r[k]);
        rr_short_store(v, y);
        RR_SHORT_EACH {
            sum[c].r[k].hi = what == RR_ROW_SQUARE ? y.r[k] * y.r[k] : y.r[k];
            sum[c].r[k].lo = rr_splat(RR_C(0));
        }
    }
}

RR_FN rr_sum rr_sum_both(rr_sum a, rr_sum b)
{
    const rr_real t = a.hi + b.hi, z = t - a.hi;
    a.lo = (a.lo + b.lo) + ((a.hi - (t - z)) + (b.hi - z));
    a.hi = t;
    return a;
}

/* The tree of rr_row_total over n sums. The sums from n on are 0 and skipped. */
RR_FN rr_short rr_short_total(rr_short_sum *sum, rr_uint32 n)
{
    rr_short total;
    for (rr_uint32 half = RR_ROW_SUMS / 2; half; half /= 2) {
        for (rr_uint32 i = 0; i + half < n; ++i)
            RR_SHORT_EACH sum[i].r[k] = rr_sum_both(sum[i].r[k], sum[i + half].r[k]);
        n = n < half ? n : half;
    }
    RR_SHORT_EACH total.r[k] = sum[0].r[k].hi + sum[0].r[k].lo;
    return total;
}

/* Normalizes up to RR_SHORT_ROWS rows. */
RR_FN void rr_short_some(rr_scalar *x, rr_uint32 rows, rr_uint32 n, int what)
{
    _Alignas(64) rr_scalar v[RR_ROW_SUMS * RR_SHORT_ROWS];
    rr_short_sum sum[RR_ROW_SUMS];
    for (rr_uint32 r = 0; r < RR_SHORT_ROWS; ++r)   /* lanes without a row copy row 0 */
        for (rr_uint32 c = 0; c < n; ++c) v[c * RR_SHORT_ROWS + r] = x[(r < rows ? r : 0) * n + c];
    rr_short_terms(v, n, rr_short_max(v, n, what), what, sum);
    rr_short by = rr_short_total(sum, n);
    if (what == RR_ROW_SQUARE) RR_SHORT_EACH by.r[k] = rr_sqrt(by.r[k]);
    for (rr_scalar *p = v; p < v + n * RR_SHORT_ROWS; p += RR_SHORT_ROWS) {
        rr_short y = rr_short_load(p);
        RR_SHORT_EACH y.r[k] = y.r[k] / by.r[k];
        rr_short_store(p, y);
    }
    for (rr_uint32 r = 0; r < rows; ++r)
        for (rr_uint32 c = 0; c < n; ++c) x[r * n + c] = v[c * RR_SHORT_ROWS + r];
}

/* The number of rows to process together; 0: one by one. */
RR_FN rr_uint32 rr_short_count(rr_uint32 rows, rr_uint32 n)
{
    if (n > RR_ROW_SUMS || rows <= (n < RR_SHORT_FEW ? n : RR_SHORT_FEW)) return 0;
    return rows < RR_SHORT_ROWS ? rows : RR_SHORT_ROWS;
}

/* Out of line: single rows need not pay for the stack. */
RR_SLOW_FN void rr_softmax_some(rr_scalar *x, rr_uint32 rows, rr_uint32 n) { rr_short_some(x, rows, n, RR_ROW_EXP); }
RR_SLOW_FN void rr_unit_some(rr_scalar *x, rr_uint32 rows, rr_uint32 n) { rr_short_some(x, rows, n, RR_ROW_SQUARE); }

RR_FN void rr_softmax_rows(rr_scalar *x, rr_uint32 rows, rr_uint32 n)
{
    for (rr_uint32 some; (some = rr_short_count(rows, n)) != 0; rows -= some, x += some * n) rr_softmax_some(x, some, n);
    for (; rows; --rows, x += n) rr_softmax_row(x, n);
}

RR_FN void rr_unit_rows(rr_scalar *x, rr_uint32 rows, rr_uint32 n)
{
    for (rr_uint32 some; (some = rr_short_count(rows, n)) != 0; rows -= some, x += some * n) rr_unit_some(x, some, n);
    for (; rows; --rows, x += n) rr_unit_row(x, n);
}
#endif

#endif
