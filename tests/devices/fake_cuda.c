/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A CUDA driver and NVRTC without a GPU, as one shared library, so that all that the host does is run and its failures are:
 *
 *   cc -shared -fPIC -I. -DRR_TARGET_SCALAR -DRR_DTYPE=32 tests/devices/fake_cuda.c -o libfake.so
 *   REROLL_CUDA=./libfake.so REROLL_NVRTC=./libfake.so program
 *
 * Memory of the device is the host's, a launch calls the kernel once a thread, one after the other, and NVRTC is the C
 * compiler with fake_lanes.h. Its code is a shared library behind a heading, which the driver refuses as the real one
 * does. Calls are counted; one of them can be made to fail (fake_cuda.h, or FAKE_CUDA_FAIL=number:code), and after 700 or
 * 719 all do, as far as the manual says so. What gives something back does so even when it says an error, for the real
 * one has no second chance either. Calls that the real driver forbids while a stream is captured spoil the capture here
 * as there.
 *
 * With FAKE_PTX it is the driver of the PTX machine (tests/ptx/), which runs the PTX of a real NVRTC in warps of 32 lanes;
 * all but modules and launches is the same. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "targets/cuda/library.h"
#include "targets/cuda/nvrtc.h"
#include "engine/lanes/lane.h"
#include "targets/gpu/kernels/launch.h"
#include "tests/devices/fake_cuda.h"
#ifdef FAKE_PTX
#include "tests/ptx/machine.h"
#endif

#ifndef FAKE_NVRTC
#define FAKE_NVRTC 13000
#endif
#define EXPORT __attribute__((visibility("default")))
enum { INVALID_CONTEXT = 201, INVALID_HANDLE = 400, CAPTURE_UNSUPPORTED = 900 };

/* The device. The machine's is one more than what is asked for, so that NVRTC, which knows no such GPU, gives PTX. */
#ifdef FAKE_PTX
enum { WARP = 32, PROCESSORS = 4, THREADS = 1024 };
#define SM (ptx_sm() + 1)
#else
enum { WARP = 1, PROCESSORS = 3, THREADS = 8, SM = 90 };
static void ptx_allocated(const void *start, size_t size) { (void)start, (void)size; }
static void ptx_freed(const void *start) { (void)start; }
static void ptx_written(const void *start, size_t size) { (void)start, (void)size; }
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long call_number, failing_call, compiled;
static const char *failed_name;
static int failing_code, sticky, driver_version = 13000, device_count = 2, globally_captured;
static fake_cuda_live live;
/* early: streams with a launch that nobody has waited for, since cuCtxSynchronize number `turn`. */
static long unfinished, turn, early;
static unsigned last_blocks, last_capacity;

/* ---- Calls: counted, and failing ---- */

static int is_sticky(int code)
{
    return code == 700 || code == 719;
}

static void read_environment(void)
{
    const char *text = getenv("FAKE_CUDA_FAIL");
    if (text && !failing_call) sscanf(text, "%ld:%d", &failing_call, &failing_code);
}

static int call(const char *name)
{
    int code = 0;
    pthread_mutex_lock(&lock);
    read_environment();
    if (++call_number == failing_call) {
        code = failing_code;
        failed_name = name;
        if (is_sticky(code) && !strncmp(name, "cu", 2)) sticky = code;
    }
    if (sticky && !strncmp(name, "cu", 2)) code = sticky;
    pthread_mutex_unlock(&lock);
    return code;
}

#define CALL() \
    do { \
        const int code_ = call(__func__); \
        if (code_) return code_; \
    } while (0)

static void count(long *what, long by)
{
    pthread_mutex_lock(&lock);
    *what += by;
    pthread_mutex_unlock(&lock);
}

/* ---- Contexts: a stack a thread ---- */

enum { DEPTH = 16, DEVICES = 4 };
static char context_of[DEVICES];   /* only its address is used */
static _Thread_local void *stack[DEPTH];
static _Thread_local int depth, mode;   /* 0: global */

