/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The bits of a GPU device are those of the CPU: every sampler x strategy x dtype, and every transform x dtype, byte by
 * byte.
 *
 *     bits DEVICE [--all] [--big] [--large=N] [--share=K/N] [--gamma] [--compact] [--turns]
 *
 * TAP, a line a kernel. A kernel is asked for each of: one value of the parameters; values a sample; those and an index
 * array; 1 - U where the sampler can. Each in each of SIZES from each of FIRSTS, to an output that begins 0 ... 3
 * elements off, with bytes before and behind it that must stay; and with all arrays in the memory of the device. Rows of
 * the vector samplers; points that transforms take and refuse; and what calls say of bad parameters and of samples that
 * fixed:M leaves.
 *
 * The everyday choice (part_of) keeps the kernels few, for a compiler takes seconds for each, and more for wide warps.
 * `compact` has two kernels, of which the plain one is for parameters that the host knows and that do not vary. What a view
 * has of its own, the finish, is the same text in both: it is tried in the plain one, f32, on warps of one lane, over all of
 * good_value's parameters. Draws are tried there in the other, those whose plain kernel is tried nowhere else in both; those
 * with views in f64 too; and every transform. Wider warps, where lanes look at each other: all strategies of gamma f32, with
 * REROLL_DEEP the plain kernel of the draws that reject, the transform that does, and rows, whose components `loop` draws,
 * which is compiled quickly; with --gamma only gamma's strategies. --turns: gamma and its reports, of other draws every
 * sixth and of views every twelfth, since an everyday has minutes for what takes half an hour. --all: everything, every
 * offset; --compact: only compact, so much of it that each law is drawn as it is timed; --share=K/N: every N-th of what is
 * chosen, from number K on, so that processes compile side by side. --big: 1e6 + 7 samples too, and 2.1e6 + 7, which take
 * three chunks of a job to the host.
 *
 * Counts have one kernel for all dtypes: it is tried in i64, and in the others briefly. So are f16 and bf16 with f32. Of
 * what is made of others, one of counts and one of reals are tried.
 *
 * Last of a kernel: N samples (--large=N) to the memory of the device in one launch, which bench/gpu-check/speed.c times, in
 * each of SHAPES: long tiles, many tiles a warp, and both. Slices are compared with the CPU, and nothing may stay as it was.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reroll_law.h"
#include "../support/strategies.h"
#include "../support/views.h"
#include "memory.h"

static const unsigned SIZES[] = {1, 31, 32, 33, 1000};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES, MOST = 1000, FAR = 500009, MILLION = 1000007, BIG = 2100007 };
enum { OFFSETS = 4, GUARD = 16 };

/* Samples of a large job where no number is given: as many tiles as a processor that plays a GPU is quick to draw. */
enum { LARGE = 1 << 15 };

/* An index's block is index / s, s samples a block: 1, 2 or 4. Blocks are counted by two words: the lower one passes
 * 2^32 within the first five samples. */
static const uint64_t FIRSTS[] = {0, (1ull << 32) - 5, (2ull << 32) - 5, (4ull << 32) - 5, (1ull << 63) - 5};
enum { FIRST_COUNT = sizeof FIRSTS / sizeof *FIRSTS };

/* A strategy of the list is a kernel, whatever its number. Text number k of its strategies: the example, two numbers more
 * where it takes one; 0 past the last. */
static int strategy_of(const rr_strategy_info *kernel, unsigned k, char text[32])
{
    if (k) return k < 3 && strategy_form(kernel, k + 1, text);
    rr_strategy_text(kernel->example, text);
    return 1;
}

static int is(const rr_strategy_info *kernel, const char *name) { return !strcmp(kernel->name, name); }

typedef enum spread { ONE, EACH, INDEXED, FLIPPED, SPREADS } spread;
/* What is tried of a strategy. PLAIN: what compact's plain kernel draws (rr_gpu_plain); OTHERS: what it does not. */
typedef enum part { NOTHING, PLAIN, OTHERS, WHOLE } part;

static const char *const SPREAD_NAMES[] = {"one value", "values a sample", "an index array", "1 - U"};

static struct {
    const char *name;
    rr_device *device, *cpu;
    int all, big, gamma, compact, turns;
    uint32_t lanes, large;
    unsigned share, shares;   /* number `share` of `shares` */
} with = {.shares = 1, .large = LARGE};

static int tests, failures;

static void say(int ok, const char *what)
{
    printf("%sok %d - %s: %s\n", ok ? "" : "not ", ++tests, with.name, what);
    fflush(stdout);
    failures += !ok;
}

/* ---- Jobs ---- */

/* Room for what a job points at. */
static char params[RR_MAX_PARAMS][BIG * 8];
static uint64_t indices[BIG];
static char want[FIRST_COUNT][MOST * 8], big_want[BIG * 8], have[(BIG + 2 * GUARD) * 8];

static int is_half(rr_type dtype) { return dtype == RR_F16 || dtype == RR_BF16; }
static unsigned width_of(rr_type dtype)
{
    return is_half(dtype) ? 2 : dtype == RR_F64 || dtype == RR_I64 || dtype == RR_U64 ? 8 : 4;
}

/* Of the parameters. */
static unsigned param_width(const rr_job *job) { return width_of(rr_param_type(job->sampler, job->dtype)); }

static const char *name_of(rr_type dtype)
{
    static const char *const names[] = {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I32] = "i32", [RR_I64] = "i64",
                                        [RR_U32] = "u32", [RR_U64] = "u64", [RR_F16] = "f16", [RR_BF16] = "bf16"};
    return names[dtype];
}

static void set(void *at, unsigned k, unsigned width, double v)
{
    const float f = (float)v;
    memcpy((char *)at + (size_t)k * width, width == 8 ? (const void *)&v : (const void *)&f, width);
}

/* A good value of parameter p for element k: shapes of every branch, by the first POINTS; low below high, left and mode
 * below right; whole numbers where these are counted; of what is made of others its law's examples. */
enum { POINTS = 13 };
static double example_value(const rr_sampler *s, uint32_t p, unsigned k)
{
    const rr_example *const all = s->about->examples;
    unsigned n = 0;
    while (all[n].use) ++n;
    return k / n % 2 ? all[k % n].high[p] : all[k % n].low[p];
}

/* Of counts that a table is made of, or by samples' own parameters none: sums and expansions, and windows too. */
static double count_value(const char *name, unsigned k)
{
    if (!strcmp(name, "lam")) return 0.5 + k % 19 * 37;
    if (!strcmp(name, "n")) return 20 + k % 23 * 60;
    if (!strcmp(name, "p")) return (1 + k % 19) / 20.0;
    if (!strcmp(name, "low")) return k % 5 ? 0 : 3;
    return k % 7 ? INFINITY : 9;
}

