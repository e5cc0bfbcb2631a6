/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The launches of a job, for synchronous (run.c) and asynchronous calls (async.c): its kernels, the size of its chunks, and
 * for each chunk in this order its samples, or the stages of a composite sampler, numbers of rows, rows, and the rounding of
 * samples. */
#include <string.h>

#include "gpu.h"

/* The count of numbers that belong to the rows of n elements. */
static uint64_t numbers_of(const rr_call *call, uint64_t n)
{
    return rr_gpu_numbers(call) ? n / call->job.cols * call->sizes.numbers : 0;
}

/* The maximal elements of a chunk, so that its stages have at most RR_GPU_STAGES slots. */
static uint64_t max_staged(const rr_call *call)
{
    const uint64_t cols = call->job.cols, each = call->sizes.numbers;
    if (!call->sampler->stages && !rr_gpu_numbers(call)) return UINT64_MAX;
    return call->sampler->stages || each >= cols ? RR_GPU_STAGES : RR_GPU_STAGES / each * cols;
}

rr_status rr_gpu_kernels_find(const rr_call *call, int plain, int laid, int may_make, rr_gpu_kernels *k, rr_result *result)
{
    if ((k->spreads || call->half) && k->chunk > RR_GPU_SPREAD) k->chunk = RR_GPU_SPREAD;
    const uint64_t staged = max_staged(call);
    if (k->chunk > staged) k->chunk = (uint32_t)staged;
    if (rr_own_weights(call)) {
        const uint64_t max = rr_gpu_choices_max(call);
        if (k->chunk > max) k->chunk = (uint32_t)max;
        return rr_gpu_choices_kernel(call, may_make, &k->samples, result);
    }
    rr_status status = rr_gpu_rows(call, may_make, &k->chunk, &k->rows, result);
    if (rr_gpu_reads(call) && call->job.cols > k->chunk) return status;   /* drawn on the host */
    const int staged_too = call->sampler->stages || (rr_gpu_numbers(call) && k->rows);
    if (status == RR_OK && staged_too) status = rr_gpu_stages_find(call, may_make, &k->staged, result);
    if (status == RR_OK && !call->sampler->stages) status = rr_gpu_kernel(call, plain, may_make, &k->samples, result);
    if (status == RR_OK && laid) status = rr_gpu_kernel(call, laid, may_make, &k->laid, result);
    if (status == RR_OK) status = rr_gpu_narrow_kernel(call, may_make, &k->narrow, result);
    if (status == RR_OK && k->spreads) status = rr_gpu_spread_kernel(call, may_make, &k->spread, result);
    return status;
}

size_t rr_gpu_sequence_space(const rr_call *call, uint32_t n)
{
    if (rr_gpu_has_total(call)) return rr_gpu_total_space((uint32_t)(n / call->job.cols), call->job.cols);
    const uint64_t slots = call->sampler->stages ? n : numbers_of(call, n);
    const size_t bytes = call->whole ? rr_gpu_whole_space(call, n / call->job.cols) : 0;
    return bytes + (slots ? rr_gpu_space((uint32_t)slots) : 0);
}

uint32_t rr_gpu_sequence_lay(rr_gpu_sequence *c, const rr_tile *t)
{
    const rr_call *call = c->call;
    const uint64_t numbers = c->k->rows ? numbers_of(call, t->n) : 0;
    if (rr_own_weights(call)) return rr_gpu_choices_lay(call, c->k->samples, c->at, t->n, c->memory, &c->launch);
    if (!call->sampler->stages) {
        c->blocks = rr_gpu_launch_chunk(call, c->k->samples, t, c->at, t->n, &c->launch);
        const uint32_t more = numbers ? rr_gpu_stages_blocks(call, &c->k->staged, (uint32_t)numbers) : 0;
        return c->blocks < more ? more : c->blocks;
    }
    rr_gpu_launch_params(call, t, &c->launch);
    rr_gpu_launch_slots(rr_gpu_of(call->device), c->k->staged.join, call->job.stream.next + c->at, c->at, t->n, &c->launch);
    return rr_gpu_stages_blocks(call, &c->k->staged, t->n);
}

/* Launches the kernel for a first index with which out is aligned; with any other index it does nothing. */
static rr_status launch_laid(const rr_gpu_sequence *c, const rr_tile *t, rr_result *result)
{
    rr_launch l = c->launch;
    const uint32_t blocks = rr_gpu_launch_chunk(c->call, c->k->laid, t, c->at, t->n, &l);
    l.only = RR_ONLY_LAID;
    l.element_lo = c->launch.element_lo;
    l.element_hi = c->launch.element_hi;
    return rr_gpu_of(c->call->device)->backend->launch(c->queue, c->k->laid, blocks, c->memory, &l, result);
}

/* Launches the kernels for the numbers of the chunk's rows, and for its rows. */
static rr_status launch_rows(const rr_gpu_sequence *c, rr_result *result)
{
    const rr_call *call = c->call;
    rr_memory memory[RR_GPU_POINTERS];
    rr_launch l = c->launch;
    rr_status status = RR_OK;
    if (!c->k->rows) return RR_OK;
    memcpy(memory, c->memory, sizeof memory);
    if (rr_gpu_numbers(call))
        status = rr_gpu_numbers_run(call, c->queue, &c->k->staged, c->space, c->at, c->memory, &c->launch, result);
    if (call->sampler->row_stages) {
        memory[RR_GPU_TALLY] = c->space;
        l.at[RR_GPU_TALLY] = 0;
    }
    rr_gpu_row_words(call, &l);
    if (call->whole) rr_gpu_whole_words(call, numbers_of(call, l.n), &l);
    if (status == RR_OK && call->whole) return rr_gpu_whole_run(call, c->queue, c->k->rows, memory, &l, result);
    return status == RR_OK ? rr_gpu_launch_rows(call, c->queue, c->k->rows, memory, &l, result) : status;
}

rr_status rr_gpu_sequence_launch(rr_gpu_sequence *c, const rr_tile *t, int rows, rr_memory home, rr_result *result)
{
    const rr_call *call = c->call;
    const rr_gpu_kernels *k = c->k;
    rr_status status = k->laid ? launch_laid(c, t, result) : RR_OK;
    c->launch.only = k->laid ? RR_ONLY_CROOKED : RR_ONLY_ALWAYS;
    if (status != RR_OK) return status;
    if (rr_own_weights(call)) return rr_gpu_choices_run(call, c->queue, k->samples, c->memory, &c->launch, result);
    if (rr_gpu_has_total(call))
        status = rr_gpu_total_run(call, c->queue, &k->staged, c->space, c->memory, &c->launch, result);
    else if (call->sampler->stages)
        status = rr_gpu_stages_run(call, c->queue, &k->staged, c->space, c->at, c->memory, &c->launch, result);
    else
        status = rr_gpu_of(call->device)->backend->launch(c->queue, k->samples, c->blocks, c->memory, &c->launch, result);
    if (status == RR_OK && rows) status = launch_rows(c, result);
    return status == RR_OK ? rr_gpu_narrow(call, c->queue, k->narrow, c->memory, &c->launch, c->at, home, result) : status;
}