static int current_device(void)
{
    for (int d = 0; depth && d < DEVICES; ++d)
        if (stack[depth - 1] == &context_of[d]) return d;
    return -1;
}

#define IN_CONTEXT() \
    do { \
        if (current_device() < 0) return INVALID_CONTEXT; \
    } while (0)

/* What a capture in global mode forbids to all threads, but in relaxed mode. */
#define UNSAFE() \
    do { \
        if (globally_captured && mode != CU_STREAM_CAPTURE_MODE_RELAXED) { \
            spoil_captures(); \
            return CAPTURE_UNSUPPORTED; \
        } \
    } while (0)
static void spoil_captures(void);

EXPORT CUresult cuInit(unsigned flags)
{
    CALL();
    return flags ? CUDA_ERROR_INVALID_VALUE : device_count ? 0 : CUDA_ERROR_NO_DEVICE;
}

EXPORT CUresult cuDriverGetVersion(int *version)
{
    CALL();
    *version = driver_version;
    return 0;
}

/* NVRTC asks a driver that it finds as libcuda.so.1 for tables of its own, and takes for granted that there is the call. */
EXPORT CUresult cuGetExportTable(const void **table, const void *name)
{
    (void)name;
    *table = NULL;
    return CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuGetErrorString(CUresult code, const char **text)
{
    static _Thread_local char other[40];
    snprintf(other, sizeof other, "fake error %d", code);
    *text = code == 2 ? "out of memory" : code == 100 ? "no CUDA-capable device is detected"
            : code == 700 ? "an illegal memory access was encountered" : other;
    return 0;
}

EXPORT CUresult cuDeviceGetCount(int *n)
{
    CALL();
    *n = device_count;
    return 0;
}

EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CALL();
    if (ordinal < 0 || ordinal >= device_count) return 101;
    *device = ordinal;
    return 0;
}

EXPORT CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    CALL();
    snprintf(name, (size_t)size, "Fake %d", device);
    return 0;
}

EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    (void)device;
    CALL();
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = WARP; return 0;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = PROCESSORS; return 0;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1500000; return 0;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: *value = THREADS; return 0;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = SM / 10; return 0;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = SM % 10; return 0;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CALL();
    *context = (CUcontext)(void *)&context_of[device];
    count(&live.contexts, 1);
    return 0;
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    (void)device;
    count(&live.contexts, -1);
    CALL();
    return 0;
}

EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CALL();
    if (depth == DEPTH) abort();
    stack[depth++] = context;
    return 0;
}

EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    if (!depth) return INVALID_CONTEXT;
    *context = stack[--depth];
    CALL();
    return 0;
}

EXPORT CUresult cuCtxSynchronize(void)
{
    CALL();
    IN_CONTEXT();
    if (globally_captured) {
        spoil_captures();
        return CAPTURE_UNSUPPORTED;
    }
    count(&unfinished, -unfinished);
    ++turn;
    return 0;
}

EXPORT CUresult cuThreadExchangeStreamCaptureMode(int *other)
{
    const int code = call(__func__), before = mode;
    /* The way back is always taken, as with what frees. */
    if (code && *other == CU_STREAM_CAPTURE_MODE_RELAXED) return code;
    mode = *other;
    *other = before;
    return code;
}

/* ---- Memory ---- */

typedef struct block {
    struct block *next;
    char *start;
    size_t size;
    int device, host, managed;
} block;
static block *blocks;

static block pinned;   /* the caller's memory, registered */
static const void *last_read;

/* The block that has all of these bytes. */
static block *block_of(uint64_t at, size_t size)
{
    const char *p = (const char *)(uintptr_t)at;
    pthread_mutex_lock(&lock);
    block *b = blocks;
    while (b && !(p >= b->start && p < b->start + b->size && size <= (size_t)(b->start + b->size - p))) b = b->next;
    pthread_mutex_unlock(&lock);
    if (!b && p >= pinned.start && p < pinned.start + pinned.size) return &pinned;
    return b;
}