static double good_value(const rr_sampler *s, uint32_t p, unsigned k)
{
    static const double shapes[POINTS] = {0.7, 2.5, 1, 1e-3, 31, 1e7, 0.999, 1e-1, 1.5, 1e12, 5, 0.3, 3e2};
    const char *const name = s->param[p].name;
    if (s->stages) return example_value(s, p, k);
    if (s->counts && s->fixed) return count_value(name, k);
    if (s->integers) return k % 50 + (p ? 1 + k % 19 * 1e8 : 0);
    if (s->counts && !strcmp(name, "p")) return (1 + k % 19) / 20.0;
    if (s->counts && !strcmp(name, "a")) return 2 + k % 19 * 0.5;
    if (s->counts && !strcmp(name, "n")) return k % 23 ? k % 23 * 20.0 : 1e9;
    if (!strcmp(name, "ngood")) return 30 + k % 29 * 37;
    if (!strcmp(name, "nbad")) return 500 + k % 7 * 3;
    if (!strcmp(name, "nsample")) return 1 + k % 31 * 17;
    if (s->counts && k % 13 == 0) return 1e6;
    if (!strcmp(s->law, "loguniform")) return 0.5 * (1 + k % 19) * (p ? 1 + k % 7 : 1);
    if (s->param[p].f32.low >= 1) return s->param[p].f32.low + k % 19;
    if (!strcmp(name, "shape")) return shapes[k % POINTS];
    if (!strcmp(name, "accept")) return 1.0 / (1 + k % 9);
    k %= 1000;
    const int positive = s->param[0].f32.low == 0 && !strcmp(s->param[0].name, "low");
    if (positive && p < 2) return 0.25 * k + (p ? 1.4 + 0.125 * (k % 64) : 0);
    if (!strcmp(name, "low") || !strcmp(name, "left")) return 0.25 * k - 100.5;
    if (!strcmp(name, "mode")) return 0.25 * k - 100.5 + 0.4 * (k % 4);
    if (!strcmp(name, "mean")) return 0.35 * k - 103.5;   /* below, between and above low and high */
    if (!strcmp(name, "high") || !strcmp(name, "right")) return 0.25 * k - 99.1 + 0.125 * (k % 64);
    return 0.37 + 3 * (k % 17);
}

/* Up to n samples, ONE of good values number `point`; out, index 0 and strategy are the caller's to set. */
static rr_job make_job(const rr_sampler *s, rr_type dtype, spread how, unsigned point, unsigned n)
{
    const unsigned width = width_of(rr_param_type(s, dtype)), values = how == ONE ? 1 : n;
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(20261 + how, 7);
    job.rows = n;
    for (uint32_t p = 0; p < s->params; ++p) {
        if (s->weights >> p & 1) {   /* few, which are all looked at, or many */
            job.weights = how == ONE ? 1 + point : 300;
            for (unsigned k = 0; k < job.weights; ++k) set(params[p], k, width, s->plain ? k * 0.25 : k % 3 * 0.25);
            if (!s->plain) set(params[p], 0, width, 1);
            job.param[p] = (rr_param){params[p], RR_F64, 0, (ptrdiff_t)width};
            continue;
        }
        const int varies = how != ONE && (s->counts || !(s->fixed >> p & 1));   /* counts can do without a table */
        const unsigned same = how == ONE ? 1 + point : 0;
        for (unsigned k = 0; k < values; ++k) {
            const double v = good_value(s, p, varies ? k : same);
            const int64_t whole = (int64_t)v;
            if (s->integers) memcpy(params[p] + k * sizeof whole, &whole, sizeof whole);
            else set(params[p], k, width, v);
        }
        job.param[p] = (rr_param){params[p], rr_param_type(s, dtype), varies ? (ptrdiff_t)width : 0, 0};
    }
    for (unsigned k = 0; how == INDEXED && k < n; ++k) indices[k] = (k * 7919ull % 1000003) << (k % 40);
    if (how == INDEXED) job.index = indices;
    if (how == FLIPPED) job.flags = RR_ANTITHETIC;
    return job;
}

static int run(const rr_device *device, const char *strategy, rr_job *job, void *out, rr_result *result)
{
    *result = (rr_result)RR_RESULT_INIT;
    job->out = out;
    if (rr_strategy_find(strategy, &job->strategy)) return 1;
    rr_run(device, job, result);
    return result->status == RR_OK ? 0 : 1;
}

static int enqueue(const char *strategy, rr_job *job, rr_result *result)
{
    *result = (rr_result)RR_RESULT_INIT;
    if (rr_strategy_find(strategy, &job->strategy)) return 1;
    return rr_enqueue(with.device, job, NULL, result) != RR_OK || rr_wait(with.device, NULL, result) != RR_OK;
}

/* Prints the first difference. */
static int same(const void *expected, const void *got, size_t n, unsigned width)
{
    size_t k = 0;
    if (!memcmp(expected, got, n * width)) return 1;
    while (!memcmp((const char *)expected + k * width, (const char *)got + k * width, width)) ++k;
    uint64_t a = 0, b = 0;
    memcpy(&a, (const char *)expected + k * width, width);
    memcpy(&b, (const char *)got + k * width, width);
    printf("# element %zu of %zu is %0*llx, not %0*llx\n", k, n, (int)width * 2, (unsigned long long)b, (int)width * 2,
           (unsigned long long)a);
    return 0;
}

/* ---- Where the arrays of a job lie ---- */

/* Fills `have` with a mark, draws n samples `offset` elements behind its guard, and looks at all of it. */
static int draw_host(rr_job *job, const char *strategy, const void *expected, unsigned n, unsigned offset)
{
    const unsigned width = width_of(job->dtype), before = (GUARD + offset) * width, all = (n + 2 * GUARD) * width;
    rr_result result;
    memset(have, 0xa5, all);
    job->rows = n / job->cols;
    if (run(with.device, strategy, job, have + before, &result)) {
        printf("# %s\n", result.message);
        return 0;
    }
    for (unsigned k = 0; k < all; ++k)
        if ((k < before || k >= before + n * width) && (unsigned char)have[k] != 0xa5) {
            printf("# byte %d from the output was written\n", (int)k - (int)before);
            return 0;
        }
    return same(expected, have + before, n, width);
}

