/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on a whole row of samples, x[0 ... n-1]:
 *
 *   rr_softmax_row   the samples are logarithms; replaces each by exp(x) / sum of all exp(x)
 *   rr_unit_row      replaces each by x / sqrt(sum of all squares)
 *
 * First the largest sample is subtracted from all (or divides all), so that nothing overflows and at least one term is 1.
 * The sum has one order on every machine: 32 running sums, element c in sum c mod 32, then a binary tree over these. Each is
 * a pair (hi, lo) by Knuth's exact addition, so that its error is far below half an ulp for every n. The parts then add up
 * to one within 2 ulp: half an ulp from the rounding of the sum, and less than one from those of the quotients. A register
 * holds some of the 32 sums. (On a GPU, targets/gpu/kernels/softmax.h does the same with rows in device memory.) */
#ifndef RR_ROWS_H
#define RR_ROWS_H

#include "engine/math/exp.h"

#define RR_ROW_SUMS 32
#define RR_ROW_REGS (RR_ROW_SUMS / RR_LANES)

typedef struct rr_sum { rr_real hi, lo; } rr_sum;

RR_FN rr_sum rr_sum_add(rr_sum s, rr_real x)
{
    const rr_real t = s.hi + x, z = t - s.hi;
    s.lo = s.lo + ((s.hi - (t - z)) + (x - z));
    s.hi = t;
    return s;
}

#if RR_HAS_POINTERS
/* The terms of the sum: exponentials or squares. */
enum { RR_ROW_EXP, RR_ROW_SQUARE };

RR_FN rr_scalar rr_row_max(const rr_scalar *x, rr_uint32 n, int what)
{
    rr_scalar lane[RR_LANES], max;
    const rr_real first = what == RR_ROW_SQUARE ? rr_splat(RR_C(0)) : rr_splat(x[0]);
    rr_real m = first;
    for (rr_uint32 at = 0; at < n; at += RR_LANES) {
        const rr_real v = rr_loadn(x + at, n - at);
        m = rr_max(m, rr_select(rr_mfirst(n - at), what == RR_ROW_SQUARE ? rr_abs(v) : v, first));
    }
    rr_store(lane, m);
    max = lane[0];
    for (int i = 1; i < RR_LANES; ++i) max = lane[i] > max ? lane[i] : max;
    return max;
}

/* The tree over the running sums; those from n on are 0 and skipped. */
RR_FN rr_scalar rr_row_total(rr_scalar *hi, rr_scalar *lo, rr_uint32 n)
{
    rr_uint32 half = RR_ROW_SUMS / 2;
    while (half >= n && half > 1) half /= 2;
    for (; half; half /= 2)
        for (rr_uint32 i = 0; i < half; ++i) {
            const rr_scalar t = hi[i] + hi[i + half], z = t - hi[i];
            lo[i] = (lo[i] + lo[i + half]) + ((hi[i] - (t - z)) + (hi[i + half] - z));
            hi[i] = t;
        }
    return hi[0] + lo[0];
}

/* Each x is replaced by exp(x - most), or x / most; returns the sum of these, or of their squares. */
RR_FN rr_scalar rr_row_terms(rr_scalar *x, rr_uint32 n, int what)
{
    const rr_real max = rr_splat(rr_row_max(x, n, what)), zero = rr_splat(RR_C(0));
    rr_scalar hi[RR_ROW_SUMS], lo[RR_ROW_SUMS];
    rr_sum sum[RR_ROW_REGS];
    for (int r = 0; r < RR_ROW_REGS; ++r) sum[r].hi = sum[r].lo = zero;
    for (rr_uint32 at = 0; at < n; at += RR_ROW_SUMS)
        for (rr_uint32 r = 0; r < RR_ROW_REGS && n - at > r * RR_LANES; ++r) {
            rr_scalar *p = x + at + r * RR_LANES;
            const rr_uint32 left = n - at - r * RR_LANES;
            const rr_real v = rr_loadn(p, left), y = what == RR_ROW_SQUARE ? rr_div(v, max) : rr_exp(v - max);
            const rr_real e = rr_select(rr_mfirst(left), y, zero);
            rr_storen(p, e, left);
            sum[r] = rr_sum_add(sum[r], what == RR_ROW_SQUARE ? e * e : e);
        }
    for (int r = 0; r < RR_ROW_REGS; ++r) {
        rr_store(hi + r * RR_LANES, sum[r].hi);
        rr_store(lo + r * RR_LANES, sum[r].lo);
    }
    return rr_row_total(hi, lo, n);
}

RR_FN void rr_row_over(rr_scalar *x, rr_uint32 n, rr_real by)
{
    for (rr_uint32 at = 0; at < n; at += RR_LANES) rr_storen(x + at, rr_loadn(x + at, n - at) / by, n - at);
}

RR_SLOW_FN void rr_softmax_row(rr_scalar *x, rr_uint32 n) { rr_row_over(x, n, rr_splat(rr_row_terms(x, n, RR_ROW_EXP))); }

RR_SLOW_FN void rr_unit_row(rr_scalar *x, rr_uint32 n)
{
    rr_row_over(x, n, rr_sqrt(rr_splat(rr_row_terms(x, n, RR_ROW_SQUARE))));
}
#endif

#endif