static void *block_add(size_t size, int device, int host, int managed)
{
    block *b = malloc(sizeof *b);
    if (!b) return NULL;
    *b = (block){NULL, aligned_alloc(256, (size + 255) & ~(size_t)255), size, device, host, managed};
    if (b->start) memset(b->start, 0xa5, size);
    ptx_allocated(b->start, size);
    pthread_mutex_lock(&lock);
    b->next = blocks;
    blocks = b;
    pthread_mutex_unlock(&lock);
    return b->start;
}

static int block_drop(void *start, int host)
{
    pthread_mutex_lock(&lock);
    block **b = &blocks, *gone;
    while (*b && ((*b)->start != start || (*b)->host != host)) b = &(*b)->next;
    gone = *b;
    if (gone) *b = gone->next;
    pthread_mutex_unlock(&lock);
    if (!gone) return CUDA_ERROR_INVALID_VALUE;
    ptx_freed(gone->start);
    free(gone->start);
    free(gone);
    return 0;
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t size)
{
    CALL();
    IN_CONTEXT();
    UNSAFE();
    if (!size) return CUDA_ERROR_INVALID_VALUE;
    if (size > (size_t)1 << 40) return CUDA_ERROR_OUT_OF_MEMORY;
    *memory = (CUdeviceptr)(uintptr_t)block_add(size, current_device(), 0, 0);
    count(&live.memory, 1);
    return 0;
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr memory)
{
    UNSAFE();
    const int bad = block_drop((void *)(uintptr_t)memory, 0);
    if (!bad) count(&live.memory, -1);
    CALL();
    return bad;
}

EXPORT CUresult cuMemHostAlloc(void **memory, size_t size, unsigned flags)
{
    CALL();
    IN_CONTEXT();
    UNSAFE();
    if (flags != CU_MEMHOSTALLOC_PORTABLE) return CUDA_ERROR_INVALID_VALUE;
    *memory = block_add(size, current_device(), 1, 0);
    count(&live.host, 1);
    return 0;
}

EXPORT CUresult cuMemFreeHost(void *memory)
{
    UNSAFE();
    const int bad = block_drop(memory, 1);
    if (!bad) count(&live.host, -1);
    CALL();
    return bad;
}

EXPORT CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr pointer)
{
    CALL();
    const block *b = block_of(pointer, 1);
    if (!b) return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: 
        *(unsigned *)value = b->host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        return 0;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned char *)value = (unsigned char)b->managed; return 0;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)value = b->device; return 0;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

/* ---- Modules ---- */

#ifdef FAKE_PTX
enum { KERNELS = 32 };
struct CUfunc_st { program *program; };
struct CUmod_st { struct CUfunc_st kernel[KERNELS]; int kernels; };

static void forget_module(CUmodule m)
{
    for (int k = 0; k < m->kernels; ++k) ptx_free(m->kernel[k].program);
    free(m);
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    char why[200] = "no kernel", name[MOST_NAME];
    CALL();
    IN_CONTEXT();
    UNSAFE();
    if (strncmp(image, "//", 2)) return CUDA_ERROR_INVALID_IMAGE;   /* PTX of NVRTC begins with a comment */
    CUmodule m = calloc(1, sizeof *m);
    program *p = NULL;
    while (m->kernels < KERNELS && ptx_kernel_name(image, m->kernels, name) && (p = ptx_parse(image, name, why)))
        m->kernel[m->kernels++].program = p;
    if (!p) {
        fprintf(stderr, "ptx: %s\n", why);
        forget_module(m);
        return CUDA_ERROR_INVALID_PTX;
    }
    *module = m;
    count(&live.modules, 1);
    return 0;
}

EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CALL();
    for (int k = 0; k < module->kernels; ++k)
        if (!strcmp(module->kernel[k].program->entry, name)) {
            *function = &module->kernel[k];
            return 0;
        }
    return CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuModuleUnload(CUmodule module)
{
    forget_module(module);
    count(&live.modules, -1);
    CALL();
    return 0;
}

#else
#define HEADING "FAKE %s %d %zu\n"   /* what it is compiled for, by which version, bytes that follow */

