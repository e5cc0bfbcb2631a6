/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rr_fuse: samples are passed to a caller's functions with the bits of rr_run, each element once; bad parameters, first
 * indices in memory, refusals. On each device that an argument names. TAP. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reroll.h"
#include "reroll_user.h"
#include "laws/sampler.h"
#include "memory.h"

#define N 5000u

static int tests, failures;
static rr_device *cpu, *gpu;

static void say(int ok, const char *format, const char *what)
{
    printf(ok ? "ok %d - " : "not ok %d - ", ++tests);
    printf(format, what);
    printf("\n");
    fflush(stdout);
    failures += !ok;
}

static void must(int status, const char *what)
{
    if (!status) return;
    printf("Bail out! %s: %d\n", what, status);
    exit(1);
}

/* ---- A sink that keeps all that it is given ---- */

/* Stores in memory[0], counts in memory[1]; memory[2] has the number of samples that all threads took, and in its upper half
 * the number of threads that began and did not end: 0. NUMBER: the type of a sample. */
static const char text[] =
    "typedef struct rr_taker { rr_index64 taken; } rr_taker;\n"
    "RR_SINK_FN void rr_taker_begin(rr_taker *t, const rr_sink_memory *m)\n"
    "{\n    t->taken = 0;\n    rr_sink_add64((RR_SINK_GLOBAL rr_index64 *)m->at[2], (rr_index64)1 << 32);\n}\n"
    "RR_SINK_FN void rr_taker_take(rr_taker *t, const rr_sink_memory *m, rr_index64 element, NUMBER sample)\n"
    "{\n    ((RR_SINK_GLOBAL NUMBER *)m->at[0])[element] = sample;\n"
    "    rr_sink_add((RR_SINK_GLOBAL unsigned int *)m->at[1] + element, 1);\n    ++t->taken;\n}\n"
    "RR_SINK_FN void rr_taker_end(rr_taker *t, const rr_sink_memory *m)\n"
    "{\n    rr_sink_add64((RR_SINK_GLOBAL rr_index64 *)m->at[2], t->taken - ((rr_index64)1 << 32));\n}\n";

typedef struct kept {
    memory out, counts, sum;
    char text[2048];
    rr_sink sink;
    union { float f32[N]; double f64[N]; uint32_t u32[N]; } samples;
    uint32_t count[N];
    uint64_t taken;
} kept;

/* Prepares a sink that has not received any sample. */
static void begin(kept *k, rr_type type)
{
    static const uint32_t none[N];
    static const uint64_t nothing;
    k->sink = (rr_sink)RR_SINK_INIT;
    snprintf(k->text, sizeof k->text, "#define NUMBER %s\n%s",
             type == RR_F64 ? "double" : type == RR_F32 ? "float" : "unsigned int", text);
    k->sink.text = k->text;
    must(memory_open(gpu, sizeof k->samples, &k->out), "memory");
    must(memory_open(gpu, sizeof none, &k->counts), "memory");
    must(memory_open(gpu, sizeof nothing, &k->sum), "memory");
    must(memory_fill(&k->out, 0x55, 1) | memory_write(&k->counts, none, sizeof none) | memory_write(&k->sum, &nothing, 8),
         "a fill");
    k->sink.memory[0] = memory_pointer(&k->out, 0);
    k->sink.memory[1] = memory_pointer(&k->counts, 0);
    k->sink.memory[2] = memory_pointer(&k->sum, 0);
}

static void end(kept *k)
{
    must(memory_read(&k->out, &k->samples, sizeof k->samples) | memory_read(&k->counts, k->count, sizeof k->count) |
         memory_read(&k->sum, &k->taken, 8), "a copy");
    memory_close(&k->out);
    memory_close(&k->counts);
    memory_close(&k->sum);
}

/* True if the sink received every element once, with these bits. Failed samples (NaN) are not passed to it. */
static int has(const kept *k, const void *want, unsigned width, unsigned failed)
{
    for (unsigned e = 0; e < N; ++e) {
        const char *w = (const char *)want + e * width, *have = (const char *)&k->samples + e * width;
        const float f = failed ? *(const float *)(const void *)w : 0;
        if (f == f ? k->count[e] == 1 && !memcmp(w, have, width) : k->count[e] == 0 && *have == 0x55) continue;
        printf("# element %u was taken %u times\n", e, k->count[e]);
        return 0;
    }
    if (k->taken != N - failed) printf("# %llx\n", (unsigned long long)k->taken);
    return k->taken == N - failed;
}

/* ---- Jobs ---- */

static const rr_sampler *law;   /* of the user's */

