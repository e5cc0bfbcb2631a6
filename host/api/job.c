/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs: checked, cut into tiles, run on the kernels of the device.
 *
 * A tile's parameters are converted and checked before its kernel runs; samples with a bad parameter are drawn with a
 * good one and overwritten, so that device code never meets a bad one. The same is done to samples that a strategy lost. */
#include <stdlib.h>
#include <string.h>

#include "targets/gpu/gpu.h"
#include "targets/cpu/isa.h"
#include "engine/lanes/fpenv.h"

static unsigned width_of(const rr_job *job)
{
    return job->dtype == RR_F64 ? 8 : 4;
}

/* The index of every slot: the caller's array in two halves, or the number of slot 0. */
static void tile_index(const rr_job *job, rr_tile *t, rr_scratch *s, uint64_t at)
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
        rr_withhold(part->job, element);
    }
}

/* One tile, from element `at` on: drawn, finished, and withheld where a parameter was bad or a sample was lost. */
static void tile_run(rr_part *part, rr_tile *t, rr_scratch *s, uint64_t at)
{
    const rr_job *job = part->job;
    const rr_device *device = part->device;
    const unsigned wide = job->dtype == RR_F64;
    const rr_kernels *kernels = device->isa->kernels[wide];
    const rr_ops *ops = device->isa->ops[wide][rr_sampler_number(job->sampler)];
    const uint32_t bads = rr_tile_params(part, t, s, at);
    if (part->check_only) return;
    rr_work work = {
        .tile = t, .ops = ops, .out = (rr_scalar *)(void *)((char *)job->out + at * width_of(job)),
        .lanes = device->warp ? device->warp : kernels->lanes, .queue = {s->queue[0], s->queue[1], s->queue[2]},
        .lost = s->lost, .tally = &part->tally,
    };
    work.regs = (work.lanes + kernels->lanes - 1) / kernels->lanes;
    rr_strategy_numbers(part->strategy, &work.number, &work.more);
    tile_index(job, t, s, at);
    ops->prepare(t);
    kernels->run[part->strategy.kind][(job->flags & RR_COUNT) != 0](&work);
    ops->finish(t, work.out);
    for (uint32_t b = 0; b < bads; ++b) rr_withhold(job, at + s->bad[b]);
    tile_lost(part, &work, s, bads, at);
}

static void part_tiles(rr_part *part, uint64_t at, uint64_t n, void *memory, uint32_t tile)
{
    rr_scratch s;
    rr_tile t;
    rr_scratch_lay(&s, memory, tile);
    t.key = part->key;
    t.cap = part->job->sampler->cap;
    t.table = part->table;
    t.flip = part->job->flags & RR_ANTITHETIC ? 0xffffffffu : 0;
    for (uint64_t done = 0; done < n; done += t.n) {
        t.n = n - done < tile ? (uint32_t)(n - done) : tile;
        tile_run(part, &t, &s, at + done);
        if (part->check_only && (part->bad != UINT64_MAX || !t.varies)) break;
    }
}

void rr_part_begin(rr_part *part, uint64_t n)
{
    part->scratch = n <= RR_SMALL_JOB ? NULL : malloc(RR_SCRATCH_BYTES(part->device->tile));
}

void rr_part_end(rr_part *part)
{
    free(part->scratch);
}

/* Where there is no memory for a large tile the small one on the stack does: slower, the same bits, and no call fails
 * half-way. */
void rr_part_run(rr_part *part, uint64_t at, uint64_t n)
{
    const uint32_t tile = part->device->tile;
    if (part->scratch) {
        part_tiles(part, at, n, part->scratch, tile);
    } else {
        char small[RR_SCRATCH_BYTES(RR_SMALL_TILE)];
        part_tiles(part, at, n, small, tile < RR_SMALL_TILE ? tile : RR_SMALL_TILE);
    }
}

/* ---- The call -------------------------------------------------------------------------------------------------- */

int rr_overlap(const void *a, uint64_t size, const void *b, uint64_t low, uint64_t high)
{
    const uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
    return second - low < first + size && first < second + high;
}

static int param_overlaps(const rr_job *job, const rr_param *p, uint64_t bytes)
{
    const uint64_t rows = job->sampler->matrix >> (p - job->param) & 1 ? job->cols : job->rows;
    const ptrdiff_t reach[2] = {p->row_stride * (ptrdiff_t)(rows - 1), p->col_stride * (ptrdiff_t)(job->cols - 1)};
    uint64_t low = 0, high = rr_type_size(p->type);
    for (int i = 0; i < 2; ++i) {
        if (reach[i] < 0) low += (uint64_t)-reach[i];
        else high += (uint64_t)reach[i];
    }
    return p->data && rr_overlap(job->out, bytes, p->data, low, high);
}

