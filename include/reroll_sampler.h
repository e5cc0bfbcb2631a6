/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Information on a sampler: its parameters, their ranges and shapes, its dtypes and its source.
 *
 *     const rr_sampler_info *gamma = rr_sampler_about(rr_sampler_find("gamma"));
 *     for (uint32_t p = 0; p < gamma->params; ++p) printf("%s: %s\n", gamma->param[p].name, gamma->param[p].help);
 *
 * All returned data is static and never changes. The data of a user-defined distribution exists until it is closed. All
 * functions may be called from any thread. */
#ifndef REROLL_SAMPLER_H
#define REROLL_SAMPLER_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rr_law rr_law;   /* moments, examples, other names of parameters: reroll_law.h */

typedef struct rr_param_info {
    const char *name;       /* "shape" */
    const char *help;
    double fallback;        /* the default; NaN: the parameter must be given */
    rr_range f32, f64;      /* the ranges in jobs of f32 or u32, and of f64. For integer samples: in jobs of i32 or u32,
                               where samples must fit the dtype, and in all others. rr_param_range returns the range for a
                               dtype */
    rr_shape shape;
} rr_param_info;

typedef struct rr_sampler_info {
    const rr_sampler *sampler;       /* the value of rr_job.sampler */
    const char *name;                /* "normal:polar" */
    const char *distribution, *method;  /* "normal", "polar"; method is "" for the default one */
    const char *help;                /* one sentence */
    const char *source;              /* the paper or book */
    const char *aliases;             /* names in other libraries, separated by spaces; NULL: none */
    uint32_t bits_version;           /* changes when the samples change */
    uint64_t digest;                 /* hash of its samples, as `reroll verify` computes it; 0: outside the contract */
    uint32_t dtypes;                 /* bit (1 << RR_F32), ... */
    uint32_t params;                 /* the number of parameters */
    const rr_param_info *param;
    rr_shape shape;                  /* shape of a sample */
    uint32_t default_k;              /* default K of a row; 0: K must be given */
    int counts;                      /* 1: samples are integers, the same in every dtype that holds them; params are f64 */
    int integers;                    /* not 0: parameters are int64_t; in a job of u64, uint64_t */
    int monotone;                    /* 1: inverse CDF, a monotone function of sampler uniform's U at the same index */
    int outside;                     /* 1: outside the contract, so bits may differ between machines
                                        (multivariate-normal:blas) */
    int rejects;                     /* 0: the first attempt is always accepted */
    double min_accept;               /* a lower bound on acceptance over all parameters */
    double (*accept)(const double *params);        /* acceptance at these parameters; NULL: always 1 */
    const char *(*relate)(const double *params);   /* returns the relation between parameters that does not hold, or NULL if
                                                      all hold. NULL: the sampler has no relations. A parameter of
                                                      RR_RULE_SUM is passed as the sum of its row */
    const rr_law *law;               /* moments and examples of the distribution, the same for all its methods */
} rr_sampler_info;

/* Returns information on a sampler; NULL for NULL. */
RR_API const rr_sampler_info *rr_sampler_about(const rr_sampler *sampler);

/* Returns the type to which a job of this dtype converts its parameters: RR_F32 or RR_F64, for integers RR_I64 or RR_U64.
 * Arrays of that type are read in place. Integer parameters also accept values of other types that are integers in their
 * range. */
RR_API rr_type rr_param_type(const rr_sampler *sampler, rr_type dtype);

/* Returns the range of parameter `param` in a job of this dtype; its ends are NaN if there is no such parameter. */
RR_API const rr_range *rr_param_range(const rr_sampler *sampler, rr_type dtype, uint32_t param);

/* Returns the same range in a job of these dimensions, which a rule such as RR_RULE_ABOVE_SIDE narrows. */
RR_API rr_range rr_param_range_at(const rr_sampler *sampler, rr_type dtype, uint32_t param, const rr_dims *dims);

/* Return the name of a dimension, "K", "D", "R", "C" or "N", and of a rule, "weights", "increasing", "direction",
 * "covariance", "above side", "sum", "logits" or "complex"; "" for RR_DIM_NONE, RR_RULE_NONE and unknown numbers. Both are
 * static. */
RR_API const char *rr_dim_name(unsigned dim);
RR_API const char *rr_rule_name(unsigned rule);

/* The extent of a caller's array: its number of axes, 0 for one value, and the lengths of the last two axes. The length of
 * a single axis is length[1]. */
typedef struct rr_extent {
    uint32_t axes;
    uint64_t length[2];
} rr_extent;

/* Finds the dimensions of a job from the extents of its parameter arrays, in the sampler's order. On entry dims has the
 * sizes that the caller requires, or 0; on return it has all sizes. RR_ERR_ARGUMENT: two sizes disagree, or a dimension has
 * no size. The message uses `names` for the parameters, or the sampler's names if `names` is NULL. */
RR_API rr_status rr_sampler_sizes(const rr_sampler *sampler, const rr_extent *extent, const char *const *names,
                                  rr_dims *dims, rr_result *result);

/* Returns the sizes of the dimensions that the sampler has, and 0 for all others, for rr_job.dims. */
RR_API rr_dims rr_sampler_dims(const rr_sampler *sampler, rr_dims sizes);

/* Returns the number of values of a sample, which is the cols of a job of rows: 1, K, D * D or R * C. */
RR_API uint64_t rr_sample_length(const rr_sampler *sampler, const rr_dims *dims);

/* ---- How it draws -------------------------------------------------------------------------------------------------- */

/* A composite sampler draws from other samplers in stages. Each stage uses one sampler, and a stream of its own. Its
 * parameters are computed from the composite's parameters and from the samples of earlier stages. */
#define RR_MAX_STAGES 4

typedef struct rr_stage {
    const char *sampler;    /* "gamma"; NULL ends a list */
    uint32_t family;
    const char *what;       /* "the mean" */
} rr_stage;

/* Information on a method for planners and benchmarks. */
typedef struct rr_method_info {
    uint32_t family;                 /* samplers of one family derive from the same draw */
    uint32_t cap;                    /* the cap on attempts; 0: it depends on the parameters */
    uint32_t fixed;                  /* bit p: a table depends on parameter p, which must be constant in a job */
    uint32_t digits;                 /* significant bits of the uniforms of a sample; 0: all that the type holds */
    double words[2];                 /* random words per attempt, in f32 or u32, and in f64 */
    uint32_t table[2];               /* bytes of the table that new parameters need, f32 and f64; 0: none */
    double (*slow)(const double *params, rr_type dtype);   /* fraction of undecided attempts; NULL: 0 */
    double (*aux)(const double *params);                   /* 1 if a sample needs a second draw, such as
                                                              a gamma's boost; NULL: 0 */
    double (*work)(const double *params, rr_type dtype);   /* relative work of an attempt, at least 1; NULL: 1 */
    double (*setup)(const double *params, rr_type dtype);  /* ns before the first sample with new parameters; NULL: 0 */
    double (*error)(const double *params, rr_type dtype);  /* largest relative error of the method, before
                                                              location and scale; NULL: rounding only */
    const rr_stage *stages;          /* the stages of a composite; NULL: it has its own draw */
    int inverse;                     /* 1: its table is computed from a density (reroll_density.h) */
} rr_method_info;

/* Returns information on a sampler's method; NULL for NULL. */
RR_API const rr_method_info *rr_sampler_method(const rr_sampler *sampler);

#ifdef __cplusplus
}
#endif

#endif