/* A module's functions are its own, and go with it. */
struct CUfunc_st { CUfunction next; void *library, *entry; };
struct CUmod_st { void *library; CUfunction functions; };

static int load_library(CUmodule module, const char *code, size_t size)
{
    char path[] = "/tmp/fake_cuda_XXXXXX";
    const int file = mkstemp(path);
    const int written = file >= 0 && write(file, code, size) == (ssize_t)size;
    if (file >= 0) close(file);
    module->library = written ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    unlink(path);
    return module->library ? 0 : CUDA_ERROR_INVALID_IMAGE;
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    char target[32];
    int version, used = 0;
    size_t size;
    CALL();
    IN_CONTEXT();
    UNSAFE();
    if (sscanf(image, "FAKE %31s %d %zu%n", target, &version, &size, &used) != 3) return CUDA_ERROR_INVALID_IMAGE;
    if (!strncmp(target, "compute", 7) && version > driver_version) return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    if (!strncmp(target, "sm", 2) && (version / 1000 > driver_version / 1000 || atoi(target + 3) / 10 != SM / 10))
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    CUmodule m = calloc(1, sizeof *m);
    if (!m) return CUDA_ERROR_OUT_OF_MEMORY;
    const int bad = load_library(m, (const char *)image + used + 1, size);
    if (bad) {
        free(m);
        return bad;
    }
    *module = m;
    count(&live.modules, 1);
    return 0;
}

EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CALL();
    void *const entry = dlsym(module->library, name);
    if (!entry) return CUDA_ERROR_NOT_FOUND;
    CUfunction f = malloc(sizeof *f);
    if (!f) return CUDA_ERROR_OUT_OF_MEMORY;
    *f = (struct CUfunc_st){module->functions, module->library, entry};
    *function = module->functions = f;
    return 0;
}

EXPORT CUresult cuModuleUnload(CUmodule module)
{
    if (unfinished) ++early;
    for (CUfunction f; (f = module->functions);) {
        module->functions = f->next;
        free(f);
    }
    dlclose(module->library);
    free(module);
    count(&live.modules, -1);
    CALL();
    return 0;
}

#endif

/* A function takes room for two threads in three; in the PTX machine no more than its threads. */
EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int threads, size_t shared)
{
    CALL();
    IN_CONTEXT();
    if (!f || shared || threads <= 0) return CUDA_ERROR_INVALID_VALUE;
    *blocks = (WARP > 1 ? THREADS : 5) / threads;
    return 0;
}

/* ---- Streams: run at once, or kept where they are captured ---- */

typedef struct operation {
    struct operation *next;
    int kind;   /* 'c', 's', 'k'; 'm': memory comes or goes, of a graph it stays where it is */
    void *to;
    const void *from;
    size_t size;
    unsigned char byte;
    CUfunction function;
    unsigned blocks, threads;
#ifdef FAKE_PTX
    char params[4096];
#else
    void *pointer[RR_GPU_POINTERS];
    rr_launch launch;
#endif
} operation;

struct CUstream_st {
    struct CUstream_st *next;
    operation *first, **last;
    int captured;   /* CUstreamCaptureStatus; 2: spoilt */
    long busy;      /* 1 + the turn in which something was launched that nobody has waited for */
};
static CUstream streams;

static void spoil_captures(void)
{
    for (CUstream s = streams; s; s = s->next)
        if (s->captured) s->captured = 2;
}

#ifdef FAKE_PTX
/* Any kernel's. */
static int take_arguments(operation *o, void **arguments)
{
    const program *p = o->function->program;
    if (p->params > (int)sizeof o->params) return CUDA_ERROR_INVALID_VALUE;
    for (int k = 0; k < p->param_count; ++k) memcpy(o->params + p->param[k].at, arguments[k], (size_t)p->param[k].size);
    return 0;
}

