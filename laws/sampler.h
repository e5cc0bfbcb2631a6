/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The descriptor of a sampler, which the list, the host and the targets use. Programs see rr_sampler_info and
 * rr_method_info (reroll_sampler.h), which are derived from it. */
#ifndef RR_SAMPLER_H
#define RR_SAMPLER_H

#include "reroll_core.h"
#include "reroll_law.h"

#define RR_ASCEND 1
#define RR_ASCEND_OR_EQUAL 2

/* The parts of a descriptor that programs see. */
typedef struct rr_about {
    rr_sampler_info info;
    rr_method_info method;
} rr_about;

struct rr_sampler {
    const char *name;                /* "normal:polar" */
    const char *law, *method;        /* "normal", "polar"; method is "" for the default one */
    const char *help;                /* one sentence */
    const char *source;              /* the paper or book */
    uint32_t bits_version;           /* changes when the samples change */
    uint32_t family;                 /* samplers of one family derive from the same draw */
    uint32_t dtypes;                 /* bit (1 << RR_F32), ... */
    uint32_t params;                 /* their number, at most RR_MAX_PARAMS */
    rr_param_info param[RR_MAX_PARAMS];
    rr_shape shape;                  /* of a sample */
    uint32_t default_k;              /* K where neither cols nor a parameter gives it; 0: it must be given */
    int rejects;                     /* 0: the first attempt is always accepted */
    double min_accept;               /* a lower bound on acceptance over all parameters */
    uint32_t cap;                    /* attempts; 0: depends on the parameters */
    double words[2];                 /* random words per attempt, f32 or u32 and f64 */
    double (*accept)(const double *params);  /* acceptance at these parameters, or NULL: always 1 */
    double (*slow)(const double *params, rr_type dtype);  /* fraction of attempts left undecided, or NULL: none */
    double (*aux)(const double *params);  /* 1 if a sample needs the auxiliary draw, otherwise 0; NULL: no sample needs it */
    double (*work)(const double *params, rr_type dtype);  /* work of an attempt, 1 where it is smallest, or NULL: always 1 */
    uint32_t fixed;                  /* bit p: parameter p must be one value for all samples: a table depends on it */
    double (*setup)(const double *params, rr_type dtype);  /* ns before the first sample of new parameters, or NULL: none */
    uint32_t table[2];               /* bytes that this set-up fills and keeps, f32 and f64; 0: none */
    double (*error)(const double *params, rr_type dtype);  /* largest relative error of a standard variate by the method
                                                              itself; NULL: only roundings of a closed formula */
    uint32_t digits;                 /* significant bits of the uniforms used for a sample; 0: all that its type holds */
    int outside;                     /* 1: outside the contract: bits may differ by machine (multivariate-normal:blas) */
    int counts;                      /* 1: samples are integers, the same in every dtype, whose range must hold them; f32
                                        rounds above 2^24, f64 above 2^53. Parameters are f64 for every dtype */
    int integers;                    /* of counts: not 0 where parameters are 64-bit integers (int64_t, or uint64_t in a job
                                        of u64); RR_ASCEND: each is above the one before it; RR_ASCEND_OR_EQUAL: or equal */
    const rr_stage *stages;          /* the samplers that it is composed of, or NULL: it has its own draw */
    /* For rows that a function computes from independent components (engine/abi/row.h) before parameter 0 is added: the
     * samplers of the row's further numbers, or an empty list if there are none. NULL: the sampler has no such rows. */
    const rr_stage *row_stages;
    uint32_t stages_k;               /* not 0: row_stages are for K equal to it, other_row_stages for all other K */
    const rr_stage *other_row_stages;
    unsigned char row_numbers;       /* rr_dim: the number of further numbers per row; RR_DIM_NONE: one */
    int monotone;                    /* 1: an inverse CDF, a monotone function of sampler uniform's U of the same index */
    const char *(*relate)(const double *params);  /* NULL, or returns an error message about relations between parameters,
                                                     or NULL; for a parameter of RR_RULE_SUM it gets the sum of the row */
    const rr_law *about;             /* facts about the distribution, shared by all its methods */
    const char *names;               /* other names of the sampler, words between blanks, or NULL */
    uint64_t digest;                 /* of its bits, as `reroll verify` computes it; 0 where they are outside the
                                      * contract */
    int inverse;                     /* 1: its table is computed from a density (reroll_density.h) */
    const rr_about *opened;          /* for a sampler that a program has opened, which is not in the list; otherwise NULL */
    const void *own;                 /* tables of a density that a program has opened, which is not in a list; otherwise
                                        NULL */
};

