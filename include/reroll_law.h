/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Information on a distribution, the same for all its methods: moments, examples and synonyms of parameters. It is
 * rr_sampler_info.law.
 *
 *     const rr_sampler_info *s = rr_sampler_about(rr_sampler_find("gamma:table"));
 *     const double params[] = {2.5, 1};
 *     rr_moments m = s->law->moments(params);           // mean 2.5, variance 2.5
 *
 * The library's checks and benchmarks use this information. The contract does not cover the bits of moments, because the
 * machine's libm computes them. */
#ifndef REROLL_LAW_H
#define REROLL_LAW_H

#include "reroll_sampler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Moments to compare samples with. `variance` and `fourth` are central moments. They are finite and accurate at the
 * parameters of an rr_example with RR_FOR_MOMENTS. At other parameters they may be inaccurate, because digits cancel; a
 * moment that does not exist is NaN, infinite or a meaningless number. */
typedef struct rr_moments {
    double mean, variance, fourth;
} rr_moments;

/* The uses of an example, as flags. */
#define RR_FOR_MOMENTS 1u      /* mean and variance of many samples reveal a wrong distribution; low is equal to high */
#define RR_FOR_BENCH 2u        /* reroll bench measures it */
#define RR_FOR_STRATEGIES 4u   /* with RR_FOR_BENCH: methods that reject are measured with every strategy */
#define RR_FOR_PLAN 8u         /* predictions of the planner are compared with measurements */
#define RR_FOR_QUICK_PLAN 16u  /* with RR_FOR_PLAN: also in a quick comparison */
#define RR_FOR_REPORT 32u      /* with RR_FOR_BENCH: shown in short lists of distributions */

/* An example: parameters in the sampler's order. Where low and high differ, the parameter increases from low to high over
 * the samples. Some methods do not accept some examples, because of a range, a relation between parameters, or a parameter
 * that must be constant. */
typedef struct rr_example {
    uint32_t use;              /* RR_FOR_...; 0 ends a list */
    double low[RR_MAX_PARAMS], high[RR_MAX_PARAMS];
} rr_example;

/* Another name of a parameter, used by NumPy, SciPy, R or textbooks, for the same number. If `ours` is NULL, the number must
 * be converted, and `note` describes the conversion. */
typedef struct rr_synonym {
    const char *name;          /* "rate"; NULL ends a list */
    const char *ours;          /* "scale" */
    const char *note;          /* "gamma takes --scale, which is 1 / rate" */
} rr_synonym;

struct rr_law {
    rr_moments (*moments)(const double *params);  /* NULL if there are none */
    const char *no_moments;                       /* the reason why moments is NULL */
    const rr_example *examples;                   /* at least one has RR_FOR_BENCH */
    const rr_synonym *synonyms;                   /* NULL: none */
};

#ifdef __cplusplus
}
#endif

#endif
