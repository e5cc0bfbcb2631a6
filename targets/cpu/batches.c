/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points on the CPU: divided among threads and into batches, on which the kernels of an instruction set run. Only threads
 * need an allocation. */
#include "cpu.h"

/* Points of a batch, whose queues are on the stack; PIECE: points that a thread takes at a time, at least 100 us of work. */
#define BATCH 4096u
#define SLACK 32u
#define PIECE 65536u

/* The lowest NaN of a batch that begins with point number `at`. */
static void find_first(rr_point_call *c, const rr_batch *b, uint64_t at)
{
    for (uint32_t k = 0; k < b->n; ++k) {
        const double z = rr_value_at(b->zx, k * b->step, c->width);
        if (z == z) continue;
        if (c->failed_first > at + k) c->failed_first = at + k;
        return;
    }
}

static void *later(const void *from, uint64_t bytes)
{
    return from ? (char *)from + bytes : NULL;
}

void rr_cpu_points(rr_point_call *c, uint64_t from, uint64_t n)
{
    const rr_isa *isa = rr_host_of(c->device)->own;
    uint32_t queue[2][BATCH + SLACK];
    rr_batch b = c->batch;
    b.queue[0] = queue[0];
    b.queue[1] = queue[1];
    for (uint64_t at = from; at < from + n; at += b.n) {
        const uint64_t bytes = at * b.step * c->width;
        b.n = from + n - at < BATCH ? (uint32_t)(from + n - at) : BATCH;
        b.x = later(c->batch.x, bytes);
        b.y = later(c->batch.y, bytes);
        b.zx = later(c->batch.zx, bytes);
        b.zy = later(c->batch.zy, bytes);
        b.base_lo = (uint32_t)(c->first + at);
        b.base_hi = (uint32_t)((c->first + at) >> 32);
        const uint32_t refused = isa->transform[c->wide][c->which](&b);
        c->failed += refused;
        if (refused) find_first(c, &b, at);
    }
}

static void run(void *state, uint64_t from, uint64_t n) { rr_cpu_points(state, from, n); }

static void merge(void *to_state, const void *from_state)
{
    rr_point_call *to = to_state;
    const rr_point_call *from = from_state;
    to->failed += from->failed;
    if (to->failed_first > from->failed_first) to->failed_first = from->failed_first;
}

rr_status rr_cpu_transform(rr_point_call *c, rr_result *result)
{
    const rr_sharing how = {sizeof *c, NULL, run, NULL, merge, rr_host_of(c->device)->threads, PIECE};
    (void)result;
    rr_parallel_for(&how, c, c->n);
    return RR_OK;
}