/* ---- Shapes -------------------------------------------------------------------------------------------------------- */

/* Samples are rows of the job: vectors, or matrices row by row. */
static inline int rr_is_row(const rr_sampler *s) { return s->shape.side[0] != RR_DIM_NONE; }

static inline int rr_is_covariance(const rr_sampler *s, uint32_t p) { return rr_shape_is_covariance(s->param[p].shape); }
static inline int rr_is_list(const rr_sampler *s, uint32_t p) { return rr_shape_is_list(s->param[p].shape); }

/* One value per row, where rows have other parameters with a value per component. */
static inline int rr_is_per_row(const rr_sampler *s, uint32_t p)
{
    return rr_is_row(s) && s->param[p].shape.side[0] == RR_DIM_NONE;
}

/* Bit p is set where is(s, p). */
static inline uint32_t rr_masked(const rr_sampler *s, int (*is)(const rr_sampler *s, uint32_t p))
{
    uint32_t mask = 0;
    for (uint32_t p = 0; p < s->params; ++p) mask |= (uint32_t)is(s, p) << p;
    return mask;
}
static inline uint32_t rr_covariances(const rr_sampler *s) { return rr_masked(s, rr_is_covariance); }
static inline uint32_t rr_lists(const rr_sampler *s) { return rr_masked(s, rr_is_list); }
static inline uint32_t rr_per_rows(const rr_sampler *s) { return rr_masked(s, rr_is_per_row); }

/* Arrays for all samples, which have no value per element: covariances and lists. */
static inline uint32_t rr_whole_params(const rr_sampler *s) { return rr_covariances(s) | rr_lists(s); }

/* The parameter with this rule, or s->params. */
static inline uint32_t rr_param_of_rule(const rr_sampler *s, rr_rule rule)
{
    uint32_t p = 0;
    while (p < s->params && s->param[p].shape.rule != rule) ++p;
    return p;
}
static inline int rr_has_rule(const rr_sampler *s, rr_rule rule) { return rr_param_of_rule(s, rule) < s->params; }

/* A row of this parameter may be all zeros (direction) or -infinity (logits of a row sampler), which is bad; or
 * s->params. */
static inline uint32_t rr_param_of_direction(const rr_sampler *s)
{
    const uint32_t p = rr_param_of_rule(s, RR_RULE_DIRECTION), q = rr_param_of_rule(s, RR_RULE_LOGITS);
    return p < s->params ? p : rr_is_row(s) ? q : s->params;
}

/* A list has weights, or logits, which are the logarithms of weights. */
static inline int rr_has_logits(const rr_sampler *s) { return rr_has_rule(s, RR_RULE_LOGITS); }
static inline int rr_has_weights(const rr_sampler *s) { return rr_has_rule(s, RR_RULE_WEIGHTS) || rr_has_logits(s); }

/* The first list has weights, and the other lists have a value for each weight. */
static inline int rr_is_mixture(const rr_sampler *s)
{
    const uint32_t lists = rr_lists(s);
    return (lists & (lists - 1)) && rr_has_rule(s, RR_RULE_WEIGHTS);
}

/* Lists of numbers that are read without a table of weights. */
static inline int rr_reads_numbers(const rr_sampler *s) { return rr_lists(s) && !rr_has_weights(s); }

#endif
