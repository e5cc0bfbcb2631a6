/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "each.h"

#include <stdlib.h>

static void begin(void *state, uint64_t n)
{
    rr_each *c = state;
    (void)n;
    c->number[0] = c->number[1] = UINT64_MAX;
    if (c->memory) c->own = c->memory + c->capacity * atomic_fetch_add(c->taken, 1);
}

static void run(void *state, uint64_t at, uint64_t n)
{
    rr_each *c = state;
    for (uint64_t k = at; k < at + n; ++k) {
        c->draw(c, k);
        if (c->part.call->check_only && c->part.bad != UINT64_MAX) break;
    }
}

rr_status rr_each_run(rr_each *c, uint64_t n, uint64_t piece, rr_result *result)
{
    const uint32_t threads = rr_host_of(c->part.call->device)->threads;
    const rr_sharing sharing = {sizeof *c, begin, run, NULL, rr_part_merge, threads, piece};
    atomic_uint taken = 0;
    c->taken = &taken;
    if (c->capacity && !(c->memory = malloc(threads * c->capacity * sizeof(double))))
        return rr_fail(result, RR_ERR_MEMORY, "no memory for %u times %llu weights", threads,
            (unsigned long long)c->capacity);
    rr_parallel_for(&sharing, c, n);
    free(c->memory);
    return RR_OK;
}

uint64_t rr_each_index(const rr_each *c, uint64_t element)
{
    const rr_job *job = &c->part.call->job;
    return job->index ? job->index[element] : job->stream.next + element;
}

/* The same words as in laws/categorical/categorical.h. */
uint32_t rr_each_bits(rr_each *c, uint64_t index, unsigned purpose)
{
    const rr_call *call = c->part.call;
    const uint64_t number = index / 4;
    if (c->number[purpose] != number)
        c->block[purpose] = rr_draw(&call->key, (uint32_t)number, (uint32_t)(number >> 32), 0, purpose);
    c->number[purpose] = number;
    return c->block[purpose].w[index % 4] ^ call->flip;
}

rr_u128 rr_each_all(rr_each *c, uint64_t index)
{
    const rr_call *call = c->part.call;
    const rr_block side = rr_draw(&call->key, (uint32_t)index, (uint32_t)(index >> 32), 0, RR_PURPOSE_SIDE);
    const uint64_t first = rr_each_bits(c, index, RR_PURPOSE_MAIN), next = rr_each_bits(c, index, RR_PURPOSE_LOW);
    return rr_u128_of(first << 32 | next, (uint64_t)(side.w[0] ^ call->flip) << 32 | (side.w[1] ^ call->flip));
}
