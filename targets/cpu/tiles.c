/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call on the CPU: cut into tiles, which run on the kernels of an instruction set.
 *
 * A tile's parameters are converted and checked before its kernel runs; samples with a bad parameter are drawn with a
 * good one and overwritten, so that lane text never meets a bad one. The same is done to samples that a strategy lost. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "cpu.h"
#include "stages.h"

#define FEW 64u             /* elements of a job that has one tile, of a kilobyte or two */
#define SMALL_TILE 4096u    /* slots of the largest tile on the stack, where the sampler uses no more than */
#define SMALL_SLOT 36u      /* so many bytes per slot: two parameters and the queues */

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

/* The index of slot 0. */
static void tile_base(const rr_job *job, rr_tile *t, uint64_t at)
{
    const uint64_t base = job->stream.next + at;
    t->base_lo = (uint32_t)base;
    t->base_hi = (uint32_t)(base >> 32);
    t->index_lo = t->index_hi = NULL;
}

/* The index of every slot: the caller's array in two halves, or the number of slot 0. */
static void tile_index(const rr_job *job, rr_tile *t, const rr_scratch *s, uint64_t at)
{
    tile_base(job, t, at);
    if (!job->index) return;
    for (uint32_t k = 0; k < t->n; ++k) {
        s->index[0][k] = (uint32_t)job->index[at + k];
        s->index[1][k] = (uint32_t)(job->index[at + k] >> 32);
    }
    t->index_lo = s->index[0];
    t->index_hi = s->index[1];
}

/* Samples that the strategy lost, but for those with a bad parameter, which stand for another fault already: a queue, which
 * the kernels are done with, marks them. */
static void tile_lost(rr_part *part, const rr_work *work, const rr_scratch *s, uint32_t bads, uint64_t at)
{
    uint32_t *is_bad = s->queue[0];
    for (uint32_t i = 0; i < work->losts; ++i) is_bad[work->lost[i]] = 0;
    for (uint32_t b = 0; b < bads; ++b) is_bad[s->bad[b]] = 1;
    for (uint32_t i = 0; i < work->losts; ++i) {
        const uint64_t element = at + work->lost[i];
        if (is_bad[work->lost[i]]) continue;
        ++part->failed;
        if (part->failed_first > element) part->failed_first = element;
        rr_withhold(part->call, rr_part_at(part, element));
    }
}

/* A tile that a strategy draws to `to`. */
static void work_of(rr_part *part, const rr_tile *t, const rr_scratch *s, void *to, rr_work *work)
{
    const rr_call *call = part->call;
    const uint32_t warp = rr_host_of(call->device)->warp, lanes = call->kernels->lanes;
    *work = (rr_work){
        .tile = t, .ops = call->ops, .out = to, .lanes = warp ? warp : lanes, .regs = warp ? (warp + lanes - 1) / lanes : 1,
        .queue = {s->queue[0], s->queue[1], s->queue[2]}, .lost = s->lost,
        .number = call->strategy_number, .more = call->strategy_more, .tally = &part->tally,
    };
}

static void run_strategy(const rr_call *call, rr_work *work)
{
    call->kernels->run[call->strategy.kind][(call->job.flags & RR_COUNT) != 0](work);
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
        rr_withhold(call, rr_part_at(part, at + s->left[i]));
    }
}

/* One tile whose parameters are checked and set up, from element `at` on: drawn, finished, and withheld where a parameter
 * was bad or a sample was lost. */
