/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Streams: operations that run immediately, or are kept where they are captured; copies and launches. */
#ifndef RR_TESTS_DEVICES_FAKE_CUDA_STREAMS_H
#define RR_TESTS_DEVICES_FAKE_CUDA_STREAMS_H

typedef struct operation {
    struct operation *next;
    int kind;   /* 'c', 's', 'k'; 'm': memory is allocated or freed, in a graph at a fixed address */
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
    int captured;   /* CUstreamCaptureStatus; 2: invalidated */
    long busy;      /* 1 + the turn of a launch that has not been waited for */
};
static CUstream streams;

/* The stream that a caller names: 1 and 2, the legacy stream and the thread's own, exist from the start. */
static CUstream named(CUstream s)
{
    static struct CUstream_st always[2];
    const uintptr_t number = (uintptr_t)s;
    return number == 1 || number == 2 ? &always[number - 1] : s;
}

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

/* A kernel with few parameters does not read beyond its launch. */
typedef void kernel_function(const void *, const void *, const void *, const void *, const void *, const void *, void *,
                             void *, void *, const void *, rr_launch, const void *, const void *, const void *, const void *,
                             const void *, const void *, const void *, const void *, const void *, const void *,
                             const void *, const void *);

static int run_kernel(const operation *o)
{
    static const char *const names[] = {"blockIdx", "blockDim", "threadIdx", "gridDim"};
    unsigned *place[4];   /* each host thread has its own: dlsym finds this thread's */
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

/* The error of a kernel is permanent: the next call that waits returns it, and all after it. */
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

/* Users of the emulator have the legacy stream too, which waits here like all others. */
static CUresult enqueue(CUstream s, const operation *o)
{
    s = named(s);
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
    s = named(s);
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
    *status = named(s)->captured;
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

/* Done immediately outside of a graph, since everything runs in order. Memory of a graph belongs to it, and is never freed
 * here. */
EXPORT CUresult cuMemAllocAsync(CUdeviceptr *memory, size_t size, CUstream stream)
{
    CALL();
    IN_CONTEXT();
    if (!size || !stream) return CUDA_ERROR_INVALID_VALUE;
    stream = named(stream);
    if (size > (size_t)1 << 40) return CUDA_ERROR_OUT_OF_MEMORY;
    *memory = (CUdeviceptr)(uintptr_t)block_add(size, current_device(), 0, 0);
    if (stream->captured) return enqueue(stream, &(operation){.kind = 'm'});
    count(&live.memory, 1);
    return 0;
}

EXPORT CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream)
{
    CUresult bad = 0;
    stream = named(stream);
    if (stream->captured) {
        bad = enqueue(stream, &(operation){.kind = 'm'});
    } else {
        bad = block_drop((void *)(uintptr_t)memory, 0);
        if (!bad) count(&live.memory, -1);
    }
    CALL();
    return bad;
}

/* Functions that callers of the library use for their own memory. */
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
    stream = named(stream);
    if (stream && !stream->captured && stream->busy != turn + 1) {
        count(&unfinished, 1);
        stream->busy = turn + 1;
    }
    return enqueue(stream, &o);
}

#endif
