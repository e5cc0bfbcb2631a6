/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What host/ and targets/ share: a device, a call that is settled, and what a target does with it. A target is a place to
 * run lane text: the CPU, CUDA, OpenCL. The host knows no more of them than stands here. */
#ifndef RR_TARGET_H
#define RR_TARGET_H

#include "reroll_gpu.h"
#include "reroll_points.h"

#include "base/base.h"
#include "engine/abi/batch.h"
#include "engine/strategies/kinds.h"

#define RR_MAX_SAMPLERS 192
#define RR_CPU_PIECE 32768u  /* single samples that a thread takes at a time, some 100 us; fewer than twice as many are not
                              * divided among threads */
#define RR_SMALL_JOB 4096u   /* elements of a job that works on its stack: it allocates nothing */

typedef struct rr_target rr_target;
typedef struct rr_target_calls rr_target_calls;

struct rr_device {
    const rr_target_calls *calls;
    const char *name;             /* of what costs are of: the instruction set, or the kind of GPU */
    const rr_device *host;        /* a GPU: the CPU that does what is done on the host. Null: this is a CPU */
    void *own;                    /* of the target: the instruction set, or the GPU */
    const void *self;             /* the same of two devices that are one processor, or one GPU */
    const rr_device *first;       /* of a device made of devices: the first of them; else null */
    struct rr_planner *planner;   /* of host/plan */
    uint32_t lanes[2];            /* of a register: f32 (and u32), f64 */
    uint32_t warp, tile, threads; /* as the device's string says; warp 0: a register */
    const char *arch;             /* a GPU: whose instruction counts it has, or null; and how many it begins in a */
    double issue;                 /* nanosecond, all lanes together; 0: not known */
};

static inline const rr_device *rr_host_of(const rr_device *device) { return device->host ? device->host : device; }

/* ---- A job of points ------------------------------------------------------------------------------------------------- */

enum rr_transform_number {
#define RR_TRANSFORM(ident, ...) RR_TRANSFORM_##ident,
#include "transforms/list.h"
#undef RR_TRANSFORM
    RR_TRANSFORMS
};

/* Points that are transformed, all that follows from their job. */
typedef struct rr_point_call {
    const rr_device *device;
    const rr_transform_job *job;     /* null: points are drawn, and all memory is the host's */
    enum rr_transform_number which;
    unsigned wide, width, coords;
    uint64_t n, first;               /* points, index of the first */
    rr_batch batch;                  /* of the first point */
    uint64_t failed, failed_first;   /* points that became NaN, the lowest */
} rr_point_call;

/* ---- A sample alone -------------------------------------------------------------------------------------------------- */

/* What cursors draw. One gamma of good parameters: from the standard normal x of attempt 0, the word w of its uniform and,
 * where the shape is below 1, the exponential e of the boost. 1: *out is the sample. 0, of quick: its verdict does not
 * take attempt 0; of full, which is asked then: the cap is reached. It reads key, cap and base of a tile whose first
 * index is the sample's.
 *
 * One category of `count` good weights, by the first word of its uniform (kernels/choice.c); UINT64_MAX where that does not
 * decide. *total is their sum. */
typedef struct rr_alone {
    int (*quick_f32)(float x, uint32_t w, float e, float shape, float scale, float *out);
    int (*quick_f64)(double x, uint32_t w, double e, double shape, double scale, double *out);
    int (*full_f32)(const rr_tile *tile, float x, uint32_t w, float e, float shape, float scale, float *out);
    int (*full_f64)(const rr_tile *tile, double x, uint32_t w, double e, double shape, double scale, double *out);
    uint64_t (*choice)(const double *weight, uint64_t count, uint32_t word, double *total);
} rr_alone;

/* ---- A law of the user's ---------------------------------------------------------------------------------------------- */

/* Those that are open at once (targets/user/) have the last numbers of samplers. */
#define RR_USER_MOST 16u
#define RR_USER_FIRST (RR_MAX_SAMPLERS - RR_USER_MOST)

/* ---- A target -------------------------------------------------------------------------------------------------------- */

