/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Composite samplers, and numbers of rows, on a GPU. A chunk has a space (rr_gpu_space). For each stage a launch computes
 * the parameters there, and the ordinary kernel of the stage's sampler draws from them. A last launch makes the samples and
 * notes those that are bad, have failed or do not fit, or stores the numbers of rows. The record of the draws themselves is
 * not read, since a slot fails once, however many of its stages fail. */
#include <string.h>

#include "gpu.h"

size_t rr_gpu_space(uint32_t n) { return RR_GPU_SPACE_END(RR_GPU_SPACE_SLOTS(n)) * 8; }

size_t rr_gpu_total_space(uint32_t rows, uint64_t cols)
{
    return (RR_GPU_TOTAL_REST(RR_GPU_SPACE_SLOTS(rows)) + rows * cols) * 8;
}

static rr_status step_kernel(const rr_call *call, const char *step, int may_make, const rr_kernel **kernel,
                             rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    const rr_kernel_request request = {.sampler = rr_gpu_sampler_ident(call->number), .strategy = step, .wide = 1};
    return gpu->backend->kernel(gpu->engine, &request, may_make, kernel, result);
}

/* Stage k as a separate call. Its parameters, 64 bits per slot, are in the space, which only kernels read. */
static rr_call stage_call(const rr_call *call, uint32_t k)
{
    const rr_stage_call *stage = &call->stage[k];
    const rr_sampler *s = stage->sampler;
    const uint32_t params = (1u << s->params) - 1;
    rr_call inner = {.device = call->device, .sampler = s, .number = stage->number, .wide = 1, .width = 8, .out_width = 8,
                     .n = call->n, .strategy = call->strategy, .strategy_number = call->strategy_number,
                     .strategy_more = call->strategy_more, .key = stage->key, .varies = params, .ops = stage->ops,
                     .remote = params | RR_REMOTE_OUT | (call->remote & RR_REMOTE_INDEX)};
    inner.job = (rr_job){.sampler = s, .dtype = s->counts ? RR_I64 : RR_F64, .stream = call->job.stream, .rows = call->n,
                         .cols = 1, .index = call->job.index, .strategy = call->job.strategy,
                          .flags = call->job.flags & RR_COUNT};
    for (uint32_t p = 0; p < s->params; ++p) inner.range[p] = rr_param_range(s, inner.job.dtype, p);
    return inner;
}

rr_status rr_gpu_stages_find(const rr_call *call, int may_make, rr_gpu_stages *k, rr_result *result)
{
    rr_status status = call->stages ? step_kernel(call, "stage", may_make, &k->stage, result) : RR_OK;
    if (status == RR_OK) status = step_kernel(call, rr_gpu_has_total(call) ? "total" : "join", may_make, &k->join, result);
    if (status == RR_OK && rr_gpu_has_total(call)) status = step_kernel(call, "sums", may_make, &k->sums, result);
    for (uint32_t i = 0; i < call->stages && status == RR_OK; ++i) {
        const rr_call inner = stage_call(call, i);
        status = rr_gpu_kernel(&inner, 0, may_make, &k->draw[i], result);
    }
    return status;
}

uint32_t rr_gpu_stages_blocks(const rr_call *call, const rr_gpu_stages *k, uint32_t n)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < call->stages; ++i) {
        rr_launch l;
        const uint32_t blocks = rr_gpu_launch_slots(rr_gpu_of(call->device), k->draw[i], 0, 0, n, &l);
        if (max < blocks) max = blocks;
    }
    return max;
}

/* One chunk in work. */
typedef struct chunk {
    const rr_call *call;
    const rr_gpu_stages *k;
    rr_queue *queue;
    const rr_memory *memory;
    const rr_launch *launch;
    rr_memory space;
    uint64_t first, at;   /* the index of the job's slot 0; the element of the chunk's slot 0 */
    rr_result *result;
} chunk;

/* A step of the composite sampler, with the words of the launch that stages_kernel.h describes. */
static rr_status run_step(const chunk *c, const rr_kernel *kernel, rr_launch l)
{
    rr_memory memory[RR_GPU_POINTERS];
    memcpy(memory, c->memory, sizeof memory);
    memory[RR_GPU_TALLY] = c->space;
    l.at[RR_GPU_TALLY] = 0;
    l.capacity = RR_GPU_SPACE_SLOTS(l.n);
    l.cap = 0;
    for (uint32_t i = 0; i < c->call->stages; ++i) l.cap |= (uint32_t)(c->call->stage[i].sampler->counts != 0) << i;
    return rr_gpu_launch_step(rr_gpu_of(c->call->device), c->queue, kernel, l.n, memory, &l, c->result);
}

static rr_status make_params(const chunk *c, uint32_t stage)
{
    const rr_call inner = stage_call(c->call, stage);
    rr_launch l = *c->launch, ranges;
    rr_gpu_launch_start(&inner, &ranges);
    memcpy(l.range, ranges.range, sizeof l.range);
    l.number = stage;
    l.more = inner.sampler->params;
    return run_step(c, c->k->stage, l);
}

