/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A synchronous job on a GPU, with host or device memory, in chunks (chunks.c). The host finds a chunk's bad parameters, as
 * on a CPU (tile.c). If any memory of the job is the device's, kernels find them and note them in a record
 * (targets/gpu/kernels/record.h). If the device can copy to out while the host continues (pinned memory), samples are copied
 * there directly, otherwise through the slot's buffer. */
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

typedef struct run {
    rr_part *part;
    const rr_call *call;
    rr_gpu *gpu;
    rr_gpu_kernels k;
    rr_launch launch;
    rr_gpu_buffer table;
    rr_result *result;
    int stages;         /* host memory is copied per element: chunks are small */
    int direct;         /* chunks are copied directly to out */
    int touched;        /* and a copy to out may have begun */
} run;

/* True if the output of the call is host memory. */
static int brings(const run *c) { return !(c->call->remote & RR_REMOTE_OUT); }

/* The address on the host to which the samples of a chunk are copied. */
static void *landing(const run *c, const rr_gpu_slot *slot)
{
    return c->direct ? (char *)c->call->job.out + slot->at * c->call->out_width : slot->staged;
}

/* The offset of a chunk's samples in the slot's buffer, in elements, so that they are aligned as their indices are. */
static uint32_t lead(const run *c, uint64_t at)
{
    return (uint32_t)(c->call->job.stream.next + at) % RR_GPU_NEAR;
}

/* Host memory for a chunk: a buffer for samples, and a scratch for parameters. */
static rr_status stage(const run *c, rr_gpu_slot *slot, uint32_t n)
{
    const size_t size = brings(c) && !c->direct ? (size_t)n * c->call->out_width : 0;
    const uint32_t slots = c->stages ? n : 1;
    const rr_status status = rr_slot_stage(c->gpu, slot, size, c->result);
    if (status != RR_OK) return status;
    if (slot->scratch_memory && slot->scratch.tile >= slots) return RR_OK;
    free(slot->scratch_memory);
    if (!(slot->scratch_memory = malloc(RR_SCRATCH_BYTES(slots))))
        return rr_fail(c->result, RR_ERR_MEMORY, "no memory for a chunk of %u samples", n);
    rr_scratch_lay(&slot->scratch, slot->scratch_memory, slots, NULL);
    return RR_OK;
}

/* Copies n bytes from the host to a buffer of the device. */
static rr_status send(const run *c, rr_gpu_slot *slot, rr_gpu_buffer *buffer, const void *from, size_t n)
{
    const rr_status status = rr_gpu_grow(c->gpu, buffer, n, c->result);
    return status != RR_OK ? status : c->gpu->backend->write(slot->queue, buffer->memory, 0, from, n, c->result);
}

/* Packs, copies, or sets the pointers of, the parameters and indices of a chunk. */
static rr_status send_inputs(const run *c, rr_gpu_slot *slot, const rr_tile *t, uint64_t at, uint32_t n, rr_memory *memory,
                             rr_launch *l)
{
    const rr_job *job = &c->call->job;
    rr_status status;
    for (uint32_t p = 0; p < c->call->sampler->params; ++p) {
        if (c->k.spreads >> p & 1) {
            status = rr_gpu_grow(c->gpu, &slot->param[p], (size_t)n * c->call->width, c->result);
            if (status == RR_OK)
                status = rr_gpu_spread(c->call, slot->queue, c->k.spread, p, at, n, slot->param[p].memory, c->result);
            if (status != RR_OK) return status;
            memory[RR_GPU_PARAM(p)] = slot->param[p].memory;
        } else if (c->call->remote >> p & 1) {
            rr_gpu_point((job->flags & RR_CL_PARAM(p)) != 0, job->param[p].data,
                         t->varies >> p & 1 ? at * c->call->width : 0, RR_GPU_PARAM(p), memory, l);
        } else if (t->varies >> p & 1) {
            if ((status = send(c, slot, &slot->param[p], t->param[p], (size_t)n * c->call->width)) != RR_OK) return status;
            memory[RR_GPU_PARAM(p)] = slot->param[p].memory;
        }
    }
    status = rr_own_weights(c->call) ? rr_gpu_choices_send(c->call, slot, memory, l, c->result) : RR_OK;
    if (status != RR_OK) return status;
    if (c->call->remote & RR_REMOTE_INDEX) {
        rr_gpu_point((job->flags & RR_CL_INDEX) != 0, job->index, at * 8, RR_GPU_INDEX, memory, l);
    } else if (job->index) {
        if ((status = send(c, slot, &slot->index, job->index + at, (size_t)n * 8)) != RR_OK) return status;
        memory[RR_GPU_INDEX] = slot->index.memory;
    }
    return RR_OK;
}