static void tile_draw(rr_part *part, rr_tile *t, const rr_scratch *s, uint64_t at, uint32_t bads)
{
    const rr_call *call = part->call;
    void *const out = rr_part_at(part, at), *const to = call->half ? s->narrow[0] : out;
    tile_index(&call->job, t, s, at);
    if (call->sampler->stages) {
        tile_stages(part, t, s, at, out, to);
        for (uint32_t b = 0; b < bads; ++b) rr_withhold(call, rr_part_at(part, at + s->bad[b]));
        return;
    }
    const int counts = call->sampler->counts;
    rr_counted counted = {.part = part, .s = s, .sampler = call->sampler, .narrow = call->narrow, .type = call->job.dtype,
                          .out = out, .at = at};
    rr_work work;
    work_of(part, t, s, to, &work);
    if (counts) rr_counts_begin(&counted, &work);
    run_strategy(call, &work);
    if (!work.finishes && !counted.filtered) call->ops->finish(t, work.out);   /* such a count is as it was drawn */
    if (counts) rr_counts_end(&counted, t);
    if (call->half) call->kernels->narrow(work.out, t->n, call->half == RR_BF16, out);
    for (uint32_t b = 0; b < bads; ++b) rr_withhold(call, rr_part_at(part, at + s->bad[b]));
    if (work.losts) tile_lost(part, &work, s, bads, at);
}

/* ---- Constant parameters ------------------------------------------------------------------------------------------- */

/* What all tiles of a call share, but for its parameters. */
static void tile_begin(const rr_call *call, rr_tile *t)
{
    t->key = call->key;
    t->cap = call->sampler->cap;
    t->table = call->table;
    t->flip = call->flip;
}

static uint64_t bytes_of(const rr_param *given, int wide)
{
    uint64_t bytes = 0;
    if (wide) memcpy(&bytes, given->data, 8);
    else memcpy(&bytes, given->data, 4);
    return bytes;
}

/* Is all that is drawn attempt 0 of most samples, to its place? */
static int is_simple(const rr_call *call)
{
    const rr_sampler *s = call->sampler;
    return !s->stages && !s->counts && !call->half && !call->job.index && call->strategy.kind == RR_KIND_compact &&
           !(call->job.flags & RR_COUNT);
}

static rr_one_fn *one_of(const rr_call *call)
{
    const rr_isa *isa = rr_host_of(call->device)->own;
    for (unsigned i = 0; i < RR_ONES; ++i)
        if (isa->one[i].sampler == call->sampler) return isa->one[i].one[call->wide];
    return NULL;
}

int rr_cpu_constant(const rr_call *call, rr_constant *c)
{
    const rr_device *device = rr_host_of(call->device);
    const uint32_t params = call->sampler->params;
    rr_tile *const t = &c->tile;
    uint8_t gone;
    rr_scratch s = {.gone = &gone};
    if (call->varies) return 0;
    *c = (rr_constant){.tile = {.n = 1}};
    tile_begin(call, t);
    for (uint32_t p = 0; p < params; ++p) {
        const uint32_t wide = rr_type_size(call->param[p].type) == 8;
        s.param[p] = &c->value[p];
        c->given[p] = bytes_of(&call->param[p], (int)wide);
        c->wide |= wide << p;
    }
    if (rr_tile_values(call, t, &s, 0)) return 0;
    for (uint32_t p = 0; p < params; ++p) {
        if (t->param[p] != &c->value[p]) memcpy(&c->value[p], t->param[p], call->sampler->integers ? 8 : call->width);
        t->param[p] = &c->value[p];
    }
    if (!call->good(call, t)) return 0;
    if (!call->sampler->stages) call->ops->prepare(t);
    if (is_simple(call)) {
        c->few = device->tile < FEW ? device->tile : FEW;
        c->one = one_of(call);
        tile_base(&call->job, t, 0);
    }
    return 1;
}

/* A copy of it in parts: of all of it gcc makes a string instruction. */
static void tile_take(const rr_call *call, const rr_constant *c, rr_tile *t)
{
    memcpy(t, &c->tile, offsetof(rr_tile, param));
    memcpy(t->param, c->tile.param, RR_FEW_PARAMS * sizeof *t->param);
    for (uint32_t p = RR_FEW_PARAMS; p < call->sampler->params; ++p) t->param[p] = c->tile.param[p];
    t->table = c->tile.table;
    t->setup = c->tile.setup;
}

