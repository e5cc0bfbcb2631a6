/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call on the CPU: cut into tiles, which run on the kernels of an instruction set.
 *
 * A tile's parameters are converted and checked before its kernel runs; samples with a bad parameter are drawn with a
 * good one and overwritten, so that lane text never meets a bad one. The same is done to samples that a strategy lost. */
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "cpu.h"
#include "stages.h"

/* Integers ascend, from the least that i32 or u32 takes to the most: what is in order lies in all ranges. */
static int good_integers(const rr_call *call, const rr_tile *t)
{
    const rr_type dtype = call->job.dtype;
    const uint32_t params = call->sampler->params;
    const int narrow = dtype == RR_I32 || dtype == RR_U32, same = call->sampler->integers == RR_ASCEND_OR_EQUAL;
    const int64_t end[2] = {narrow ? (int64_t)call->range[0]->low : 0, narrow ? (int64_t)call->range[0]->high : 0};
    for (uint32_t p = narrow ? 0 : 1; p < params + (uint32_t)narrow; ++p) {
        const int ends = p == 0 || p == params, before = p ? t->varies >> (p - 1) & 1 : 0,
                  own = p < params ? t->varies >> p & 1 : 0;
        const void *a = p ? t->param[p - 1] : &end[0], *b = p < params ? t->param[p] : &end[1];
        if (!call->kernels->ascend(a, before, b, own, before | own ? t->n : 1, dtype != RR_U64, ends || same)) return 0;
    }
    return 1;
}

int rr_cpu_good(const rr_call *call, const rr_tile *t)
{
    if (call->sampler->integers) return good_integers(call, t);
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        const rr_range *r = call->range[p];
        const void *v = t->param[p];
        if (!(t->varies >> p & 1 ? call->kernels->inside(v, t->n, r->low, r->high, r->low_open, r->high_open)
                                 : rr_in_range(r, rr_value_at(v, 0, call->width), call->width))) return 0;
    }
    return !call->ops->related || call->ops->related(t);
}

/* The index of every slot: the caller's array in two halves, or the number of slot 0. */
static void tile_index(const rr_job *job, rr_tile *t, const rr_scratch *s, uint64_t at)
{
    const uint64_t base = job->stream.next + at;
    t->base_lo = (uint32_t)base;
    t->base_hi = (uint32_t)(base >> 32);
    t->index_lo = t->index_hi = NULL;
    if (!job->index) return;
    for (uint32_t k = 0; k < t->n; ++k) {
        s->index[0][k] = (uint32_t)job->index[at + k];
        s->index[1][k] = (uint32_t)(job->index[at + k] >> 32);
    }
    t->index_lo = s->index[0];
    t->index_hi = s->index[1];
}

/* Samples that the strategy lost, but for those with a bad parameter, which stand for another fault already: the index
 * scratch, which the kernels are done with, marks them. */
static void tile_lost(rr_part *part, const rr_work *work, const rr_scratch *s, uint32_t bads, uint64_t at)
{
    uint32_t *is_bad = s->index[0];
    for (uint32_t i = 0; i < work->losts; ++i) is_bad[work->lost[i]] = 0;
    for (uint32_t b = 0; b < bads; ++b) is_bad[s->bad[b]] = 1;
    for (uint32_t i = 0; i < work->losts; ++i) {
        const uint64_t element = at + work->lost[i];
        if (is_bad[work->lost[i]]) continue;
        ++part->failed;
        if (part->failed_first > element) part->failed_first = element;
        rr_withhold(part->call, element);
    }
}

/* A tile of a sampler that is made of others, to `to`: of a half that is not yet out. Reals go from f64, and counts from
 * i64, to what the dtype holds, unless it is that. */
static void tile_stages(rr_part *part, const rr_tile *t, const rr_scratch *s, uint64_t at, void *out, void *to)
{
    const rr_call *call = part->call;
    const int counts = call->sampler->counts, in_place = counts ? rr_counts_in_place(call) : call->job.dtype == RR_F64;
    const rr_counted counted = {.part = part, .s = s, .out = out, .at = at, .in_place = in_place};
    const uint32_t gone = rr_stages_run(part, t, s, in_place ? to : s->count);
    if (counts) rr_counts_end(&counted, t);
    else if (!in_place)
        for (uint32_t k = 0; k < t->n; ++k) ((float *)to)[k] = (float)((const double *)(const void *)s->count)[k];
    if (call->half) call->kernels->narrow(to, t->n, call->half == RR_BF16, out);
    for (uint32_t i = 0; i < gone; ++i) {
        rr_stages_note(part, s, s->left[i], at + s->left[i]);
        rr_withhold(call, at + s->left[i]);
    }
}

