/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call on the CPU: divided into tiles, which run on the kernels of an instruction set.
 *
 * A tile's parameters are converted and checked before its kernel runs; samples with a bad parameter are drawn with a
 * valid one and overwritten, so lane text never reads a bad one. Failed samples of a strategy are overwritten, too. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "cpu.h"
#include "stages.h"

#define FEW 64u             /* jobs up to this number of elements take one tile, in a few kilobytes of stack memory */
#define SMALL_TILE 4096u    /* slots of the largest tile on the stack, for samplers that use at most */
#define SMALL_SLOT 36u      /* this number of bytes per slot: two parameters and the queues */

/* Integer parameters must be in increasing order between the smallest and the largest value of i32 or u32. So parameters
 * in order are in their ranges. */
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

/* f32 samples become f16 or bf16. */
static void store_halves(const rr_call *call, const void *from, uint32_t n, void *to)
{
    call->kernels->narrow(from, n, call->half == RR_BF16, (call->job.flags & RR_TOWARD_ZERO) != 0, to);
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

/* The indices of the slots: the caller's array in two halves, or the index of slot 0. */
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

/* Samples that failed in the strategy, except those with a bad parameter, which are reported as such. A queue that the
 * kernels no longer use marks these. */
static void tile_failed(rr_part *part, const rr_work *work, const rr_scratch *s, uint32_t bads, uint64_t at)
{
    uint32_t *is_bad = s->queue[0];
    for (uint32_t i = 0; i < work->failures; ++i) is_bad[work->failed_slot[i]] = 0;
    for (uint32_t b = 0; b < bads; ++b) is_bad[s->bad[b]] = 1;
    for (uint32_t i = 0; i < work->failures; ++i) {
        const uint64_t element = at + work->failed_slot[i];
        if (is_bad[work->failed_slot[i]]) continue;
        ++part->failed;
        if (part->failed_first > element) part->failed_first = element;
        rr_set_failed(part->call, rr_part_at(part, element));
    }
}

/* The work of a strategy that draws a tile to `to`. */
static void work_of(rr_part *part, const rr_tile *t, const rr_scratch *s, void *to, rr_work *work)
{
    const rr_call *call = part->call;
    const uint32_t warp = rr_host_of(call->device)->warp, lanes = call->kernels->lanes;
    *work = (rr_work){
        .tile = t, .ops = call->ops, .out = to, .lanes = warp ? warp : lanes, .regs = warp ? (warp + lanes - 1) / lanes : 1,
        .queue = {s->queue[0], s->queue[1], s->queue[2]}, .failed_slot = s->failed_slot,
        .number = call->strategy_number, .more = call->strategy_more, .tally = &part->tally,
    };
}

static void run_strategy(const rr_call *call, rr_work *work)
{
    call->kernels->run[call->strategy.kind][(call->job.flags & RR_COUNT) != 0](work);
}

/* Draws a tile of a composite sampler to `to`, which is a buffer for f16 and bf16, and otherwise `out`. Reals are converted
 * from f64, and counts from i64, to the dtype if it differs. */
static void tile_stages(rr_part *part, const rr_tile *t, const rr_scratch *s, uint64_t at, void *out, void *to)
{
    const rr_call *call = part->call;
    const int counts = call->sampler->counts, in_place = counts ? rr_counts_in_place(call) : call->job.dtype == RR_F64;
    const rr_counted counted = {.part = part, .s = s, .out = out, .at = at, .in_place = in_place};
    const uint32_t gone = rr_stages_run(part, t, s, in_place ? to : s->count);
    if (counts) rr_counts_end(&counted, t);
    else if (!in_place)
        for (uint32_t k = 0; k < t->n; ++k) ((float *)to)[k] = (float)((const double *)(const void *)s->count)[k];
    if (call->half) store_halves(call, to, t->n, out);
    for (uint32_t i = 0; i < gone; ++i) {
        rr_stages_note(part, s, s->left[i], at + s->left[i]);
        rr_set_failed(call, rr_part_at(part, at + s->left[i]));
    }
}

/* Draws and finishes a tile from element `at` on, whose parameters are checked and set up. Samples with a bad parameter and
 * failed samples are set to NaN or 0. */
static void tile_draw(rr_part *part, rr_tile *t, const rr_scratch *s, uint64_t at, uint32_t bads)
{
    const rr_call *call = part->call;
    void *const out = rr_part_at(part, at), *const to = call->half ? s->narrow[0] : out;
    tile_index(&call->job, t, s, at);
    if (call->sampler->stages) {
        tile_stages(part, t, s, at, out, to);
        for (uint32_t b = 0; b < bads; ++b) rr_set_failed(call, rr_part_at(part, at + s->bad[b]));
        return;
    }
    const int counts = call->sampler->counts;
    rr_counted counted = {.part = part, .s = s, .sampler = call->sampler, .narrow = call->narrow, .type = call->job.dtype,
                          .out = out, .at = at};
    rr_work work;
    work_of(part, t, s, to, &work);
    if (counts) rr_counts_begin(&counted, &work);
    run_strategy(call, &work);
    if (!work.finishes && !counted.filtered) call->ops->finish(t, work.out);   /* filtered counts need no finish */
    if (counts) rr_counts_end(&counted, t);
    if (call->half) store_halves(call, work.out, t->n, out);
    for (uint32_t b = 0; b < bads; ++b) rr_set_failed(call, rr_part_at(part, at + s->bad[b]));
    if (work.failures) tile_failed(part, &work, s, bads, at);
}

/* ---- Constant parameters ------------------------------------------------------------------------------------------- */

/* Sets the members that all tiles of a call share, except the parameters. */
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

/* True if a draw consists of attempt 0 for most samples, written directly to the output. */
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

/* Copies the tile in parts: for a copy of the whole struct gcc emits a slow string instruction. */
static void tile_take(const rr_call *call, const rr_constant *c, rr_tile *t)
{
    memcpy(t, &c->tile, offsetof(rr_tile, param));
    memcpy(t->param, c->tile.param, RR_FEW_PARAMS * sizeof *t->param);
    for (uint32_t p = RR_FEW_PARAMS; p < call->sampler->params; ++p) t->param[p] = c->tile.param[p];
    t->table = c->tile.table;
    t->setup = c->tile.setup;
}

/* True if the parameters are unchanged since the tile was set up. */
static int is_same(const rr_call *call, const rr_constant *c)
{
    uint64_t other = 0;
    for (uint32_t p = 0; p < call->sampler->params; ++p)
        other |= bytes_of(&call->param[p], c->wide >> p & 1) ^ c->given[p];
    return !other;
}

/* ---- Tiles --------------------------------------------------------------------------------------------------------- */

/* Slots of the widest group of registers (engine/passes/sampler.h). A tile that begins or ends within a group takes 65 ns
 * more per such end. So the first of several tiles is shorter, and the others begin at indices that are multiples of RUN. */
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
        const uint32_t max = tile - (done || tile <= RUN ? 0 : before_run(&call->job, at));
        t.n = n - done <= (done ? max : tile) ? (uint32_t)(n - done) : max;
        if (!ready) bads = rr_tile_params(part, &t, &s, at + done);
        if (call->check_only) {
            if (part->bad != UINT64_MAX || !t.varies) break;
            continue;
        }
        if (!ready && !call->sampler->stages) call->ops->prepare(&t);
        tile_draw(part, &t, &s, at + done, bads);
        ready = !t.varies;   /* replaced bad parameters vary */
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

/* A separate stack frame: few samples touch few pages of the stack. */
static __attribute__((noinline)) void run_few(rr_part *part, uint64_t at, uint64_t n, uint32_t tile)
{
    char few[RR_SCRATCH_BYTES(FEW)];
    part_tiles(part, at, n, few, tile < FEW ? tile : FEW);
}

/* Tiles of equal size, a multiple of RUN, as large as the stack buffer allows. */
static __attribute__((noinline)) void run_small(rr_part *part, uint64_t at, uint64_t n, uint32_t tile)
{
    char small[RR_SCRATCH_OF(SMALL_TILE, SMALL_SLOT)];
    const uint32_t max = (uint32_t)(sizeof small - 64) / rr_scratch_slot(part->call) - RR_SCRATCH_SLACK;
    const uint64_t fit = max / RUN * RUN, all = n <= fit ? n : n + before_run(&part->call->job, at);
    const uint64_t tiles = (all + fit - 1) / fit;
    const uint64_t even = ((all + tiles - 1) / tiles + RUN - 1) / RUN * RUN;
    part_tiles(part, at, n, small, tile < even ? tile : (uint32_t)even);
}

/* Without memory for a large tile the one on the stack is used: slower, with the same bits, and no call fails half-way. */
static void run(void *state, uint64_t at, uint64_t n)
{
    rr_part *part = state;
    const uint32_t tile = rr_host_of(part->call->device)->tile;
    if (part->scratch) part_tiles(part, at, n, part->scratch, tile);
    else if (n <= FEW) run_few(part, at, n, tile);
    else run_small(part, at, n, tile);
}

/* ---- Few samples of a constant tile -------------------------------------------------------------------------------- */

/* The first pass of `compact` for few samples, and the queues of the slots that it leaves over. */
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

/* The remaining passes of `compact`. */
static __attribute__((noinline)) void run_rest(rr_part *part, rr_tile *t, drawn *d, uint64_t at)
{
    rr_scratch s = {.queue = {d->queue[0], d->queue[1], d->queue[2]}, .failed_slot = d->queue[3]};
    rr_work work;
    work_of(part, t, &s, rr_part_at(part, at), &work);
    work.filter = take_drawn;
    work.own = d;
    run_strategy(part->call, &work);
    if (!work.finishes) part->call->ops->finish(t, work.out);
    if (work.failures) tile_failed(part, &work, &s, 0, at);
}

/* Usually the first pass leaves no slots over and is enough. */
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

/* Draws one sample as slot `at` of the constant tile itself, if `at` is a valid slot number. */
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

/* The function for calls that are not drawn in tiles of elements; null: the call is. */
static rr_status (*by_rows(const rr_call *call))(rr_part *, rr_result *)
{
    return rr_own_weights(call)                            ? rr_choices_run
           : rr_own_windows(call)                          ? rr_inverted_run
           : rr_is_row(call->sampler) && call->sampler->stages ? rr_chain_run
                                                            : NULL;
}

/* Threads divide the range from the multiple of RUN before the first element on, and pieces begin at such multiples. So the
 * tiles, and the counts of a job with RR_COUNT, are the same for every number of threads. */
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
    rr_parallel_for(&places, part, part->call->n + before_run(&part->call->job, 0));
}

rr_status rr_cpu_check(rr_part *part, rr_result *result)
{
    rr_status (*const rows)(rr_part *, rr_result *) = by_rows(part->call);
    if (rows) return rows(part, result);
    draw(part);
    if (rr_param_of_direction(part->call->sampler) < part->call->sampler->params) rr_check_directions(part);
    return RR_OK;
}

rr_status rr_cpu_run(rr_part *part, rr_result *result)
{
    const rr_call *call = part->call;
    void *buffer = NULL;
    rr_status status = call->whole ? rr_whole_buffer(call, &buffer, result) : RR_OK;
    if (status == RR_OK) status = rr_cpu_check(part, result);
    if (status != RR_OK) return free(buffer), status;
    if (call->whole) rr_whole_rows(part, buffer);
    else if (rr_is_row(call->sampler) && !call->sampler->stages) rr_cpu_all_rows(part);
    return RR_OK;
}
