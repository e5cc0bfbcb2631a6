/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs in device memory, by rr_enqueue, on the PTX emulator: jobs [--all]. TAP, one line per kernel.
 *
 * A kernel draws SAMPLES in each of SHAPES, to outputs 0 ... 3 elements off: divided as by default; on one multiprocessor,
 * in tiles of 128 slots, of which its 32 warps draw 2 or 3 each, of 1024, for 9 warps; and in one tile. Parameters come in
 * each of SPREADS, in turn, and so do FIRSTS. Samples are those of the CPU, and the bytes before and after them do not
 * change.
 *
 * Default kernels are those of ptx.test.sh, which are compiled already, and compact's kernel for parameters in memory.
 * --all: more distributions, f64, all strategies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/sampler.h"
#include "tests/devices/memory.h"

enum { SAMPLES = 9001, GUARD = 16, OFFSETS = 4, MAX_PARAMS = 2 };

static const struct { uint32_t units, tile; } shapes[] = {{0, 0}, {1, 128}, {1, 1024}, {1, 16384}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ON_HOST: one value there. IN_MEMORY: one value in the device's memory. EACH: one value per sample there; CROOKED: from an
 * odd element of it on; SPACED: with gaps. */
enum { ON_HOST, IN_MEMORY, EACH, CROOKED, SPACED, SPREADS };
static const char *const spread_names[] = {"on the host", "in memory", "a sample", "a sample, crooked",
                                           "a sample, with gaps"};
static const uint64_t firsts[] = {0, 7, (1ull << 32) - 4001, (2ull << 32) - 5, (1ull << 63) - 3};
enum { FIRSTS = sizeof firsts / sizeof *firsts };

typedef struct law {
    const char *name;
    unsigned types;                   /* bit RR_F32 ... */
    double value[2][MAX_PARAMS];     /* shared by all samples, and the size of the variation */
} law;

#define REALS (1u << RR_F32 | 1u << RR_F64)
static const law everyday[] = {{"gamma", 1u << RR_F32, {{2, 1.5}, {0.4, 3}}}};
static const law all[] = {
    {"gamma", REALS, {{2, 1.5}, {0.4, 3}}},
    {"beta", REALS, {{2, 3}, {0.4, 0.7}}},
    {"normal", REALS, {{1, 2}, {-3, 4}}},
    {"normal:polar", REALS, {{1, 2}, {-3, 4}}},
    {"normal:ziggurat", REALS, {{1, 2}, {-3, 4}}},
    {"poisson", 1u << RR_I32 | 1u << RR_F64, {{3}, {50}}},
    {"binomial", 1u << RR_U64, {{20, 0.3}, {1e6, 0.01}}},
    {"geometric", 1u << RR_I64, {{0.3}, {0.001}}},
};
/* Has one job of each shape, since it takes 40 attempts per sample. */
#define LONG "fixed:40+"
static const char *const every[] = {"loop", "cached", "grouped:4", "fixed:4+", LONG, "regroup", "regroup:ahead", "refill",
                                    "compact"};
enum { STRATEGIES = sizeof every / sizeof *every };

static rr_device *gpu, *cpu;
static int tests, failures;

static void must(int bad, const char *what)
{
    if (!bad) return;
    printf("Bail out! %s\n", what);
    exit(1);
}

static unsigned width_of(rr_type t) { return t == RR_F64 || t == RR_I64 || t == RR_U64 ? 8 : 4; }

/* ---- A job, on the CPU and there ---- */

static char values[MAX_PARAMS][2 * SAMPLES * 8 + 8], want[SAMPLES * 8], have[(SAMPLES + 2 * GUARD) * 8];

typedef struct remote {
    memory param[MAX_PARAMS], out;
} remote;

static void set(char *at, size_t k, unsigned width, double v)
{
    const float f = (float)v;
    memcpy(at + k * width, width == 8 ? (const void *)&v : &f, width);
}

/* The job on the CPU. Integers stay integers: a varying parameter is one of two values. */
static rr_job make_job(const law *l, rr_type dtype, int how, unsigned turn)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(l->name);
    must(!job.sampler, l->name);
    job.dtype = dtype;
    job.stream = rr_stream_make(20270 + turn, 3);
    job.stream.next = firsts[turn % FIRSTS];
    job.rows = SAMPLES;
    const rr_type type = rr_param_type(job.sampler, dtype);
    const unsigned width = width_of(type);
    for (uint32_t p = 0; p < job.sampler->params; ++p) {
        const unsigned skip = how == CROOKED, step = how < EACH ? 0 : how == SPACED ? 2 : 1;
        for (size_t k = 0; k < 2 * SAMPLES; ++k) set(values[p], k, width, l->value[step && k % 5 > 2][p]);
        job.param[p] = (rr_param){values[p] + skip * width, type, (ptrdiff_t)(step * width), 0};
    }
    return job;
}