/* Memory for the results of a chunk: samples, record, tallies. */
static rr_status open_outputs(const run *c, rr_gpu_slot *slot, uint64_t at, uint32_t n, uint32_t blocks, rr_memory *memory,
                              rr_launch *l)
{
    const rr_backend *b = c->gpu->backend;
    const rr_job *job = &c->call->job;
    const size_t drawn = l->cell;
    rr_status status;
    memory[RR_GPU_RECORD] = slot->record.memory;
    if (!brings(c) && !c->call->half) {
        rr_gpu_point((job->flags & RR_CL_OUT) != 0, job->out, at * c->call->out_width, RR_GPU_OUT, memory, l);
    } else {
        if ((status = rr_gpu_grow(c->gpu, &slot->out, (n + RR_GPU_NEAR) * drawn, c->result)) != RR_OK)
            return status;
        memory[RR_GPU_OUT] = slot->out.memory;
        l->at[RR_GPU_OUT] = lead(c, at) * drawn;
    }
    slot->warps = blocks * c->gpu->facts.warps;
    if (!(job->flags & RR_COUNT)) return RR_OK;
    const size_t size = (size_t)slot->warps * RR_TALLY_WORDS * 8;
    if (slot->tally.size < size || !slot->tallies) {
        if ((status = rr_gpu_grow(c->gpu, &slot->tally, size, c->result)) != RR_OK) return status;
        free(slot->tallies);
        if (!(slot->tallies = malloc(slot->tally.size)))
            return rr_fail(c->result, RR_ERR_MEMORY, "no memory for the tallies of %u warps", slot->warps);
    }
    memory[RR_GPU_TALLY] = slot->tally.memory;
    return b->fill(slot->queue, slot->tally.memory, 0, 0, size, c->result);
}

static rr_status bring_back(run *c, rr_gpu_slot *slot)
{
    const rr_backend *b = c->gpu->backend;
    const size_t width = c->call->out_width, size = (size_t)slot->warps * RR_TALLY_WORDS * 8;
    rr_status status = RR_OK;
    if (brings(c)) {
        c->touched = c->direct;
        status = b->read(slot->queue, landing(c, slot), c->k.narrow ? slot->half.memory : slot->out.memory,
                         c->k.narrow ? 0 : lead(c, slot->at) * width, slot->n * width, c->result);
    }
    if (status == RR_OK && c->call->job.flags & RR_COUNT)
        status = b->read(slot->queue, slot->tallies, slot->tally.memory, 0, size, c->result);
    return status;
}

/* Copies the sampler's table with the first chunk, and waits, since the other slot's chunk reads it too. */
static rr_status send_table(run *c, rr_gpu_slot *slot)
{
    void *own;
    const void *table;
    size_t size;
    if (!c->call->table || c->call->held || c->table.memory || (rr_is_row(c->call->sampler) && !c->k.rows)) return RR_OK;
    rr_status status = rr_gpu_table(c->call, &own, &size, &table, c->result);
    if (status == RR_OK && size) status = send(c, slot, &c->table, table, size);
    if (status == RR_OK && size) status = c->gpu->backend->finish(slot->queue, c->result);
    free(own);
    return status;
}

