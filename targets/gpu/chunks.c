/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A synchronous call, divided into chunks. Two chunks are in work at a time, one slot each, so that one is copied while the
 * other is drawn. */
#include "gpu.h"

static rr_status take_slots(const rr_chunks *c, rr_gpu_slot *slot[2])
{
    const unsigned slots = c->n > c->chunk ? 2 : 1;
    for (unsigned i = 0; i < slots; ++i)
        if (!(slot[i] = rr_slot_take(c->gpu, c->result)))
            return c->result && c->result->status ? c->result->status : RR_ERR_DEVICE;
    return RR_OK;
}

static rr_status chunk_start(const rr_chunks *c, rr_gpu_slot *slot, uint64_t at)
{
    slot->at = at;
    slot->n = c->n - at < c->chunk ? (uint32_t)(c->n - at) : c->chunk;
    rr_status status = rr_slot_record(c->gpu, slot, c->result);
    if (status == RR_OK) status = c->start(c->call, slot);
    if (status == RR_OK)
        status = c->gpu->backend->read(slot->queue, slot->found, slot->record.memory, 0, sizeof *slot->found, c->result);
    if (status != RR_OK) rr_slot_drop(c->gpu, slot);
    return status;
}

/* Waits for a slot's chunk and takes its results, unless an earlier chunk has failed. */
static rr_status chunk_end(rr_chunks *c, rr_gpu_slot *slot)
{
    if (!slot->n) return RR_OK;
    if (slot->at != c->done) return rr_slot_drop(c->gpu, slot), RR_OK;
    const rr_status status = c->gpu->backend->finish(slot->queue, c->result);
    if (status == RR_OK) {
        c->take(c->call, slot);
        c->done += slot->n;
    }
    if (status != RR_OK || slot->found->code) slot->recording = 0;
    slot->n = 0;
    return status;
}

rr_status rr_chunks_run(rr_chunks *c)
{
    rr_gpu_slot *slot[2] = {NULL, NULL};
    rr_status status = take_slots(c, slot), ended;
    unsigned turn = 0;
    for (uint64_t at = 0; at < c->n && status == RR_OK; at += c->chunk, turn ^= slot[1] != NULL)
        if ((status = chunk_end(c, slot[turn])) == RR_OK) status = chunk_start(c, slot[turn], at);
    for (unsigned i = 0; i < 2; ++i, turn ^= 1) {
        if (status != RR_OK) c->result = NULL;   /* only the first error is reported */
        ended = slot[turn] ? chunk_end(c, slot[turn]) : RR_OK;
        if (status == RR_OK) status = ended;
    }
    for (unsigned i = 0; i < 2; ++i) rr_slot_give(c->gpu, slot[i]);
    return status;
}
