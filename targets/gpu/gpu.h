/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A GPU as jobs see it: an engine of a backend, and what calls leave behind for the next one. */
#ifndef RR_GPU_H
#define RR_GPU_H

#include <pthread.h>

#include "engine.h"

/* Elements that a call with host memory has in work at once, in each of two slots. */
#define RR_GPU_CHUNK (1u << 20)

/* Elements of a launch that has nothing to copy: of points, two numbers each, a kernel counts up to 2^32. */
#define RR_GPU_LAUNCH (1u << 30)

/* Elements of a chunk of what is made of others, in device memory: its space, 60 bytes a slot, is lent. */
#define RR_GPU_STAGES (1u << 22)

/* Elements of a launch that has parameters to pack (spread.c), or samples to round (narrow.c): memory for them is lent. */
#define RR_GPU_SPREAD (1u << 24)

/* Slots of a tile where no size is asked for, at most. */
#define RR_GPU_TILE (1u << 16)

/* Memory of the device that grows with what is asked of it. */
typedef struct rr_gpu_buffer {
    rr_memory memory;
    size_t size;
} rr_gpu_buffer;

/* Where a chunk of a job is in work: a queue, memory on both sides. One call's at a time. */
typedef struct rr_gpu_slot {
    struct rr_gpu_slot *next;
    rr_queue *queue;
    rr_gpu_buffer param[RR_MAX_PARAMS], index, out, tally, record;
    rr_gpu_buffer half;         /* of out, which is f32 there, rounded to f16 or bf16 */
    rr_gpu_buffer space;        /* of a sampler that is made of others (stages.c) */
    int recording;              /* the record is set, and nothing was found in it since */
    void *staged;               /* out on the host, where copies are fast */
    int staged_own;             /* from malloc, not from the backend */
    size_t staged_size;
    rr_scratch scratch;
    void *scratch_memory;
    double *weights;            /* of rows of a chunk that don't lie on the host as they are sent (choices.c); its bytes */
    size_t weights_size;
    uint64_t *tallies;          /* on the host, of tally.size bytes */
    rr_record *found;           /* the record on the host, at the end of staged: other memory's copies would be waited for */
    uint64_t at;                /* the chunk: elements at ... at + n - 1, n = 0: none; how many are bad */
    uint32_t n, bads, warps;
} rr_gpu_slot;

/* A text that stays as long as its GPU is open. */
typedef struct rr_gpu_kept_text {
    struct rr_gpu_kept_text *next;
    char text[];
} rr_gpu_kept_text;

typedef struct rr_gpu {
    const rr_backend *backend;
    rr_engine *engine;
    rr_engine_facts facts;
    uint32_t tile;              /* slots of a tile; 0: as it suits */
    pthread_mutex_t lock;       /* of idle; nothing is waited for under it */
    rr_gpu_slot *idle;
    pthread_mutex_t async;      /* of what follows */
    rr_memory record;           /* of calls of rr_enqueue without one of their own */
    rr_queue *queue;            /* and of those without a queue of theirs */
    rr_gpu_kept_text *kept;     /* under lock: texts of callers, of which kernels were made or are to be */
} rr_gpu;

/* Rows that share a total out, component by component (targets/cpu/chain.c). */
static inline int rr_gpu_shares(const rr_call *call) { return rr_is_row(call->sampler) && call->sampler->stages; }

/* Are parameters, wherever they lie, looked at by kernels alone? Of rows that are wholes a bad one is all of a row's. */
static inline int rr_gpu_looks(const rr_call *call) { return call->whole || rr_gpu_shares(call); }

/* Has a row numbers of its own? */
static inline int rr_gpu_numbers(const rr_call *call) { return call->sampler->row_stages && (!call->whole || call->stages); }

static inline rr_gpu *rr_gpu_of(const rr_device *device) { return device->own; }

/* run.c, transform.c, async.c: what rr_target_calls says of them. */
rr_status rr_gpu_run(rr_part *part, rr_result *result);
rr_status rr_gpu_transform(rr_point_call *call, rr_result *result);
rr_status rr_gpu_prepare(const rr_call *call, rr_result *result);
rr_status rr_gpu_enqueue(const rr_call *call, const rr_queued *how, rr_result *result);
rr_status rr_gpu_wait(const rr_device *device, void *queue, rr_record *record, rr_result *result);

