/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Instruction sets of the CPU and the kernels of each. Lane text is included first because kernels are called with its
 * types. For both dtypes these are the f32 types. */
#ifndef RR_CPU_ISA_H
#define RR_CPU_ISA_H

#include "engine/lanes/lane.h"

#ifndef RR_COUNTING
#define RR_COUNTING 0
#endif
#include "engine/strategies/warp.h"
#include "kernels/kernels.h"
#include "targets/target.h"

/* A kernel of the list of transforms; it returns the number of points that became NaN. */
typedef rr_uint32 rr_batch_fn(const rr_batch *);

enum {
#define RR_ONE(name) RR_ONE_##name,
#include "kernels/one_list.h"
#undef RR_ONE
    RR_ONES
};

typedef struct rr_isa {
    const char *name;
    const rr_kernels *kernels[2];             /* f32 (and u32), f64 */
    const struct rr_words_calls *words[2];
    const rr_ops *ops[2][RR_MAX_SAMPLERS];    /* in the order of the list of samplers; null: none */
    rr_batch_fn *transform[2][RR_TRANSFORMS]; /* in the order of the list of transforms */
    rr_alone alone;
    struct { const rr_sampler *sampler; rr_one_fn *one[2]; } one[RR_ONES];   /* f32, f64 */
} rr_isa;

/* The name of instruction set i, in increasing order, or null. If it cannot be used, *isa is null and *why is the reason;
 * otherwise *why is "". */
const char *rr_isa_list(unsigned i, const rr_isa **isa, const char **why);

#endif
