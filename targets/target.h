/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The interface between host/ and targets/: a device, a prepared call, and what a target does with it. A target runs lane
 * text: the CPU, CUDA, OpenCL. The host uses nothing of the targets but this header. */
#ifndef RR_TARGET_H
#define RR_TARGET_H

#include <math.h>

#include "reroll_gpu.h"
#include "reroll_points.h"

#include "base/base.h"
#include "engine/abi/batch.h"
#include "engine/strategies/kinds.h"

#define RR_MAX_SAMPLERS 192
#define RR_CPU_PIECE 32768u  /* samples that a thread takes at a time, about 100 us of work; jobs below twice this number
                              * are not divided among threads */
#define RR_SMALL_JOB 4096u   /* jobs of at most this number of elements use stack memory only and allocate nothing */

typedef struct rr_target rr_target;
typedef struct rr_target_calls rr_target_calls;

struct rr_device {
    const rr_target_calls *calls;
    const char *name;             /* that costs are recorded under: the instruction set, or the kind of GPU */
    const rr_device *host;        /* a GPU: the CPU for work on the host. Null: this is a CPU */
    void *own;                    /* the target's: the instruction set, or the GPU */
    const void *self;             /* equal for two devices that are one processor, or one GPU */
    const rr_device *first;       /* the first device, if several are opened as one; otherwise null */
    struct rr_planner *planner;   /* of host/plan */
    uint32_t lanes[2];            /* of a register: f32 (and u32), f64 */
    uint32_t warp, tile, threads; /* from the device's string; warp 0: a register */
    const char *arch;             /* a GPU: the architecture whose instruction counts apply, or null */
    double issue;                 /* instructions issued per nanosecond, all lanes together; 0: not known */
};

static inline const rr_device *rr_host_of(const rr_device *device) { return device->host ? device->host : device; }

/* ---- A job of points ------------------------------------------------------------------------------------------------- */

enum rr_transform_number {
#define RR_TRANSFORM(ident, ...) RR_TRANSFORM_##ident,
#include "transforms/list.h"
#undef RR_TRANSFORM
    RR_TRANSFORMS
};

/* A transform of points, with all that follows from its job. */
typedef struct rr_point_call {
    const rr_device *device;
    const rr_transform_job *job;     /* null: points are drawn, and all memory is the host's */
    enum rr_transform_number which;
    unsigned wide, width, coords;
    uint64_t n, first;               /* points, index of the first */
    rr_batch batch;                  /* of the first point */
    uint64_t failed, failed_first;   /* number of points that became NaN, and the lowest */
} rr_point_call;

/* ---- Single samples -------------------------------------------------------------------------------------------------- */

/* Single samples for cursors. One gamma of valid parameters, from the standard normal x of attempt 0, the word w of its
 * uniform and, if the shape is below 1, the exponential e of the boost. Returns 1: *out is the sample. quick returns 0 if
 * the quick test does not accept attempt 0; then full is called, which returns 0 if the cap is reached. It reads key, cap
 * and base of a tile whose first index is the sample's.
 *
 * One category of `count` valid weights, from the first word of its uniform (kernels/choice.c); UINT64_MAX if that word
 * does not decide. *total is the sum of the weights. */
typedef struct rr_alone {
    int (*quick_f32)(float x, uint32_t w, float e, float shape, float scale, float *out);
    int (*quick_f64)(double x, uint32_t w, double e, double shape, double scale, double *out);
    int (*full_f32)(const rr_tile *tile, float x, uint32_t w, float e, float shape, float scale, float *out);
    int (*full_f64)(const rr_tile *tile, double x, uint32_t w, double e, double shape, double scale, double *out);
    uint64_t (*choice)(const double *weight, uint64_t count, uint32_t word, double *total);
} rr_alone;

/* ---- User-defined distributions --------------------------------------------------------------------------------------- */

/* The open user-defined distributions (targets/user/) have the last numbers of samplers. */
#define RR_USER_MAX 16u
#define RR_USER_FIRST (RR_MAX_SAMPLERS - RR_USER_MAX)

/* ---- A target -------------------------------------------------------------------------------------------------------- */

/* A device of a target's list: its name for rr_device_open, why it is not usable ("": it is), lanes of a register; for a
 * GPU its driver's name for it and how lanes exchange values. */
