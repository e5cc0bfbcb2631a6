/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A GPU as jobs use it: an engine of a backend, and buffers that calls keep for the next call. */
#ifndef RR_GPU_H
#define RR_GPU_H

#include <pthread.h>

#include "engine.h"

/* Elements of a chunk of a call with host memory; two chunks are in work at once. */
#define RR_GPU_CHUNK (1u << 20)

/* Elements of a launch that has nothing to copy: a kernel counts the numbers of points, two each, up to 2^32. */
#define RR_GPU_LAUNCH (1u << 30)

/* Elements of a chunk of a composite sampler, in device memory: 60 bytes per slot are taken from the workspace. */
#define RR_GPU_STAGES (1u << 22)

/* Elements of a launch that packs parameters (spread.c) or rounds samples (narrow.c) in memory from the workspace. */
#define RR_GPU_SPREAD (1u << 24)

/* Maximal slots of a tile if the device's string sets no tile size. */
#define RR_GPU_TILE (1u << 16)

/* Memory of the device that is reallocated when a larger size is needed. */
typedef struct rr_gpu_buffer {
    rr_memory memory;
    size_t size;
} rr_gpu_buffer;

/* The resources of a chunk in work: a queue, and memory on both sides. Used by one call at a time. */
typedef struct rr_gpu_slot {
    struct rr_gpu_slot *next;
    rr_queue *queue;
    rr_gpu_buffer param[RR_MAX_PARAMS], index, out, tally, record;
    rr_gpu_buffer half;         /* samples of out, which is f32 there, rounded to f16 or bf16 */
    rr_gpu_buffer space;        /* of a composite sampler (stages.c) */
    int recording;              /* the record is cleared, and no finding was read from it since */
    void *staged;               /* host buffer for out, with fast copies */
    int staged_own;             /* from malloc, not from the backend */
    size_t staged_size;
    rr_scratch scratch;
    void *scratch_memory;
    double *weights;            /* buffer for rows of weights that are not contiguous doubles (choices.c); its bytes */
    size_t weights_size;
    uint64_t *tallies;          /* on the host, of tally.size bytes */
    rr_record *found;           /* the record on the host, at the end of staged: copies to other memory block */
    uint64_t at;                /* the chunk: elements at ... at + n - 1, n = 0: none; number of bad ones */
    uint32_t n, bads, warps;
} rr_gpu_slot;

/* A text that is kept as long as its GPU is open. */
typedef struct rr_gpu_kept_text {
    struct rr_gpu_kept_text *next;
    char text[];
} rr_gpu_kept_text;

typedef struct rr_gpu {
    const rr_backend *backend;
    rr_engine *engine;
    rr_engine_facts facts;
    uint32_t tile;              /* slots of a tile; 0: automatic */
    pthread_mutex_t lock;       /* of idle; held only briefly */
    rr_gpu_slot *idle;
    pthread_mutex_t async;      /* of record and queue */
    rr_memory record;           /* for calls of rr_enqueue without a record */
    rr_queue *queue;            /* for calls of rr_enqueue without a queue */
    rr_gpu_kept_text *kept;     /* under lock: callers' texts of kernels */
} rr_gpu;

/* Rows whose components divide a total, component by component (targets/cpu/chain.c). */
static inline int rr_gpu_has_total(const rr_call *call) { return rr_is_row(call->sampler) && call->sampler->stages; }

/* True if only kernels check the parameters, even in host memory. For whole rows a bad parameter makes the whole row bad. */
static inline int rr_gpu_reads(const rr_call *call) { return call->whole || rr_gpu_has_total(call); }

/* True if rows have their own random numbers. */
static inline int rr_gpu_numbers(const rr_call *call) { return call->sampler->row_stages && (!call->whole || call->stages); }

static inline rr_gpu *rr_gpu_of(const rr_device *device) { return device->own; }

