/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An engine: one device that runs kernels from queues, as a backend (cuda/, opencl/) opens it and targets/gpu uses it.
 * Backends contain host calls only: they do not depend on samplers, strategies or jobs.
 *
 * Every function that returns an error status has called rr_fail(result, ...); result may be null. Functions may be called
 * from several threads at once, but only one thread at a time may use a queue. The caller's current CUDA context does not
 * change: each function pushes and pops its own. */
#ifndef RR_ENGINE_H
#define RR_ENGINE_H

#include "targets/target.h"
#include "targets/gpu/kernels/launch.h"

typedef struct rr_engine rr_engine;       /* an open device, of the backend's own type */
typedef struct rr_queue rr_queue;         /* runs its work in order: CUstream, cl_command_queue */
typedef struct rr_kernel rr_kernel;       /* compiled and loaded; lives as long as its engine */
typedef uint64_t rr_memory;               /* of the device: a CUdeviceptr, or a cl_mem; 0: none */

/* The description of a kernel. Kernels with equal descriptions are the same kernel. */
typedef struct rr_kernel_request {
    const char *sampler;     /* ident of laws/list.h, or null */
    const char *transform;   /* ident of transforms/list.h, or null */
    const char *strategy;    /* ident of engine/strategies/list.h, with a sampler; without sampler and transform a step
                                before or after a job's samples: "spread" packs a parameter, "softmax", "unit", "lower" make
                                rows, "choice" draws by rows of weights, "advance" adds to a first index, "narrow" converts
                                samples to f16 and bf16; with a composite sampler "stage" and "join", or "sums" and "total";
                                with a sampler that makes whole rows "whole" */
    int wide, counting;      /* f64; with tallies */
    int constant;            /* 0, 1 or 2, RR_PLAIN of targets/gpu/kernels/kernel.h; with a sampler */
    const char *sink;        /* text that takes the samples (rr_fuse) and lives as long as the engine, or null */
    int whole;               /* with a sink: samples are words */
    const char *user;        /* if sampler is "user": the text that replaces RR_USER_FILE and lives as long as the engine;
                                or null */
    int counts;              /* with user: samples are integers */
    uint32_t params;         /* with user: number of parameters */
} rr_kernel_request;

/* Facts about an engine. Strings live as long as it does, or are static. */
typedef struct rr_engine_facts {
    char name[96];           /* the driver's: "NVIDIA H200", "pocl ..." */
    char version[96];        /* of driver and compiler */
    uint32_t lanes;          /* of a warp */
    const char *across;      /* how lanes exchange values: "barriers"; "": there is only one lane */
    uint32_t warps;          /* of a thread block, or work-group */
    uint32_t units;          /* multiprocessors, compute units */
    uint32_t fill;           /* thread blocks that fit on a unit by their number of threads alone */
    int wide;                /* has f64 */
    const char *arch;        /* the most similar architecture whose instructions are counted ("sm_90"); null: none */
    const void *self;        /* of an open engine: the same whenever this device is opened */
    double issue;            /* lane instructions issued per nanosecond; 0: not known */
} rr_engine_facts;

/* Where the caller's pointer points to. RR_PLACE_OTHER: the memory of another device than this engine's. */
typedef enum rr_place { RR_PLACE_HOST, RR_PLACE_DEVICE, RR_PLACE_OTHER } rr_place;

