/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The paper's pipeline, part by part: normals and uniforms by this library, then pipeline.h, in plain C on a processor
 * and as kernels on a device, then the copy to the host. */
#include "pipeline_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* RR_FN is the library's, from kernels.h. */
#define REAL float
#define NAME(x) x##_f32
#define LOG logf
#define SQRT sqrtf
#include "pipeline.h"
#undef REAL
#undef NAME
#undef LOG
#undef SQRT
#define REAL double
#define NAME(x) x##_f64
#define LOG log
#define SQRT sqrt
#include "pipeline.h"

/* The same text for a device's compiler. */
__asm__(".pushsection .rodata\n"
        "pipeline_text: .incbin \"studies/fixed-proposals/pipeline.h\"\n"
        ".byte 0\n"
        ".popsection");
extern const char pipeline_text[];

static const char opencl_lines[] =
    "#define RR_KERNEL __kernel\n#define RR_GLOBAL __global\n#define RR_FN static inline\n"
    "#define FIRST (unsigned)get_global_id(0)\n#define STEP (unsigned)get_global_size(0)\n";
/* The tests' driver is not CUDA, and defines the first of these itself. */
static const char cuda_lines[] =
    "#ifndef RR_KERNEL\n#define RR_KERNEL extern \"C\" __global__\n#define RR_GLOBAL\n"
    "#define RR_FN static inline __device__\n#endif\n"
    "#define FIRST blockIdx.x * blockDim.x + threadIdx.x\n#define STEP gridDim.x * blockDim.x\n";
static const char all_lines[] = "#define REAL %s\n#define NAME(x) x\n#define LOG log\n#define SQRT sqrt\n"
                                "#define LAUNCH_WORDS %zu\n";

static int is_opencl(const pipeline *p)
{
    return memory_is_object(p->at->device);
}

static rr_kernel *open_kernel(const pipeline *p, rr_result *result)
{
    const int wide = p->dtype == RR_F64;
    const size_t size = strlen(pipeline_text) + 1024;
    char *text = malloc(size);
    rr_kernel *kernel = NULL;
    if (!text) return NULL;
    size_t at = (size_t)snprintf(text, size, "%s%s", is_opencl(p) ? opencl_lines : cuda_lines,
                                 is_opencl(p) && wide ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "");
    at += (size_t)snprintf(text + at, size - at, all_lines, wide ? "double" : "float", sizeof(rr_launch) / 8);
    snprintf(text + at, size - at, "%s", pipeline_text);
    kernel = (is_opencl(p) ? kernel_open_opencl : kernel_open_cuda)(rr_gpu_of(p->at->device)->engine, text, result);
    free(text);
    return kernel;
}

static rr_job job_of(const pipeline *p, const char *sampler, unsigned where, uint64_t n)
{
    rr_job job = job_make(sampler, p->dtype, "auto", n, NULL, p->host[where]);
    if (!p->at->is_gpu) return job;
    job.out = memory_pointer(&p->far[where], 0);
    if (is_opencl(p)) job.flags = RR_CL_OUT;
    return job;
}

int pipeline_open(pipeline *p, const study *s, const study_place *at, rr_type dtype, uint64_t n, const double *shape)
{
    const size_t width = type_size(dtype);
    rr_result result = RR_RESULT_INIT;
    int status = 0;
    *p = (pipeline){.s = s, .at = at, .dtype = dtype, .n = n};
    for (unsigned k = 0; k < PLACES && !status; ++k) {
        const size_t size = width * n * (k == SHAPES || k == RESULT ? 1 : MAX);
        if (!(p->host[k] = malloc(size))) status = study_fail(s, "no memory");
        if (!status && at->is_gpu && k != RESULT) status = memory_open(at->device, size, &p->far[k]);
    }
    for (uint64_t i = 0; i < n && !status; ++i)
        if (dtype == RR_F64) ((double *)p->host[SHAPES])[i] = shape[i];
        else ((float *)p->host[SHAPES])[i] = (float)shape[i];
    if (status || !at->is_gpu) return status;
    const rr_job job[2] = {job_of(p, "normal", NORMALS, n * MAX), job_of(p, "uniform", UNIFORMS, n * MAX)};
    if (memory_write(&p->far[SHAPES], p->host[SHAPES], width * n) || rr_compile(at->device, &job[0], &result) ||
        rr_compile(at->device, &job[1], &result) || !(p->kernel = open_kernel(p, &result)) ||
        rr_gpu_of(at->device)->backend->queue_open(rr_gpu_of(at->device)->engine, NULL, &p->queue, &result))
        return study_fail(s, result.message);
    return 0;
}

void pipeline_close(pipeline *p)
{
    for (unsigned k = 0; k < PLACES; ++k) {
        free(p->host[k]);
        if (p->at->is_gpu) memory_close(&p->far[k]);
    }
    if (!p->at->is_gpu) return;
    rr_gpu *gpu = rr_gpu_of(p->at->device);
    if (p->queue) gpu->backend->queue_close(p->queue);
    if (p->kernel) (is_opencl(p) ? kernel_close_opencl : kernel_close_cuda)(gpu->engine, p->kernel);
}

/* ---- The parts ---- */

static int draw(const pipeline *p, const char *sampler, unsigned where, unsigned m)
{
    rr_job job = job_of(p, sampler, where, p->n * m);
    return p->at->is_gpu ? rr_enqueue(p->at->device, &job, NULL, NULL) : rr_run(p->at->device, &job, NULL);
}

