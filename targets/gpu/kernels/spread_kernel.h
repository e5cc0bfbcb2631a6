/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernel that packs a parameter that has gaps, or one row for all rows, before the job's kernels read it. It has the
 * parameters of every kernel:
 *
 *   p0, out          the parameter; n packed values, of elements from base on
 *   setup.space      columns of a row; steps from a row to the next, from a column to the next, which may be negative */
#include "engine/lanes/lane.h"
#include "launch.h"

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL const char *p2,
                             RR_GLOBAL const char *p3, RR_GLOBAL const char *index, RR_GLOBAL const char *table,
                             RR_GLOBAL char *out, RR_GLOBAL char *record, RR_GLOBAL char *tallies,
                             RR_GLOBAL const char *first, const rr_launch l)
{
    RR_GLOBAL const rr_scalar *from = (RR_GLOBAL const rr_scalar *)(p0 + l.at[RR_GPU_PARAM0]);
    RR_GLOBAL rr_scalar *to = (RR_GLOBAL rr_scalar *)(out + l.at[RR_GPU_OUT]);
    const rr_uint64 base = (rr_uint64)l.base_hi << 32 | l.base_lo, cols = l.setup.space[0];
    (void)p1;
    (void)p2;
    (void)p3;
    (void)index;
    (void)table;
    (void)record;
    (void)tallies;
    (void)first;
    const rr_uint64 number = (rr_uint64)rr_warp_number() * RR_LANES + rr_lane_number();
    const rr_uint64 count = (rr_uint64)rr_warp_count() * RR_LANES;
    for (rr_uint64 k = number; k < l.n; k += count) {
        const rr_uint64 row = (base + k) / cols, col = base + k - row * cols;
        to[k] = from[row * l.setup.space[1] + col * l.setup.space[2]];   /* modulo 2^64: steps may be negative */
    }
}
