/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call: a job that is checked and settled. */
#ifndef RR_SETTLED_H
#define RR_SETTLED_H

#include "reroll_gpu.h"

#include "laws/sampler.h"

#include "engine/abi/tally.h"
#include "engine/abi/tile.h"

/* All that follows from a job and its device, worked out once (host/call/settle.c). It is not copied: parameters that are
 * not given point to it. */
typedef struct rr_stage_call {
    const rr_sampler *sampler;
    unsigned number;                   /* of it in its list */
    rr_bits_key key;
    const struct rr_ops *ops, *narrow; /* as below */
} rr_stage_call;

/* What follows from the shapes of a job (host/shape/shape.c). */
typedef struct rr_sizes {
    uint64_t dim[RR_DIM_END];          /* by rr_dim; that of RR_DIM_NONE is 1 */
    uint64_t numbers;                  /* how many belong to a row and not to its components */
    uint32_t covariances, lists;       /* bit p: parameter p is one (laws/sampler.h) */
    uint32_t per_rows;                 /* bit p: it has one value per row */
} rr_sizes;

typedef struct rr_call rr_call;
struct rr_call {
    const rr_device *device;
    rr_job job;                        /* as given; of a sampler of rows, what draws their components; with half, f32 */
    const rr_sampler *sampler;
    unsigned number;                   /* of the sampler in its list */
    struct rr_user *user;              /* a law of the user's (targets/user/user.h), or null */
    const char *user_lanes;            /* its lane text */
    double pilot_accept, pilot_slow;   /* of such, where the planner asks: what a pilot has found (host/plan/pilot.c) */
    unsigned wide, width;              /* of the kernel, 1: f64; bytes of its numbers, parameters and samples */
    unsigned out_width;                /* bytes of a sample where it goes */
    rr_type half;                      /* 0, or what the f32 samples are rounded to there */
    uint64_t n;                        /* elements */
    rr_strategy strategy;
    uint32_t strategy_number, strategy_more;   /* G of grouped:G, M of fixed:M; fixed:M+ */
    rr_bits_key key;
    uint32_t flip;                     /* as in rr_tile */
    rr_param param[RR_MAX_PARAMS];     /* data is never null; strides are 0 where nothing varies. A matrix stands for 0 */
    double fallback[RR_MAX_PARAMS];
    const rr_range *range[RR_MAX_PARAMS];   /* in the dtype */
    rr_range sized_range;              /* of the parameter whose range depends on the size of a matrix */
    rr_sizes sizes;
    uint32_t varies;                   /* bit p: parameter p has a value an element */
    const struct rr_kernels *kernels;  /* of the host's CPU: strategies, and the sampler's functions */
    const struct rr_ops *ops;
    const struct rr_ops *narrow;       /* of counts: their first pass in f32, or null */
    rr_stage_call stage[RR_MAX_STAGES];   /* of a sampler that is made of others */
    uint32_t stages;
    const struct rr_kernels *stage_kernels;   /* stages are in f64 whatever the dtype: these, and the sampler's functions */
    const struct rr_ops *stage_ops;
    int whole;                         /* rows are made as wholes, in f64 (engine/abi/row.h) */
    int (*good)(const rr_call *call, const rr_tile *t);   /* are the parameters of all slots good? On the host's CPU */
    const void *table;                 /* of the sampler, or null; its bytes */
    size_t table_size;
    uint32_t remote;                   /* what lies in the memory of a GPU: bit p parameter p, and RR_REMOTE_... */
    const rr_sink *sink;               /* who takes the samples, in place of out; or null */
    int check_only;                    /* stop at the first bad parameter, write nothing */
    uint64_t held;                     /* the table in the memory of a GPU, for as long as the job is prepared; 0: none */
};
/* Flags of pointers that are cl_mem. */
#define RR_CL_ANY (RR_CL_OUT | RR_CL_INDEX | (RR_CL_PARAM(RR_MAX_PARAMS) - RR_CL_PARAM(0)))
_Static_assert(RR_MAX_PARAMS == RR_MOST_PARAMS, "a tile has room for all parameters");
_Static_assert(RR_MAX_STAGES == RR_STAGES_MOST, "kernels have room for all stages");

#define RR_REMOTE_INDEX (1u << 30)
#define RR_REMOTE_OUT (1u << 31)

/* Draws the sample of a slot of a tile whose parameters do not vary, whatever its n is; 0: its first attempt is rejected or
 * undecided. */
typedef int rr_one_fn(const rr_tile *t, uint32_t slot, void *out);

/* A tile of a call none of whose parameters varies: checked and set up once, for the values that the parameters have then.
 * All of it holds for any slots, but for their number and their indices. */
typedef struct rr_constant {
    rr_tile tile;
    uint32_t few;                    /* up to so many samples are drawn by ops->first alone, mostly */
    rr_one_fn *one;                  /* or null */
    uint32_t wide;                   /* bit p: the caller's value of parameter p has 8 bytes, else 4 */
    uint64_t given[RR_MAX_PARAMS];   /* bytes of the values in the caller's memory */
    uint64_t value[RR_MAX_PARAMS];   /* the same in the kernel's dtype, which the tile points to */
} rr_constant;

/* What a thread does of a call, and what it has found. */
typedef struct rr_part {
    const rr_call *call;
    void *out;                            /* where element `first` goes: what is drawn begins there or later */
    uint64_t first;
    const rr_constant *constant;          /* or null */
    uint64_t bad, failed, failed_first;   /* lowest bad element; lost samples, the lowest; UINT64_MAX: none */
    uint64_t unfit;                       /* lowest element that its dtype does not hold; UINT64_MAX: none */
    rr_tally tally;                       /* of a job with RR_COUNT; else it is not looked at */
    void *scratch;                        /* of a CPU, while it draws; null: the stack does */
} rr_part;

#endif
