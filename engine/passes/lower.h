/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows times a lower triangular matrix: z[0 ... n-1] becomes L z, in place.
 *
 *     x_c = L_c0 z_0, then x_c = fma(L_ck, z_k, x_c) for k = 1 ... c, in that order
 *
 * for every width: lanes are components, a lane takes no part in the terms beyond its own (not even with L = 0, which
 * could turn -0 into +0), and rows are independent. Components are computed from the last to the first, since x_c needs no
 * z after z_c.
 *
 * L is stored in panels (engine/abi/panel.h), so that a block of components reads its part of L sequentially. Several rows
 * at a time share these reads (targets/gpu/kernels/lower.h does the same with rows in the memory of a GPU). */
#ifndef RR_LOWER_H
#define RR_LOWER_H

#include "engine/lanes/lane.h"
#include "engine/abi/panel.h"

#define RR_LOWER_ROWS 4

#if RR_HAS_POINTERS
/* Components from c0 on, regs registers of them, of `rows` rows of n; l is line 0 of their part of the panel. */
RR_FN void rr_lower_block(rr_scalar *x, int rows, rr_uint32 n, const rr_scalar *l, rr_uint32 c0, int regs)
{
    const rr_uint32 end = n - c0 < (rr_uint32)(regs * RR_LANES) ? n : c0 + (rr_uint32)(regs * RR_LANES);
    rr_real sum[RR_LOWER_ROWS][2];
    RR_UNROLL
    for (int r = 0; r < rows; ++r)
        RR_UNROLL
        for (int g = 0; g < regs; ++g) sum[r][g] = rr_load(l + g * RR_LANES) * rr_splat(x[(rr_uint64)r * n]);
    for (rr_uint32 k = 1; k < c0; ++k)   /* before the block: every lane takes part */
        RR_UNROLL
        for (int r = 0; r < rows; ++r)
            RR_UNROLL
            for (int g = 0; g < regs; ++g)
                sum[r][g] = rr_fma(rr_load(l + k * RR_PANEL + g * RR_LANES), rr_splat(x[(rr_uint64)r * n + k]), sum[r][g]);
    for (rr_uint32 k = c0 ? c0 : 1; k < end; ++k)
        RR_UNROLL
        for (int g = 0; g < regs; ++g) {
            const rr_uint32 low = c0 + (rr_uint32)(g * RR_LANES);
            const rr_mask done = rr_mfirst(k > low ? k - low : 0);
            RR_UNROLL
            for (int r = 0; r < rows; ++r)
                sum[r][g] = rr_select(done, sum[r][g], rr_fma(rr_load(l + k * RR_PANEL + g * RR_LANES),
                                                              rr_splat(x[(rr_uint64)r * n + k]), sum[r][g]));
        }
    RR_UNROLL
    for (int r = 0; r < rows; ++r)
        RR_UNROLL
        for (int g = 0; g < regs; ++g)
            if (c0 + (rr_uint32)(g * RR_LANES) < n)
                rr_storen(x + (rr_uint64)r * n + c0 + g * RR_LANES, sum[r][g], n - c0 - (rr_uint32)(g * RR_LANES));
}

/* Some rows, all their components. */
RR_FN void rr_lower_some(rr_scalar *x, int rows, rr_uint32 n, const rr_scalar *l)
{
    const rr_uint32 wide = 2 * RR_LANES;
    for (rr_uint32 c0 = (n - 1) / wide * wide + wide; c0 > 0;) {
        c0 -= wide;
        const rr_scalar *part = l + rr_panel_at(c0 / RR_PANEL) + c0 % RR_PANEL;
        if (n - c0 > RR_LANES) rr_lower_block(x, rows, n, part, c0, 2);
        else rr_lower_block(x, rows, n, part, c0, 1);
    }
}

RR_SLOW_FN void rr_lower_rows(rr_scalar *x, rr_uint32 rows, rr_uint32 n, const void *l)
{
    for (; rows >= RR_LOWER_ROWS; rows -= RR_LOWER_ROWS, x += (rr_uint64)RR_LOWER_ROWS * n)
        rr_lower_some(x, RR_LOWER_ROWS, n, l);
    for (; rows; --rows, x += n) rr_lower_some(x, 1, n, l);
}
#endif

#endif