rr_status rr_job_size(const rr_device *device, const rr_job *job, rr_result *result, uint64_t *n)
{
    const rr_sampler *s = job ? job->sampler : NULL;
    uint64_t first = job ? job->stream.next : 0;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (!job || job->size != sizeof *job)
        return rr_fail(result, RR_ERR_ARGUMENT, "job is NULL or its size is not set: start from RR_JOB_INIT");
    if (!s || rr_sampler_list(rr_sampler_number(s)) != s)
        return rr_fail(result, RR_ERR_ARGUMENT, "sampler is not one of rr_sampler_list");
    if (!rr_type_size(job->dtype) || !(s->dtypes >> job->dtype & 1))
        return rr_fail(result, RR_ERR_ARGUMENT, "dtype is not one that %s draws", s->name);
    if (job->flags >= RR_CL_PARAM(RR_MAX_PARAMS))
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "flags has a bit that means nothing; there are RR_COUNT, RR_ANTITHETIC and RR_CL_...");
    if (job->flags & RR_ANTITHETIC && !s->monotone)
        return rr_fail(result, RR_ERR_ARGUMENT, "RR_ANTITHETIC is for inverse CDFs, which %s is not", s->name);
    if (!rr_strategy_known(job->strategy))
        return rr_fail(result, RR_ERR_ARGUMENT, "strategy is not one that rr_strategy_find gives");
    if (job->cols && job->rows > UINT64_MAX / 8 / job->cols)
        return rr_fail(result, RR_ERR_ARGUMENT, "rows * cols is too large");
    *n = job->rows * job->cols;
    if (!*n) return RR_OK;
    if (s->vector && (job->cols < 2 || job->cols > UINT32_MAX || job->index))
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws rows of 2 to 2^32 - 1 columns, without an index array", s->name);
    if (s->vector && __builtin_mul_overflow(job->stream.next, job->cols, &first))
        return rr_fail(result, RR_ERR_INDEX, "the first component's index, stream.next * cols, is past 2^64 - 1");
    if (!job->index && first > UINT64_MAX - (*n - 1))
        return rr_fail(result, RR_ERR_INDEX, "the last index, stream.next + rows * cols - 1, is past 2^64 - 1");
    for (uint32_t p = 0; p < s->params; ++p) {
        if (job->param[p].data && !rr_type_size(job->param[p].type))
            return rr_fail(result, RR_ERR_ARGUMENT, "the type of parameter %s is not an rr_type", s->param[p].name);
        if (!job->param[p].data && !(s->param[p].fallback == s->param[p].fallback))
            return rr_fail(result, RR_ERR_ARGUMENT, "parameter %s of %s has no default and must be given",
                           s->param[p].name, s->name);
        if (s->fixed >> p & 1 && rr_param_varies(job, p))
            return rr_fail(result, RR_ERR_ARGUMENT,
                           "parameter %s of %s must be one value for all samples: its table is made for one",
                           s->param[p].name, s->name);
    }
    return RR_OK;
}

const rr_job *rr_job_components(const rr_job *job, rr_job *components)
{
    if (!job->sampler->vector) return job;
    *components = *job;
    components->stream.next *= job->cols;
    return components;
}

rr_status rr_job_check(const rr_device *device, const rr_job *job)
{
    uint64_t n = 0;
    const rr_status status = rr_job_size(device, job, NULL, &n);
    return status == RR_OK && !n ? RR_ERR_ARGUMENT : status;
}

rr_status rr_job_output(const rr_job *job, rr_result *result, uint64_t n)
{
    const uint64_t bytes = n * width_of(job);
    if (job->flags & RR_CL_OUT && job->out) return RR_OK;   /* an object: it has no address */
    if (!job->out || (uintptr_t)job->out % width_of(job))
        return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL or not aligned to its type");
    for (uint32_t p = 0; p < job->sampler->params; ++p)
        if (!(job->flags & RR_CL_PARAM(p)) && param_overlaps(job, &job->param[p], bytes))
            return rr_fail(result, RR_ERR_OVERLAP, "out overlaps parameter %s", job->sampler->param[p].name);
    if (job->index && rr_overlap(job->out, bytes, job->index, 0, n * 8))
        return rr_fail(result, RR_ERR_OVERLAP, "out overlaps index");
    return RR_OK;
}

/* The sentence about the lowest bad element: the first of its parameters that is out of range. */
static rr_status say_bad(const rr_part *part, rr_result *result, uint64_t element)
{
    const rr_job *job = part->job;
    const rr_sampler *s = job->sampler;
    if (part->remote)
        return rr_fail(result, RR_ERR_PARAM, "a parameter of element %llu is outside its range",
                       (unsigned long long)element);
    const unsigned width = width_of(job);
    double v[RR_MAX_PARAMS];
    for (uint32_t p = 0; p < s->params; ++p) {
        char buffer[8], range[64];
        const void *values;
        rr_param_values(job, p, element, 1, width, buffer, &values);
        v[p] = rr_value_at(values, 0, width);
        if (rr_in_range(rr_param_range(s, p, width), v[p], width)) continue;
        rr_range_text(rr_param_range(s, p, width), range);
        return rr_fail(result, RR_ERR_PARAM, "%s = %g of element %llu is outside its range %s", s->param[p].name, v[p],
                       (unsigned long long)element, range);
    }
    return rr_fail(result, RR_ERR_PARAM, "%s (element %llu)", s->relate ? s->relate(v) : "bad", (unsigned long long)element);
}