static int run_kernel(const operation *o)
{
    return ptx_launch(o->function->program, o->blocks, o->threads, o->params);
}
#else
static int take_arguments(operation *o, void **arguments)
{
    for (int p = 0; p < RR_GPU_POINTERS; ++p)
        memcpy(&o->pointer[p], arguments[p + (p >= RR_GPU_PLAIN_POINTERS)], sizeof o->pointer[p]);
    memcpy(&o->launch, arguments[RR_GPU_PLAIN_POINTERS], sizeof o->launch);
    last_blocks = o->blocks;
    last_capacity = o->launch.capacity;
    return 0;
}

/* A kernel with few parameters does not look at what is behind its launch. */
typedef void kernel_function(const void *, const void *, const void *, const void *, const void *, const void *, void *,
                             void *, void *, const void *, rr_launch, const void *, const void *, const void *, const void *,
                             const void *, const void *, const void *, const void *, const void *, const void *,
                             const void *, const void *);

static int run_kernel(const operation *o)
{
    static const char *const names[] = {"blockIdx", "blockDim", "threadIdx", "gridDim"};
    unsigned *place[4];   /* each thread of the host has its own: dlsym finds this one's */
    kernel_function *f;
    for (int i = 0; i < 4; ++i) place[i] = dlsym(o->function->library, names[i]);
    memcpy(&f, &o->function->entry, sizeof f);
    *place[1] = o->threads;
    *place[3] = o->blocks;
    for (unsigned b = 0; b < o->blocks; ++b)
        for (unsigned t = 0; t < o->threads; ++t) {
            void *const *p = o->pointer;
            *place[0] = b;
            *place[2] = t;
            f(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], o->launch, p[10], p[11], p[12], p[13],
              p[14], p[15], p[16], p[17], p[18], p[19], p[20], p[21]);
        }
    return 0;
}
#endif

/* What a kernel fails with is there for good: the next call that waits says it, and all after it. */
static void run(const operation *o)
{
    int code = 0;
    if (o->kind == 'c') memcpy(o->to, o->from, o->size);
    if (o->kind == 's') memset(o->to, o->byte, o->size);
    if (o->kind == 'k') code = run_kernel(o);
    else ptx_written(o->to, o->size);
    if (!code) return;
    pthread_mutex_lock(&lock);
    if (!sticky) sticky = code;
    pthread_mutex_unlock(&lock);
}

/* The machine's users have the legacy stream too, which waits here as all do. */
static CUresult enqueue(CUstream s, const operation *o)
{
    if (!s && WARP > 1) {
        run(o);
        return 0;
    }
    if (!s) return INVALID_HANDLE;
    if (s->captured == 2) return 901;
    if (!s->captured) {
        run(o);
        return 0;
    }
    operation *kept = malloc(sizeof *kept);
    if (!kept) return CUDA_ERROR_OUT_OF_MEMORY;
    *kept = *o;
    kept->next = NULL;
    *s->last = kept;
    s->last = &kept->next;
    return 0;
}

EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    CALL();
    IN_CONTEXT();
    if (flags != CU_STREAM_DEFAULT) return CUDA_ERROR_INVALID_VALUE;
    CUstream s = calloc(1, sizeof *s);
    if (!s) return CUDA_ERROR_OUT_OF_MEMORY;
    *stream = s;
    count(&live.streams, 1);
    return 0;
}

EXPORT CUresult cuStreamDestroy_v2(CUstream s)
{
    free(s);
    count(&live.streams, -1);
    CALL();
    return 0;
}

EXPORT CUresult cuStreamSynchronize(CUstream s)
{
    CALL();
    IN_CONTEXT();
    if (!s->captured) {
        if (s->busy == turn + 1) count(&unfinished, -1);
        s->busy = 0;
        return 0;
    }
    s->captured = 2;
    return CAPTURE_UNSUPPORTED;
}

EXPORT CUresult cuStreamIsCapturing(CUstream s, int *status)
{
    CALL();
    *status = 0;
    if (s == (CUstream)LEGACY_STREAM) return globally_captured ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT : 0;
    *status = s->captured;
    return 0;
}

EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
    CALL();
    IN_CONTEXT();
    if (!block_of(to, size)) return CUDA_ERROR_INVALID_VALUE;
    return enqueue(stream, &(operation){.kind = 'c', .to = (void *)(uintptr_t)to, .from = from, .size = size});
}

EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t size, CUstream stream)
{
    CALL();
    IN_CONTEXT();
    if (!block_of(from, size)) return CUDA_ERROR_INVALID_VALUE;
    if (size > 4096) last_read = to;
    return enqueue(stream, &(operation){.kind = 'c', .to = to, .from = (const void *)(uintptr_t)from, .size = size});
}

/* Outside of a graph at once, for all is done in its turn. Of a graph memory is the graph's, which here stays for good. */
EXPORT CUresult cuMemAllocAsync(CUdeviceptr *memory, size_t size, CUstream stream)
{
    CALL();
    IN_CONTEXT();
    if (!size || !stream) return CUDA_ERROR_INVALID_VALUE;
    if (size > (size_t)1 << 40) return CUDA_ERROR_OUT_OF_MEMORY;
    *memory = (CUdeviceptr)(uintptr_t)block_add(size, current_device(), 0, 0);
    if (stream->captured) return enqueue(stream, &(operation){.kind = 'm'});
    count(&live.memory, 1);
    return 0;
}

EXPORT CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream)
{
    CUresult bad = 0;
    if (stream->captured) {
        bad = enqueue(stream, &(operation){.kind = 'm'});
    } else {
        bad = block_drop((void *)(uintptr_t)memory, 0);
        if (!bad) count(&live.memory, -1);
    }
    CALL();
    return bad;
}

/* What callers of the library use for their own memory. */
EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size)
{
    CALL();
    IN_CONTEXT();
    if (!block_of(to, size)) return CUDA_ERROR_INVALID_VALUE;
    memcpy((void *)(uintptr_t)to, from, size);
    ptx_written((void *)(uintptr_t)to, size);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size)
{
    CALL();
    IN_CONTEXT();
    if (!block_of(from, size)) return CUDA_ERROR_INVALID_VALUE;
    memcpy(to, (const void *)(uintptr_t)from, size);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    CALL();
    IN_CONTEXT();
    if (!block_of(to, size) || !block_of(from, size)) return CUDA_ERROR_INVALID_VALUE;
    return enqueue(stream, &(operation){.kind = 'c', .to = (void *)(uintptr_t)to, .from = (const void *)(uintptr_t)from,
                                        .size = size});
}

EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    return cuMemcpyHtoD_v2(to, (const void *)(uintptr_t)from, size);
}

EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char byte, size_t size, CUstream stream)
{
    CALL();
    IN_CONTEXT();
    if (!block_of(to, size)) return CUDA_ERROR_INVALID_VALUE;
    return enqueue(stream, &(operation){.kind = 's', .to = (void *)(uintptr_t)to, .byte = byte, .size = size});
}

EXPORT CUresult cuLaunchKernel(CUfunction f, unsigned bx, unsigned by, unsigned bz, unsigned tx, unsigned ty, unsigned tz,
                               unsigned shared, CUstream stream, void **arguments, void **extra)
{
    operation o = {.kind = 'k', .function = f, .blocks = bx, .threads = tx};
    CALL();
    IN_CONTEXT();
    if (!f || !bx || bx > 0x7fffffffu || by != 1 || bz != 1 || !tx || ty != 1 || tz != 1 || shared || extra)
        return CUDA_ERROR_INVALID_VALUE;
    const int bad = take_arguments(&o, arguments);
    if (bad) return bad;
    if (stream && !stream->captured && stream->busy != turn + 1) {
        count(&unfinished, 1);
        stream->busy = turn + 1;
    }
    return enqueue(stream, &o);
}

#ifndef FAKE_PTX
/* ---- NVRTC ---- */

struct _nvrtcProgram { char *text, *image; size_t size; char log[512]; };

EXPORT nvrtcResult nvrtcVersion(int *major, int *minor)
{
    CALL();
    *major = FAKE_NVRTC / 1000;
    *minor = FAKE_NVRTC % 1000 / 10;
    return 0;
}

