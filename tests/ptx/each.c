/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Blocks, warps and tiles whose samples are passed to a functor: the kernels of tests/sinks/each.cu and of
 * examples/device/block.cu, compiled by NVRTC and run on the driver that REROLL_CUDA names. Every sample is passed once,
 * with the bits of the CPU. TAP. Arguments: the folder of the header as one text, that of CUDA's own headers. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reroll.h"
#include "laws/sampler.h"
#include "targets/cuda/library.h"
#include "targets/cuda/nvrtc.h"

enum { MAX = 6000, THREADS = 32 };

/* Samples: THREADS times this number for the generator, which has one stream per thread. */
static const struct kernel {
    const char *name, *sampler;
    rr_type dtype;
    unsigned threads;
    double param[2];
} kernels[] = {
    {"gamma_f32_128", "gamma", RR_F32, 128, {0.3, 2}},      {"gamma_f64_64", "gamma", RR_F64, 64, {2.5, 1}},
    {"bad_gamma_f32_128", "gamma", RR_F32, 128, {-1, 1}},   {"normal_f32_128", "normal", RR_F32, 128, {1, 2}},
    {"uniform_f32_96", "uniform", RR_F32, 96, {0, 1}},      {"attempts_u32_32", "attempts", RR_U32, 32, {0.1, 0}},
    {"bits_u32_128", "bits", RR_U32, 128, {0, 0}},          {"tiles_gamma_f32_64", "gamma", RR_F32, 64, {0.3, 2}},
    {"urbg_u32_32", "bits", RR_U32, THREADS, {0, 0}},
};
static const unsigned counts[] = {1, 31, 130, 1003, 5999};
static const uint64_t firsts[] = {0, (1ull << 32) - 77, (1ull << 34) - 1203, 4001};

static struct {
#define RR_CALL(name, symbol, arguments) CUresult (*name) arguments;
#include "targets/cuda/calls.h"
#undef RR_CALL
    CUresult (*write)(CUdeviceptr, const void *, size_t), (*read)(void *, CUdeviceptr, size_t);
} cuda;
static rr_device *cpu;
static int tests, failures;

static void must(int bad, const char *what)
{
    if (!bad) return;
    printf("Bail out! %s: %d\n", what, bad);
    exit(1);
}

static void say(int ok, const char *what, const char *name)
{
    printf("%sok %d - %s: %s\n", ok ? "" : "not ", ++tests, name, what);
    fflush(stdout);
    failures += !ok;
}

/* ---- The driver ---- */

static void *symbol(void *library, const char *name)
{
    void *f = library ? dlsym(library, name) : NULL;
    must(!f, name);
    return f;
}

static void open_cuda(void)
{
    CUcontext context;
    void *library = dlopen(getenv("REROLL_CUDA"), RTLD_NOW);
#define RR_CALL(name, text, arguments) *(void **)&cuda.name = symbol(library, text);
#include "targets/cuda/calls.h"
#undef RR_CALL
    *(void **)&cuda.write = symbol(library, "cuMemcpyHtoD_v2");
    *(void **)&cuda.read = symbol(library, "cuMemcpyDtoH_v2");
    must(cuda.cuInit(0) || cuda.cuDevicePrimaryCtxRetain(&context, 0) || cuda.cuCtxPushCurrent(context), "the driver");
}

static CUmodule compile(const char *text, const char *includes[2])
{
    const char *sm = getenv("PTX_SM");
    char arch[40], folder[3][1024], why[160];
    const char *const options[] = {arch, "--std=c++17", folder[0], folder[1], folder[2]};
    rr_nvrtc nvrtc;
    CUmodule module;
    size_t size;
    snprintf(arch, sizeof arch, "-arch=compute_%s", sm ? sm : "90");
    for (int k = 0; k < 3; ++k)
        snprintf(folder[k], sizeof folder[k], "-I%s%s", includes[k > 0], k == 2 ? "/cccl" : "");
    must(!rr_nvrtc_open(&nvrtc, RR_NVRTC_ANY), "NVRTC");
    char *ptx = rr_nvrtc_compile(&nvrtc, text, options, 5, 0, &size, why);
    must(!ptx, why);
    must(cuda.cuModuleLoadData(&module, ptx), "cuModuleLoadData");
    free(ptx);
    return module;
}

/* Memory of the device, of these bytes. */
static CUdeviceptr make(const void *from, size_t size)
{
    CUdeviceptr at;
    must(cuda.cuMemAlloc(&at, size) || cuda.write(at, from, size), "memory of the device");
    return at;
}

/* One block and more; reads the results back. 0, or CUDA's error. */
static int run(CUmodule module, const char *name, unsigned blocks, unsigned threads, void **arguments)
{
    CUfunction f;
    must(cuda.cuModuleGetFunction(&f, module, name), name);
    const int bad = cuda.cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL);
    return bad ? bad : cuda.cuCtxSynchronize();
}

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    must(!f || !fread(text, 1, (1 << 16) - 1, f), path);
    fclose(f);
    return text;
}

/* ---- tests/sinks/each.cu ---- */

/* rr_key of the header: a Philox block. */
static void key_of(const rr_stream *s, uint32_t key[4])
{
    const uint32_t counter[4] = {(uint32_t)s->stream, (uint32_t)(s->stream >> 32), 0x5265726Fu, 0x6C6C0001u};
    const uint32_t seed[2] = {(uint32_t)s->seed, (uint32_t)(s->seed >> 32)};
    rr_philox4x32_10(counter, seed, key);
}