typedef struct rr_listed {
    char name[32], why[160], model[96];
    uint32_t lanes;
    const char *across;
} rr_listed;

/* Every function that returns an error status has called rr_fail(result, ...). */
struct rr_target_calls {
    /* what: the text after the target's name and ':' in a device's string, without options; null if there is none. Sets
     * lanes, name and own of the device, whose warp and tile are already set from the options. */
    rr_status (*open)(const rr_target *target, const char *what, rr_device *device, rr_result *result);
    void (*close)(rr_device *device);
    int (*list)(const rr_target *target, unsigned number, rr_listed *listed);   /* 0 past the last; opens nothing */
    const char *(*describe)(const rr_device *device, uint32_t *warp, uint32_t *tile, uint32_t *threads);   /* the name */
    rr_status (*place)(rr_call *call, rr_result *result);   /* sets call->remote */

    /* Draws all elements of a call whose table exists, including the work on whole rows. */
    rr_status (*run)(rr_part *part, rr_result *result);
    rr_status (*transform)(rr_point_call *call, rr_result *result);

    /* Keeps the table of a call that is drawn many times in the memory of the device: sets call->held. Null on targets that
     * read tables from the host's memory. */
    rr_status (*hold)(rr_call *call, rr_result *result);
    void (*let_go)(rr_call *call);

    /* Asynchronous calls; null on targets without queues. */
    rr_status (*prepare)(const rr_call *call, rr_result *result);
    rr_status (*enqueue)(const rr_call *call, const rr_queued *how, rr_result *result);
    rr_status (*wait)(const rr_device *device, void *queue, rr_record *record, rr_result *result);
    void *(*context)(const rr_device *device);

    /* Memory of the device for timing: the `out` of a job, and the flags that it requires. Null on CPUs. */
    rr_status (*allocate)(const rr_device *device, size_t size, void **allocate, uint32_t *flags);
    void (*deallocate)(const rr_device *device, void *allocate);

    /* Calls of the host's CPU, which a GPU's device uses too; null on GPUs. */
    void (*bind)(rr_call *call);                           /* sets kernels, ops and good */
    rr_status (*check)(rr_part *part, rr_result *result);  /* checks the parameters and draws nothing */
    void (*setup)(const rr_call *call, rr_tile *t);        /* the sampler's set-up of constant parameters */
    int (*constant)(const rr_call *call, rr_constant *c);  /* 0: the call has no such tile, or its parameters are bad */
    /* Replaces n logits x by weights e^(x - max). */
    void (*weigh)(const rr_call *call, double max, uint64_t n, double *logits);
    void (*draw)(rr_part *part, uint64_t at, uint64_t n);  /* elements from `at` on, on this thread */
    void (*rows)(rr_part *part, uint64_t at, uint64_t n);   /* makes rows of drawn components, on this thread */
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

/* The largest of n logits; NaN if one is NaN or infinity, or if all are -infinity. */
static inline double rr_logits_max(const double *logits, uint64_t n)
{
    double max = -INFINITY;
    int bad = 0;
    for (uint64_t k = 0; k < n; ++k) {
        bad |= !(logits[k] < INFINITY);
        max = logits[k] > max ? logits[k] : max;
    }
    return bad || !(max > -INFINITY) ? NAN : max;
}

/* Replaces a row of n logits by weights; by NaN if they are invalid. */
static inline void rr_logits_to_weights(const rr_call *call, double *row, uint64_t n)
{
    const double max = rr_logits_max(row, n);
    if (max == max) rr_host_of(call->device)->calls->weigh(call, max, n, row);
    else row[0] = NAN;
}

/* targets/cpu/threads.c: divides work on elements 0 ... n-1 among threads. Every thread has its own state, a copy of the
 * initial *state; run processes n elements from `at` on. begin and end enclose all work of a thread; they and merge may
 * be null. */
typedef struct rr_sharing {
    size_t size;                                          /* of a state */
    void (*begin)(void *state, uint64_t n);               /* n: the largest number of elements that run will process */
    void (*run)(void *state, uint64_t at, uint64_t n);
    void (*end)(void *state);
    void (*merge)(void *to, const void *from);
    uint32_t threads;                                     /* at most */
    uint64_t piece;                                       /* elements that a thread takes at a time, and at least has */
} rr_sharing;
void rr_parallel_for(const rr_sharing *how, void *state, uint64_t n);

#endif