/* One tile, from element `at` on: drawn, finished, and withheld where a parameter was bad or a sample was lost. */
static void tile_run(rr_part *part, rr_tile *t, rr_scratch *s, uint64_t at)
{
    const rr_call *call = part->call;
    const rr_kernels *kernels = call->kernels;
    const uint32_t warp = rr_host_of(call->device)->warp;
    const uint32_t bads = rr_tile_params(part, t, s, at);
    if (call->check_only) return;
    void *const out = (char *)call->job.out + at * call->out_width, *const to = call->half ? s->narrow[0] : out;
    tile_index(&call->job, t, s, at);
    if (call->sampler->stages) {
        tile_stages(part, t, s, at, out, to);
        for (uint32_t b = 0; b < bads; ++b) rr_withhold(call, at + s->bad[b]);
        return;
    }
    const int counts = call->sampler->counts;
    rr_counted counted = {.part = part, .s = s, .sampler = call->sampler, .narrow = call->narrow, .type = call->job.dtype,
                          .out = out, .at = at};
    rr_work work = {
        .tile = t, .ops = call->ops, .out = to,
        .lanes = warp ? warp : kernels->lanes, .queue = {s->queue[0], s->queue[1], s->queue[2]}, .lost = s->lost,
        .number = call->strategy_number, .more = call->strategy_more, .tally = &part->tally,
    };
    work.regs = warp ? (warp + kernels->lanes - 1) / kernels->lanes : 1;
    call->ops->prepare(t);
    if (counts) rr_counts_begin(&counted, &work);
    kernels->run[call->strategy.kind][(call->job.flags & RR_COUNT) != 0](&work);
    if (!work.finishes && !counted.filtered) call->ops->finish(t, work.out);   /* such a count is as it was drawn */
    if (counts) rr_counts_end(&counted, t);
    if (call->half) call->kernels->narrow(work.out, t->n, call->half == RR_BF16, out);
    for (uint32_t b = 0; b < bads; ++b) rr_withhold(call, at + s->bad[b]);
    tile_lost(part, &work, s, bads, at);
}

static void part_tiles(rr_part *part, uint64_t at, uint64_t n, void *memory, uint32_t tile)
{
    const rr_call *call = part->call;
    rr_scratch s;
    rr_tile t;
    rr_scratch_lay(&s, memory, tile);
    t.key = call->key;
    t.cap = call->sampler->cap;
    t.table = call->table;
    t.flip = call->flip;
    for (uint64_t done = 0; done < n; done += t.n) {
        t.n = n - done < tile ? (uint32_t)(n - done) : tile;
        tile_run(part, &t, &s, at + done);
        if (call->check_only && (part->bad != UINT64_MAX || !t.varies)) break;
    }
}

static void begin(void *state, uint64_t n)
{
    rr_part *part = state;
    part->scratch = n <= RR_SMALL_JOB ? NULL : malloc(RR_SCRATCH_BYTES(rr_host_of(part->call->device)->tile));
}

static void end(void *state)
{
    free(((rr_part *)state)->scratch);
}

/* Where there is no memory for a large tile the small one on the stack does: slower, the same bits, and no call fails
 * half-way. */
static void run(void *state, uint64_t at, uint64_t n)
{
    rr_part *part = state;
    const uint32_t tile = rr_host_of(part->call->device)->tile;
    if (part->scratch) {
        part_tiles(part, at, n, part->scratch, tile);
    } else {
        char small[RR_SCRATCH_BYTES(RR_SMALL_TILE)];
        part_tiles(part, at, n, small, tile < RR_SMALL_TILE ? tile : RR_SMALL_TILE);
    }
}

void rr_cpu_draw(rr_part *part, uint64_t at, uint64_t n)
{
    begin(part, n);
    run(part, at, n);
    end(part);
}

/* ---- Threads ------------------------------------------------------------------------------------------------------- */

/* Elements that a thread takes at a time, and at least has to do: some 100 us of work. */
#define PIECE 32768u

/* What does not go by tiles of elements; null: all else. */
static rr_status (*by_rows(const rr_call *call))(rr_part *, rr_result *)
{
    return rr_own_weights(call)                            ? rr_choices_run
           : rr_own_windows(call)                          ? rr_inverted_run
           : rr_is_row(call->sampler) && call->sampler->stages ? rr_chain_run
                                                            : NULL;
}

static void draw(rr_part *part)
{
    const rr_sharing elements = {sizeof *part, begin, run, end, rr_part_merge, rr_host_of(part->call->device)->threads,
                                 PIECE};
    rr_share(&elements, part, part->call->n);
}

rr_status rr_cpu_check(rr_part *part, rr_result *result)
{
    rr_status (*const rows)(rr_part *, rr_result *) = by_rows(part->call);
    if (rows) return rows(part, result);
    draw(part);
    if (rr_has_rule(part->call->sampler, RR_RULE_DIRECTION)) rr_check_directions(part);
    return RR_OK;
}

rr_status rr_cpu_run(rr_part *part, rr_result *result)
{
    const rr_call *call = part->call;
    void *room = NULL;
    rr_status status = call->whole ? rr_whole_room(call, &room, result) : RR_OK;
    if (status == RR_OK) status = rr_cpu_check(part, result);
    if (status != RR_OK) return free(room), status;
    if (call->whole) rr_whole_rows(part, room);
    else if (rr_is_row(call->sampler) && !call->sampler->stages) rr_cpu_all_rows(part);
    return RR_OK;
}