/* Those of 12 and older know no GPU of SM, so that they give PTX. */
EXPORT nvrtcResult nvrtcGetNumSupportedArchs(int *n)
{
    CALL();
    *n = FAKE_NVRTC >= 13000 ? 3 : 2;
    return 0;
}

EXPORT nvrtcResult nvrtcGetSupportedArchs(int *known)
{
    static const int all[] = {75, 80, SM};
    CALL();
    memcpy(known, all, (FAKE_NVRTC >= 13000 ? 3 : 2) * sizeof *all);
    return 0;
}

EXPORT nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *text, const char *name, int headers,
                                      const char *const *header, const char *const *include)
{
    (void)name, (void)header, (void)include;
    CALL();
    if (headers) return 4;
    *program = calloc(1, sizeof **program);
    if (!*program) return 1;
    (*program)->text = strdup(text);
    return 0;
}

EXPORT nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    free((*program)->text);
    free((*program)->image);
    free(*program);
    *program = NULL;
    CALL();
    return 0;
}

/* A file's bytes behind the heading. */
static int take_code(nvrtcProgram p, const char *path, const char *target)
{
    FILE *f = fopen(path, "rb");
    if (!f) return 6;
    fseek(f, 0, SEEK_END);
    const size_t size = (size_t)ftell(f);
    rewind(f);
    p->image = malloc(size + 64);
    const int head = sprintf(p->image, HEADING, target, FAKE_NVRTC, size);
    p->size = (size_t)head + fread(p->image + head, 1, size, f);
    fclose(f);
    return p->size == (size_t)head + size ? 0 : 6;
}

static int compile(nvrtcProgram p, const char *target)
{
    char folder[] = "/tmp/fake_nvrtc_XXXXXX", command[1024], path[64];
    const char *dtype = strstr(p->text, "#define RR_DTYPE 64") ? "64" : "32", *cc = getenv("FAKE_CC");
    /* The lanes come before the text, and ask for the step that it defines (RR_HAS_ROWS). */
    const char *step = strstr(p->text, "#define RR_STEP_");
    const int length = step ? (int)strcspn(step += strlen("#define "), " \n") : 0;
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/kernel.c", folder);
    FILE *f = fopen(path, "w");
    if (!f) return 1;
    fputs(p->text, f);
    fclose(f);
    snprintf(command, sizeof command,
             "%s -std=gnu11 -shared -fPIC -fvisibility=hidden -O1 -ffp-contract=off -fno-math-errno -w -I. -DRR_DTYPE=%s "
             "-DRR_LANES_CUDA_H %s%.*s -include tests/devices/fake_lanes.h %s/kernel.c -o %s/kernel.so -lm 2>%s/log",
             cc ? cc : "cc", dtype, step ? "-D" : "", length, step ? step : "", folder, folder, folder);
    int bad = system(command) ? 6 : 0;
    snprintf(path, sizeof path, "%s/log", folder);
    f = fopen(path, "r");
    if (f) {
        p->log[fread(p->log, 1, sizeof p->log - 1, f)] = '\0';
        fclose(f);
    }
    snprintf(path, sizeof path, "%s/kernel.so", folder);
    if (!bad) bad = take_code(p, path, target);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) ? 6 : bad;
}

/* One kernel is compiled again and again by tests of failures: the last one is kept, until the test begins anew. */
static char *last_text, *last_image;
static size_t last_size;

static void forget_code(void)
{
    free(last_text);
    free(last_image);
    last_text = last_image = NULL;
}

EXPORT nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int n, const char *const *options)
{
    const char *target = NULL;
    CALL();
    for (int i = 0; i < n; ++i) {
        if (!strncmp(options[i], "-arch=", 6)) target = options[i] + 6;
        else if (strcmp(options[i], "--std=c++17")) return 5;
    }
    if (!target) return 5;
    count(&compiled, 1);
    if (last_text && !strcmp(last_text, p->text)) {
        p->image = memcpy(malloc(last_size), last_image, p->size = last_size);
        return 0;
    }
    const int bad = compile(p, target);
    if (bad) return bad;
    forget_code();
    last_text = strdup(p->text);
    last_image = memcpy(malloc(p->size), p->image, last_size = p->size);
    return 0;
}