static rr_job job_of(const char *sampler, rr_type type, uint64_t first)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = strchr(sampler, '/') ? law : rr_sampler_find(sampler);
    job.dtype = type;
    job.stream = rr_stream_make(20264, 6);
    job.stream.next = first;
    job.rows = N;
    return job;
}

static rr_param one(const double *value) { return (rr_param){value, RR_F64, 0, 0}; }

/* Each parameter is one value that the host knows. */
static void test_plain(const char *sampler, rr_type type, double a)
{
    static double want[N];
    static kept k;
    rr_result result = RR_RESULT_INIT;
    rr_job job = job_of(sampler, type, (1ull << 32) - 1503);
    char what[96];
    if (job.sampler->params && a == a) job.param[0] = one(&a);
    begin(&k, type);
    must(rr_fuse(gpu, &job, &k.sink, NULL, &result), result.message);
    must(rr_wait(gpu, NULL, &result), result.message);
    end(&k);
    job.out = want;
    must(rr_run(cpu, &job, NULL), "the CPU");
    snprintf(what, sizeof what, "%s %s, %g", sampler, type == RR_F64 ? "f64" : type == RR_F32 ? "f32" : "u32", a);
    say(has(&k, want, type == RR_F64 ? 8 : 4, 0), "every sample is taken once, with its bits: %s", what);
}

/* The same from a first index in memory: two kernels are launched, and one of them draws. */
static void test_first(void)
{
    static float want[N];
    static kept k;
    const double shape = 2;
    uint64_t at = 1000;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_job job = job_of("gamma", RR_F32, 77);
    memory first;
    must(memory_open(gpu, 8, &first), "memory");
    must(memory_write(&first, &at, 8), "a copy");
    how.first = memory_pointer(&first, 0);
    job.param[0] = one(&shape);
    begin(&k, RR_F32);
    must(rr_fuse(gpu, &job, &k.sink, &how, &result), result.message);
    must(rr_wait(gpu, NULL, &result), result.message);
    end(&k);
    job.out = want;
    job.stream.next = 77 + 1000;
    must(rr_run(cpu, &job, NULL), "the CPU");
    say(has(&k, want, 4, 0), "%s", "one value, a first index in memory: each thread begins and ends once");
    memory_close(&first);
}

/* Parameter p has one value per sample in the device's memory, every 61st bad; drawn twice, from a first index there. A
 * gamma with a bad shape has no sample; a normal with a bad sd has one, which must not be passed. */
static void test_each(const char *sampler, unsigned p, float wrong)
{
    static float value[N], want[N];
    static kept k;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_job job = job_of(sampler, RR_F32, 77);
    memory values, first;
    uint64_t at = 1000;
    unsigned bad = 0;
    for (unsigned e = 0; e < N; ++e) {
        value[e] = e % 61 == 60 ? wrong : ldexpf(1 + (float)(e % 37), (int)(e % 19) - 9);
        bad += e % 61 == 60;
    }
    must(memory_open(gpu, sizeof value, &values) | memory_open(gpu, 8, &first), "memory");
    must(memory_write(&values, value, sizeof value) | memory_write(&first, &at, 8), "a copy");
    how.first = memory_pointer(&first, 0);
    for (int turn = 0; turn < 2; ++turn) {
        begin(&k, RR_F32);
        job.param[p] = (rr_param){memory_pointer(&values, 0), RR_F32, sizeof *value, 0};
        job.flags = memory_is_object(gpu) ? RR_CL_PARAM(p) : 0;
        job.out = NULL;
        must(rr_fuse(gpu, &job, &k.sink, &how, &result), result.message);
        say(rr_wait(gpu, NULL, &result) == RR_ERR_PARAM && result.bad_index == 60, "%s",
            "the record tells of a bad parameter");
        end(&k);
        rr_job host = job;
        host.flags = 0;
        host.param[p].data = value;
        host.stream.next = 77 + 1000 + (uint64_t)turn * N;
        host.out = want;
        must(rr_run(cpu, &host, NULL) != RR_ERR_PARAM, "the CPU");
        say(has(&k, want, 4, bad), "a parameter per sample, a first index in memory: %s", sampler);
    }
    must(memory_read(&first, &at, 8) || at != 1000 + 2 * N, "the first index moves on");
    memory_close(&values);
    memory_close(&first);
}

static void test_bad(void)
{
    static kept k;
    const double bad = -1;
    rr_result result = RR_RESULT_INIT;
    rr_job job = job_of("gamma", RR_F32, 0);
    job.param[0] = one(&bad);
    begin(&k, RR_F32);
    must(rr_fuse(gpu, &job, &k.sink, NULL, &result), result.message);
    const int told = rr_wait(gpu, NULL, &result) == RR_ERR_PARAM && result.bad_index == 0;
    end(&k);
    say(told && k.taken == 0, "%s", "of a bad parameter for all the record tells, and nothing is taken");
}