/* slot.c. open: text is what follows "cuda:" or "opencl:". */
rr_status rr_gpu_open(const rr_backend *backend, const char *text, uint32_t warp, rr_gpu **gpu, rr_result *result);
void rr_gpu_close(rr_gpu *gpu);
const char *rr_gpu_kept(rr_gpu *gpu, const char *text);   /* a text like this one that stays; null: no memory */
rr_gpu_slot *rr_slot_take(rr_gpu *gpu, rr_result *result);   /* null: no memory, or the driver refused */
void rr_slot_give(rr_gpu *gpu, rr_gpu_slot *slot);
rr_status rr_gpu_grow(rr_gpu *gpu, rr_gpu_buffer *buffer, size_t size, rr_result *result);
/* Makes slot->staged as large. */
rr_status rr_slot_stage(rr_gpu *gpu, rr_gpu_slot *slot, size_t size, rr_result *result);
/* Makes slot->record one in which nothing is found, if it is not. */
rr_status rr_slot_record(rr_gpu *gpu, rr_gpu_slot *slot, rr_result *result);
/* A chunk that could not be set to work: what is enqueued of it is waited for, and is nothing. */
void rr_slot_drop(rr_gpu *gpu, rr_gpu_slot *slot);
/* A record in which nothing is found yet. */
extern const rr_record rr_record_clear;

/* chunks.c: n elements, or points, in chunks. */
typedef struct rr_chunks {
    rr_gpu *gpu;
    void *call;                                  /* what start and take are given */
    /* Enqueues all of the slot's chunk; its record is set, and read, by chunks.c. */
    rr_status (*start)(void *call, rr_gpu_slot *);
    /* The chunk is done, and so are all before it: takes what came of it and was found. */
    void (*take)(void *call, rr_gpu_slot *);
    rr_result *result;
    uint64_t n, done;                            /* done: so many are taken, in order */
    uint32_t chunk;
} rr_chunks;
rr_status rr_chunks_run(rr_chunks *chunks);

/* launch.c: may the kernel of a job be plain (targets/gpu/kernels/kernel.h)? Of compact only, which is what auto takes:
 * others would be as many kernels again in a bundle. known: of pointers and values nothing is looked at yet, and may turn
 * out to be such as it wants; values, but not the first index; both. A plain kernel checks nothing: bad parameters take
 * another. Returns RR_PLAIN: 2 where it is known that no sample wants an auxiliary draw. */
typedef enum rr_plain_known { RR_KNOWN_NOTHING, RR_KNOWN_VALUES, RR_KNOWN_ALL } rr_plain_known;
int rr_gpu_plain(const rr_call *call, rr_plain_known known);
const char *rr_gpu_sampler_ident(unsigned number);   /* in laws/list.h */
/* What all chunks of a job share. */
rr_status rr_gpu_kernel(const rr_call *call, int plain, int may_make, const rr_kernel **kernel, rr_result *result);
void rr_gpu_launch_start(const rr_call *call, rr_launch *launch);
/* n slots from number `at` of the job on, whose index is `index`, in tiles; returns the number of blocks, no more than the
 * device has room for. */
uint32_t rr_gpu_launch_slots(const rr_gpu *gpu, const rr_kernel *kernel, uint64_t index, uint64_t at, uint32_t n,
                             rr_launch *launch);
/* What the kernel is told of parameters, t's. */
void rr_gpu_launch_params(const rr_call *call, const rr_tile *t, rr_launch *launch);
/* A chunk of n elements from `at` on, whose parameters are t's; returns the number of blocks. */
uint32_t rr_gpu_launch_chunk(const rr_call *call, const rr_kernel *kernel, const rr_tile *t, uint64_t at, uint32_t n,
                             rr_launch *launch);
/* The kernel that makes rows of components that are drawn, and *chunk as many whole rows as fit in it. *kernel is null
 * where the sampler has no rows, or they are made on the host. */
rr_status rr_gpu_rows(const rr_call *call, int may_make, uint32_t *chunk, const rr_kernel **kernel, rr_result *result);
/* Launches it after that of the components, whose words and pointers these are; kernel may be null. */
rr_status rr_gpu_launch_rows(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                             const rr_launch *launch, rr_result *result);
/* Launches a step before or after a chunk's samples, with so many threads or as many as the device has room for. */
rr_status rr_gpu_launch_step(const rr_gpu *gpu, rr_queue *queue, const rr_kernel *kernel, uint64_t threads,
                             const rr_memory *memory, const rr_launch *launch, rr_result *result);
/* Element `at` of what lies at `pointer` in the memory of the device. */
void rr_gpu_point(int is_object, const void *pointer, uint64_t byte, unsigned slot, rr_memory *memory, rr_launch *launch);

/* spread.c: may parameter p, of the device, lie as the job says? */
int rr_gpu_may_spread(const rr_call *call, uint32_t p);
/* Of these parameters those that vary and are not packed, a bit each. */
uint32_t rr_gpu_spreads(const rr_call *call, uint32_t among);
/* The kernel that packs, and its launch: n values of parameter p, of elements from `at` on. */
rr_status rr_gpu_spread_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result);
rr_status rr_gpu_spread(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, uint32_t p, uint64_t at, uint32_t n,
                        rr_memory to, rr_result *result);

/* stages.c: kernels of a sampler that is made of others; draw[k] is that of its stage k. sums: of rows that share a total
 * out, whose join is that of a component. */