EXPORT nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram p, size_t *size)
{
    CALL();
    *size = strlen(p->log) + 1;
    return 0;
}

EXPORT nvrtcResult nvrtcGetProgramLog(nvrtcProgram p, char *log)
{
    CALL();
    strcpy(log, p->log);
    return 0;
}

static nvrtcResult nvrtc_size(nvrtcProgram p, size_t *size)
{
    CALL();
    *size = p->size;
    return 0;
}

static nvrtcResult nvrtc_image(nvrtcProgram p, char *image)
{
    CALL();
    memcpy(image, p->image, p->size);
    return 0;
}

/* The target is in the heading: PTX is asked for where it begins with compute, code where it begins with sm. */
static int is_kind(nvrtcProgram p, const char *kind)
{
    return p->image && !strncmp(p->image + 5, kind, strlen(kind));
}

EXPORT nvrtcResult nvrtcGetPTXSize(nvrtcProgram p, size_t *size) { return is_kind(p, "compute") ? nvrtc_size(p, size) : 4; }
EXPORT nvrtcResult nvrtcGetPTX(nvrtcProgram p, char *image) { return nvrtc_image(p, image); }
EXPORT nvrtcResult nvrtcGetCUBINSize(nvrtcProgram p, size_t *size) { return is_kind(p, "sm") ? nvrtc_size(p, size) : 4; }
EXPORT nvrtcResult nvrtcGetCUBIN(nvrtcProgram p, char *image) { return nvrtc_image(p, image); }

#else
static void forget_code(void) {}
#endif

/* ---- The test's side ---- */

static void forget(void)
{
    forget_code();
    call_number = failing_call = 0;
    failed_name = NULL;
    failing_code = sticky = 0;
    driver_version = 13000;
    device_count = 2;
}

static void fail_at(long number, int code)
{
    failed_name = NULL;
    call_number = 0;
    failing_call = number;
    failing_code = code;
    sticky = 0;
}

static long calls_made(void) { return call_number; }
static const char *failed(void) { return failed_name; }
static fake_cuda_live what_lives(void) { return live; }
static long compilations(void) { return compiled; }
static void *current(void) { return depth ? stack[depth - 1] : NULL; }
static void drop(void) { --depth; }

static void versions(int driver, int devices)
{
    driver_version = driver;
    device_count = devices;
}

static int push(void *context)
{
    stack[depth++] = context;
    return 0;
}

static void *capture(void)
{
    CUstream s = calloc(1, sizeof *s);
    s->last = &s->first;
    s->captured = 1;
    s->next = streams;
    streams = s;
    globally_captured = 1;
    return s;
}

static int captured(void *stream)
{
    CUstream s = stream;
    const int spoilt = s->captured == 2;
    int n = 0;
    for (const operation *o = s->first; o; o = o->next) ++n;
    s->captured = globally_captured = 0;
    return spoilt ? -1 : n;
}

static int replay(void *stream)
{
    for (const operation *o = ((CUstream)stream)->first; o; o = o->next) run(o);
    return 0;
}

static long unloaded_early(void) { return early; }

static void launched(unsigned *blocks, unsigned *capacity)
{
    *blocks = last_blocks;
    *capacity = last_capacity;
}

static void pin(void *start, size_t size) { pinned = (block){.start = start, .size = size, .host = 1}; }
static const void *read_to(void) { return last_read; }

static void *managed(int device) { return block_add(4096, device < 0 ? 1 : device, 0, device < 0); }

EXPORT const fake_cuda_control fake_cuda = {
    forget, fail_at, failed, calls_made, what_lives, compilations, versions,
    current, push, drop, capture, captured, replay, managed, unloaded_early, launched, pin, read_to,
};
