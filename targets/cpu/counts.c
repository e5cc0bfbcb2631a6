/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts of a tile. Strategies make 64-bit integers: directly in the output if that is the dtype, else in scratch, which is
 * packed at the end. A first pass in f32 (engine/draws/integer.h) writes the counts that it decides directly to the output;
 * only the others go through scratch. */
#include "counts.h"

#include <string.h>

#define NARROW_ABOVE 2u   /* registers of f64: for fewer slots a first pass in f32 is slower */

/* ---- The first pass in f32 ------------------------------------------------------------------------------------------- */

/* The tile with its parameters rounded to f32, or the lower words of integers. If the draw splits parameters, the rounding
 * error of parameter p, also rounded to f32, is parameter params + p. */
static rr_tile narrowed(const rr_tile *t, const rr_counted *c)
{
    const rr_sampler *sampler = c->sampler;
    rr_tile n = *t;
    for (uint32_t p = 0; p < sampler->params; ++p) {
        const uint32_t varies = t->varies >> p & 1, values = varies ? t->n : 1, rest = sampler->params + p;
        float *const to = c->s->narrow[p], *const failed_slot = c->narrow->splits ? c->s->narrow[rest] : NULL;
        n.param[p] = to;
        if (sampler->integers) {
            for (uint32_t k = 0; k < values; ++k) {
                const uint32_t word = (uint32_t)((const uint64_t *)t->param[p])[k];
                memcpy(&to[k], &word, sizeof word);
            }
            continue;
        }
        c->part->call->stage_kernels->split(t->param[p], values, to, failed_slot);
        if (!failed_slot) continue;
        n.param[rest] = failed_slot;
        n.varies |= varies << rest;
    }
    return n;
}

static void filter(rr_work *x, rr_leftovers *left)
{
    rr_counted *c = x->own;
    const int there = c->type == RR_I32 || c->type == RR_U32;
    uint32_t *const word = there ? c->out : c->s->word;
    rr_tile narrow = narrowed(x->tile, c);
    c->narrow->prepare(&narrow);
    c->narrow->first(&narrow, (rr_scalar *)(void *)word, !(c->part->call->job.flags & RR_COUNT), left);
    if (!there) c->part->call->stage_kernels->widen(word, x->tile->n, (int)c->type, c->out);
    c->filtered = 1;
    c->left = left->opens + left->rejects;
    memcpy(c->s->left, left->open, left->opens * sizeof *left->open);
    memcpy(c->s->left + left->opens, left->rejected, left->rejects * sizeof *left->rejected);
}

void rr_counts_narrow(rr_counted *c, rr_work *work)
{
    const rr_tile *t = work->tile;
    const uint32_t lanes = c->part->call->stage_kernels->lanes;
    const int suits = !t->index_lo && t->n > NARROW_ABOVE * lanes && (!work->ops->suits || work->ops->suits(t));
    work->own = c;
    work->filter = c->narrow && suits ? filter : NULL;
    c->filtered = 0;
}

/* ---- To their places ------------------------------------------------------------------------------------------------- */

int rr_count_fits(int64_t x, rr_type type)
{
    switch (type) {
    case RR_I32: return x == (int32_t)x;
    case RR_U32: return x == (uint32_t)x;
    case RR_U64: return x >= 0;
    default: return 1;
    }
}

/* Integer parameters imply that all samples fit; samples of u64 already have their final bits. */
static rr_type pack_type(const rr_call *call)
{
    const rr_type type = call->job.dtype;
    return call->sampler->integers && type == RR_U64 ? RR_I64 : type;
}

int rr_counts_in_place(const rr_call *call) { return pack_type(call) == RR_I64; }

void rr_counts_begin(rr_counted *c, rr_work *work)
{
    c->in_place = rr_counts_in_place(c->part->call);
    work->out = c->in_place ? c->out : (void *)c->s->count;
    rr_counts_narrow(c, work);
}

static void fail_row(const rr_counted *c, uint32_t slot)
{
    const uint64_t element = c->at + slot;
    if (c->part->unfit > element) c->part->unfit = element;
    rr_set_failed(c->part->call, rr_part_at(c->part, element));
}

/* Packs the few slots that the first pass left over. */
static void pack_left(const rr_counted *c)
{
    const rr_call *call = c->part->call;
    const rr_type type = pack_type(call);
    for (uint32_t i = 0; i < c->left; ++i) {
        const uint32_t slot = c->s->left[i];
        const int64_t x = c->s->count[slot];
        if (rr_count_fits(x, type)) call->kernels->pack(&x, 1, (int)type, (char *)c->out + (size_t)slot * call->out_width);
        else fail_row(c, slot);
    }
}

void rr_counts_end(const rr_counted *c, const rr_tile *t)
{
    const rr_call *call = c->part->call;
    const rr_type type = pack_type(call);
    if (c->in_place) return;
    if (c->filtered) {
        pack_left(c);
        return;
    }
    if (!call->kernels->pack(c->s->count, t->n, (int)type, c->out)) return;
    for (uint32_t k = 0; k < t->n; ++k)
        if (!rr_count_fits(c->s->count[k], type)) fail_row(c, k);
}