/* Are the parameters what they were when the tile was set up? */
static int is_same(const rr_call *call, const rr_constant *c)
{
    uint64_t other = 0;
    for (uint32_t p = 0; p < call->sampler->params; ++p)
        other |= bytes_of(&call->param[p], c->wide >> p & 1) ^ c->given[p];
    return !other;
}

/* ---- Tiles --------------------------------------------------------------------------------------------------------- */

/* Slots of the widest register of groups (engine/passes/sampler.h). A tile that begins or ends within a group takes 65 ns
 * more for each such end. So the first of several tiles is shorter, and the others begin at indices that are multiples of
 * RUN. */
#define RUN 64u

/* Indices from the last such multiple to element `at`. */
static uint32_t before_run(const rr_job *job, uint64_t at)
{
    return job->index ? 0 : (uint32_t)((job->stream.next + at) % RUN);
}

static void part_tiles(rr_part *part, uint64_t at, uint64_t n, void *memory, uint32_t tile)
{
    const rr_call *call = part->call;
    rr_scratch s;
    rr_tile t;
    uint32_t bads = 0;
    int ready = part->constant && is_same(call, part->constant);
    rr_scratch_lay(&s, memory, tile, call);
    if (ready) tile_take(call, part->constant, &t);
    else tile_begin(call, &t);
    for (uint64_t done = 0; done < n; done += t.n) {
        const uint32_t most = tile - (done || tile <= RUN ? 0 : before_run(&call->job, at));
        t.n = n - done <= (done ? most : tile) ? (uint32_t)(n - done) : most;
        if (!ready) bads = rr_tile_params(part, &t, &s, at + done);
        if (call->check_only) {
            if (part->bad != UINT64_MAX || !t.varies) break;
            continue;
        }
        if (!ready && !call->sampler->stages) call->ops->prepare(&t);
        tile_draw(part, &t, &s, at + done, bads);
        ready = !t.varies;   /* bad parameters vary: they are replaced slot by slot */
    }
}

static void begin(void *state, uint64_t n)
{
    rr_part *part = state;
    const uint32_t tile = rr_host_of(part->call->device)->tile;
    part->scratch = n <= RR_SMALL_JOB ? NULL : malloc(RR_SCRATCH_OF(tile, rr_scratch_slot(part->call)));
}

static void end(void *state)
{
    free(((rr_part *)state)->scratch);
}

/* A frame of its own: few samples stay within a few pages of the stack. */
static __attribute__((noinline)) void run_few(rr_part *part, uint64_t at, uint64_t n, uint32_t tile)
{
    char few[RR_SCRATCH_BYTES(FEW)];
    part_tiles(part, at, n, few, tile < FEW ? tile : FEW);
}

/* Tiles as large as fit, a multiple of RUN of equal size. */
static __attribute__((noinline)) void run_small(rr_part *part, uint64_t at, uint64_t n, uint32_t tile)
{
    char small[RR_SCRATCH_OF(SMALL_TILE, SMALL_SLOT)];
    const uint32_t most = (uint32_t)(sizeof small - 64) / rr_scratch_slot(part->call) - RR_SCRATCH_SLACK;
    const uint64_t fit = most / RUN * RUN, all = n <= fit ? n : n + before_run(&part->call->job, at);
    const uint64_t tiles = (all + fit - 1) / fit;
    const uint64_t even = ((all + tiles - 1) / tiles + RUN - 1) / RUN * RUN;
    part_tiles(part, at, n, small, tile < even ? tile : (uint32_t)even);
}

/* Where there is no memory for a large tile the one on the stack does: slower, the same bits, and no call fails half-way. */
static void run(void *state, uint64_t at, uint64_t n)
{
    rr_part *part = state;
    const uint32_t tile = rr_host_of(part->call->device)->tile;
    if (part->scratch) part_tiles(part, at, n, part->scratch, tile);
    else if (n <= FEW) run_few(part, at, n, tile);
    else run_small(part, at, n, tile);
}

/* ---- Few samples of a constant tile -------------------------------------------------------------------------------- */

