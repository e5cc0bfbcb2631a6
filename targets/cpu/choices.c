/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Categorical numbers by a row of weights a sample (rr_own_weights): the same number that the row's weights would give as
 * one vector for all samples, of the same digits of the uniform, without a table. Each row is read twice: is it good, and
 * the first look (kernels/choice.c); a few in 2^32 / K a third time, for all digits. */
#include "engine/lanes/lane.h"
#include "engine/bits/bits.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "cpu.h"
#include "engine/abi/shares.h"

/* Weights that a thread reads at a time, some 30 us. */
#define PIECE 131072u

typedef struct choices {
    rr_part part;       /* first: parts are merged */
    double *memory;     /* a row's weights for each thread, where they are not as they are wanted; or null */
    atomic_uint *taken;
    double *row;
    rr_block block;     /* of the words of four samples, and its number */
    uint64_t number;
} choices;

static uint32_t weights_param(const rr_call *call) { return (uint32_t)__builtin_ctz(call->sampler->weights); }

/* Do a row's weights lie as doubles, one behind the other? */
static int lies(const rr_call *call)
{
    const rr_param *p = &call->job.param[weights_param(call)];
    return p->type == RR_F64 && p->col_stride == sizeof(double) && !((uintptr_t)p->data & 7) && !(p->row_stride & 7);
}

static const double *row_of(const choices *c, uint64_t row)
{
    const rr_call *call = c->part.call;
    const uint32_t p = weights_param(call);
    const rr_param *param = &call->job.param[p];
    if (lies(call)) return (const double *)(const void *)((const char *)param->data + (ptrdiff_t)row * param->row_stride);
    rr_weights_read(call, p, row, 0, (uint32_t)call->job.weights, c->row);
    return c->row;
}

/* The digits of the uniform of an index (laws/categorical/categorical.h). */
static uint32_t first_digits(choices *c, uint64_t index)
{
    const uint64_t number = index / 4;
    if (c->number != number)
        c->block = rr_draw(&c->part.call->key, (uint32_t)number, (uint32_t)(number >> 32), 0, RR_PURPOSE_MAIN);
    c->number = number;
    return c->block.w[index % 4];
}

static rr_u128 all_digits(choices *c, uint64_t index)
{
    const rr_bits_key *key = &c->part.call->key;
    const uint64_t number = index / 4;
    const rr_block low = rr_draw(key, (uint32_t)number, (uint32_t)(number >> 32), 0, RR_PURPOSE_LOW);
    const rr_block side = rr_draw(key, (uint32_t)index, (uint32_t)(index >> 32), 0, RR_PURPOSE_SIDE);
    return rr_u128_of((uint64_t)first_digits(c, index) << 32 | low.w[index % 4], (uint64_t)side.w[0] << 32 | side.w[1]);
}

static void store(const rr_call *call, uint64_t element, uint64_t k)
{
    const int64_t number = (int64_t)k;
    call->kernels->pack(&number, 1, (int)call->job.dtype, (char *)call->job.out + element * call->out_width);
}

/* The samples of one row, all of its columns. */
static void draw_row(choices *c, uint64_t row)
{
    const rr_call *call = c->part.call;
    const rr_job *job = &call->job;
    const uint64_t cols = job->cols, count = job->weights;
    const double *w = row_of(c, row);
    double total = 0;
    int good = call->kernels->inside((const rr_scalar *)(const void *)w, (uint32_t)count, 0, 1.7976931348623157e308, 0, 0);
    for (uint64_t e = row * cols; e < (row + 1) * cols; ++e) {
        const uint64_t index = job->index ? job->index[e] : job->stream.next + e;
        uint64_t k = good ? call->kernels->choice(w, count, first_digits(c, index), &total) : 0;
        if (!(total > 0)) good = 0;
        if (!good && c->part.bad > e) c->part.bad = e;
        if (call->check_only) return;
        if (good && k == RR_CHOICE_OPEN) k = rr_share_number((const char *)w, sizeof *w, count, all_digits(c, index));
        if (good) store(call, e, k);
        else rr_withhold(call, e);
    }
}

static void begin(void *state, uint64_t n)
{
    choices *c = state;
    (void)n;
    c->number = UINT64_MAX;
    if (c->memory) c->row = c->memory + atomic_fetch_add(c->taken, 1) * c->part.call->job.weights;
}

static void run(void *state, uint64_t at, uint64_t n)
{
    choices *c = state;
    for (uint64_t row = at; row < at + n; ++row) {
        draw_row(c, row);
        if (c->part.call->check_only && c->part.bad != UINT64_MAX) break;
    }
}

rr_status rr_choices_run(rr_part *part, rr_result *result)
{
    const rr_call *call = part->call;
    const uint32_t threads = rr_host_of(call->device)->threads;
    const uint64_t weights = call->job.weights * call->job.cols;
    atomic_uint taken = 0;
    choices c = {.part = *part, .taken = &taken};
    if (!lies(call) && !(c.memory = malloc(threads * call->job.weights * sizeof(double))))
        return rr_fail(result, RR_ERR_MEMORY, "no memory for %llu weights", (unsigned long long)call->job.weights);
    const rr_sharing rows = {sizeof c, begin, run, NULL, rr_part_merge, threads, weights < PIECE ? PIECE / weights : 1};
    rr_share(&rows, &c, call->job.rows);
    *part = c.part;
    free(c.memory);
    return RR_OK;
}
