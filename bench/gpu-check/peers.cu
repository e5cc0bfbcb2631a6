/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Times NVIDIA's own libraries on the same GPU; prints lines of JSON like those of peers.py:
 *
 *     peers curand | curand4 | cccl
 *
 * curand: the host API, Philox4x32-10 and XORWOW in the default and in the dynamic ordering, to the memory of the
 * device; the library is opened at run time. curand4: a typical user kernel with the device API, four numbers per call,
 * stored together; only if the headers are found. cccl: cuda::std::gamma_distribution in a typical user loop, with one
 * Philox engine per thread, 16 samples each; it needs CCCL 3.5 or newer. Medians of ROUNDS events; 2^28 samples as in
 * speed.c. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <vector>

#include <cuda/std/random>
#if __has_include(<curand_kernel.h>)
#include <curand_kernel.h>
#define HAVE_CURAND4
#endif

static const size_t N = size_t(1) << 28;
enum { ROUNDS = 7, ROUND_MS = 50, EACH = 16, THREADS = 256 };

static void missing(const char *peer, const char *law, const char *dtype, const char *why)
{
    printf("{\"peer\": \"%s\", \"law\": \"%s\", \"dtype\": \"%s\", \"missing\": \"%s\"}\n", peer, law, dtype, why);
}

/* Times the work that work() enqueues and prints its row. */
template <class Work>
static void time_row(const char *peer, const char *version, const char *law, const char *dtype, Work work)
{
    cudaEvent_t start, stop;
    std::vector<float> ms(ROUNDS);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    /* Milliseconds per call. */
    const auto timed = [&](int calls, float *each) {
        bool good = true;
        cudaEventRecord(start);
        for (int k = 0; good && k < calls; ++k) good = work();
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(each, start, stop);
        *each /= calls;
        return good && *each > 0;
    };
    float once;
    bool ok = work() && timed(1, &once);
    const int calls = ok && once < ROUND_MS ? int(ROUND_MS / once) : 1;
    for (int r = 0; ok && r < ROUNDS; ++r) ok = timed(calls, &ms[r]);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    if (!ok || cudaGetLastError() != cudaSuccess) return missing(peer, law, dtype, "it failed");
    std::sort(ms.begin(), ms.end());
    printf("{\"peer\": \"%s\", \"version\": \"%s\", \"law\": \"%s\", \"dtype\": \"%s\", \"n\": %zu, \"gs\": %.5g, "
           "\"seconds\": %.5g}\n",
           peer, version, law, dtype, N, N / (ms[ROUNDS / 2] * 1e6), ms[ROUNDS / 2] * 1e-3);
    fflush(stdout);
}

/* ---- cuRAND: the functions that we call, from "Host API" in its manual ---- */

typedef struct curandGenerator_st *generator;
enum { XORWOW = 101, PHILOX = 161, DEFAULT_ORDER = 101, DYNAMIC_ORDER = 104 };

template <class F> static bool find(void *library, const char *name, F &f)
{
    f = reinterpret_cast<F>(dlsym(library, name));
    return f != nullptr;
}

/* One generator in one ordering. */
static void curand_rows(void *library, const char *peer, int kind, int order, void *out)
{
    int (*create)(generator *, int), (*destroy)(generator), (*set_order)(generator, int), (*get_version)(int *);
    int (*raw)(generator, unsigned *, size_t), (*uniform)(generator, float *, size_t),
        (*uniform64)(generator, double *, size_t);
    int (*normal)(generator, float *, size_t, float, float), (*normal64)(generator, double *, size_t, double, double);
    generator g;
    int number = 0;
    if (!find(library, "curandCreateGenerator", create) || !find(library, "curandGetVersion", get_version) ||
        !find(library, "curandDestroyGenerator", destroy) || !find(library, "curandSetGeneratorOrdering", set_order) ||
        !find(library, "curandGenerate", raw) || !find(library, "curandGenerateUniform", uniform) ||
        !find(library, "curandGenerateUniformDouble", uniform64) || !find(library, "curandGenerateNormal", normal) ||
        !find(library, "curandGenerateNormalDouble", normal64) || create(&g, kind))
        return missing(peer, "", "", "libcurand has no such generator");
    if (set_order(g, order)) {
        destroy(g);
        return missing(peer, "", "", "libcurand has no such ordering of it");
    }
    char version[32];
    get_version(&number);
    snprintf(version, sizeof version, "%d", number);
    time_row(peer, version, "bits", "u32", [&] { return !raw(g, static_cast<unsigned *>(out), N); });
    time_row(peer, version, "uniform", "f32", [&] { return !uniform(g, static_cast<float *>(out), N); });
    time_row(peer, version, "uniform", "f64", [&] { return !uniform64(g, static_cast<double *>(out), N); });
    time_row(peer, version, "normal", "f32", [&] { return !normal(g, static_cast<float *>(out), N, 0, 1); });
    time_row(peer, version, "normal", "f64", [&] { return !normal64(g, static_cast<double *>(out), N, 0, 1); });
    destroy(g);
}