static rr_status draw(const chunk *c, uint32_t stage)
{
    rr_call inner = stage_call(c->call, stage);
    const uint64_t slots = RR_GPU_SPACE_SLOTS(c->launch->n);
    const uint64_t failed_bits = inner.sampler->counts ? RR_GPU_NO_COUNT : RR_GPU_NO_REAL;
    rr_tile t = {.n = c->launch->n, .varies = inner.varies};
    rr_memory memory[RR_GPU_POINTERS];
    rr_launch l;
    inner.job.stream.next = c->first;
    memcpy(memory, c->memory, sizeof memory);
    rr_gpu_launch_start(&inner, &l);
    memcpy(l.at, c->launch->at, sizeof l.at);
    const uint32_t blocks = rr_gpu_launch_chunk(&inner, c->k->draw[stage], &t, c->at, t.n, &l);
    l.checks = 0;   /* all are valid */
    l.advances = c->launch->advances;
    l.failed_lo = (uint32_t)failed_bits;
    l.failed_hi = (uint32_t)(failed_bits >> 32);
    for (uint32_t p = 0; p < RR_FEW_PARAMS; ++p) {
        memory[p] = c->space;
        l.at[p] = (RR_STAGES_MAX + p) * slots * 8;
    }
    memory[RR_GPU_OUT] = memory[RR_GPU_RECORD] = c->space;
    l.at[RR_GPU_OUT] = stage * slots * 8;
    l.at[RR_GPU_RECORD] = RR_GPU_SPACE_RECORD(slots) * 8;
    return rr_gpu_of(c->call->device)->backend->launch(c->queue, c->k->draw[stage], blocks, memory, &l, c->result);
}

static rr_status run(const chunk *c)
{
    const rr_call *call = c->call;
    rr_status status = RR_OK;
    rr_launch l = *c->launch;
    for (uint32_t i = 0; i < call->stages && status == RR_OK; ++i) {
        status = make_params(c, i);
        if (status == RR_OK) status = draw(c, i);
    }
    l.number = call->stages;
    l.more = (uint32_t)(call->sampler->counts != 0);
    return status == RR_OK ? run_step(c, c->k->join, l) : status;
}

rr_status rr_gpu_stages_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *k, rr_memory space, uint64_t at,
                            const rr_memory *memory, const rr_launch *launch, rr_result *result)
{
    const chunk c = {call, k, queue, memory, launch, space, call->job.stream.next, at, result};
    return run(&c);
}

/* ---- Rows whose components divide a total ---- */

/* The stages of a component, with one index per row; rows is the chunk of the rows' kernels. */
static rr_status draw_component(const chunk *rows, rr_result *result)
{
    rr_memory memory[RR_GPU_POINTERS];
    rr_launch l = *rows->launch;
    rr_call call = *rows->call;
    const uint64_t slots = RR_GPU_SPACE_SLOTS(l.n);
    const chunk c = {&call, rows->k, rows->queue, memory, &l, rows->space, 0, 0, result};
    rr_status status = RR_OK;
    memcpy(memory, rows->memory, sizeof memory);
    for (uint32_t p = 0; p < 3; ++p) {
        memory[p] = rows->space;
        l.at[p] = RR_GPU_TOTAL_PARAM(slots, p) * 8;
    }
    memory[RR_GPU_INDEX] = rows->space;
    l.at[RR_GPU_INDEX] = RR_GPU_TOTAL_INDEX(slots) * 8;
    l.varies = 7;
    l.points = l.advances = 0;
    call.n = l.n;
    call.job.index = &call.job.stream.next;   /* not null: the launch has the address */
    call.remote |= RR_REMOTE_INDEX;
    for (uint32_t i = 0; i < call.stages && status == RR_OK; ++i) {
        status = make_params(&c, i);
        if (status == RR_OK) status = draw(&c, i);
    }
    return status;
}

rr_status rr_gpu_total_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *k, rr_memory space,
                           const rr_memory *memory, const rr_launch *launch, rr_result *result)
{
    rr_launch l = *launch;
    const chunk c = {call, k, queue, memory, &l, space, 0, 0, result};
    const uint64_t cols = call->job.cols;
    l.n = (uint32_t)(launch->n / cols);
    rr_gpu_row_words(call, &l);
    rr_status status = run_step(&c, k->sums, l);
    for (uint32_t col = 0; col + 1 < cols && status == RR_OK; ++col) {
        status = draw_component(&c, result);
        l.number = call->stages;
        l.more = col;
        if (status == RR_OK) status = run_step(&c, k->join, l);
    }
    return status;
}

/* ---- Numbers that belong to rows ---- */

void rr_gpu_row_words(const rr_call *call, rr_launch *l)
{
    uint64_t *const word = l->setup.space;
    memset(&l->setup, 0, sizeof l->setup);
    word[RR_GPU_ROW_COLS] = call->job.cols;
    word[RR_GPU_ROW_EACH] = rr_gpu_numbers(call) ? call->sizes.numbers : 0;
    word[RR_GPU_ROW_SIDE] = rr_sample_side(call);
    const uint64_t places = call->sampler->row_numbers != RR_DIM_NONE;
    word[RR_GPU_ROW_PARAMS] = call->sizes.per_rows | places << RR_GPU_ROW_PLACES;
    word[RR_GPU_ROW_WIDE] = call->wide;
    word[RR_GPU_ROW_EXACT] = call->wide || call->whole;
}

rr_status rr_gpu_numbers_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *k, rr_memory space, uint64_t at,
                             const rr_memory *memory, const rr_launch *launch, rr_result *result)
{
    const uint64_t cols = call->job.cols, each = call->sizes.numbers;
    rr_launch l = *launch;
    const chunk c = {call, k, queue, memory, &l, space, call->job.stream.next / cols * each, at / cols * each, result};
    l.n = (uint32_t)(launch->n / cols * each);
    if (l.advances) l.advances = (uint32_t)each;
    rr_gpu_row_words(call, &l);
    return run(&c);
}