/* Memory for intermediate results of a chunk's launches, and for rounded samples. */
static rr_status open_space(const run *c, rr_gpu_slot *slot)
{
    const size_t size = rr_gpu_sequence_space(c->call, slot->n);
    const rr_status status = rr_gpu_grow(c->gpu, &slot->space, size, c->result);
    if (status != RR_OK || !c->k.narrow || !brings(c)) return status;
    return rr_gpu_grow(c->gpu, &slot->half, (size_t)slot->n * c->call->out_width, c->result);
}

static rr_status start(void *state, rr_gpu_slot *slot)
{
    run *const c = state;
    const uint64_t at = slot->at;
    const uint32_t n = slot->n;
    rr_gpu_sequence chunk = {.call = c->call, .k = &c->k, .queue = slot->queue, .launch = c->launch, .at = at};
    rr_launch *const l = &chunk.launch;
    rr_status status = stage(c, slot, n);
    if (status == RR_OK) status = send_table(c, slot);
    if (status != RR_OK) return status;
    rr_tile t = {.n = n, .cap = l->cap, .table = c->call->table, .flip = l->flip};
    if (rr_gpu_reads(c->call)) rr_tile_values(c->call, &t, &slot->scratch, at);
    slot->bads = rr_gpu_reads(c->call) ? 0 : rr_tile_params(c->part, &t, &slot->scratch, at);
    chunk.memory[RR_GPU_TABLE] = c->call->held ? c->call->held : c->table.memory;
    const uint32_t blocks = rr_gpu_sequence_lay(&chunk, &t);
    if ((status = send_inputs(c, slot, &t, at, n, chunk.memory, l)) != RR_OK) return status;
    if ((status = open_outputs(c, slot, at, n, blocks, chunk.memory, l)) != RR_OK) return status;
    if ((status = open_space(c, slot)) != RR_OK) return status;
    chunk.space = slot->space.memory;
    /* Only the host knows which components have bad parameters, so it makes the rows of such a chunk (take). */
    status = rr_gpu_sequence_launch(&chunk, &t, !slot->bads, brings(c) ? slot->half.memory : 0, c->result);
    return status != RR_OK ? status : bring_back(c, slot);
}

/* Counts the failed samples with valid parameters. In a chunk with bad parameters the record's count is too large, since
 * kernels do not know of them. */
static void recount(const run *c, const rr_gpu_slot *slot, uint64_t *failed, uint64_t *lowest)
{
    const size_t width = c->call->out_width;
    const uint64_t failed_bits = rr_failed_bits(rr_call_type(c->call));
    const char *drawn = landing(c, slot);
    uint32_t bads = slot->bads;   /* those below k; they are in increasing order */
    *failed = 0;
    *lowest = UINT64_MAX;
    for (uint32_t k = slot->n; k-- > 0;) {
        const int bad = bads && slot->scratch.bad[bads - 1] == k;
        bads -= (uint32_t)bad;
        if (bad || memcmp(drawn + k * width, &failed_bits, width)) continue;
        ++*failed;
        *lowest = slot->at + k;
    }
}

/* The same for counts, whose 0 does not mark a failed sample, and for composite samplers, whose pattern does not show the
 * reason: the host draws the same samples again. */
static void redraw(const run *c, const rr_gpu_slot *slot)
{
    rr_part *part = c->part, again;
    rr_part_begin(&again, c->call);
    c->call->device->host->calls->draw(&again, slot->at, slot->n);
    part->failed += again.failed;
    if (part->failed_first > again.failed_first) part->failed_first = again.failed_first;
    if (part->unfit > again.unfit) part->unfit = again.unfit;
}

/* Adds the findings of the record to the part. */
static void read_record(const run *c, const rr_gpu_slot *slot)
{
    rr_part *part = c->part;
    const rr_record *r = slot->found;
    uint64_t failed = r->failed, lowest = r->failed_index;
    if (r->code & RR_RECORD_BAD && part->bad > r->bad_index) part->bad = r->bad_index;
    const uint32_t both = RR_RECORD_FAILED | RR_RECORD_UNFIT;
    const int shared = (r->code & both) == both && !c->call->remote;   /* the record has one index for the two */
    if (shared || ((c->call->sampler->counts || c->call->sampler->stages) && slot->bads && r->code & both)) {
        redraw(c, slot);
        return;
    }
    if (r->code & RR_RECORD_UNFIT && part->unfit > lowest) part->unfit = lowest;
    if (!(r->code & RR_RECORD_FAILED)) return;
    if (slot->bads) recount(c, slot, &failed, &lowest);
    part->failed += failed;
    if (part->failed_first > lowest) part->failed_first = lowest;
}

