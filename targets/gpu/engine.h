/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An engine: one device that runs kernels from queues, as a backend (cuda/, opencl/) opens it and targets/gpu uses it.
 * Backends hold host calls only: they know nothing of samplers, strategies or jobs.
 *
 * Every function that returns a status has said why by rr_fail(result, ...), result may be null. Functions may be called
 * from any threads at once, but a queue is one thread's at a time. Nothing here changes what a caller had current: a CUDA
 * context is pushed and popped within each function. */
#ifndef RR_ENGINE_H
#define RR_ENGINE_H

#include "targets/target.h"
#include "targets/gpu/kernels/launch.h"

typedef struct rr_engine rr_engine;       /* a backend's own, opened */
typedef struct rr_queue rr_queue;         /* what runs in order: CUstream, cl_command_queue */
typedef struct rr_kernel rr_kernel;       /* compiled and loaded; lives as long as its engine */
typedef uint64_t rr_memory;               /* of the device: a CUdeviceptr, or a cl_mem; 0: none */

/* What a kernel is made of. Kernels that are equal in these are the same kernel. */
typedef struct rr_kernel_request {
    const char *sampler;     /* ident of laws/list.h, or null */
    const char *transform;   /* ident of transforms/list.h, or null */
    const char *strategy;    /* ident of engine/strategies/list.h, with a sampler; without one and without a transform a step
                                before or after a job's samples: "spread" packs a parameter, "softmax", "unit", "lower" make
                                rows, "choice" draws by rows of weights, "advance" adds to a first index, "narrow" makes f16
                                and bf16 of samples; with a sampler that is made of others "stage" and "join", or "sums"
                                and "share"; with one of rows that are wholes "whole" */
    int wide, counting;      /* f64; with tallies */
    int constant;            /* 0, 1 or 2, RR_PLAIN of targets/gpu/kernels/kernel.h; with a sampler */
    const char *sink;        /* text that takes the samples (rr_fuse), which lives as long as the engine, or null */
    int whole;               /* with a sink: samples are words */
    const char *user;        /* what RR_USER_FILE stands for, which lives as long as the engine, where sampler is "user"; or
                                null */
    int counts;              /* of such: samples are integers */
    uint32_t params;         /* of such: how many it has */
} rr_kernel_request;

/* What is known of an engine. Strings live as long as it does, or are static. */
typedef struct rr_engine_facts {
    char name[96];           /* as the driver says: "NVIDIA H200", "pocl ..." */
    char version[96];        /* of driver and compiler */
    uint32_t lanes;          /* of a warp */
    const char *across;      /* how they reach each other: "barriers"; "": one lane reaches nobody */
    uint32_t warps;          /* of a block, or work-group */
    uint32_t units;          /* multiprocessors, compute units */
    uint32_t fill;           /* blocks of threads alone that a unit has room for */
    int wide;                /* has f64 */
    const char *arch;        /* whose machine code its own is like, of those that are counted ("sm_90"); null: none */
    const void *self;        /* of an open one: the same whenever this device is opened */
    double issue;            /* instructions of lanes that it can begin in a nanosecond; 0: not known */
} rr_engine_facts;

/* Where a pointer of the caller's lies. RR_PLACE_OTHER: on another device than this engine's. */
typedef enum rr_place { RR_PLACE_HOST, RR_PLACE_DEVICE, RR_PLACE_OTHER } rr_place;