static rr_status say_end(const rr_part *part, rr_result *result)
{
    const rr_job *job = part->job;
    if (result) {
        result->bad_index = part->bad;
        result->failed = part->failed;
        result->failed_index = part->failed_first;
        memcpy(&result->counts, &part->tally, sizeof result->counts);
    }
    if (part->bad != UINT64_MAX) return say_bad(part, result, part->bad);
    if (!part->failed) return RR_OK;
    uint32_t number, more;
    rr_strategy_numbers(part->strategy, &number, &more);
    if (number && !more && rr_strategy_fails(part->strategy))
        return rr_fail(result, RR_ERR_FAILED, "%llu samples had no accepted proposal among %u; the first is element %llu",
                       (unsigned long long)part->failed, number, (unsigned long long)part->failed_first);
    return rr_fail(result, RR_ERR_CAP, "%llu samples reached the cap of %u attempts; the first is element %llu",
                   (unsigned long long)part->failed, job->sampler->cap, (unsigned long long)part->failed_first);
}

_Static_assert(sizeof(rr_counts) == sizeof(rr_tally), "rr_counts and rr_tally are one layout");

/* Elements that a thread takes at a time, and at least has to do: some 100 us of work. */
#define PIECE 32768u

static void begin(void *part, uint64_t n) { rr_part_begin(part, n); }
static void run(void *part, uint64_t at, uint64_t n) { rr_part_run(part, at, n); }
static void end(void *part) { rr_part_end(part); }
static void run_rows(void *part, uint64_t at, uint64_t n) { rr_rows_run(part, at, n); }

static void merge(void *to_part, const void *from_part)
{
    rr_part *to = to_part;
    const rr_part *from = from_part;
    uint64_t *sum = (uint64_t *)&to->tally;
    const uint64_t *add = (const uint64_t *)&from->tally;
    if (to->bad > from->bad) to->bad = from->bad;
    if (to->failed_first > from->failed_first) to->failed_first = from->failed_first;
    to->failed += from->failed;
    for (size_t i = 0; i < sizeof to->tally / sizeof *sum; ++i) sum[i] += add[i];
}

/* n elements (or, if `rows`, rows) of a part on the threads of the device. Rows leave the part as it is. */
static void share(rr_part *part, uint64_t n, int rows)
{
    const rr_sharing elements = {sizeof *part, begin, run, end, merge, part->device->threads, PIECE};
    const rr_sharing whole = {sizeof *part, NULL, run_rows, NULL, NULL, part->device->threads, PIECE / part->job->cols + 1};
    rr_share(rows ? &whole : &elements, part, n);
}

static rr_status job_do(const rr_device *device, const rr_job *job, rr_result *result, int check_only)
{
    rr_job components;
    rr_part part = {.device = device, .job = job, .check_only = check_only, .bad = UINT64_MAX, .failed_first = UINT64_MAX};
    uint64_t n = 0;
    rr_status status;
    if (result && result->size != sizeof *result) return RR_ERR_ARGUMENT;
    if (result) *result = (rr_result)RR_RESULT_INIT;
    if ((status = rr_job_size(device, job, result, &n)) != RR_OK || !n) return status;
    if (!check_only && (status = rr_job_output(job, result, n)) != RR_OK) return status;
    part.job = job = rr_job_components(job, &components);
    part.rows = job->sampler->vector;
    if ((status = rr_gpu_remote(device, job, &part.remote, result)) != RR_OK) return status;
    if (part.remote && check_only) return rr_fail(result, RR_ERR_ARGUMENT, "rr_check looks at host memory only");
    part.strategy = job->strategy.kind ? job->strategy : rr_plan_auto(device, job);
    rr_launch_key(&part.key, job->stream, job->sampler->family, job->dtype == RR_F64);
    rr_table table = {.size = 0};
    if (job->sampler->matrix) status = rr_factor_take(job, result, &table);
    else if (!check_only) status = rr_table_take(job, result, &table);
    if (status != RR_OK) return status;
    part.table = table.data;
    part.table_size = table.size;
    if (device->gpu && !check_only) status = rr_gpu_run(&part, n, result);
    else share(&part, n, 0);
    if (status == RR_OK && part.rows && !check_only) share(&part, job->rows, 1);
    rr_table_give(&table);
    return status == RR_OK ? say_end(&part, result) : status;
}

/* All of a call, the sentence about a bad parameter included, is done in the job's floating-point environment; other
 * threads enter it for themselves (threads.c). */
static rr_status job_run(const rr_device *device, const rr_job *job, rr_result *result, int check_only)
{
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = job_do(device, job, result, check_only);
    rr_fpenv_leave(saved);
    return status;
}

rr_status rr_run(const rr_device *device, const rr_job *job, rr_result *result)
{
    return job_run(device, job, result, 0);
}

rr_status rr_check(const rr_device *device, const rr_job *job, rr_result *result)
{
    return job_run(device, job, result, 1);
}