static void take(void *state, rr_gpu_slot *slot)
{
    run *const c = state;
    const rr_device *host = c->call->device->host;
    const uint64_t cols = c->call->job.cols;
    const size_t width = c->call->out_width;
    read_record(c, slot);
    if (brings(c) && !c->direct) memcpy((char *)c->call->job.out + slot->at * width, slot->staged, slot->n * width);
    for (uint32_t b = 0; b < slot->bads && brings(c); ++b)
        rr_set_failed(c->call, rr_call_at(c->call, slot->at + slot->scratch.bad[b]));
    if (c->k.rows && slot->bads) host->calls->rows(c->part, slot->at / cols, slot->n / cols);
    if (c->call->job.flags & RR_COUNT)
        for (size_t i = 0; i < (size_t)slot->warps * RR_TALLY_WORDS; ++i)
            ((uint64_t *)&c->part->tally)[i % RR_TALLY_WORDS] += slot->tallies[i];
}

/* If the device fails after results may have been written, the host draws the rest, so that out is always either untouched
 * or complete. */
static void complete(const run *c, uint64_t done)
{
    const rr_call *call = c->call;
    const rr_device *host = call->device->host;
    if ((!done && !c->touched) || !brings(c) || call->remote) return;
    if (rr_own_weights(call) || rr_own_windows(call) || rr_gpu_reads(call)) {
        rr_part_begin(c->part, call);   /* all elements: everything is found again */
        host->calls->run(c->part, NULL);
        return;
    }
    host->calls->draw(c->part, done, call->n - done);
    const uint64_t cols = call->job.cols, made = c->k.rows ? done / cols : 0;
    if (rr_is_row(call->sampler)) host->calls->rows(c->part, made, call->n / cols - made);
}

/* True if the output, or an input that varies, is in host memory. */
static int stages(const rr_call *call)
{
    const int index = call->job.index && !(call->remote & RR_REMOTE_INDEX);
    return index || call->varies & ~call->remote || !(call->remote & RR_REMOTE_OUT);
}

rr_status rr_gpu_run(rr_part *part, rr_result *result)
{
    const rr_call *call = part->call;
    rr_gpu *gpu = rr_gpu_of(call->device);
    run c = {.part = part, .call = call, .gpu = gpu, .result = result, .stages = stages(call)};
    c.k = (rr_gpu_kernels){.chunk = c.stages ? RR_GPU_CHUNK : RR_GPU_LAUNCH, .spreads = rr_gpu_spreads(call, call->remote)};
    rr_status status = rr_gpu_kernels_find(call, rr_gpu_plain(call, RR_KNOWN_ALL), 0, 1, &c.k, result);
    if (status != RR_OK) return status;
    if (rr_gpu_reads(call) && call->job.cols > c.k.chunk) return call->device->host->calls->run(part, result);
    rr_chunks chunks = {.gpu = gpu, .call = &c, .start = start, .take = take, .result = result, .n = call->n,
                        .chunk = c.k.chunk};
    /* Not with device memory: the host could not complete an output from parameters that it cannot read. */
    c.direct = !call->remote && gpu->backend->direct(gpu->engine, call->job.out, (size_t)call->n * call->out_width);
    rr_gpu_launch_start(call, &c.launch);
    status = rr_chunks_run(&chunks);
    if (status != RR_OK) complete(&c, chunks.done);
    else if (rr_is_row(call->sampler) && !c.k.rows && !rr_gpu_reads(call)) call->device->host->calls->all_rows(part);
    if (c.table.memory) gpu->backend->release(gpu->engine, c.table.memory);
    return status;
}