/* run.c, transform.c, async.c: functions of rr_target_calls. */
rr_status rr_gpu_run(rr_part *part, rr_result *result);
rr_status rr_gpu_transform(rr_point_call *call, rr_result *result);
rr_status rr_gpu_prepare(const rr_call *call, rr_result *result);
rr_status rr_gpu_enqueue(const rr_call *call, const rr_queued *how, rr_result *result);
rr_status rr_gpu_wait(const rr_device *device, void *queue, rr_record *record, rr_result *result);

/* slot.c. open: text is the part of the device's string after "cuda:" or "opencl:". */
rr_status rr_gpu_open(const rr_backend *backend, const char *text, uint32_t warp, rr_gpu **gpu, rr_result *result);
void rr_gpu_close(rr_gpu *gpu);
const char *rr_gpu_kept(rr_gpu *gpu, const char *text);   /* a kept copy of the text; null: no memory */
rr_gpu_slot *rr_slot_take(rr_gpu *gpu, rr_result *result);   /* null: no memory, or an error of the driver */
void rr_slot_give(rr_gpu *gpu, rr_gpu_slot *slot);
rr_status rr_gpu_grow(rr_gpu *gpu, rr_gpu_buffer *buffer, size_t size, rr_result *result);
/* Makes slot->staged at least `size` bytes large. */
rr_status rr_slot_stage(rr_gpu *gpu, rr_gpu_slot *slot, size_t size, rr_result *result);
/* Clears slot->record if it is not clear. */
rr_status rr_slot_record(rr_gpu *gpu, rr_gpu_slot *slot, rr_result *result);
/* Drops a chunk that could not be enqueued completely: waits for its enqueued part and ignores the results. */
void rr_slot_drop(rr_gpu *gpu, rr_gpu_slot *slot);
/* A record without findings. */
extern const rr_record rr_record_clear;

/* chunks.c: n elements, or points, in chunks. */
typedef struct rr_chunks {
    rr_gpu *gpu;
    void *call;                                  /* the argument of start and take */
    /* Enqueues all work of the slot's chunk; chunks.c clears and reads its record. */
    rr_status (*start)(void *call, rr_gpu_slot *);
    /* Takes the results and findings of a chunk, after this chunk and all before it are done. */
    void (*take)(void *call, rr_gpu_slot *);
    rr_result *result;
    uint64_t n, done;                            /* done: number of elements taken, in order */
    uint32_t chunk;
} rr_chunks;
rr_status rr_chunks_run(rr_chunks *chunks);

/* launch.c: whether the kernel of a job can be plain (targets/gpu/kernels/kernel.h). Only that of `compact` can, which
 * `auto` takes: plain kernels of other strategies would double the bundle. known: nothing is known of pointers and values,
 * which may turn out to be suitable; the values are known, but not the first index; both are. A plain kernel checks nothing:
 * bad parameters require another. Returns RR_PLAIN: 2 if it is known that no sample needs an auxiliary draw. */
typedef enum rr_plain_known { RR_KNOWN_NOTHING, RR_KNOWN_VALUES, RR_KNOWN_ALL } rr_plain_known;
int rr_gpu_plain(const rr_call *call, rr_plain_known known);
const char *rr_gpu_sampler_ident(unsigned number);   /* in laws/list.h */
/* The kernel of a job, and the words of a launch that all chunks share. */
rr_status rr_gpu_kernel(const rr_call *call, int plain, int may_make, const rr_kernel **kernel, rr_result *result);
void rr_gpu_launch_start(const rr_call *call, rr_launch *launch);
/* Divides n slots into tiles, from element `at` of the job on, whose index is `index`; returns the number of thread blocks,
 * at most as many as fit on the device at once. */
uint32_t rr_gpu_launch_slots(const rr_gpu *gpu, const rr_kernel *kernel, uint64_t index, uint64_t at, uint32_t n,
                             rr_launch *launch);