/* ---- Refusals ---- */

static void refused(const rr_device *device, const rr_job *job, const rr_sink *sink, const rr_queued *how, rr_status want,
                    const char *word)
{
    rr_result result = RR_RESULT_INIT;
    const int ok = rr_fuse(device, job, sink, how, &result) == want && strstr(result.message, word);
    if (!ok) printf("# %d: %s\n", (int)result.status, result.message);
    say(ok, "refused, with a sentence that has \"%s\"", word);
}

static void test_refused(void)
{
    static kept k;
    static const double alpha[2] = {1, 1};
    rr_job job = job_of("normal", RR_F32, 0), bad = job;
    rr_queued how = RR_QUEUED_INIT;
    begin(&k, RR_F32);
    rr_sink sink = k.sink;
    refused(cpu, &job, &sink, NULL, RR_ERR_DEVICE, "not a GPU");
    sink.text = "typedef struct rr_taker { int unused; } rr_taker;\nthis is no C\n";
    refused(gpu, &job, &sink, NULL, RR_ERR_DEVICE, "rror");
    sink.text = NULL;
    refused(gpu, &job, &sink, NULL, RR_ERR_ARGUMENT, "no text");
    sink.size = sizeof sink + 8;
    refused(gpu, &job, &sink, NULL, RR_ERR_ARGUMENT, "newer version");
    refused(gpu, &job, NULL, NULL, RR_ERR_ARGUMENT, "RR_SINK_INIT");
    bad.out = &bad;
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "out or index");
    bad = job;
    bad.strategy.kind = 1;
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "compact");
    bad = job_of("dirichlet", RR_F32, 0);
    bad.cols = 2;
    bad.param[0] = (rr_param){alpha, RR_F64, 0, 8};
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "rows");
    bad = job_of("maxwell", RR_F32, 0);
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "is composite");
    bad = job_of("poisson", RR_I32, 0);
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "counts");
    static const double shape = 2.5;
    bad = job_of("gamma:table", RR_F32, 0);
    bad.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "with a table");
    say(rr_compile_fuse(gpu, &bad, &k.sink, NULL) == RR_ERR_ARGUMENT, "%s", "and not compiled");
    bad = job_of("normal", RR_F16, 0);
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "f16");
    bad = job_of("bits", RR_U64, 0);
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "u64");
    how.size = 1;
    refused(gpu, &job, &k.sink, &how, RR_ERR_ARGUMENT, "RR_QUEUED_INIT");
    how.size = sizeof how + 8;
    refused(gpu, &job, &k.sink, &how, RR_ERR_ARGUMENT, "newer version");
    bad = job;
    bad.param[0] = (rr_param){alpha, RR_F64, 8, 0};
    bad.rows = 2;
    refused(gpu, &bad, &k.sink, NULL, RR_ERR_ARGUMENT, "varies");
    if (!memory_is_object(gpu)) {
        sink = k.sink;
        sink.memory[1] = &sink;
        refused(gpu, &job, &sink, NULL, RR_ERR_ARGUMENT, "memory[1]");
    }
    bad = job;
    bad.rows = 0;
    rr_result result = RR_RESULT_INIT;
    say(rr_fuse(gpu, &bad, &k.sink, NULL, &result) == RR_OK && rr_compile_fuse(gpu, &job, &k.sink, &result) == RR_OK, "%s",
        "no elements succeed, and so does rr_compile_fuse");
    end(&k);
    say(k.taken == 0, "%s", "and nothing was taken");
}

static void test_device(const char *name)
{
    if (rr_device_open(name, &gpu)) {
        char why[160];
        rr_device_why(name, why);
        printf("ok %d # SKIP %s\n", ++tests, why);
        return;
    }
    printf("# %s: %s\n", name, rr_device_name(gpu, NULL, NULL, NULL));
    test_plain("gamma", RR_F32, 0.3);
    test_plain("uniform", RR_F32, NAN);
    test_plain("normal", RR_F64, NAN);
    test_plain("attempts", RR_U32, 0.1);
    test_plain("examples/laws/semicircle.h", RR_F32, 2);
    test_first();
    test_each("gamma", 0, NAN);
    test_each("examples/laws/semicircle.h", 0, NAN);
    test_each("normal", 1, -1);
    test_bad();
    test_refused();
    rr_device_close(&gpu);
}

int main(int argc, char **argv)
{
    if (argc < 2 || rr_device_open("cpu", &cpu) || rr_law_open("examples/laws/semicircle.h", &law, NULL)) return 2;
    for (int i = 1; i < argc; ++i) test_device(argv[i]);
    rr_device_close(&cpu);
    printf("1..%d\n", tests);
    return failures != 0;
}
