/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* D. Thomas's warning about caching: "the cost of the additional registers shouldn't be under-estimated". Registers of a
 * kernel limit the warps that fit on a multiprocessor; caching saves attempts. This table has both, and the resulting time,
 * for gamma under `loop` and `cached` (and `compact`, which caches in the queues of a warp). The driver reports registers of
 * CUDA kernels; for other devices their column is empty. */
#include "study.h"

#include "memory.h"
#include "targets/cuda/cuda.h"
#include "targets/gpu/gpu.h"

#include <dlfcn.h>
#include <string.h>

enum { SAMPLES = 1 << 26, QUICK_SAMPLES = 1 << 16, SHAPES = 2 };
static const char *const strategies[] = {"loop", "cached", "compact"};
static const float shapes[SHAPES] = {2, 0.3f};

/* cuFuncGetAttribute's CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES and NUM_REGS, which the library does not need. */
enum { LOCAL_BYTES = 3, REGISTERS = 4 };
typedef CUresult get_attribute_fn(int *value, int attribute, CUfunction function);

/* registers and local bytes are -1 if the driver does not report them. fill: thread blocks per multiprocessor. */
typedef struct kernel_facts {
    int registers, local;
    uint32_t fill;
} kernel_facts;

static void ask_driver(rr_engine *engine, const rr_kernel *kernel, kernel_facts *f)
{
    rr_visit v = {.engine = engine, .doing = "asking for registers", .relaxed = 1};
    get_attribute_fn *get = NULL;
    *(void **)&get = dlsym(engine->cuda.handle, "cuFuncGetAttribute");
    if (!get || rr_cuda_enter(&v)) return;
    if (get(&f->registers, REGISTERS, kernel->function)) f->registers = -1;
    if (get(&f->local, LOCAL_BYTES, kernel->function)) f->local = -1;
    rr_cuda_leave(&v, 0);
}

static int find_facts(const study_place *at, const char *strategy, kernel_facts *f, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(at->device);
    const rr_kernel_request request = {.sampler = "gamma", .strategy = strategy, .constant = !strcmp(strategy, "compact")};
    const rr_kernel *kernel;
    if (gpu->backend->kernel(gpu->engine, &request, 1, &kernel, result)) return 1;
    f->fill = gpu->backend->fill_of(kernel);
    if (!strcmp(gpu->backend->name, "cuda")) ask_driver(gpu->engine, kernel, f);
    return 0;
}

static rr_job job_of(const char *strategy, const float *shape, uint64_t n, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.stream = rr_stream_make(SEED, STREAM_REGISTERS);
    job.rows = n;
    job.param[0] = (rr_param){shape, RR_F32, 0, 0};
    job.out = out;
    rr_strategy_find(strategy, &job.strategy);
    return job;
}

/* Nanoseconds per sample of a synchronous call; below 0: failed. */
static double time_job(const rr_device *device, const rr_job *job, rr_result *result)
{
    double t[ROUNDS];
    for (int r = -1; r < ROUNDS; ++r) {   /* the first one compiles and warms up */
        const double start = study_seconds();
        if (rr_run(device, job, result)) return -1;
        if (r >= 0) t[r] = (study_seconds() - start) * 1e9 / (double)job->rows;
    }
    return study_median(t, ROUNDS);
}

/* Writes a count from the driver, or an empty cell. */
static void put(FILE *csv, int count)
{
    fputc(',', csv);
    if (count >= 0) fprintf(csv, "%d", count);
}

static int write_strategy(FILE *csv, const study *s, const study_place *at, const char *strategy, const float *shape,
                          uint64_t n, const memory *m, void *host)
{
    kernel_facts f = {-1, -1, 0};
    rr_result result = RR_RESULT_INIT, counted = RR_RESULT_INIT;
    rr_job job = job_of(strategy, shape, n, at->is_gpu ? memory_pointer(m, 0) : host);
    if (at->is_gpu && memory_is_object(at->device)) job.flags = RR_CL_OUT;
    if (at->is_gpu && find_facts(at, strategy, &f, &result)) return study_fail(s, result.message);
    const double ns = time_job(at->device, &job, &result);
    if (ns < 0) return study_fail(s, result.message);
    job.flags |= RR_COUNT;
    if (rr_run(at->device, &job, &counted)) return study_fail(s, counted.message);
    fprintf(csv, "%s,%s,%g,%llu", at->kind, strategy, (double)*shape, (unsigned long long)n);
    put(csv, f.registers);
    put(csv, f.local);
    put(csv, f.fill ? (int)(f.fill * rr_gpu_of(at->device)->facts.warps) : -1);
    fprintf(csv, ",%.5g,%.4g\n", (double)counted.counts.lane_attempts / (double)n, ns);
    return 0;
}

static int write_place(const study *s, const study_place *at, void *context)
{
    const uint64_t n = s->quick || !at->is_gpu ? QUICK_SAMPLES : SAMPLES;
    static float host[QUICK_SAMPLES];
    memory m = {at->device, 0, 0};
    int status = at->is_gpu && memory_open(at->device, n * sizeof *host, &m);
    for (unsigned shape = 0; shape < SHAPES; ++shape)
        for (unsigned k = 0; k < sizeof strategies / sizeof *strategies && !status; ++k)
            status = write_strategy(context, s, at, strategies[k], &shapes[shape], n, &m, host);
    memory_close(&m);
    return status;
}

int registers_write(FILE *csv, const study *s)
{
    fprintf(csv, "device,strategy,shape,samples,registers,local_bytes,warps,attempts,ns\n");
    return study_places(s, write_place, csv);
}