static int curand(void *out)
{
    void *library = nullptr;
    for (const char *name : {"libcurand.so.10", "libcurand.so", "/usr/local/cuda/lib64/libcurand.so.10"})
        if (!library) library = dlopen(name, RTLD_NOW);
    if (!library) {
        missing("cuRAND", "", "", "libcurand.so.10 is not found");
        return 0;
    }
    curand_rows(library, "cuRAND Philox", PHILOX, DEFAULT_ORDER, out);
    curand_rows(library, "cuRAND Philox, dynamic", PHILOX, DYNAMIC_ORDER, out);
    curand_rows(library, "cuRAND XORWOW", XORWOW, DEFAULT_ORDER, out);
    curand_rows(library, "cuRAND XORWOW, dynamic", XORWOW, DYNAMIC_ORDER, out);
    return 0;
}

/* ---- A kernel by hand ---- */

#ifdef HAVE_CURAND4
enum law { WORDS, UNIFORM, EXPONENTIAL, NORMAL };

/* Enough threads to fill the GPU, each with its own sequence. */
template <law LAW> __global__ void draw4(float4 *out, size_t n, unsigned seed)
{
    const size_t thread = blockIdx.x * size_t(THREADS) + threadIdx.x, threads = size_t(gridDim.x) * THREADS;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    for (size_t k = thread; k < n; k += threads) {
        if (LAW == WORDS) reinterpret_cast<uint4 *>(out)[k] = curand4(&state);
        else if (LAW == NORMAL) out[k] = curand_normal4(&state);
        else {
            float4 u = curand_uniform4(&state);
            if (LAW == EXPONENTIAL) u = {-logf(u.x), -logf(u.y), -logf(u.z), -logf(u.w)};
            out[k] = u;
        }
    }
}

template <law LAW> static void curand4_row(const char *name, const char *dtype, void *out)
{
    int units = 0, blocks = 0;
    cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, draw4<LAW>, THREADS, 0);
    char version[32];
    snprintf(version, sizeof version, "%d", CURAND_VERSION);
    time_row("curand4 kernel", version, name, dtype, [&] {
        draw4<LAW><<<units * blocks, THREADS>>>(static_cast<float4 *>(out), N / 4, 1u);
        return cudaPeekAtLastError() == cudaSuccess;
    });
}
#endif

static int by_hand(void *out)
{
#ifdef HAVE_CURAND4
    curand4_row<WORDS>("bits", "u32", out);
    curand4_row<UNIFORM>("uniform", "f32", out);
    curand4_row<EXPONENTIAL>("exponential", "f32", out);
    curand4_row<NORMAL>("normal", "f32", out);
#else
    (void)out;
    missing("curand4 kernel", "", "", "curand_kernel.h was not there when this was built");
#endif
    return 0;
}

/* ---- CCCL ---- */

template <class Distribution, class T> __global__ void draw(T *out, T a, T b, unsigned seed)
{
    const size_t thread = blockIdx.x * size_t(THREADS) + threadIdx.x, threads = size_t(gridDim.x) * THREADS;
    cuda::std::philox4x32 engine(seed);
    engine.set_counter({uint32_t(thread >> 32), uint32_t(thread), 0, 0});
    Distribution law(a, b);
    for (int k = 0; k < EACH; ++k) out[k * threads + thread] = law(engine);
}

template <class Distribution, class T> static void cccl_row(const char *law, const char *dtype, void *out, T a, T b)
{
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", CCCL_MAJOR_VERSION, CCCL_MINOR_VERSION, CCCL_PATCH_VERSION);
    time_row("CCCL", version, law, dtype, [&] {
        draw<Distribution><<<N / EACH / THREADS, THREADS>>>(static_cast<T *>(out), a, b, 1u);
        return cudaPeekAtLastError() == cudaSuccess;
    });
}

static int cccl(void *out)
{
    cccl_row<cuda::std::normal_distribution<float>>("normal", "f32", out, 0.0f, 1.0f);
    cccl_row<cuda::std::normal_distribution<double>>("normal", "f64", out, 0.0, 1.0);
    cccl_row<cuda::std::gamma_distribution<float>>("gamma(2)", "f32", out, 2.0f, 1.0f);
    cccl_row<cuda::std::gamma_distribution<double>>("gamma(2)", "f64", out, 2.0, 1.0);
    cccl_row<cuda::std::gamma_distribution<float>>("gamma(0.3)", "f32", out, 0.3f, 1.0f);
    cccl_row<cuda::std::gamma_distribution<double>>("gamma(0.3)", "f64", out, 0.3, 1.0);
    return 0;
}

int main(int argc, char **argv)
{
    void *out;
    if (argc != 2) return 2;
    const char *const what = argv[1];
    const cudaError_t error = cudaMalloc(&out, N * sizeof(double));
    if (error != cudaSuccess) {
        missing(what, "", "", cudaGetErrorString(error));
        return 0;
    }
    return !strcmp(what, "curand") ? curand(out) : !strcmp(what, "curand4") ? by_hand(out) : cccl(out);
}
