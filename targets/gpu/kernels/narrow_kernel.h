/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernel that converts the f32 samples of a chunk to f16 or bf16, as the last launch of the chunk. It has the parameters
 * of every kernel:
 *
 *   p0, out               n samples; the output, written in pairs if it begins at a multiple of 4 bytes
 *   container             RR_CONTAINER_F16 or RR_CONTAINER_BF16, and RR_CONTAINER_CUT */
#include "engine/lanes/lane.h"
#include "engine/lanes/half.h"
#include "launch.h"

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL const char *p2,
                             RR_GLOBAL const char *p3, RR_GLOBAL const char *index, RR_GLOBAL const char *table,
                             RR_GLOBAL char *out, RR_GLOBAL char *record, RR_GLOBAL char *tallies,
                             RR_GLOBAL const char *first, const rr_launch l)
{
    RR_GLOBAL const rr_uint32 *from = (RR_GLOBAL const rr_uint32 *)(p0 + l.at[RR_GPU_PARAM0]);
    RR_GLOBAL char *const to = out + l.at[RR_GPU_OUT];
    const int cut = (l.container & RR_CONTAINER_CUT) != 0u, bf16 = (l.container & 0xffu) == RR_CONTAINER_BF16;
    const int even = ((rr_uint32)(rr_uint64)to & 3u) == 0u;
    const rr_uint64 number = (rr_uint64)rr_warp_number() * RR_LANES + rr_lane_number();
    const rr_uint64 count = (rr_uint64)rr_warp_count() * RR_LANES;
    (void)p1;
    (void)p2;
    (void)p3;
    (void)index;
    (void)table;
    (void)record;
    (void)tallies;
    (void)first;
    for (rr_uint64 k = 2u * number; k < l.n; k += 2u * count) {
        const int both = k + 1u < l.n;
        const rr_uint32 a = rr_half_of(from[k], bf16, cut), b = both ? rr_half_of(from[k + 1u], bf16, cut) : 0u;
        if (even && both) {
            ((RR_GLOBAL rr_uint32 *)to)[k / 2u] = b << 16 | a;
        } else {
            ((RR_GLOBAL unsigned short *)to)[k] = (unsigned short)a;
            if (both) ((RR_GLOBAL unsigned short *)to)[k + 1u] = (unsigned short)b;
        }
    }
}
