/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters of a tile, converted and checked before its kernel runs. Samples with a bad parameter are drawn with a valid
 * one and overwritten, so kernels never read a bad one (except in a GPU's memory, which the host does not read). */
#include <string.h>

#include "base.h"

/* The parts of the scratch that a tile of a call uses in addition to queues and bad slots. */
typedef struct uses {
    uint32_t params, narrow;
    int counts, stages, index, gone;
} uses;

static uses uses_of(const rr_call *call)
{
    if (!call) return (uses){RR_MAX_PARAMS, RR_NARROW_PARAMS, 1, 1, 1, 1};
    const rr_sampler *s = call->sampler;
    const int stages = s->stages != NULL, counts = s->counts || stages;
    const uint32_t twice = 2 * s->params < RR_NARROW_PARAMS ? 2 * s->params : RR_NARROW_PARAMS;
    return (uses){.params = s->params, .narrow = stages ? RR_NARROW_PARAMS : counts ? twice : call->half != 0,
                  .counts = counts, .stages = stages, .index = call->job.index != NULL, .gone = stages || s->integers};
}

static uint32_t slot_of(uses u)
{
    return 5 * 4 + u.params * 8 + u.narrow * 4 + (uint32_t)(u.counts * 16 + u.stages * (RR_FEW_PARAMS + RR_MAX_STAGES) * 8 +
                                                            u.index * 8 + u.gone);
}

uint32_t rr_scratch_slot(const rr_call *call) { return slot_of(uses_of(call)); }

/* Unused parts get no memory. 64-bit numbers come first, then 32-bit numbers, then bytes. */
void rr_scratch_lay(rr_scratch *s, void *memory, uint32_t tile, const rr_call *call)
{
    char *at = (char *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);
    const size_t slots = tile + RR_SCRATCH_SLACK;
    const uses u = uses_of(call);
    s->tile = tile;
    for (uint32_t p = 0; p < u.params; ++p, at += slots * 8) s->param[p] = at;
    if (u.stages) {
        for (int p = 0; p < RR_FEW_PARAMS; ++p, at += slots * 8) s->stage[p] = (double *)(void *)at;
        for (int k = 0; k < RR_MAX_STAGES; ++k, at += slots * 8) s->made[k] = (double *)(void *)at;
    }
    if (u.counts) {
        s->count = (int64_t *)(void *)at;
        s->word = (uint32_t *)(void *)(at + slots * 8);
        s->left = s->word + slots;
        at += slots * 16;
    }
    for (uint32_t p = 0; p < u.narrow; ++p, at += slots * 4) s->narrow[p] = (float *)(void *)at;
    for (int q = 0; q < 3; ++q, at += slots * 4) s->queue[q] = (uint32_t *)(void *)at;
    s->failed_slot = (uint32_t *)(void *)at;
    s->bad = s->failed_slot + slots;
    at += slots * 8;
    if (u.index) {
        for (int i = 0; i < 2; ++i, at += slots * 4) s->index[i] = (uint32_t *)(void *)at;
    }
    s->gone = (uint8_t *)at;
}

void rr_part_merge(void *to_part, const void *from_part)
{
    rr_part *to = to_part;
    const rr_part *from = from_part;
    uint64_t *sum = (uint64_t *)&to->tally;
    const uint64_t *add = (const uint64_t *)&from->tally;
    const size_t words = to->call->job.flags & RR_COUNT ? RR_TALLY_WORDS : 0;
    if (to->bad > from->bad) to->bad = from->bad;
    if (to->failed_first > from->failed_first) to->failed_first = from->failed_first;
    if (to->unfit > from->unfit) to->unfit = from->unfit;
    to->failed += from->failed;
    for (size_t i = 0; i < words; ++i) sum[i] += add[i];
}

void rr_part_merge_at(rr_part *to, rr_part *piece, uint64_t at)
{
    uint64_t *const element[] = {&piece->bad, &piece->failed_first, &piece->unfit};
    for (int i = 0; i < 3; ++i)
        if (*element[i] != UINT64_MAX) *element[i] += at;
    rr_part_merge(to, piece);
}

uint64_t rr_failed_bits(rr_type type)
{
    switch (type) {
    case RR_F16: return 0x7e00u;
    case RR_BF16: return 0x7fc0u;
    case RR_F32: return 0x7fc00000u;
    case RR_F64: return 0x7ff8000000000000u;
    default: return 0;
    }
}

void rr_set_failed(const rr_call *call, void *sample)
{
    const uint64_t pattern = rr_failed_bits(rr_call_type(call));
    memcpy(sample, &pattern, call->out_width);
}

static void set_good(const rr_sampler *sampler, void *values, uint32_t k, unsigned width, double good)
{
    if (sampler->integers) ((int64_t *)values)[k] = (int64_t)good;
    else rr_value_set(values, k, width, good);
}

/* Replaces every parameter of the tile by a copy with one value per slot, in which bad slots have valid values. */
static void replace_bad(const rr_sampler *sampler, rr_tile *t, const rr_scratch *s, unsigned width, uint32_t bads)
{
    for (uint32_t p = 0; p < sampler->params; ++p) {
        const double fallback = sampler->param[p].fallback, good = fallback == fallback ? fallback : 1.0;
        const char *from = t->param[p];
        char *to = s->param[p];
        if (!(t->varies >> p & 1)) {
            char one[8];
            memcpy(one, from, width);
            for (uint32_t k = 0; k < t->n; ++k) memcpy(to + (size_t)k * width, one, width);
        } else if (from != to) {
            memcpy(to, from, (size_t)t->n * width);
        }
        for (uint32_t b = 0; b < bads; ++b) set_good(sampler, to, s->bad[b], width, good);
        t->param[p] = to;
        t->varies |= 1u << p;
    }
}

uint32_t rr_tile_values(const rr_call *call, rr_tile *t, rr_scratch *s, uint64_t at)
{
    const int integers = call->sampler->integers;
    uint32_t unheld = 0;
    if (integers && !call->remote) memset(s->gone, 0, t->n);   /* otherwise all are representable
                                                                  (targets/gpu/gpu_memory.c) */
    t->varies = call->varies;
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        const void *values = NULL;
        if (call->remote >> p & 1) values = NULL;
        else if (integers) unheld += rr_integer_values(call, p, at, t->n, s->param[p], &values, s->gone);
        else rr_param_values(call, p, at, t->n, s->param[p], &values);
        t->param[p] = values;
    }
    return unheld;
}

uint32_t rr_tile_params(rr_part *part, rr_tile *t, rr_scratch *s, uint64_t at)
{
    const rr_call *call = part->call;
    const int integers = call->sampler->integers;
    const uint32_t unheld = rr_tile_values(call, t, s, at);
    uint32_t bads = 0;
    if (call->remote || (!unheld && call->good(call, t))) return 0;
    for (uint32_t k = 0; k < t->n; ++k)
        if ((integers && s->gone[k]) || !rr_slot_good(call, t->param, t->varies, k)) s->bad[bads++] = k;
    if (part->bad > at + s->bad[0]) part->bad = at + s->bad[0];
    if (!call->check_only) replace_bad(call->sampler, t, s, call->width, bads);
    return bads;
}
