/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is done to a whole row of samples: x[0 ... n-1] are logarithms, and become exp(x) over the sum of all exp(x).
 *
 * The largest is taken off first, so that nothing overflows and at least one term is 1. The sum has one order on every
 * machine: 32 running sums, element c in number c mod 32, then a binary tree over these. Each is a pair (hi, lo) by Knuth's
 * exact addition, so that its error is far below half an ulp whatever n is. The parts then add up to one within 2 ulp: half
 * an ulp from the rounding of the sum, and less than one from those of the quotients. A register is a piece of the 32
 * (on a GPU, targets/gpu/kernels/softmax.h does the same with rows that lie in the memory of the device). */
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
RR_FN rr_scalar rr_row_most(const rr_scalar *x, rr_uint32 n)
{
    rr_scalar lane[RR_LANES], most = x[0];
    rr_real m = rr_splat(x[0]);
    for (rr_uint32 at = 0; at < n; at += RR_LANES)
        m = rr_max(m, rr_select(rr_mfirst(n - at), rr_loadn(x + at, n - at), rr_splat(x[0])));
    rr_store(lane, m);
    for (int i = 0; i < RR_LANES; ++i) most = lane[i] > most ? lane[i] : most;
    return most;
}

/* The tree over the running sums; those from n on are 0 and left out. */
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

RR_SLOW_FN void rr_softmax_row(rr_scalar *x, rr_uint32 n)
{
    const rr_real most = rr_splat(rr_row_most(x, n)), zero = rr_splat(RR_C(0));
    rr_scalar hi[RR_ROW_SUMS], lo[RR_ROW_SUMS];
    rr_sum sum[RR_ROW_REGS];
    for (int r = 0; r < RR_ROW_REGS; ++r) sum[r].hi = sum[r].lo = zero;
    for (rr_uint32 at = 0; at < n; at += RR_ROW_SUMS)
        for (rr_uint32 r = 0; r < RR_ROW_REGS && n - at > r * RR_LANES; ++r) {
            rr_scalar *p = x + at + r * RR_LANES;
            const rr_uint32 left = n - at - r * RR_LANES;
            const rr_real e = rr_select(rr_mfirst(left), rr_exp(rr_loadn(p, left) - most), zero);
            rr_storen(p, e, left);
            sum[r] = rr_sum_add(sum[r], e);
        }
    for (int r = 0; r < RR_ROW_REGS; ++r) {
        rr_store(hi + r * RR_LANES, sum[r].hi);
        rr_store(lo + r * RR_LANES, sum[r].lo);
    }
    const rr_real total = rr_splat(rr_row_total(hi, lo, n));
    for (rr_uint32 at = 0; at < n; at += RR_LANES) rr_storen(x + at, rr_loadn(x + at, n - at) / total, n - at);
}
#endif

#endif