/* Compact's first pass of few samples, and where it leaves slots. */
typedef struct drawn {
    uint32_t queue[4][FEW + RR_SCRATCH_SLACK];
    rr_leftovers left;
    int finishes;
} drawn;

static void take_drawn(rr_work *work, rr_leftovers *left)
{
    const drawn *d = work->own;
    *left = d->left;
    work->finishes = d->finishes;
}

/* The rest of compact. */
static __attribute__((noinline)) void run_rest(rr_part *part, rr_tile *t, drawn *d, uint64_t at)
{
    rr_scratch s = {.queue = {d->queue[0], d->queue[1], d->queue[2]}, .lost = d->queue[3]};
    rr_work work;
    work_of(part, t, &s, rr_part_at(part, at), &work);
    work.filter = take_drawn;
    work.own = d;
    run_strategy(part->call, &work);
    if (!work.finishes) part->call->ops->finish(t, work.out);
    if (work.losts) tile_lost(part, &work, &s, 0, at);
}

/* The first pass mostly leaves nothing: then there is no more to it. */
static __attribute__((noinline)) void run_constant(rr_part *part, uint64_t at, uint32_t n)
{
    const rr_ops *ops = part->call->ops;
    void *const out = rr_part_at(part, at);
    rr_tile t;
    drawn d;
    tile_take(part->call, part->constant, &t);
    t.n = n;
    tile_base(&part->call->job, &t, at);
    d.left = (rr_leftovers){d.queue[2], d.queue[1], 0, 0};
    d.finishes = ops->first(&t, out, ops->finish_any != NULL, &d.left);
    if (d.left.opens | d.left.rejects) run_rest(part, &t, &d, at);
    else if (!d.finishes) ops->finish(&t, out);
}

/* One sample is a slot of the tile itself, if a slot can have its number. */
static int run_one(const rr_part *part, uint64_t at)
{
    const rr_constant *c = part->constant;
    return c->one && at <= UINT32_MAX && c->one(&c->tile, (uint32_t)at, rr_part_at(part, at));
}

static __attribute__((noinline)) void run_any(rr_part *part, uint64_t at, uint64_t n)
{
    begin(part, n);
    run(part, at, n);
    end(part);
}

void rr_cpu_draw(rr_part *part, uint64_t at, uint64_t n)
{
    const rr_constant *c = part->constant;
    if (!c || n > c->few || !is_same(part->call, c)) run_any(part, at, n);
    else if (n > 1 || !run_one(part, at)) run_constant(part, at, (uint32_t)n);
}

/* ---- Threads ------------------------------------------------------------------------------------------------------- */

/* What does not go by tiles of elements; null: all else. */
static rr_status (*by_rows(const rr_call *call))(rr_part *, rr_result *)
{
    return rr_own_weights(call)                            ? rr_choices_run
           : rr_own_windows(call)                          ? rr_inverted_run
           : rr_is_row(call->sampler) && call->sampler->stages ? rr_chain_run
                                                            : NULL;
}

/* What threads divide begins at the multiple of RUN before the first element, and so do the pieces that they take: the tiles
 * of several threads are those of one, and so is what they count. */
static void begin_places(void *state, uint64_t n)
{
    const rr_part *part = state;
    begin(state, n - before_run(&part->call->job, 0));
}

static void run_places(void *state, uint64_t at, uint64_t n)
{
    const rr_part *part = state;
    const uint32_t before = before_run(&part->call->job, 0);
    if (at) run(state, at - before, n);
    else run(state, 0, n - before);
}

static void draw(rr_part *part)
{
    if (part->call->n < 2 * RR_CPU_PIECE) {
        rr_cpu_draw(part, 0, part->call->n);
        return;
    }
    const rr_sharing places = {sizeof *part, begin_places, run_places, end, rr_part_merge,
                               rr_host_of(part->call->device)->threads, RR_CPU_PIECE};
    rr_share(&places, part, part->call->n + before_run(&part->call->job, 0));
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
