/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call: a job that is validated and prepared. */
#ifndef RR_DECIDED_H
#define RR_DECIDED_H

#include "reroll_gpu.h"

#include "laws/sampler.h"

#include "engine/abi/tally.h"
#include "engine/abi/tile.h"

/* A stage of a composite sampler. */
typedef struct rr_stage_call {
    const rr_sampler *sampler;
    unsigned number;                   /* its index in the list of samplers */
    rr_bits_key key;
    const struct rr_ops *ops, *narrow; /* as in rr_call */
} rr_stage_call;

/* The sizes that follow from the shapes of a job (host/shape/shape.c). */
typedef struct rr_sizes {
    uint64_t dim[RR_DIM_END];          /* by rr_dim; that of RR_DIM_NONE is 1 */
    uint64_t numbers;                  /* random numbers per row that do not belong to its components */
    uint32_t covariances, lists;       /* bit p: parameter p is a covariance, a list (laws/sampler.h) */
    uint32_t per_rows;                 /* bit p: it has one value per row */
} rr_sizes;

/* All that follows from a job and its device, computed once (host/call/validate.c). Parameters that are not given point into
 * the call, so a copy may not outlive the original. */
typedef struct rr_call rr_call;
struct rr_call {
    const rr_device *device;
    rr_job job;                        /* as given; for a row sampler, the job that draws the components; with half, f32 */
    const rr_sampler *sampler;
    unsigned number;                   /* of the sampler in its list */
    struct rr_user *user;              /* a user-defined distribution (targets/user/user.h), or null */
    const char *user_lanes;            /* its lane text */
    double pilot_accept, pilot_slow;   /* of such, for the planner: results of a pilot run (host/plan/pilot.c) */
    unsigned wide, width;              /* of the kernel, 1: f64; bytes of its numbers, parameters and samples */
    unsigned out_width;                /* bytes of a sample in the output */
    rr_type half;                      /* 0, or the type that the f32 samples are rounded to in the output */
    uint64_t n;                        /* elements */
    rr_strategy strategy;
    uint32_t strategy_number, strategy_more;   /* G of grouped:G, M of fixed:M; fixed:M+ */
    rr_bits_key key;
    uint32_t flip;                     /* as in rr_tile */
    rr_param param[RR_MAX_PARAMS];     /* data is never null; strides of constants are 0. A matrix is a constant 0 here */
    double fallback[RR_MAX_PARAMS];
    const rr_range *range[RR_MAX_PARAMS];   /* in the dtype */
    rr_range sized_range;              /* of the parameter whose range depends on the size of a matrix */
    rr_sizes sizes;
    uint32_t varies;                   /* bit p: parameter p has one value per element */
    const struct rr_kernels *kernels;  /* of the host's CPU: strategies, and the sampler's functions */
    const struct rr_ops *ops;
    const struct rr_ops *narrow;       /* of counts: their first pass in f32, or null */
    rr_stage_call stage[RR_MAX_STAGES];   /* of a composite sampler */
    uint32_t stages;
    const struct rr_kernels *stage_kernels;   /* of stages, which are in f64 for every dtype; and the sampler's functions */
    const struct rr_ops *stage_ops;
    int whole;                         /* the sampler makes whole rows, in f64 (engine/abi/row.h) */
    int (*good)(const rr_call *call, const rr_tile *t);   /* true if all slots' parameters are valid; on the host's CPU */
    const void *table;                 /* of the sampler, or null; its bytes */
    size_t table_size;
    uint32_t remote;                   /* what is in the memory of a GPU: bit p parameter p, and RR_REMOTE_... */
    const rr_sink *sink;               /* receives the samples, which are then not written to out; or null */
    int check_only;                    /* stop at the first bad parameter, write nothing */
    uint64_t held;                     /* the table in the memory of a GPU while the job is prepared; 0: none */
};
/* Flags that mark pointers as cl_mem. */
#define RR_CL_ANY (RR_CL_OUT | RR_CL_INDEX | (RR_CL_PARAM(RR_MAX_PARAMS) - RR_CL_PARAM(0)))
_Static_assert(RR_MAX_PARAMS == RR_PARAM_LIMIT, "a tile has room for all parameters");
_Static_assert(RR_MAX_STAGES == RR_STAGES_MAX, "kernels have room for all stages");

#define RR_REMOTE_INDEX (1u << 30)
#define RR_REMOTE_OUT (1u << 31)

/* Draws the sample of a slot of a tile with constant parameters and any n; 0: its first attempt is rejected or undecided. */
typedef int rr_one_fn(const rr_tile *t, uint32_t slot, void *out);

/* A tile of a call with constant parameters, checked and set up once for the values that they have then. Everything but the
 * number and the indices of the slots can be reused. */
typedef struct rr_constant {
    rr_tile tile;
    uint32_t few;                    /* up to this number of samples, ops->first alone is usually enough */
    rr_one_fn *one;                  /* or null */
    uint32_t wide;                   /* bit p: the caller's values of parameter p have 8 bytes; otherwise 4 */
    uint64_t given[RR_MAX_PARAMS];   /* bytes of the values in the caller's memory */
    uint64_t value[RR_MAX_PARAMS];   /* the same in the kernel's dtype; the tile points to them */
} rr_constant;

/* A thread's part of a call, and its findings. */
typedef struct rr_part {
    const rr_call *call;
    void *out;                            /* address of element `first`; no element below it is drawn */
    uint64_t first;
    const rr_constant *constant;          /* or null */
    uint64_t bad, failed, failed_first;   /* lowest bad element; number of failed samples, the lowest; UINT64_MAX: none */
    uint64_t unfit;                       /* lowest element that its dtype cannot represent; UINT64_MAX: none */
    rr_tally tally;                       /* set in a job with RR_COUNT only */
    void *scratch;                        /* of a CPU, while it draws; null: stack memory is used */
} rr_part;

#endif