/* The launch's words for the parameters of t. */
void rr_gpu_launch_params(const rr_call *call, const rr_tile *t, rr_launch *launch);
/* The launch of a chunk of n elements from `at` on with the parameters of t; returns the number of thread blocks. */
uint32_t rr_gpu_launch_chunk(const rr_call *call, const rr_kernel *kernel, const rr_tile *t, uint64_t at, uint32_t n,
                             rr_launch *launch);
/* The kernel that makes rows from drawn components; *chunk is reduced to whole rows. *kernel is null if the sampler has no
 * rows, or if they are made on the host. */
rr_status rr_gpu_rows(const rr_call *call, int may_make, uint32_t *chunk, const rr_kernel **kernel, rr_result *result);
/* Launches it after the kernel of the components, whose pointers and launch are given; kernel may be null. */
rr_status rr_gpu_launch_rows(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                             const rr_launch *launch, rr_result *result);
/* Launches a step before or after a chunk's samples, with `threads` threads, or fewer if these do not fit on the device. */
rr_status rr_gpu_launch_step(const rr_gpu *gpu, rr_queue *queue, const rr_kernel *kernel, uint64_t threads,
                             const rr_memory *memory, const rr_launch *launch, rr_result *result);
/* Sets a kernel's pointer to `byte` bytes after `pointer`, or after the start of a cl_mem, in the memory of the device. */
void rr_gpu_point(int is_object, const void *pointer, uint64_t byte, unsigned slot, rr_memory *memory, rr_launch *launch);

/* spread.c: true if the strides of parameter p, in device memory, are accepted. */
int rr_gpu_may_spread(const rr_call *call, uint32_t p);
/* Those of the parameters `among` that vary and are not packed, one bit each. */
uint32_t rr_gpu_spreads(const rr_call *call, uint32_t among);
/* The kernel that packs, and its launch for n values of parameter p from element `at` on. */
rr_status rr_gpu_spread_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result);
rr_status rr_gpu_spread(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, uint32_t p, uint64_t at, uint32_t n,
                        rr_memory to, rr_result *result);

/* stages.c: kernels of a composite sampler; draw[k] draws stage k. sums: only for rows whose components divide a total;
 * their join ends a component. */
typedef struct rr_gpu_stages {
    const rr_kernel *stage, *join, *sums, *draw[RR_MAX_STAGES];
} rr_gpu_stages;
rr_status rr_gpu_stages_find(const rr_call *call, int may_make, rr_gpu_stages *kernels, rr_result *result);
/* Bytes of the space of a chunk of n slots, and the maximal number of thread blocks of its draws. */
size_t rr_gpu_space(uint32_t n);
uint32_t rr_gpu_stages_blocks(const rr_call *call, const rr_gpu_stages *kernels, uint32_t n);
/* Launches all steps of a chunk from element `at` on; memory and launch are those of its samples. */
rr_status rr_gpu_stages_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *kernels, rr_memory space, uint64_t at,
                            const rr_memory *memory, const rr_launch *launch, rr_result *result);

/* The same for rows whose components divide a total; and the bytes of their space. */
rr_status rr_gpu_total_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *kernels, rr_memory space,
                           const rr_memory *memory, const rr_launch *launch, rr_result *result);
size_t rr_gpu_total_space(uint32_t rows, uint64_t cols);

/* The same for the numbers of a chunk's rows, to the space; at is the chunk's first element. rr_gpu_row_words sets the words
 * of a launch that describe rows (launch.h). */
rr_status rr_gpu_numbers_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *kernels, rr_memory space,
                             uint64_t at, const rr_memory *memory, const rr_launch *launch, rr_result *result);
void rr_gpu_row_words(const rr_call *call, rr_launch *launch);

/* choices.c: categorical samples with one row of weights per sample. The maximal elements of a chunk; true if the strides of
 * weights in device memory are accepted; the words of a chunk's launch; copying a chunk's weights from the host; the
 * launch. */
