/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernel that ends a job whose first index is in the device's memory: one thread computes *first += base. It has the
 * parameters of every kernel. */
#include "engine/lanes/lane.h"
#include "launch.h"

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL const char *p2,
                             RR_GLOBAL const char *p3, RR_GLOBAL const char *index, RR_GLOBAL const char *table,
                             RR_GLOBAL char *out, RR_GLOBAL char *record, RR_GLOBAL char *tallies,
                             RR_GLOBAL char *first, const rr_launch l)
{
    (void)p0;
    (void)p1;
    (void)p2;
    (void)p3;
    (void)index;
    (void)table;
    (void)out;
    (void)record;
    (void)tallies;
    if (!rr_warp_number() && !rr_lane_number())
        *(RR_GLOBAL rr_uint64 *)(first + l.at[RR_GPU_FIRST]) += (rr_uint64)l.base_hi << 32 | l.base_lo;
}