/* The arrays of a job in the memory of the device. */
typedef struct remote {
    memory param[RR_MAX_PARAMS], index, out;
} remote;

static void close_remote(remote *r)
{
    for (int p = 0; p < RR_MAX_PARAMS; ++p) memory_close(&r->param[p]);
    memory_close(&r->index);
    memory_close(&r->out);
}

static int send(memory *m, const void *from, size_t size)
{
    return memory_open(with.device, size, m) || memory_write(m, from, size);
}

/* The job with its arrays over there; 0, or not. */
static int open_remote(remote *r, rr_job *job, unsigned offset)
{
    const int object = memory_is_object(with.device);
    const unsigned width = width_of(job->dtype), each = param_width(job);
    const size_t n = job->rows * job->cols;
    memset(r, 0, sizeof *r);
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        if ((job->sampler->fixed | job->sampler->matrix | job->sampler->weights) >> p & 1) continue;   /* the host's */
        const rr_param *const given = &job->param[p];
        const size_t numbers = given->row_stride ? n : given->col_stride ? job->cols : 1;
        if (send(&r->param[p], given->data, numbers * each)) return 1;
        job->param[p].data = memory_pointer(&r->param[p], 0);
        if (object) job->flags |= RR_CL_PARAM(p);
    }
    if (job->index) {
        if (send(&r->index, job->index, n * 8)) return 1;
        job->index = memory_pointer(&r->index, 0);
        if (object) job->flags |= RR_CL_INDEX;
    }
    if (memory_open(with.device, (n + 2 * GUARD) * width, &r->out) || memory_fill(&r->out, 0xa5, 1)) return 1;
    job->out = memory_pointer(&r->out, object ? 0 : (size_t)(GUARD + offset) * width);
    if (object) job->flags |= RR_CL_OUT;
    return 0;
}

/* As draw_host. An array that is a cl_mem begins at its begin. */
static int draw_remote(rr_job job, const char *strategy, const void *expected, unsigned n, unsigned offset)
{
    const unsigned width = width_of(job.dtype), before = memory_is_object(with.device) ? 0 : (GUARD + offset) * width;
    const unsigned all = (n + 2 * GUARD) * width;
    rr_result result = RR_RESULT_INIT;
    remote r;
    job.rows = n / job.cols;
    int ok = !open_remote(&r, &job, offset);
    /* To an output an odd number of elements off by a call that does not wait, unless the host makes a table. */
    const int waits = !(offset & 1) || job.sampler->fixed || job.sampler->matrix;
    if (ok && (waits ? run(with.device, strategy, &job, job.out, &result) : enqueue(strategy, &job, &result))) {
        printf("# in the memory of the device%s: %s\n", waits ? "" : ", enqueued", result.message);
        ok = 0;
    }
    ok = ok && !memory_read(&r.out, have, all);
    for (unsigned k = 0; ok && k < all; ++k)
        if ((k < before || k >= before + n * width) && (unsigned char)have[k] != 0xa5) {
            printf("# in the memory of the device: byte %d from the output was written\n", (int)k - (int)before);
            ok = 0;
        }
    if (ok && !same(expected, have + before, n, width)) {
        printf("# in the memory of the device\n");
        ok = 0;
    }
    close_remote(&r);
    return ok;
}

/* ---- A kernel ---- */

/* Everything of one spread under one strategy; `want` has what the CPU makes of it. */
static int try_spread(rr_job *job, const char *strategy, spread how, part tried)
{
    const int plain = how == ONE && tried == OTHERS;   /* what the host sees of ONE is */
    const unsigned firsts = how == INDEXED ? 1 : FIRST_COUNT;
    for (unsigned f = 0; f < firsts; ++f)
        for (unsigned s = 0; s < SIZE_COUNT; ++s)
            for (unsigned offset = 0; offset < OFFSETS; ++offset) {
                if (!with.all && offset != (f + s) % OFFSETS) continue;
                job->stream.next = FIRSTS[f];
                const int remote = tried != PLAIN && (SIZES[s] == 33 || SIZES[s] == MOST);
                if ((plain || draw_host(job, strategy, want[f], SIZES[s], offset)) &&
                    (!remote || draw_remote(*job, strategy, want[f], SIZES[s], offset)))
                    continue;
                printf("# %s, %s, %u samples from index %llu, to an output %u elements off\n", strategy, SPREAD_NAMES[how],
                       SIZES[s], (unsigned long long)FIRSTS[f], offset);
                return 0;
            }
    return 1;
}

/* What the CPU makes of a spread, from each first index. */
static int expect(rr_job *job, spread how)
{
    rr_result result;
    for (unsigned f = 0; f < (how == INDEXED ? 1 : FIRST_COUNT); ++f) {
        job->rows = MOST;
        job->stream.next = FIRSTS[f];
        if (!run(with.cpu, "compact", job, want[f], &result)) continue;
        printf("# the CPU: %s\n", result.message);
        return 0;
    }
    return 1;
}

/* n samples, which end and begin far from where the upper half of the index changes, if that is behind the first five. */
static int try_many(const rr_sampler *s, rr_type dtype, spread how, unsigned point, const char *strategy, uint64_t first,
                    unsigned n)
{
    rr_job job = make_job(s, dtype, how, point, n);
    rr_result result;
    job.stream.next = first;
    if (!run(with.cpu, "compact", &job, big_want, &result) && draw_host(&job, strategy, big_want, n, n % OFFSETS)) return 1;
    printf("# %s, %s (%u), %u samples from index %llu: %s\n", strategy, SPREAD_NAMES[how], point, n,
           (unsigned long long)first, result.message);
    return 0;
}

/* ---- Many samples in the memory of the device ---- */

/* How a large job is dealt to warps: multiprocessors, slots of a tile (0: as the device has them), and a job's samples by
 * how much fewer they are. */
static const struct shape {
    unsigned units, tile, fewer;
} SHAPES[] = {{0, 0, 1}, {0, 16384, 1}, {1, 256, 16}, {1, 16384, 16}};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES, SLICES = 256, SLICE = 16384, MARKS = 4 };

/* The job's parameters over n samples: what make_job makes of up to BIG, again and again. */
static int repeat_params(rr_job *job, char *copies[], uint64_t n)
{
    const size_t made = job->rows, width = param_width(job);
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        if (!job->param[p].row_stride) continue;
        if (!(copies[p] = malloc(n * width))) return 1;
        for (size_t k = 0; k < n; k += made)
            memcpy(copies[p] + k * width, params[p], (n - k < made ? n - k : made) * width);
        job->param[p].data = copies[p];
    }
    job->rows = n;
    return 0;
}