typedef struct rr_backend {
    const char *name;   /* "cuda" */
    /* Device number `number` of this backend: 1, its name as rr_device_open takes it ("cuda:0", "opencl:intel"), its facts,
     * and why it is not usable ("": it is); 0 past the last. Where the backend itself is not to be had it has one device, of
     * which `why` tells ("no libcuda.so.1 is found"). Opens no context and compiles nothing. */
    int (*list)(unsigned number, char name[32], rr_engine_facts *facts, char why[160]);
    /* what: what follows "cuda:" or "opencl:", a number or a word; "" is the first usable one. warp: lanes asked for,
     * 0 any. */
    rr_status (*open)(const char *what, uint32_t warp, rr_engine **engine, rr_engine_facts *facts, rr_result *result);
    void (*close)(rr_engine *engine);   /* after settle: kernels are unloaded */

    rr_status (*alloc)(rr_engine *engine, size_t size, rr_memory *memory, rr_result *result);
    void (*release)(rr_engine *engine, rr_memory memory);
    /* Host memory that copies are fast from and to; NULL: none to be had. */
    void *(*host_alloc)(rr_engine *engine, size_t size);
    void (*host_release)(rr_engine *engine, void *p);

    /* own: the caller's CUstream or cl_command_queue, or NULL for a new one. Closing never closes the caller's. */
    rr_status (*queue_open)(rr_engine *engine, void *own, rr_queue **queue, rr_result *result);
    void (*queue_close)(rr_queue *queue);
    /* Memory that is the queue's from here to where it is given back, in the order of what is enqueued; with the bytes of
     * `from`, unless that is null, which need not stay. A queue that is captured has none with bytes. */
    rr_status (*lend)(rr_queue *queue, const void *from, size_t size, rr_memory *memory, rr_result *result);
    void (*give_back)(rr_queue *queue, rr_memory memory);
    /* Enqueued, in order; host memory must stay until rr_backend.finish. */
    rr_status (*write)(rr_queue *queue, rr_memory to, uint64_t at, const void *from, size_t size, rr_result *result);
    rr_status (*read)(rr_queue *queue, void *to, rr_memory from, uint64_t at, size_t size, rr_result *result);
    rr_status (*fill)(rr_queue *queue, rr_memory to, uint64_t at, unsigned char byte, size_t size, rr_result *result);
    rr_status (*launch)(rr_queue *queue, const rr_kernel *kernel, uint32_t blocks, const rr_memory memory[RR_GPU_POINTERS],
                        const rr_launch *launch, rr_result *result);
    /* Waits until all of the queue is done; says what went wrong in it. */
    rr_status (*finish)(rr_queue *queue, rr_result *result);
    /* Waits until no queue has work of this engine, as far as that is not let be by a capture. */
    void (*settle)(rr_engine *engine);
    /* Is this queue being captured into a graph, which must not compile, allocate or wait? */
    int (*capturing)(rr_queue *queue);

    /* Compiled at the first call, found again afterwards (in the engine, then in the cache on disk). */
    rr_status (*kernel)(rr_engine *engine, const rr_kernel_request *request, int may_make, const rr_kernel **kernel,
                        rr_result *result);
    /* Blocks of a kernel that a unit has room for at once, at least 1: more would only wait. */
    uint32_t (*fill_of)(const rr_kernel *kernel);
    /* Where a pointer lies (OpenCL: always on the host; a cl_mem is said to be one by the caller). */
    rr_status (*place)(rr_engine *engine, const void *pointer, rr_place *place, rr_result *result);
    /* Are these bytes host memory that copies from the device may go to straight, while the host does something else? */
    int (*direct)(rr_engine *engine, const void *pointer, size_t size);
    /* CUcontext or cl_context: what a caller's own queues and memory must belong to. */
    void *(*context)(rr_engine *engine);
} rr_backend;

extern const rr_backend rr_backend_cuda, rr_backend_opencl;

/* targets/gpu/device.c: what all targets with a backend do. */
extern const rr_target_calls rr_gpu_calls;

/* targets/gpu/text.c: the text of a kernel for target "CUDA" or "OPENCL", one string without includes; freed by the caller.
 * NULL: no memory. lines: definitions that come first ("#define RR_LANES_WANTED 32\n"). */
char *rr_kernel_text(const char *target, const rr_kernel_request *request, const char *lines);
int rr_kernel_same(const rr_kernel_request *a, const rr_kernel_request *b);   /* do they want the same kernel? */

/* targets/gpu/disk_cache.c: bytes kept under a content hash in $REROLL_CACHE, else $XDG_CACHE_HOME/reroll, else
 * $HOME/.cache/reroll. Any number of processes may use it at once; what is damaged is not found. get: malloc'ed, NULL if
 * there is none. put may fail silently: a cache is a help. */
void *rr_cache_get(const char *key, size_t *size);
void rr_cache_put(const char *key, const void *data, size_t size);

#endif