static void send(memory *m, const void *from, size_t size)
{
    must(memory_open(gpu, size, m) || memory_write(m, from, size), "memory of the device");
}

/* The same job with its memory on the device; parameters with one value stay on the host. */
static rr_job send_job(const rr_job *job, int how, unsigned offset, remote *r)
{
    rr_job there = *job;
    const unsigned width = width_of(rr_param_type(job->sampler, job->dtype));
    for (uint32_t p = 0; how != ON_HOST && p < job->sampler->params; ++p) {
        send(&r->param[p], values[p], (2 * SAMPLES + 1) * (size_t)width);
        there.param[p].data = memory_pointer(&r->param[p], (size_t)(how == CROOKED) * width);
    }
    must(memory_open(gpu, (SAMPLES + 2 * GUARD) * (size_t)width_of(job->dtype), &r->out) || memory_fill(&r->out, 0xa5, 1),
         "memory of the device");
    there.out = memory_pointer(&r->out, (size_t)(GUARD + offset) * width_of(job->dtype));
    return there;
}

static void drop(remote *r)
{
    for (int p = 0; p < MAX_PARAMS; ++p) memory_close(&r->param[p]);
    memory_close(&r->out);
}

/* Checks that samples equal those of the CPU, and that no other memory was written. */
static int same(const remote *r, unsigned width, unsigned offset)
{
    const size_t before = (GUARD + offset) * (size_t)width, size = SAMPLES * (size_t)width;
    size_t k = 0;
    must(memory_read(&r->out, have, r->out.size), "memory of the device");
    for (; k < r->out.size; ++k) {
        const int inside = k >= before && k < before + size;
        if (have[k] != (inside ? want[k - before] : (char)0xa5)) break;
    }
    if (k < r->out.size) printf("# byte %lld from the output on is another one\n", (long long)k - (long long)before);
    return k == r->out.size;
}

static int try_job(const law *l, rr_type dtype, const char *strategy, unsigned shape, unsigned offset, int how,
                   unsigned turn)
{
    rr_result result = RR_RESULT_INIT;
    rr_job job = make_job(l, dtype, how, turn);
    remote r = {0};
    must(rr_strategy_find(strategy, &job.strategy), strategy);
    job.out = want;
    must(rr_run(cpu, &job, &result), result.message);
    const rr_job there = send_job(&job, how, offset, &r);
    memory_shape(gpu, shapes[shape].units, shapes[shape].tile);
    int ok = rr_enqueue(gpu, &there, NULL, &result) == RR_OK && rr_wait(gpu, NULL, &result) == RR_OK;
    memory_shape(gpu, 0, 0);
    if (!ok) printf("# %s\n", result.message);
    ok = ok && same(&r, width_of(dtype), offset);
    if (!ok)
        printf("# parameters %s, output %u elements off, %u multiprocessors, tiles of %u (0: as usual), from index %llu\n",
               spread_names[how], offset, shapes[shape].units, shapes[shape].tile, (unsigned long long)job.stream.next);
    drop(&r);
    return ok;
}

static void test_kernel(const law *l, rr_type dtype, const char *strategy)
{
    static const char *const types[] = {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I32] = "i32",
                                        [RR_I64] = "i64", [RR_U32] = "u32", [RR_U64] = "u64"};
    const unsigned turns = strcmp(strategy, LONG) ? SHAPES * SPREADS : SHAPES;
    int ok = 1;
    for (unsigned turn = 0; ok && turn < turns; ++turn)
        ok = try_job(l, dtype, strategy, turn % SHAPES, (turn + turn / OFFSETS) % OFFSETS, (int)(turn % SPREADS), turn);
    printf("%sok %d - %s by %s, %s: %u jobs in the memory of the device have the CPU's bits\n", ok ? "" : "not ", ++tests,
           l->name, strategy, types[dtype], turns);
    fflush(stdout);
    failures += !ok;
}

int main(int argc, char **argv)
{
    const int deep = argc > 1 && !strcmp(argv[1], "--all");
    const law *laws = deep ? all : everyday;
    const size_t count = deep ? sizeof all / sizeof *all : sizeof everyday / sizeof *everyday;
    must(rr_device_open("cuda:0", &gpu) || rr_device_open("cpu:scalar", &cpu), "no device");
    for (const law *l = laws; l < laws + count; ++l)
        for (rr_type dtype = RR_F32; dtype <= RR_U64; ++dtype)
            for (int s = 0; s < STRATEGIES; ++s)
                if (l->types >> dtype & 1 && (deep || strcmp(every[s], LONG))) test_kernel(l, dtype, every[s]);
    rr_device_close(&gpu);
    rr_device_close(&cpu);
    printf("1..%d\n", tests);
    return failures != 0;
}