/* Slices of n samples, all of them where they are few: the first, the last, and those in equal steps between. */
static int same_slices(const rr_job *job, const char *got)
{
    const size_t n = job->rows, width = width_of(job->dtype), length = n < SLICE ? n : SLICE;
    const unsigned slices = n > (size_t)SLICES * SLICE ? SLICES : (unsigned)((n + SLICE - 1) / SLICE);
    for (unsigned k = 0; k < slices; ++k) {
        const size_t from = slices > 1 ? (n - length) * k / (slices - 1) : 0;
        rr_job slice = *job;
        rr_result result;
        slice.rows = length;
        slice.stream.next += from;
        for (uint32_t p = 0; p < job->sampler->params; ++p)
            slice.param[p].data = (const char *)job->param[p].data + from * (size_t)job->param[p].row_stride;
        if (!run(with.cpu, "compact", &slice, big_want, &result) &&
            same(big_want, got + from * width, length, (unsigned)width))
            continue;
        printf("# in the slice from %zu on: %s\n", from, result.message);
        return 0;
    }
    return 1;
}

/* Is everything written, of which no slice may tell, and nothing else? MARKS words as they were are no sample. */
static int all_written(const char *got, size_t size, size_t before, size_t all)
{
    unsigned marks = 0;
    for (size_t k = 0; k < size; k += 4) {
        uint32_t word;
        memcpy(&word, got + before + k, 4);
        marks = word == 0xa5a5a5a5u ? marks + 1 : 0;
        if (marks < MARKS) continue;
        printf("# byte %zu of the output was not written\n", k);
        return 0;
    }
    for (size_t k = before ? 0 : size; k < all; k += k + 1 == before ? size + 1 : 1)
        if ((unsigned char)got[k] != 0xa5) {
            printf("# byte %lld from the output was written\n", (long long)k - (long long)before);
            return 0;
        }
    return 1;
}

/* A large job under one shape, `got` being room for it. */
static int try_shape(const rr_job *job, const char *strategy, const struct shape *shape, char *got)
{
    const unsigned width = width_of(job->dtype), before = memory_is_object(with.device) ? 0 : GUARD * width;
    rr_job there = *job;
    rr_result result = RR_RESULT_INIT;
    remote r;
    memory_shape(with.device, shape->units, shape->tile);
    int ok = !open_remote(&r, &there, 0);
    if (ok && run(with.device, strategy, &there, there.out, &result)) {
        printf("# %s\n", result.message);
        ok = 0;
    }
    memory_shape(with.device, 0, 0);
    ok = ok && !memory_read(&r.out, got, r.out.size) && all_written(got, job->rows * width, before, r.out.size) &&
         same_slices(job, got + before);
    close_remote(&r);
    if (!ok)
        printf("# %s, %llu samples, on %u multiprocessors with tiles of %u (0: as usual)\n", strategy,
               (unsigned long long)job->rows, shape->units, shape->tile);
    return ok;
}

/* An odd number of samples, and fewer where each has parameters, so that several processes have room for them. */
static int try_large(const rr_sampler *s, rr_type dtype, spread how, const char *strategy)
{
    const uint64_t n = with.large / (how == EACH && with.large > BIG ? 4 : 1) + 7;
    rr_job job = make_job(s, dtype, how, 0, n < BIG ? (unsigned)n : BIG);
    char *copies[RR_MAX_PARAMS] = {0}, *got = malloc((n + 2 * GUARD) * width_of(dtype));
    int ok = got && !repeat_params(&job, copies, n);
    job.stream.next = FIRSTS[1];
    for (unsigned k = 0; ok && k < SHAPE_COUNT; ++k) {
        job.rows = n / (with.large > BIG ? SHAPES[k].fewer : 1);
        ok = try_shape(&job, strategy, &SHAPES[k], got);
    }
    for (int p = 0; p < RR_MAX_PARAMS; ++p) free(copies[p]);
    free(got);
    return ok;
}

/* ---- All of a kernel ---- */

/* One value of the parameters after the other, but where the host makes a table of each. */
static int try_points(const rr_sampler *s, rr_type dtype, const char *strategy)
{
    for (unsigned point = 1; s->params && !s->fixed && point < POINTS; ++point)
        if (!try_many(s, dtype, ONE, point, strategy, FIRSTS[1], MOST)) return 0;
    return 1;
}

static int try_big(const rr_sampler *s, rr_type dtype, spread how, const char *strategy)
{
    return try_many(s, dtype, how, 0, strategy, FIRSTS[3], MILLION) && try_many(s, dtype, how, 0, strategy, FIRSTS[3], BIG);
}

/* compact draws whole tiles with one upper half, but for those that it changes in. */
static int try_far(const rr_sampler *s, rr_type dtype, spread how)
{
    for (unsigned k = 1; k <= 4; k *= 2)
        if (!try_many(s, dtype, how, 0, "compact", ((uint64_t)k << 32) - FAR / 2 - 3, FAR)) return 0;
    return 1;
}

/* The other dtypes of a count's kernel, the halves of one of f32. */
static int try_containers(const rr_sampler *s, spread how, const char *strategy)
{
    for (rr_type dtype = s->counts ? RR_F32 : RR_F16; dtype <= RR_BF16; ++dtype)
        for (unsigned offset = 0; offset < OFFSETS; ++offset) {
            if (!(s->dtypes >> dtype & 1)) continue;   /* of both signs */
            rr_job job = make_job(s, dtype, how, 0, MOST);
            rr_result result;
            job.stream.next = FIRSTS[offset];
            if (!run(with.cpu, "compact", &job, big_want, &result) && draw_host(&job, strategy, big_want, MOST, offset) &&
                draw_remote(job, strategy, big_want, MOST, offset))
                continue;
            printf("# %s, %s, %s, %u elements off: %s\n", name_of(dtype), strategy, SPREAD_NAMES[how], offset,
                   result.message);
            return 0;
        }
    return 1;
}

