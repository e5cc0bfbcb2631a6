/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call that waits, cut into chunks: two are in work at a time, a bay each, so that one is copied while the other is
 * drawn. */
#include "gpu.h"

static rr_status take_bays(const rr_chunks *c, rr_bay *bay[2])
{
    const unsigned bays = c->n > c->chunk ? 2 : 1;
    for (unsigned i = 0; i < bays; ++i)
        if (!(bay[i] = rr_bay_take(c->gpu, c->result)))
            return c->result && c->result->status ? c->result->status : RR_ERR_DEVICE;
    return RR_OK;
}

static rr_status chunk_start(const rr_chunks *c, rr_bay *bay, uint64_t at)
{
    bay->at = at;
    bay->n = c->n - at < c->chunk ? (uint32_t)(c->n - at) : c->chunk;
    rr_status status = rr_bay_record(c->gpu, bay, c->result);
    if (status == RR_OK) status = c->start(c->call, bay);
    if (status == RR_OK)
        status = c->gpu->backend->read(bay->queue, bay->found, bay->record.memory, 0, sizeof *bay->found, c->result);
    if (status != RR_OK) rr_bay_drop(c->gpu, bay);
    return status;
}

/* Waits for a bay's chunk and takes what came of it; nothing, where an earlier chunk has failed. */
static rr_status chunk_end(rr_chunks *c, rr_bay *bay)
{
    if (!bay->n) return RR_OK;
    if (bay->at != c->done) return rr_bay_drop(c->gpu, bay), RR_OK;
    const rr_status status = c->gpu->backend->finish(bay->queue, c->result);
    if (status == RR_OK) {
        c->take(c->call, bay);
        c->done += bay->n;
    }
    if (status != RR_OK || bay->found->code) bay->recording = 0;
    bay->n = 0;
    return status;
}

rr_status rr_chunks_run(rr_chunks *c)
{
    rr_bay *bay[2] = {NULL, NULL};
    rr_status status = take_bays(c, bay), ended;
    unsigned turn = 0;
    for (uint64_t at = 0; at < c->n && status == RR_OK; at += c->chunk, turn ^= bay[1] != NULL)
        if ((status = chunk_end(c, bay[turn])) == RR_OK) status = chunk_start(c, bay[turn], at);
    for (unsigned i = 0; i < 2; ++i, turn ^= 1) {
        if (status != RR_OK) c->result = NULL;   /* the first failure is what is told */
        ended = bay[turn] ? chunk_end(c, bay[turn]) : RR_OK;
        if (status == RR_OK) status = ended;
    }
    for (unsigned i = 0; i < 2; ++i) rr_bay_give(c->gpu, bay[i]);
    return status;
}
