/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compiles a kernel at run time by NVRTC, its text after that of reroll_device.h, and launches it with the driver. The
 * numbers are those of rr_run on the CPU. Usage: nvrtc HEADER
 *
 *     cc nvrtc.c -I$CUDA_HOME/include -L$CUDA_HOME/lib64 -lreroll -lnvrtc -lcuda -o nvrtc */
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reroll.h"

enum { N = 10000, BLOCK = 128 };

/* A step with a normal length and a gamma waiting time, whose shape the thread computes. */
static const char kernel[] =
    "extern \"C\" __global__ void walk(rr_key key, float *x, unsigned n)\n"
    "{\n"
    "    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) x[i] = rr_gamma_f32(key, i, 0.5f + 0.25f * (i % 8), 1.0f);\n"
    "}\n";

static void must(int status, const char *what)
{
    if (!status) return;
    fprintf(stderr, "%s: error %d\n", what, status);
    exit(1);
}

/* The text of the header and the kernel, to be freed. */
static char *text_of(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);
    must(!f || !text, path);
    const size_t size = fread(text, 1, (1 << 22) - sizeof kernel, f);
    memcpy(text + size, kernel, sizeof kernel);
    fclose(f);
    return text;
}

/* PTX, to be freed. */
static char *compile(const char *text)
{
    nvrtcProgram program;
    size_t size;
    const char *const options[] = {"--gpu-architecture=compute_75"};
    must(nvrtcCreateProgram(&program, text, "walk.cu", 0, NULL, NULL), "nvrtcCreateProgram");
    must(nvrtcCompileProgram(program, 1, options), "nvrtcCompileProgram");
    must(nvrtcGetPTXSize(program, &size), "nvrtcGetPTXSize");
    char *ptx = malloc(size);
    must(!ptx || nvrtcGetPTX(program, ptx), "nvrtcGetPTX");
    nvrtcDestroyProgram(&program);
    return ptx;
}

/* The four words of rr_key of the header: a Philox block, computed here on the host. */
static void key_of(const rr_stream *s, unsigned key[4])
{
    const uint32_t counter[4] = {(uint32_t)s->stream, (uint32_t)(s->stream >> 32), 0x5265726Fu, 0x6C6C0001u};
    const uint32_t seed[2] = {(uint32_t)s->seed, (uint32_t)(s->seed >> 32)};
    rr_philox4x32_10(counter, seed, key);
}

static void run(const char *ptx, const rr_stream *s, float *x)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction walk;
    CUdeviceptr memory;
    unsigned key[4], n = N;
    void *arguments[] = {key, &memory, &n};
    key_of(s, key);
    must(cuDeviceGet(&device, 0), "cuDeviceGet");
    must(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    must(cuCtxPushCurrent(context), "cuCtxPushCurrent");
    must(cuModuleLoadData(&module, ptx), "cuModuleLoadData");
    must(cuModuleGetFunction(&walk, module, "walk"), "cuModuleGetFunction");
    must(cuMemAlloc(&memory, N * sizeof *x), "cuMemAlloc");
    must(cuLaunchKernel(walk, (N + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL), "cuLaunchKernel");
    must(cuMemcpyDtoH(x, memory, N * sizeof *x), "cuMemcpyDtoH");
    cuMemFree(memory);
    cuModuleUnload(module);
}

int main(int argc, char **argv)
{
    static float have[N], want[N], shape[N];
    const rr_stream s = rr_stream_make(12, 5);
    rr_job job = RR_JOB_INIT;
    rr_device *cpu;
    if (argc != 2) {
        fprintf(stderr, "usage: nvrtc HEADER\n");
        return 2;
    }
    char *text = text_of(argv[1]), *ptx = compile(text);
    printf("nvrtc: the kernel compiles\n");
    if (cuInit(0)) {
        printf("nvrtc: no GPU\n");
        return 3;
    }
    run(ptx, &s, have);
    for (int i = 0; i < N; ++i) shape[i] = 0.5f + 0.25f * (float)(i % 8);
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.stream = s;
    job.rows = N;
    job.param[0] = (rr_param){shape, RR_F32, sizeof *shape, 0};
    job.out = want;
    must(rr_device_open("cpu", &cpu) || rr_run(cpu, &job, NULL), "the CPU");
    const int same = !memcmp(have, want, sizeof want);
    printf("nvrtc: %d gammas, the bits of the CPU: %s\n", N, same ? "yes" : "NO");
    rr_device_close(&cpu);
    free(text);
    free(ptx);
    return !same;
}
