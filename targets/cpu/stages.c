/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "stages.h"

#include <string.h>

#include "counts.h"

/* Writes the parameters of stage k for all slots to s->stage. A parameter whose values are all equal counts as constant, so
 * that the stage is set up once. If the parameters of the job are constant, so are those of the first stage. */
static void params(const rr_call *call, const rr_tile *whole, const rr_scratch *s, uint32_t k, rr_tile *t)
{
    const uint32_t number = call->stage[k].sampler->params;
    rr_tile from = *whole;
    if (k == 0 && !whole->varies) from.n = 1;
    call->stage_ops->stage(&from, k, number, (const rr_scalar *const *)(const void *)s->made,
                           (rr_scalar *const *)(void *)s->stage);
    t->varies = 0;
    for (uint32_t p = 0; p < number; ++p) {
        const double *const v = s->stage[p];
        t->param[p] = v;
        t->varies |= (uint32_t)(memcmp(v, v + 1, (from.n - 1) * sizeof *v) != 0) << p;
    }
}

/* Replaces parameters out of the range of the stage's sampler by 1, and notes their slots. */
static void check(const rr_call *call, const rr_sampler *inner, rr_tile *t, const rr_scratch *s)
{
    for (uint32_t p = 0; p < inner->params; ++p) {
        const rr_range *r = &inner->param[p].f64;
        double *const v = s->stage[p];
        const uint32_t step = t->varies >> p & 1, values = step ? t->n : 1;
        const rr_scalar *const all = (const rr_scalar *)(const void *)v;
        if (call->stage_kernels->inside(all, values, r->low, r->high, r->low_open, r->high_open)) continue;
        for (uint32_t k = 0; k < t->n; ++k)
            if (!rr_in_range(r, v[k * step], 8)) s->gone[k] |= RR_GONE_UNFIT;
        for (uint32_t k = 0; k < values; ++k)
            if (!rr_in_range(r, v[k], 8)) v[k] = 1;
    }
}

/* Draws stage k to s->made[k]. */
static void run(rr_part *part, const rr_tile *whole, const rr_scratch *s, uint32_t k)
{
    const rr_call *call = part->call;
    const rr_kernels *kernels = call->stage_kernels;
    const rr_stage_call *stage = &call->stage[k];
    const uint32_t warp = rr_host_of(call->device)->warp;
    rr_tile t = *whole;
    params(call, whole, s, k, &t);
    t.key = stage->key;
    t.cap = stage->sampler->cap;
    check(call, stage->sampler, &t, s);
    rr_work work = {
        .tile = &t, .ops = stage->ops, .out = (rr_scalar *)(void *)s->made[k], .lanes = warp ? warp : kernels->lanes,
        .queue = {s->queue[0], s->queue[1], s->queue[2]}, .failed_slot = s->failed_slot,
        .number = call->strategy_number, .more = call->strategy_more, .tally = &part->tally,
    };
    rr_counted counted = {.part = part, .s = s, .sampler = stage->sampler, .narrow = stage->narrow, .type = RR_I64,
                          .out = s->made[k]};
    work.regs = (work.lanes + kernels->lanes - 1) / kernels->lanes;
    stage->ops->prepare(&t);
    rr_counts_narrow(&counted, &work);
    kernels->run[call->strategy.kind][(call->job.flags & RR_COUNT) != 0](&work);
    if (!work.finishes && !counted.filtered) stage->ops->finish(&t, work.out);
    /* A failed slot may hold any bits, which the next stage may not accept; 0 is safe. */
    for (uint32_t i = 0; i < work.failures; ++i) {
        s->gone[work.failed_slot[i]] |= RR_GONE_FAILED;
        memset((char *)s->made[k] + 8 * (size_t)work.failed_slot[i], 0, 8);
    }
}

void rr_stages_note(rr_part *part, const rr_scratch *s, uint32_t slot, uint64_t element)
{
    if (!(s->gone[slot] & RR_GONE_FAILED)) {
        if (part->unfit > element) part->unfit = element;
        return;
    }
    ++part->failed;
    if (part->failed_first > element) part->failed_first = element;
}

/* Lists the slots without a sample in s->left. Eight slots are tested at a time: nearly always there is none. */
static uint32_t list_gone(const rr_scratch *s, uint32_t n)
{
    uint32_t gone = 0;
    for (uint32_t from = 0; from < n; from += 8) {
        uint64_t any;
        memcpy(&any, s->gone + from, sizeof any);
        for (uint32_t k = from; any && k < from + 8; ++k)
            if (s->gone[k]) s->left[gone++] = k;
    }
    return gone;
}

uint32_t rr_stages_run(rr_part *part, const rr_tile *t, const rr_scratch *s, void *out)
{
    const rr_call *call = part->call;
    memset(s->gone, 0, t->n + 7);   /* read eight at a time */
    for (uint32_t k = 0; k < call->stages; ++k) run(part, t, s, k);
    call->stage_ops->join(t, call->stages, (const rr_scalar *const *)(const void *)s->made, out);
    return list_gone(s, t->n);
}
