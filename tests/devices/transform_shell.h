/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The smallest kernel around a transform: warp w does batch w of the launch, points w * room ... of it. The host fills
 * batches but for their pointers; points and normals are pairs (or single numbers), or, with columns, x0 x1 ... y0 y1 ... of
 * `all` points. A warp's scratch is 2 queues of room + 32 words. */
#include "lanes/lane.h"

#define RR_QUOTE2(x) #x
#define RR_QUOTE(x) RR_QUOTE2(x)
#define RR_TRANSFORM_FILE2(x) RR_QUOTE(transforms/x.h)
#define RR_TRANSFORM_FILE(x) RR_TRANSFORM_FILE2(x)
#include RR_TRANSFORM_FILE(RR_TRANSFORM)
#include "transform.h"

RR_KERNEL void rr_kernel_transform(rr_batch *batches, rr_uint32 room, rr_uint32 all, rr_uint32 columns,
                                   RR_GLOBAL const rr_scalar *points, RR_GLOBAL rr_scalar *normals,
                                   RR_GLOBAL rr_uint32 *scratch, RR_GLOBAL rr_uint32 *refused)
{
    const rr_uint32 w = rr_warp_number(), second = columns ? all : 1u;
    rr_batch *b = batches + w;
    b->step = RR_COORDS == 2 && !columns ? 2 : 1;
    b->x = points + w * room * b->step;
    b->zx = normals + w * room * b->step;
    b->y = b->x + second;
    b->zy = b->zx + second;
    for (int q = 0; q < 2; ++q) b->queue[q] = scratch + (2 * w + q) * (room + 32);
    rr_lane_sync();
    const rr_uint32 count = rr_batch_pass(b);
    refused[w] = count;
}