static void test_kernel(const rr_sampler *s, rr_type dtype, const rr_strategy_info *kernel, part tried)
{
    char what[128], strategy[32];
    int ok = 1;
    for (spread how = 0; ok && how < SPREADS; ++how) {
        if ((how == FLIPPED && !s->monotone) || (how == EACH && !s->params) || (how != ONE && tried == PLAIN)) continue;
        rr_job job = make_job(s, dtype, how, 0, MOST);
        ok = expect(&job, how);
        for (unsigned k = 0; ok && strategy_of(kernel, k, strategy); ++k) {
            ok = try_spread(&job, strategy, how, tried);
            if (ok && with.big && !k) ok = try_big(s, dtype, how, strategy);
            const int plain = how == ONE && is(kernel, "compact") && tried != OTHERS;
            if (ok && (plain || (how == EACH && is(kernel, "compact")))) ok = try_far(s, dtype, how);
            if (ok && plain) ok = try_points(s, dtype, strategy);
            const int large = plain || (how == EACH && tried != PLAIN) || (how == ONE && !is(kernel, "compact"));
            if (ok && with.large && !k && large) ok = try_large(s, dtype, how, strategy);
            if (ok && (s->counts || dtype == RR_F32) && !k) ok = try_containers(s, how, strategy);
            job = make_job(s, dtype, how, 0, MOST);
        }
    }
    strategy_of(kernel, 0, strategy);
    snprintf(what, sizeof what, "%s %s %s%s has the CPU's bits", s->name, s->counts ? "in all dtypes" : name_of(dtype),
             strategy, tried == PLAIN ? ", plain," : "");
    say(ok, what);
}

/* ---- Rows ---- */

/* Lengths of rows: below, at and above those of warps and of the running sums of rows.h; and odd numbers of them. */
static const unsigned LENGTHS[] = {2, 3, 5, 8, 31, 32, 33, 64, 100}, SIDES[] = {2, 3, 4, 5, 8, 10};

/* Do components share a total out, one after the other? */
static int shares(const rr_sampler *s) { return s->stages && s->vector; }

/* A good value of parameter p for element k of rows; of a matrix of so many rows. */
static double row_value(const rr_sampler *s, uint32_t p, unsigned k, unsigned cols)
{
    unsigned side = 1;
    while (side * side < cols) ++side;
    if (shares(s) && p == 0) return 30 + k / cols % 11;
    if (shares(s)) return strcmp(s->name, "dirichlet-multinomial") ? 40 + k % 5 * 10 : 0.3 + k % 7 * 0.25;
    if (s->above >> p & 1) return side + k / cols % 7 * 0.75;
    const double low = s->param[p].f32.low, x = s->matrix ? good_value(s, p, k) : 0.001 + k % 97 * 0.1;
    return x < low ? low + x : x;
}

/* Up to MOST components. EACH: each row has parameters of its own, but for a matrix. */
static rr_job make_rows(const rr_sampler *s, rr_type dtype, spread how, unsigned cols)
{
    const unsigned width = width_of(rr_param_type(s, dtype)), n = MOST / cols * cols;
    unsigned side = cols;
    rr_job job = RR_JOB_INIT;
    for (unsigned k = 2; s->square && k < side; ++k)
        if (k * k == cols) side = k;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(20267 + how, 7);
    job.cols = cols;
    job.rows = n / cols;
    for (uint32_t p = 0; p < s->params; ++p) {
        const unsigned matrix = s->matrix >> p & 1, plain = s->weights >> p & 1;
        const unsigned row = matrix ? side * width : how == EACH && !plain ? cols * width : 0;
        if (plain) job.weights = cols * 3;
        for (unsigned k = 0; !matrix && k < n + 2 * cols; ++k) set(params[p], k, width, row_value(s, p, k, cols));
        for (unsigned k = 0; matrix && k < side * side; ++k)   /* a covariance that is one: 2 on the diagonal, else 0.1 */
            set(params[p], k, width, k % (side + 1) ? 0.1 : 2);
        job.param[p] = (rr_param){params[p], width == 8 ? RR_F64 : RR_F32, (ptrdiff_t)row, (ptrdiff_t)width};
    }
    return job;
}

static int try_rows(rr_job *job, const char *strategy, unsigned first, int remote)
{
    const unsigned n = (unsigned)(job->rows * job->cols), offset = (first + job->cols) % OFFSETS;
    rr_result expected;
    job->stream.next = FIRSTS[first] / job->cols;
    if (!run(with.cpu, "compact", job, big_want, &expected) && draw_host(job, strategy, big_want, n, offset) &&
        (!remote || draw_remote(*job, strategy, big_want, n, offset)))
        return 1;
    printf("# rows of %u, %s, from %llu: %s\n", (unsigned)job->cols, remote ? "parameters a row" : "the same parameters",
           (unsigned long long)job->stream.next, expected.message);
    return 0;
}

static void test_rows(const rr_sampler *s, rr_type dtype, const rr_strategy_info *kernel)
{
    char what[128], strategy[32];
    int ok = strategy_of(kernel, 0, strategy);
    const unsigned lengths = s->square ? sizeof SIDES / sizeof *SIDES : sizeof LENGTHS / sizeof *LENGTHS;
    for (unsigned l = 0; ok && l < lengths; ++l)
        for (int each = 0; ok && each < 2; ++each)
            for (unsigned f = 0; ok && f < 4; ++f) {   /* 2^63 rows of 5 are no job */
                rr_job job = make_rows(s, dtype, each ? EACH : ONE, s->square ? SIDES[l] * SIDES[l] : LENGTHS[l]);
                ok = try_rows(&job, strategy, f, each);
            }
    snprintf(what, sizeof what, "rows of %s %s %s have the CPU's bits", s->name, name_of(dtype), strategy);
    say(ok, what);
}

/* ---- Transforms ---- */

/* Points of every kind: inside and outside any method's interval, its ends, NaN. */
static void make_points(void *points, unsigned width)
{
    static const double odd[] = {0, 1, -1, 2, 1e-30, -1e-20, 0.5, NAN, INFINITY};
    for (unsigned k = 0; k < 2 * MOST; ++k) {
        const unsigned r = k * 2654435761u;
        set(points, k, width, r % 31 == 0 ? odd[r / 31 % 9] : (r >> 8) * 0x1p-24 * (r % 3 ? 1 : -1));
    }
}

/* On the device, from and to the host, or, where what is asked has no need to be a cl_mem, the device's own memory. */
static int transform(rr_transform_job *job, int over_there, rr_result *result)
{
    const size_t size = (size_t)job->n * job->method->coords * width_of(job->dtype);
    memory from, to = {0};
    *result = (rr_result)RR_RESULT_INIT;
    job->out = have;
    if (!over_there) return rr_transform(with.device, job, result) != RR_OK;
    int bad = send(&from, job->points, size) || memory_open(with.device, size, &to);
    if (!bad) {
        rr_transform_job there = *job;
        there.points = memory_pointer(&from, 0);
        there.out = memory_pointer(&to, 0);
        bad = rr_transform(with.device, &there, result) != RR_OK || memory_read(&to, have, size);
    }
    memory_close(&from);
    memory_close(&to);
    return bad;
}