typedef struct rr_gpu_stages {
    const rr_kernel *stage, *join, *sums, *draw[RR_MAX_STAGES];
} rr_gpu_stages;
rr_status rr_gpu_stages_find(const rr_call *call, int may_make, rr_gpu_stages *kernels, rr_result *result);
/* Bytes that a chunk of n slots works in, and blocks that its draws have at most. */
size_t rr_gpu_space(uint32_t n);
uint32_t rr_gpu_stages_blocks(const rr_call *call, const rr_gpu_stages *kernels, uint32_t n);
/* Launches all of a chunk, from element `at` on, whose samples' words and pointers these are. */
rr_status rr_gpu_stages_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *kernels, rr_memory space, uint64_t at,
                            const rr_memory *memory, const rr_launch *launch, rr_result *result);

/* The same of rows that share a total out, component by component; the bytes that so many rows work in. */
rr_status rr_gpu_share_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *kernels, rr_memory space,
                           const rr_memory *memory, const rr_launch *launch, rr_result *result);
size_t rr_gpu_share_space(uint32_t rows, uint64_t cols);

/* The same of the numbers of a chunk's rows, to the space; at is the chunk's first element. What a launch that has to do
 * with rows is told of them (launch.h). */
rr_status rr_gpu_numbers_run(const rr_call *call, rr_queue *queue, const rr_gpu_stages *kernels, rr_memory space,
                             uint64_t at, const rr_memory *memory, const rr_launch *launch, rr_result *result);
void rr_gpu_row_words(const rr_call *call, rr_launch *launch);

/* choices.c: categorical numbers by a row of weights a sample. Elements of a chunk at most; may the weights, of the device,
 * lie as the job says? What a chunk's launch is told; the host's weights of the slot's chunk, sent; the launch. */
uint64_t rr_gpu_choices_most(const rr_call *call);
int rr_gpu_choices_may_lie(const rr_call *call);
rr_status rr_gpu_choices_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result);
uint32_t rr_gpu_choices_lay(const rr_call *call, const rr_kernel *kernel, uint64_t at, uint32_t n, rr_memory *memory,
                            rr_launch *l);
rr_status rr_gpu_choices_send(const rr_call *call, rr_gpu_slot *slot, rr_memory *memory, rr_launch *l, rr_result *result);
rr_status rr_gpu_choices_run(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                             const rr_launch *launch, rr_result *result);

/* whole.c: rows that are made as wholes. Bytes that so many rows are made in; what their launch is told beside
 * rr_gpu_row_words, `numbers` of the chunk's rows lying before that; the launch. */
size_t rr_gpu_whole_space(const rr_call *call, uint64_t rows);
void rr_gpu_whole_words(const rr_call *call, uint64_t numbers, rr_launch *launch);
rr_status rr_gpu_whole_run(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                           const rr_launch *launch, rr_result *result);
/* The table that kernels read, of *size bytes: the call's, or *own, which is the caller's to free. */
rr_status rr_gpu_table(const rr_call *call, void **own, size_t *size, const void **table, rr_result *result);

/* table.c: keeps it in the memory of the device (call->held), and gives that back. */
rr_status rr_gpu_hold(rr_call *call, rr_result *result);
void rr_gpu_let_go(rr_call *call);

/* narrow.c: the kernel that rounds to f16 or bf16; null where samples are neither. Its launch, after that of the samples of
 * a chunk, whose words and pointers these are: to `home`, or, where that is 0, to element `at` of out. kernel may be
 * null. */
rr_status rr_gpu_narrow_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result);
rr_status rr_gpu_narrow(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                        const rr_launch *launch, uint64_t at, rr_memory home, rr_result *result);

/* sequence.c: what a job launches. */
typedef struct rr_gpu_kernels {
    const rr_kernel *samples, *laid;          /* laid: plain, for a first index with which out lies so; or null */
    const rr_kernel *rows, *narrow, *spread;  /* make rows of samples, round them, before all pack parameters; or null */
    rr_gpu_stages staged;                     /* in place of samples made of others; or of rows' numbers */
    uint32_t chunk, spreads;                  /* elements of a chunk; parameters that are packed */
} rr_gpu_kernels;
/* chunk and spreads are set, chunk to the most that the caller can do with. plain: of samples; laid: of that kernel, or
 * 0. */
rr_status rr_gpu_kernels_find(const rr_call *call, int plain, int laid, int may_make, rr_gpu_kernels *kernels,
                              rr_result *result);

/* A chunk in work. memory and launch are those of its samples; space has as many bytes as rr_gpu_sequence_space says. */
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
/* What the launch of a chunk is told, whose parameters are t's; before pointers are set. Returns how many blocks it has at
 * most. */
uint32_t rr_gpu_sequence_lay(rr_gpu_sequence *chunk, const rr_tile *t);
/* All of it, rows only where they are asked for; home as for rr_gpu_narrow. */
rr_status rr_gpu_sequence_launch(rr_gpu_sequence *chunk, const rr_tile *t, int rows, rr_memory home, rr_result *result);

/* gpu_memory.c: which of a call's pointers lie in the memory of the device: sets call->remote. */
rr_status rr_gpu_place(rr_call *call, rr_result *result);

#endif