typedef struct rr_backend {
    const char *name;   /* "cuda" */
    /* Device `number` of this backend: 1, its name for rr_device_open ("cuda:0", "opencl:intel"), its facts, and why it is
     * not usable ("": it is); 0 past the last. If the backend itself is not available, the list has one device with the
     * reason ("no libcuda.so.1 is found"). Opens no context and compiles nothing. */
    int (*list)(unsigned number, char name[32], rr_engine_facts *facts, char why[160]);
    /* what: the text after "cuda:" or "opencl:", a number or a word; "": the first usable device. warp: requested lanes,
     * 0 any. */
    rr_status (*open)(const char *what, uint32_t warp, rr_engine **engine, rr_engine_facts *facts, rr_result *result);
    void (*close)(rr_engine *engine);   /* after wait: kernels are unloaded */

    rr_status (*alloc)(rr_engine *engine, size_t size, rr_memory *memory, rr_result *result);
    void (*release)(rr_engine *engine, rr_memory memory);
    /* Host memory with fast copies to and from the device; NULL: not available. */
    void *(*host_alloc)(rr_engine *engine, size_t size);
    void (*host_release)(rr_engine *engine, void *p);

    /* own: the caller's CUstream or cl_command_queue, or NULL for a new one. queue_close does not close the caller's. */
    rr_status (*queue_open)(rr_engine *engine, void *own, rr_queue **queue, rr_result *result);
    void (*queue_close)(rr_queue *queue);
    /* Stream-ordered memory, which the queue's work may use from here until release_ordered. It is filled with the bytes of
     * `from`, unless that is null; `from` may change after the call. A captured queue accepts no `from`. */
    rr_status (*alloc_ordered)(rr_queue *queue, const void *from, size_t size, rr_memory *memory, rr_result *result);
    void (*release_ordered)(rr_queue *queue, rr_memory memory);
    /* Enqueued, in order; host memory must stay valid until rr_backend.finish. */
    rr_status (*write)(rr_queue *queue, rr_memory to, uint64_t at, const void *from, size_t size, rr_result *result);
    rr_status (*read)(rr_queue *queue, void *to, rr_memory from, uint64_t at, size_t size, rr_result *result);
    rr_status (*fill)(rr_queue *queue, rr_memory to, uint64_t at, unsigned char byte, size_t size, rr_result *result);
    rr_status (*launch)(rr_queue *queue, const rr_kernel *kernel, uint32_t blocks, const rr_memory memory[RR_GPU_POINTERS],
                        const rr_launch *launch, rr_result *result);
    /* Waits until all work of the queue is done; reports its errors. */
    rr_status (*finish)(rr_queue *queue, rr_result *result);
    /* Waits until all queues have finished their work for this engine, unless a capture forbids that. */
    void (*wait)(rr_engine *engine);
    /* True if this queue is being captured into a graph, which must not compile, allocate or wait. */
    int (*capturing)(rr_queue *queue);

    /* A kernel: compiled at the first call, later taken from the engine or from the cache on disk. */
    rr_status (*kernel)(rr_engine *engine, const rr_kernel_request *request, int may_make, const rr_kernel **kernel,
                        rr_result *result);
    /* Thread blocks of a kernel that fit on a unit at once, at least 1: more would only wait. */
    uint32_t (*fill_of)(const rr_kernel *kernel);
    /* Where a pointer points to (OpenCL: always host memory; the caller marks a cl_mem by a flag). */
    rr_status (*place)(rr_engine *engine, const void *pointer, rr_place *place, rr_result *result);
    /* True if these bytes are host memory to which the device can copy directly, while the host continues. */
    int (*direct)(rr_engine *engine, const void *pointer, size_t size);
    /* The CUcontext or cl_context to which a caller's own queues and memory must belong. */
    void *(*context)(rr_engine *engine);
} rr_backend;

extern const rr_backend rr_backend_cuda, rr_backend_opencl;

/* targets/gpu/device.c: the calls of all targets with a backend. */
extern const rr_target_calls rr_gpu_calls;

/* targets/gpu/text.c: the text of a kernel for target "CUDA" or "OPENCL", one string without includes; freed by the caller.
 * NULL: no memory. lines: definitions that come first ("#define RR_LANES_WANTED 32\n"). */
char *rr_kernel_text(const char *target, const rr_kernel_request *request, const char *lines);
int rr_kernel_same(const rr_kernel_request *a, const rr_kernel_request *b);   /* true if they describe the same kernel */

/* targets/gpu/disk_cache.c: files named by a content hash in $REROLL_CACHE, else $XDG_CACHE_HOME/reroll, else
 * $HOME/.cache/reroll. Several processes may use the cache at once; damaged files count as missing. get: returns malloc'ed
 * memory, or NULL if there is no such file. put may fail silently. */
void *rr_cache_get(const char *key, size_t *size);
void rr_cache_put(const char *key, const void *data, size_t size);

#endif