static void test_transform(const rr_transform_info *method, rr_type dtype)
{
    const unsigned width = width_of(dtype);
    rr_transform_job job = RR_TRANSFORM_INIT;
    char what[128];
    int ok = 1;
    make_points(params[0], width);
    job.method = method;
    job.dtype = dtype;
    job.n = MOST;
    job.points = params[0];
    job.mean = 0.25;
    job.sd = 3;
    job.stream = rr_stream_make(20262, 7);
    for (int way = 0; ok && way < 8; ++way) {
        const int over_there = way >> 2;
        rr_result expected = RR_RESULT_INIT, result = RR_RESULT_INIT;
        job.columns = way & 1;
        job.stream.next = way & 2 ? FIRSTS[1] - 496 : 0;
        if ((job.columns && method->coords == 1) || (over_there && memory_is_object(with.device))) continue;
        job.out = big_want;
        ok = rr_transform(with.cpu, &job, &expected) == RR_OK && !transform(&job, over_there, &result) &&
             same(big_want, have, (size_t)MOST * method->coords, width) && expected.failed == result.failed &&
             expected.failed_index == result.failed_index;
        if (!ok)
            printf("# %s%s: refused %llu from %llu, not %llu from %llu; %s\n", job.columns ? "columns" : "pairs",
                   over_there ? " over there" : "", (unsigned long long)result.failed,
                   (unsigned long long)result.failed_index, (unsigned long long)expected.failed,
                   (unsigned long long)expected.failed_index, result.message);
    }
    snprintf(what, sizeof what, "transform %s %s has the CPU's bits, and refuses the same points", method->name,
             width == 8 ? "f64" : "f32");
    say(ok, what);
}

/* ---- What calls report ---- */

static int same_report(const rr_result *a, const rr_result *b)
{
    if (a->status == b->status && a->bad_index == b->bad_index && a->failed == b->failed &&
        a->failed_index == b->failed_index)
        return 1;
    printf("# status %d, bad %llu, failed %llu from %llu; not %d, %llu, %llu from %llu (%s)\n", b->status,
           (unsigned long long)b->bad_index, (unsigned long long)b->failed, (unsigned long long)b->failed_index, a->status,
           (unsigned long long)a->bad_index, (unsigned long long)a->failed, (unsigned long long)a->failed_index, b->message);
    return 0;
}

/* The report and the bytes of a job, on the host and over there. A sample of a bad
 * parameter that finds no proposal is withheld twice: where kernels look at parameters it is in `failed` too, which then
 * says nothing. */
static void test_report(rr_job job, const char *what, const char *strategy, double bad)
{
    rr_result expected, result = RR_RESULT_INIT;
    const unsigned width = width_of(job.dtype), n = (unsigned)(job.rows * job.cols);
    remote r;
    char text[160];
    if (bad) {
        set(params[0], 417, param_width(&job), bad);
        set(params[job.sampler->params - 1], 938, param_width(&job), -1);
    }
    job.stream.next = FIRSTS[3] / job.cols;
    run(with.cpu, strategy, &job, big_want, &expected);
    run(with.device, strategy, &job, have, &result);
    snprintf(text, sizeof text, "%s, %s: the report and the other samples are the CPU's", job.sampler->name, what);
    say(expected.status != RR_OK && same_report(&expected, &result) && same(big_want, have, n, width), text);

    int ok = !open_remote(&r, &job, 0);
    if (ok) {
        result = (rr_result)RR_RESULT_INIT;
        rr_run(with.device, &job, &result);
        if (bad) {
            result.failed = expected.failed;
            result.failed_index = expected.failed_index;
        }
        ok = same_report(&expected, &result) && !memory_read(&r.out, have, r.out.size) &&
             same(big_want, have + (memory_is_object(with.device) ? 0 : GUARD * width), n, width);
    }
    close_remote(&r);
    snprintf(text, sizeof text, "%s, %s, all in the memory of the device: the same", job.sampler->name, what);
    say(ok, text);
}

/* Counts that i32 does not hold are some 1 in 9 where p = 1e-9; a mean of 5e9 is refused beforehand. */
static void test_counts(void)
{
    rr_job job = make_job(rr_sampler_find("geometric"), RR_I32, EACH, 0, MOST);
    for (unsigned k = 100; k < MOST; ++k) set(params[0], k, 8, k % 3 ? 1e-9 : 0.5);
    test_report(job, "counts that do not fit", "compact", 0);
    test_report(job, "counts that do not fit, and bad parameters", "compact", NAN);
    job = make_job(rr_sampler_find("poisson"), RR_I32, EACH, 0, MOST);
    set(params[0], 611, 8, 5e9);
    test_report(job, "too large a mean", "compact", NAN);
    test_report(job, "too large a mean, and samples that fixed:1 leaves", "fixed:1", -2);
}

/* NaN and -1 are integers there, one above all ranges and one below. */
static void test_integers(void)
{
    test_report(make_job(rr_sampler_find("integers"), RR_I64, EACH, 0, MOST), "low above high", "compact", NAN);
    test_report(make_job(rr_sampler_find("integers-closed"), RR_U32, EACH, 0, MOST), "outside 32 bits", "compact", NAN);
}

/* Of what is made of others: a stage that takes no such parameter, samples that a stage leaves, both, and bad parameters. */
static void test_stages(void)
{
    rr_job job = make_job(rr_sampler_find("negative-binomial"), RR_I64, EACH, 0, MOST);
    test_report(job, "samples that fixed:1 leaves", "fixed:1", 0);
    set(params[1], 611, 8, 1e-300);
    test_report(job, "too large a mean", "compact", 0);
    test_report(job, "too large a mean, and bad parameters", "compact", NAN);
    test_report(job, "too large a mean, bad parameters, and samples that fixed:1 leaves", "fixed:1", -2);
    job = make_job(rr_sampler_find("noncentral-chi2"), RR_F64, EACH, 0, MOST);
    test_report(job, "bad parameters, and samples that fixed:1 leaves", "fixed:1", -2);
}

/* Of rows that are multiplied by a number: numbers that a stage leaves, alone and beside bad parameters. */
static void test_numbers(void)
{
    const rr_sampler *const s = rr_sampler_find("multivariate-t");
    test_report(make_rows(s, RR_F64, EACH, 5), "numbers that fixed:1 leaves", "fixed:1", 0);
    test_report(make_rows(s, RR_F64, EACH, 5), "bad parameters, and numbers that fixed:1 leaves", "fixed:1", NAN);
}