uint64_t rr_gpu_choices_max(const rr_call *call);
int rr_gpu_choices_may_stay(const rr_call *call);
rr_status rr_gpu_choices_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result);
uint32_t rr_gpu_choices_lay(const rr_call *call, const rr_kernel *kernel, uint64_t at, uint32_t n, rr_memory *memory,
                            rr_launch *l);
rr_status rr_gpu_choices_send(const rr_call *call, rr_gpu_slot *slot, rr_memory *memory, rr_launch *l, rr_result *result);
rr_status rr_gpu_choices_run(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                             const rr_launch *launch, rr_result *result);

/* whole.c: whole rows. The bytes of their workspace; the words of their launch in addition to rr_gpu_row_words, where
 * `numbers` numbers of the chunk's rows precede the workspace; the launch. */
size_t rr_gpu_whole_space(const rr_call *call, uint64_t rows);
void rr_gpu_whole_words(const rr_call *call, uint64_t numbers, rr_launch *launch);
rr_status rr_gpu_whole_run(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                           const rr_launch *launch, rr_result *result);
/* The table that kernels read, of *size bytes: the call's, or *own, which the caller must free. */
rr_status rr_gpu_table(const rr_call *call, void **own, size_t *size, const void **table, rr_result *result);

/* table.c: keeps the table in the memory of the device (call->held), and releases it. */
rr_status rr_gpu_hold(rr_call *call, rr_result *result);
void rr_gpu_let_go(rr_call *call);

/* narrow.c: the kernel that rounds to f16 or bf16; null if samples are neither. Its launch, after that of a chunk's samples,
 * whose pointers and launch are given: to `home`, or, if that is 0, to element `at` of out. kernel may be null. */
rr_status rr_gpu_narrow_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result);
rr_status rr_gpu_narrow(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                        const rr_launch *launch, uint64_t at, rr_memory home, rr_result *result);

/* sequence.c: the kernels that a job launches. */
typedef struct rr_gpu_kernels {
    const rr_kernel *samples, *laid;          /* laid: plain, for a first index with which out is aligned; or null */
    const rr_kernel *rows, *narrow, *spread;  /* make rows, round samples, pack parameters first; or null */
    rr_gpu_stages staged;                     /* used instead of samples: of a composite sampler, or of the numbers of
                                                 rows */
    uint32_t chunk, spreads;                  /* elements of a chunk; parameters that are packed */
} rr_gpu_kernels;
/* The caller sets spreads, and chunk to the maximum that it can handle. plain: RR_PLAIN of samples; laid: of that kernel,
 * or 0. */
rr_status rr_gpu_kernels_find(const rr_call *call, int plain, int laid, int may_make, rr_gpu_kernels *kernels,
                              rr_result *result);

/* A chunk in progress. memory and launch belong to its samples; space has rr_gpu_sequence_space bytes. */
typedef struct rr_gpu_sequence {
    const rr_call *call;
    const rr_gpu_kernels *k;
    rr_queue *queue;
    rr_memory memory[RR_GPU_POINTERS], space;
    rr_launch launch;
    uint64_t at;
    uint32_t blocks;
} rr_gpu_sequence;
size_t rr_gpu_sequence_space(const rr_call *call, uint32_t n);
/* Sets the launch of a chunk with the parameters of t, before its pointers are set. Returns the maximal number of thread
 * blocks. */
uint32_t rr_gpu_sequence_lay(rr_gpu_sequence *chunk, const rr_tile *t);
/* Launches all kernels of the chunk, those of rows only if `rows`; home as for rr_gpu_narrow. */
rr_status rr_gpu_sequence_launch(rr_gpu_sequence *chunk, const rr_tile *t, int rows, rr_memory home, rr_result *result);

/* gpu_memory.c: sets call->remote: which of a call's pointers are in the memory of the device. */
rr_status rr_gpu_place(rr_call *call, rr_result *result);

#endif
