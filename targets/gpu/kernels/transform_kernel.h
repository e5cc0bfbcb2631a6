/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernel of a transform, RR_TRANSFORM: warps take points in turn, one per thread at a time. Rejected points are queued
 * and drawn again by full warps (queue.h). It has the parameters of every kernel:
 *
 *   p0, p1      first and second coordinates, from slot 0 on; p2, p3: their outputs
 *   number      step from a point to the next; uniform[0], uniform[1]: mean and sd
 *   the record  FAILED: points that became NaN */
#include "engine/lanes/lane.h"
#include "launch.h"
#include "engine/strategies/gpu/queue.h"
#include "record.h"

#define RR_TRANSFORM_FILE(x) RR_QUOTE(transforms/x.h)
#include RR_TRANSFORM_FILE(RR_TRANSFORM)

#include "engine/passes/transform.h"

/* A lane's findings. */
typedef struct rr_refused {
    rr_word count, lowest;
} rr_refused;

RR_FN void rr_refuse(rr_refused *r, rr_word slot, rr_mask m)
{
    r->count += m ? 1u : 0u;
    r->lowest = m && slot < r->lowest ? slot : r->lowest;
}

#if RR_REROLLS
/* Draws queued points again until fewer than `min` are left. */
RR_FN void rr_roll_run(const rr_batch *b, rr_gpu_queue *q, rr_uint32 min, rr_refused *r)
{
    while (q->n >= min) {
        rr_word slot, j;
        rr_real x, y;
        const rr_mask here = rr_queue_take(q, &slot, &j);
        RR_TRANSFORM_FN(draw)(b, slot, j, &x, &y);
        const rr_mask good = RR_TRANSFORM_FN(point)(&x, &y), again = here && !good;
        rr_batch_scatter(b, slot, rr_batch_value(b, x, good), rr_batch_value(b, y, good), here);
        rr_refuse(r, slot, again && j + 1u >= b->cap);
        rr_queue_add(q, slot, j + 1u, again && j + 1u < b->cap);
    }
}
#endif

/* Transforms the points of a warp from slot0 on. */
RR_FN void rr_points_pass(const rr_batch *b, rr_uint32 slot0, rr_gpu_queue *q, rr_refused *r)
{
    const rr_mask here = slot0 + rr_lane_number() < b->n;
    const rr_word slot = here ? slot0 + rr_lane_number() : 0u;
    rr_real x, y;
#if RR_DRAWS
    RR_TRANSFORM_FN(draw)(b, slot, 0u, &x, &y);
#else
    rr_batch_gather(b, slot, &x, &y);
#endif
    const rr_mask good = RR_TRANSFORM_FN(point)(&x, &y), refused = here && !good;
    rr_batch_scatter(b, slot, rr_batch_value(b, x, good), rr_batch_value(b, y, good), here);
#if RR_REROLLS
    rr_queue_add(q, slot, 1u, refused);
    rr_roll_run(b, q, slot0 + RR_LANES < b->n ? RR_LANES : 1u, r);
#else
    (void)q;
    rr_refuse(r, slot, refused);
#endif
}

RR_FN rr_batch rr_points_batch(const rr_launch *l, RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL char *p2,
                               RR_GLOBAL char *p3, rr_uint64 from, rr_uint32 n)
{
    const rr_uint64 base = ((rr_uint64)l->base_hi << 32 | l->base_lo) + from, at = from * l->number;
    rr_batch b;
    b.key = l->key;
    b.n = n;
    b.cap = l->cap;
    b.base_lo = (rr_uint32)base;
    b.base_hi = (rr_uint32)(base >> 32);
    b.step = l->number;
    b.x = (RR_GLOBAL const rr_scalar *)(p0 + l->at[0]) + at;
    b.y = (RR_GLOBAL const rr_scalar *)(p1 + l->at[1]) + at;
    b.zx = (RR_GLOBAL rr_scalar *)(p2 + l->at[2]) + at;
    b.zy = (RR_GLOBAL rr_scalar *)(p3 + l->at[3]) + at;
    b.mean.v = l->uniform[0].v;
    b.sd.v = l->uniform[1].v;
    return b;
}

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL char *p2, RR_GLOBAL char *p3,
                             RR_GLOBAL const char *index, RR_GLOBAL const char *table, RR_GLOBAL char *out,
                             RR_GLOBAL char *record, RR_GLOBAL char *tallies, RR_GLOBAL const char *first, const rr_launch l)
{
    RR_SHARED_ARRAY(rr_uint32, shared, RR_WARPS * RR_QUEUE_WORDS);
    rr_gpu_queue q;
    (void)index;
    (void)table;
    (void)out;
    (void)tallies;
    (void)first;
    q.slot = shared + rr_warp_number() % RR_WARPS * RR_QUEUE_WORDS;
    q.n = 0;
    for (rr_uint64 from = (rr_uint64)rr_warp_number() * l.capacity; from < l.n;
         from += (rr_uint64)rr_warp_count() * l.capacity) {
        const rr_batch b = rr_points_batch(&l, p0, p1, p2, p3, from,
                                           l.n - from < l.capacity ? (rr_uint32)(l.n - from) : l.capacity);
        rr_refused r;
        r.count = 0;
        r.lowest = ~0u;
        for (rr_uint32 slot0 = 0; slot0 < b.n; slot0 += RR_LANES) rr_points_pass(&b, slot0, &q, &r);
        if (!rr_lane_vote(rr_queue_board(&q), r.count != 0)) continue;
        const rr_word lowest = rr_lanes_min(rr_queue_board(&q), r.lowest);
        const rr_word count = rr_lanes_sum(rr_queue_board(&q), r.count);
        if (!rr_lane_number())
            rr_record_add((RR_GLOBAL rr_uint32 *)(record + l.at[RR_GPU_RECORD]), RR_RECORD_FAILED, count,
                          ((rr_uint64)l.element_hi << 32 | l.element_lo) + from + lowest);
    }
}