/* Of rows that are wholes, or share a total out: bad parameters of components and of rows, no direction, what fixed:1
 * leaves. */
static void test_row_reports(void)
{
    const rr_sampler *const fisher = rr_sampler_find("von-mises-fisher");
    const rr_sampler *const multinomial = rr_sampler_find("multinomial");
    test_report(make_rows(multinomial, RR_I64, EACH, 3), "bad parameters", "compact", NAN);
    rr_job job = make_rows(multinomial, RR_I32, EACH, 3);
    for (unsigned k = 600; k < 603; ++k) set(params[1], k, 8, 0);   /* their sum is not positive */
    set(params[0], 750, 8, 4.5);
    test_report(job, "totals that nothing shares", "compact", 0.5);
    test_report(make_rows(multinomial, RR_I64, EACH, 4), "counts that fixed:1 leaves", "fixed:1", 0);
    job = make_rows(fisher, RR_F32, EACH, 3);
    for (unsigned k = 30; k < 33; ++k) set(params[0], k, 4, 0);
    test_report(job, "no direction, and bad parameters", "compact", NAN);
    job = make_rows(fisher, RR_F32, ONE, 4);
    for (unsigned k = 0; k < 4; ++k) set(params[0], k, 4, 0);
    test_report(job, "no direction for any, and what fixed:1 leaves", "fixed:1", 0);
    if (with.all) test_report(make_rows(rr_sampler_find("wishart"), RR_F64, EACH, 9), "what fixed:1 leaves", "fixed:1", 0);
}

/* ---- Weights a row a sample ---- */

enum { CHOICE_ROWS = 300 };

/* Rows of `count` weights, `gap` numbers apart, of `cols` samples each: some are 0, some rows of odd sizes; bad: three rows
 * are. */
static rr_job make_choices(rr_type dtype, unsigned count, unsigned gap, unsigned cols, int bad)
{
    const unsigned stride = count + gap;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical");
    job.dtype = dtype;
    job.stream = rr_stream_make(20271, 7);
    job.stream.next = FIRSTS[1];
    job.rows = CHOICE_ROWS;
    job.cols = cols;
    job.weights = count;
    for (unsigned r = 0; r < CHOICE_ROWS; ++r)
        for (unsigned k = 0; k < stride; ++k) {
            const double w = k && k % 5 == r % 5 ? 0 : 0.5 + (k * 7919u + r * 104729u) % 1009;
            set(params[0], r * stride + k, 8, ldexp(w, r % 7 == 3 ? -1074 : r % 7 == 5 ? 1010 : 0));
        }
    for (unsigned k = 0; bad && k < count; ++k) set(params[0], 111 * stride + k, 8, 0);
    if (bad) set(params[0], 77 * stride + count - 1, 8, NAN);
    if (bad) set(params[0], 205 * stride, 8, -1);
    job.param[0] = (rr_param){params[0], RR_F64, (ptrdiff_t)(8 * stride), 8};
    return job;
}

/* On the host, and over there, where calls that don't wait draw, too. */
static int try_choices(rr_job job, const char *strategy, int enqueued)
{
    const unsigned n = (unsigned)(job.rows * job.cols), width = width_of(job.dtype);
    const int object = memory_is_object(with.device);
    rr_result expected, result;
    remote r;
    memset(&r, 0, sizeof r);
    run(with.cpu, strategy, &job, big_want, &expected);
    run(with.device, strategy, &job, have, &result);
    if (!same_report(&expected, &result) || !same(big_want, have, n, width)) return 0;
    rr_job there = job;
    int ok = !send(&r.param[0], params[0], (size_t)job.param[0].row_stride * job.rows);
    ok = ok && !memory_open(with.device, n * width, &r.out);
    there.param[0].data = memory_pointer(&r.param[0], 0);
    there.out = memory_pointer(&r.out, 0);
    if (object) there.flags |= RR_CL_PARAM(0) | RR_CL_OUT;
    if (job.index) ok = ok && !send(&r.index, job.index, n * 8);
    if (job.index) there.index = memory_pointer(&r.index, 0);
    if (job.index && object) there.flags |= RR_CL_INDEX;
    if (ok && enqueued) enqueue(strategy, &there, &result);
    else if (ok) run(with.device, strategy, &there, there.out, &result);
    if (ok && enqueued) result.failed = expected.failed, result.failed_index = expected.failed_index;
    ok = ok && same_report(&expected, &result) && !memory_read(&r.out, have, n * width) && same(big_want, have, n, width);
    if (!ok) printf("# in the memory of the device: %s\n", result.message);
    close_remote(&r);
    return ok;
}

static void test_choices(void)
{
    static const unsigned counts[] = {1, 2, 3, 7, 8, 31, 32, 33, 100, 1000};
    int ok = 1;
    for (unsigned c = 0; ok && c < sizeof counts / sizeof *counts; ++c)
        for (unsigned form = 0; ok && form < 4; ++form) {
            const rr_type dtype = (rr_type[]){RR_I64, RR_F32, RR_U32, RR_F64}[form];
            rr_job job = make_choices(dtype, counts[c], form % 2 * 3, 1 + form % 3, form == 2);
            for (unsigned k = 0; form == 3 && k < 3 * CHOICE_ROWS; ++k) indices[k] = (k * 7919ull % 1000003) << (k % 40);
            if (form == 3) job.index = indices;
            ok = try_choices(job, form ? "loop" : "compact", form & 1);
            if (!ok) printf("# %u weights, form %u\n", counts[c], form);
        }
    say(ok, "categorical numbers by weights a row have the CPU's bits and reports");
}

static void test_reports(void)
{
    const rr_sampler *s = rr_sampler_find("gamma"), *rows = rr_sampler_find("dirichlet");
    const char *const quick = with.lanes > 1 ? "loop" : "compact";   /* kernels that are there already */
    test_report(make_job(s, RR_F32, EACH, 0, MOST), "bad parameters", "compact", NAN);
    test_report(make_job(s, RR_F32, EACH, 0, MOST), "bad parameters of another value", "compact", -2);
    test_report(make_job(s, RR_F32, ONE, 0, MOST), "samples that fixed:2 leaves", "fixed:2", 0);
    test_report(make_job(s, RR_F32, EACH, 0, MOST), "bad parameters, and samples that fixed:2 leaves", "fixed:2", -2);
    test_report(make_rows(rows, RR_F32, EACH, 5), "bad parameters", quick, NAN);
    test_choices();
    if ((with.lanes == 1 && !with.turns) || with.all) {
        test_row_reports();
        test_counts();
        test_stages();
        test_integers();
        test_numbers();
    }
    if (with.lanes > 1 && !with.all) {   /* what is found by any lane */
        test_report(make_job(rr_sampler_find("negative-binomial"), RR_I64, EACH, 0, MOST), "samples that fixed:1 leaves",
                    "fixed:1", 0);
        return;
    }
    test_report(make_rows(rows, RR_F32, EACH, 5), "samples that fixed:1 leaves", "fixed:1", 0);
    test_report(make_rows(rows, RR_F32, EACH, 5), "bad parameters, and samples that fixed:1 leaves", "fixed:1", -2);
}