/* A device of a target's list: its name as rr_device_open takes it, why it is not usable ("": it is), lanes of a register;
 * of a GPU what its driver calls it and how lanes reach each other. */
typedef struct rr_listed {
    char name[32], why[160], model[96];
    uint32_t lanes;
    const char *across;
} rr_listed;

/* Every function that returns a status has said why by rr_fail(result, ...). */
struct rr_target_calls {
    /* what: what follows the target's name and ':' in a device's string, without options; null where nothing does. Sets
     * lanes, name and own of the device, whose warp and tile are those of the options. */
    rr_status (*open)(const rr_target *target, const char *what, rr_device *device, rr_result *result);
    void (*close)(rr_device *device);
    int (*list)(const rr_target *target, unsigned number, rr_listed *listed);   /* 0 past the last; opens nothing */
    const char *(*describe)(const rr_device *device, uint32_t *warp, uint32_t *tile, uint32_t *threads);   /* the name */
    rr_status (*place)(rr_call *call, rr_result *result);   /* sets call->remote */

    /* All elements of a call whose table is there, rows included. */
    rr_status (*run)(rr_part *part, rr_result *result);
    rr_status (*transform)(rr_point_call *call, rr_result *result);

    /* The table of a call that is drawn many times, kept in the memory of the device: sets call->held. Null where tables are
     * read where the host has them. */
    rr_status (*hold)(rr_call *call, rr_result *result);
    void (*let_go)(rr_call *call);

    /* Calls that nobody waits for; null where a device has no queues. */
    rr_status (*prepare)(const rr_call *call, rr_result *result);
    rr_status (*enqueue)(const rr_call *call, const rr_queued *how, rr_result *result);
    rr_status (*wait)(const rr_device *device, void *queue, rr_record *record, rr_result *result);
    void *(*context)(const rr_device *device);

    /* Memory of the device for what is timed there: what a job has for its out, and the flags that go with it. Null on
     * CPUs. */
    rr_status (*room)(const rr_device *device, size_t size, void **room, uint32_t *flags);
    void (*vacate)(const rr_device *device, void *room);

    /* What the host's CPU does, for a GPU too; null on GPUs. */
    void (*bind)(rr_call *call);                           /* sets kernels, ops and good */
    rr_status (*check)(rr_part *part, rr_result *result);  /* looks at parameters only */
    void (*setup)(const rr_call *call, rr_tile *t);        /* what the sampler prepares of parameters that don't vary */
    int (*constant)(const rr_call *call, rr_constant *c);  /* 0: the call has no such tile, or its parameters are bad */
    void (*draw)(rr_part *part, uint64_t at, uint64_t n);  /* elements from `at` on, on this thread */
    void (*rows)(rr_part *part, uint64_t at, uint64_t n);   /* rows of components that are drawn, on this thread */
    void (*all_rows)(rr_part *part);                        /* on all threads */
    void (*points)(rr_point_call *call, uint64_t at, uint64_t n);
    const rr_alone *(*alone)(const rr_device *device);
};

struct rr_target {
    const char *name;                   /* "cpu", "cuda", "opencl" */
    const rr_target_calls *calls;
    const struct rr_backend *backend;   /* of a GPU */
};

extern const rr_target rr_target_cpu, rr_target_cuda, rr_target_opencl;

/* targets/cpu/threads.c: work on elements 0 ... n-1 that threads share. Every thread has a state of its own, a copy of what
 * *state is at first; run does n elements from `at` on. begin and end, around all that a thread does, and merge may be
 * null. */
typedef struct rr_sharing {
    size_t size;                                          /* of a state */
    void (*begin)(void *state, uint64_t n);               /* n: at most so many elements will be asked for */
    void (*run)(void *state, uint64_t at, uint64_t n);
    void (*end)(void *state);
    void (*merge)(void *to, const void *from);
    uint32_t threads;                                     /* at most */
    uint64_t piece;                                       /* elements that a thread takes at a time, and has at least */
} rr_sharing;
void rr_share(const rr_sharing *how, void *state, uint64_t n);

#endif