int pipeline_bits(const pipeline *p, unsigned m)
{
    if (draw(p, "normal", NORMALS, m) || draw(p, "uniform", UNIFORMS, m)) return 1;
    return p->at->is_gpu && rr_wait(p->at->device, NULL, NULL);
}

/* One thread per element, up to the number of thread blocks that keeps the device busy; then threads take more elements. */
static int launch(const pipeline *p, unsigned m, unsigned distance)
{
    const rr_gpu *gpu = rr_gpu_of(p->at->device);
    const uint64_t all = p->n * (distance ? m / (2 * distance) : m), block = (uint64_t)gpu->facts.lanes * gpu->facts.warps;
    const uint64_t max = 8ull * gpu->facts.units * gpu->facts.fill, blocks = (all + block - 1) / block;
    const uint64_t numbers[3] = {p->n, m, distance};
    rr_memory memory[RR_GPU_POINTERS] = {0};
    rr_launch l;
    memset(&l, 0, sizeof l);
    memcpy(&l, numbers, sizeof numbers);
    for (unsigned k = 0; k < RESULT; ++k) memory[k] = p->far[k].handle;
    return gpu->backend->launch(p->queue, p->kernel, (uint32_t)(blocks < max ? blocks : max), memory, &l, NULL);
}

static int wait(const pipeline *p)
{
    return rr_gpu_of(p->at->device)->backend->finish(p->queue, NULL) != RR_OK;
}

int pipeline_proposals(const pipeline *p, unsigned m)
{
    if (p->at->is_gpu) return launch(p, m, 0) || wait(p);
    if (p->dtype == RR_F64) propose_f64(p->host[NORMALS], p->host[UNIFORMS], p->host[SHAPES], p->host[PROPOSALS], p->n, m);
    else propose_f32(p->host[NORMALS], p->host[UNIFORMS], p->host[SHAPES], p->host[PROPOSALS], p->n, m);
    return 0;
}

int pipeline_reduction(const pipeline *p, unsigned m)
{
    if (p->at->is_gpu) {
        for (unsigned distance = 1; distance < m; distance *= 2)
            if (launch(p, m, distance)) return 1;
        return wait(p);
    }
    if (p->dtype == RR_F64) reduce_f64(p->host[PROPOSALS], p->n, m);
    else reduce_f32(p->host[PROPOSALS], p->n, m);
    return 0;
}

/* A volatile pointer hides the function from the compiler, so that it does not remove a copy. */
static void *(*volatile const copy)(void *, const void *, size_t) = memcpy;

int pipeline_copy(const pipeline *p, unsigned m)
{
    const size_t size = p->n * type_size(p->dtype);
    (void)m;
    if (p->at->is_gpu) return memory_read(&p->far[PROPOSALS], p->host[RESULT], size);
    copy(p->host[RESULT], p->host[PROPOSALS], size);
    return 0;
}

int pipeline_all(const pipeline *p, unsigned m)
{
    return pipeline_bits(p, m) || pipeline_proposals(p, m) || pipeline_reduction(p, m) || pipeline_copy(p, m);
}

/* The library's own way: the same shapes, on a device in its memory, with the samples copied to the host. */
int pipeline_fused(const pipeline *p, unsigned m)
{
    char strategy[32];
    snprintf(strategy, sizeof strategy, "fixed:%u", m);
    rr_job job = job_make("gamma", p->dtype, strategy, p->n, p->host[SHAPES], p->host[RESULT]);
    if (p->at->is_gpu) job.param[0].data = memory_pointer(&p->far[SHAPES], 0);
    if (p->at->is_gpu && is_opencl(p)) job.flags = RR_CL_PARAM(0);
    const rr_status status = rr_run(p->at->device, &job, NULL);
    return status != RR_OK && status != RR_ERR_FAILED;   /* failures of fixed:M are expected */
}

/* ---- Its result ---- */

static double value(const pipeline *p, const void *x, uint64_t i)
{
    return p->dtype == RR_F64 ? ((const double *)x)[i] : ((const float *)x)[i];
}

/* Writes the first accepted of the m proposals of every sample to the result, by a sequential search. */
static uint64_t take_first(const pipeline *p, unsigned m)
{
    const size_t width = type_size(p->dtype);
    const char *from = p->host[PROPOSALS];
    uint64_t failed = 0;
    for (uint64_t i = 0; i < p->n; ++i) {
        unsigned k = 0;
        while (k + 1 < m && value(p, from, k * p->n + i) < 0) ++k;
        failed += value(p, from, k * p->n + i) < 0;
        memcpy((char *)p->host[RESULT] + i * width, from + (k * p->n + i) * width, width);
    }
    return failed;
}

int pipeline_check(const pipeline *p, unsigned m, uint64_t *failed)
{
    const size_t size = p->n * type_size(p->dtype);
    if (pipeline_bits(p, m) || pipeline_proposals(p, m)) return 1;
    if (p->at->is_gpu && memory_read(&p->far[PROPOSALS], p->host[PROPOSALS], m * size)) return 1;
    *failed = take_first(p, m);
    if (pipeline_reduction(p, m)) return 1;
    if (p->at->is_gpu && memory_read(&p->far[PROPOSALS], p->host[PROPOSALS], size)) return 1;
    return memcmp(p->host[PROPOSALS], p->host[RESULT], size) != 0;
}