/* ---- The choice ---- */

/* Is this one of the share? */
static int mine(void)
{
    static unsigned number;
    return number++ % with.shares == with.share;
}

/* Rows that are made as wholes; those of an everyday, with a matrix and numbers, a direction, a table and numbers. */
static int is_whole(const rr_sampler *s)
{
    static const char *const multiplied[] = {"sphere", "ball", "multivariate-t"};
    for (unsigned k = 0; k < sizeof multiplied / sizeof *multiplied; ++k)
        if (!strcmp(s->name, multiplied[k])) return 0;
    return s->row_stages != NULL;
}

static int is_everyday(const rr_sampler *s, int wide)
{
    return wide ? !strcmp(s->name, "lowrank-normal") : !strcmp(s->name, "wishart") || !strcmp(s->name, "von-mises-fisher");
}

/* --turns */
static int is_turn(const rr_sampler *s)
{
    const rr_sampler *other;
    unsigned turn = 0;
    for (size_t i = 0; (other = rr_sampler_list(i)) && other != s; ++i) turn += is_view(other) == is_view(s);
    return turn % (is_view(s) ? 12 : 6) == 0;
}

/* The cover. A kernel is 3 to 9 CPU seconds, most of them a compiler's, and WHOLE takes two of compact. */
static part part_of(const rr_sampler *s, rr_type dtype, const rr_strategy_info *kernel)
{
    const int gamma = !strcmp(s->name, "gamma"), compact = is(kernel, "compact");
    const int wide = with.lanes > 1, f64 = width_of(dtype) == 8;
    if (s->counts && dtype != RR_I64) return NOTHING;
    if (s->stages && dtype == RR_F32 && strcmp(s->name, "wald")) return NOTHING;   /* made in f64 all the same */
    if (with.compact && !compact) return NOTHING;
    if (with.all) return WHOLE;
    if (with.turns && !gamma && !is_turn(s)) return NOTHING;
    if (with.gamma) return !gamma || f64 ? NOTHING : compact ? PLAIN : WHOLE;
    if (shares(s)) return !strcmp(s->name, "multinomial") && is(kernel, wide ? "loop" : "compact") ? WHOLE : NOTHING;
    if (is_whole(s) && !is_everyday(s, wide)) return NOTHING;
    if (gamma && !f64) return wide || compact || is(kernel, "fixed") ? WHOLE : NOTHING;
    if (s->stages)
        return compact && (!strcmp(s->name, "negative-binomial") || (!wide && !strcmp(s->name, "wald"))) ? WHOLE : NOTHING;
    if (s->counts)
        return !compact ? NOTHING : !wide ? WHOLE : strcmp(s->name, "poisson") ? NOTHING : PLAIN;
    if (s->vector) return (wide ? f64 && is(kernel, "loop") : !f64 && compact) ? WHOLE : NOTHING;
    if (!compact || (wide && (f64 || !s->rejects || is_view(s) || !getenv("REROLL_DEEP")))) return NOTHING;
    if (wide || is_view(s)) return f64 ? NOTHING : PLAIN;
    if (f64) return has_views(s) ? PLAIN : NOTHING;
    return s->rejects || has_views(s) ? OTHERS : WHOLE;
}

static int wanted_transform(const rr_transform_info *method, rr_type dtype)
{
    if (with.compact) return 0;
    if (with.all) return 1;
    return dtype == RR_F32 && !with.gamma && (with.lanes == 1 || !strcmp(method->name, "polar-with-replacement"));
}

static int arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        if (!strcmp(argv[i], "--all")) with.all = 1;
        else if (!strcmp(argv[i], "--big")) with.big = 1;
        else if (!strcmp(argv[i], "--gamma")) with.gamma = 1;
        else if (!strcmp(argv[i], "--compact")) with.compact = 1;
        else if (!strcmp(argv[i], "--turns")) with.turns = 1;
        else if (!strncmp(argv[i], "--large=", 8)) {
            if (sscanf(argv[i] + 8, "%u", &with.large) != 1 || with.large > 1u << 30) return 0;
        }
        else if (!strncmp(argv[i], "--share=", 8)) {
            if (sscanf(argv[i] + 8, "%u/%u", &with.share, &with.shares) != 2 || with.share >= with.shares) return 0;
        } else if (argv[i][0] == '-' || with.name) return 0;
        else with.name = argv[i];
    return with.name != NULL;
}

int main(int argc, char **argv)
{
    const rr_sampler *s;
    const rr_transform_info *method;
    rr_strategy_info kernel;
    if (!arguments(argc, argv)) {
        fprintf(stderr, "usage: bits DEVICE [--all] [--big] [--large=N] [--share=K/N] [--gamma] [--compact] [--turns]\n");
        return 2;
    }
    if (rr_device_open(with.name, &with.device) || rr_device_open("cpu", &with.cpu)) {
        char why[160];
        rr_device_why(with.name, why);
        printf("Bail out! %s: %s\n", with.name, why);
        return 1;
    }
    rr_device_name(with.device, &with.lanes, NULL, NULL);
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (rr_type dtype = RR_F32; dtype <= RR_U64; ++dtype)
            for (size_t k = 1; rr_strategy_list(k, &kernel); ++k) {   /* behind auto */
                if (s->outside || !(s->dtypes >> dtype & 1)) continue;
                const part tried = part_of(s, dtype, &kernel);
                if (!tried || !mine()) continue;
                if (s->vector) test_rows(s, dtype, &kernel);
                else test_kernel(s, dtype, &kernel, tried);
            }
    for (size_t i = 0; (method = rr_transform_list(i)); ++i)
        for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype)
            if (wanted_transform(method, dtype) && mine()) test_transform(method, dtype);
    if (!with.gamma && !with.compact) test_reports();
    rr_device_close(&with.device);
    rr_device_close(&with.cpu);
    printf("1..%d\n", tests);
    return failures != 0;
}