static rr_job job_of(const char *sampler, rr_type dtype, const double *param, uint64_t first, uint64_t n, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.stream = rr_stream_make(20271, 4);
    job.stream.next = first;
    job.rows = n;
    for (uint32_t p = 0; p < job.sampler->params; ++p) job.param[p] = (rr_param){param + p, RR_F64, 0, 0};
    job.out = out;
    return job;
}

static int try_each(CUmodule module, const struct kernel *k, unsigned n, uint64_t first)
{
    static double want[MAX], have[MAX];
    static uint32_t count[MAX];
    const int by_threads = !strncmp(k->name, "urbg", 4);
    const size_t width = k->dtype == RR_F64 ? 8 : 4;
    unsigned part = by_threads ? n / THREADS : n, wrong = 0;
    const unsigned all = by_threads ? part * THREADS : n;
    rr_job job = job_of(k->sampler, k->dtype, k->param, first, all, want);
    uint32_t key[4];
    memset(count, 0, sizeof count);
    memset(have, 0xa5, sizeof have);
    rr_run(cpu, &job, NULL);   /* NaN for bad parameters */
    CUdeviceptr x = make(have, sizeof have), given = make(count, sizeof count);
    void *arguments[] = {key, &first, &part, &x, &given};
    key_of(&job.stream, key);
    const int bad = run(module, k->name, 1, k->threads, arguments);
    must(!bad && (cuda.read(have, x, sizeof have) || cuda.read(count, given, sizeof count)), "a copy");
    for (unsigned e = 0; e < MAX; ++e) wrong += count[e] != (e < all);
    if (bad) printf("# error %d\n", bad);
    if (wrong) printf("# %u of %u samples were not given once\n", wrong, all);
    must(!bad && (cuda.cuMemFree(x) || cuda.cuMemFree(given)), "cuMemFree");
    return !bad && !wrong && !memcmp(have, want, all * width);
}

static void test_each(CUmodule module, const struct kernel *k)
{
    int ok = 1;
    for (unsigned c = 0; ok && c < sizeof counts / sizeof *counts; ++c)
        for (unsigned f = 0; ok && f < sizeof firsts / sizeof *firsts; ++f) {
            ok = try_each(module, k, counts[c], firsts[f]);
            if (!ok) printf("# %u samples from index %llu\n", counts[c], (unsigned long long)firsts[f]);
        }
    say(ok, "every sample is given once, with the CPU's bits", k->name);
}

/* ---- examples/device/block.cu ---- */

enum { BLOCK = 128, BLOCKS = 3, PATHS_OF_BLOCK = 1 << 12, PATHS = BLOCKS * PATHS_OF_BLOCK };

/* Its functor and kernels unchanged, over fewer paths. */
static CUmodule compile_block(const char *includes[2])
{
    char *text = read_text("examples/device/block.cu"), *from = strstr(text, "// A thread's sum of payoffs"),
         *end = strstr(text, "int main()"), *whole = calloc(1, 1 << 16);
    must(!from || !end, "block.cu has changed");
    snprintf(whole, 1 << 16, "#include \"reroll_device_single.h\"\nenum { BLOCK = %d, PATHS_OF_BLOCK = %d };\n"
             "static const unsigned long long paths = %d;\nextern \"C\" {\n%.*s}\n", BLOCK, PATHS_OF_BLOCK, PATHS,
             (int)(end - from), from);
    CUmodule module = compile(whole, includes);
    free(text);
    free(whole);
    return module;
}

static void test_block(const char *includes[2])
{
    static float want[PATHS], have[PATHS];
    float mu = 4.593920f, sigma = 0.25f, strike = 105.0f;
    const double param[2] = {(double)mu, (double)sigma};
    unsigned long long sum = 0, sums[2] = {0, 0};
    rr_job job = job_of("lognormal", RR_F32, param, 0, PATHS, want);
    uint32_t key[4];
    CUmodule module = compile_block(includes);
    key_of(&job.stream, key);
    must(rr_run(cpu, &job, NULL), "the CPU");
    for (int i = 0; i < PATHS; ++i) sum += want[i] > strike ? (unsigned long long)((want[i] - strike) * 65536.0f) : 0;
    CUdeviceptr price = make(have, sizeof have), at = make(sums, sizeof sums), second = at + 8;
    void *one_pass[] = {key, &mu, &sigma, &strike, &at}, *draw[] = {key, &mu, &sigma, &price};
    void *add[] = {&price, &strike, &second};
    must(run(module, "one_pass", BLOCKS, BLOCK, one_pass) || run(module, "draw", PATHS / 4 / BLOCK, BLOCK, draw) ||
         run(module, "add", BLOCKS, BLOCK, add), "a kernel of block.cu");
    must(cuda.read(have, price, sizeof have) || cuda.read(sums, at, sizeof sums), "a copy");
    say(!memcmp(have, want, sizeof have), "prices have the CPU's bits", "block.cu");
    say(sum && sums[0] == sum && sums[1] == sum, "so has their sum, in one pass and in two", "block.cu");
}

int main(int argc, char **argv)
{
    const char *includes[2] = {argc > 1 ? argv[1] : ".", argc > 2 ? argv[2] : "."};
    must(argc != 3, "arguments: two folders");
    must(rr_device_open("cpu:scalar", &cpu), "no CPU");
    open_cuda();
    char *text = read_text("tests/sinks/each.cu");
    CUmodule module = compile(text, includes);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) test_each(module, &kernels[k]);
    test_block(includes);
    must(cuda.cuModuleUnload(module), "cuModuleUnload");
    rr_device_close(&cpu);
    free(text);
    printf("1..%d\n", tests);
    return failures != 0;
}
