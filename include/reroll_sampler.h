/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll: what a sampler is. Its parameters, their ranges and shapes, the dtypes that it draws, its source.
 *
 *     const rr_sampler_info *gamma = rr_sampler_about(rr_sampler_find("gamma"));
 *     for (uint32_t p = 0; p < gamma->params; ++p) printf("%s: %s\n", gamma->param[p].name, gamma->param[p].help);
 *
 * All that is returned is static and never changes; of a distribution that a program has opened it lives until it is
 * closed. All functions may be called from any thread. */
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
    double fallback;        /* the default; NaN where the parameter must be given */
    rr_range f32, f64;      /* accepted in a job of f32 (or u32) and of f64; of integer samples, in one of i32 or u32, which
                               must hold them, and in any other. rr_param_range returns that of a dtype */
    rr_shape shape;
} rr_param_info;

typedef struct rr_sampler_info {
    const rr_sampler *sampler;       /* for rr_job.sampler */
    const char *name;                /* "normal:polar" */
    const char *distribution, *method;  /* "normal", "polar"; method is "" for the default one */
    const char *help;                /* one sentence */
    const char *source;              /* the paper or book */
    const char *aliases;             /* names in other libraries, between blanks; NULL: none */
    uint32_t bits_version;           /* changes when the numbers change */
    uint64_t digest;                 /* of its bits, as `reroll verify` makes it; 0 where they are outside the contract */
    uint32_t dtypes;                 /* bit (1 << RR_F32), ... */
    uint32_t params;                 /* the number of parameters */
    const rr_param_info *param;
    rr_shape shape;                  /* of a sample */
    uint32_t default_k;              /* K of a row where nothing gives it; 0: it must be given */
    int counts;                      /* 1: samples are integers, equal in every dtype that holds them; parameters are f64 */
    int integers;                    /* not 0: parameters are 64-bit integers, int64_t, in a job of u64 uint64_t */
    int monotone;                    /* 1: an inverse CDF, a monotone function of sampler uniform's U of the same index */
    int outside;                     /* 1: outside the contract: bits may differ by machine (multivariate-normal:blas) */
    int rejects;                     /* 0: the first attempt is always accepted */
    double min_accept;               /* a lower bound on acceptance over all parameters */
    double (*accept)(const double *params);        /* acceptance at these parameters; NULL: always 1 */
    const char *(*relate)(const double *params);   /* what is wrong between parameters, or NULL; NULL: any go together. Of a
                                                      parameter of RR_RULE_SUM it takes the sum of a row */
    const rr_law *law;               /* moments and examples of the distribution, the same for all its methods */
} rr_sampler_info;

/* NULL for NULL. */
RR_API const rr_sampler_info *rr_sampler_about(const rr_sampler *sampler);

/* The type that a job of this dtype converts its parameters to, RR_F32 or RR_F64, of integers RR_I64 or RR_U64: arrays of
 * that type are read in place. Integer parameters take values of other types that are integers in their range. */
RR_API rr_type rr_param_type(const rr_sampler *sampler, rr_type dtype);

/* What such a job accepts as its parameter number `param`. */
RR_API const rr_range *rr_param_range(const rr_sampler *sampler, rr_type dtype, uint32_t param);

/* The same in a job of these dimensions (RR_RULE_ABOVE_SIDE). */
RR_API rr_range rr_param_range_at(const rr_sampler *sampler, rr_type dtype, uint32_t param, const rr_dims *dims);

/* Names of dimensions, "K", "D", "R", "C", "N", and of rules, "weights", "increasing", "direction", "covariance",
 * "above side", "sum"; "" for RR_DIM_NONE and RR_RULE_NONE. Static. */
RR_API const char *rr_dim_name(unsigned dim);
RR_API const char *rr_rule_name(unsigned rule);

/* An array of the caller: its number of axes, 0 for one value, and the lengths of the last two. One axis is length[1]. */
typedef struct rr_extent {
    uint32_t axes;
    uint64_t length[2];
} rr_extent;

/* The dimensions of a job whose parameters are arrays of these extents, in the sampler's order. dims holds what the caller
 * asks for, 0 for what the arrays say, and gets all. RR_ERR_ARGUMENT: two of them disagree, or none gives a dimension; the
 * message has the names, or the sampler's where names is NULL. */
RR_API rr_status rr_sampler_sizes(const rr_sampler *sampler, const rr_extent *extent, const char *const *names,
                                  rr_dims *dims, rr_result *result);

/* Those of the sizes whose dimension the sampler has, 0 for all others: the dims of a job of these sizes. */
RR_API rr_dims rr_sampler_dims(const rr_sampler *sampler, rr_dims sizes);

/* Values of a sample, the cols of a job of rows: 1, K, D * D or R * C. */
RR_API uint64_t rr_sample_length(const rr_sampler *sampler, const rr_dims *dims);

/* ---- How it draws -------------------------------------------------------------------------------------------------- */

/* A composite sampler draws from others: each stage draws from one, with parameters computed from the sampler's own and from
 * what the stages before have drawn, and from a stream of its own. */
#define RR_MAX_STAGES 3

typedef struct rr_stage {
    const char *sampler;    /* "gamma"; NULL ends a list */
    uint32_t family;
    const char *what;       /* "the mean" */
} rr_stage;

/* What a planner and a benchmark ask of a method. */
typedef struct rr_method_info {
    uint32_t family;                 /* samplers of one family derive from the same draw */
    uint32_t cap;                    /* attempts; 0: depends on the parameters */
    uint32_t fixed;                  /* bit p: parameter p is one value for all samples of a job: a table depends on it */
    uint32_t digits;                 /* significant bits of the uniforms used for a sample; 0: all that its type holds */
    double words[2];                 /* random words per attempt, f32 or u32 and f64 */
    uint32_t table[2];               /* bytes of a table that is made for new parameters, f32 and f64; 0: none */
    double (*slow)(const double *params, rr_type dtype);   /* fraction of attempts left undecided, or NULL: none */
    double (*aux)(const double *params);                   /* 1 if a sample takes the auxiliary draw, else 0; NULL: never */
    double (*work)(const double *params, rr_type dtype);   /* work of an attempt, 1 where it is smallest; NULL: always 1 */
    double (*setup)(const double *params, rr_type dtype);  /* ns before the first sample of new parameters; NULL: none */
    double (*error)(const double *params, rr_type dtype);  /* its own largest relative error of a standard variate; NULL:
                                                              roundings of a closed formula only */
    const rr_stage *stages;          /* what it is composed of; NULL: it has a draw of its own */
    int inverse;                     /* 1: its table is made of a density (reroll_density.h) */
} rr_method_info;

/* NULL for NULL. */
RR_API const rr_method_info *rr_sampler_method(const rr_sampler *sampler);

#ifdef __cplusplus
}
#endif

#endif
