/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll: what is known of a distribution, one for all its methods: rr_sampler_info.law of each of them.
 *
 *     const rr_sampler_info *s = rr_sampler_about(rr_sampler_find("gamma:table"));
 *     const double params[] = {2.5, 1};
 *     rr_moments m = s->law->moments(params);           // mean 2.5, variance 2.5
 *
 * What checks and benchmarks of this library use; yours may too. Numbers of the moments are not bits of the contract: they
 * are made by the machine's own libm. */
#ifndef REROLL_LAW_H
#define REROLL_LAW_H

#include "reroll_sampler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Variance and fourth moment are about the mean. What the law has none of at these parameters is NaN, infinite or no
 * number of use: rr_example says where all are finite. */
typedef struct rr_moments {
    double mean, variance, fourth;
} rr_moments;

/* What an example is good for, as flags. */
#define RR_FOR_MOMENTS 1u      /* mean and variance of many draws tell a wrong law from a right one; low is high */
#define RR_FOR_BENCH 2u        /* a time that users ask for */
#define RR_FOR_STRATEGIES 4u   /* of RR_FOR_BENCH: methods that reject are measured with every strategy */
#define RR_FOR_PLAN 8u         /* predictions of the planner are compared with what is measured */
#define RR_FOR_QUICK_PLAN 16u  /* of RR_FOR_PLAN: in a quick comparison too */
#define RR_FOR_REPORT 32u      /* of RR_FOR_BENCH: shown where only a few laws are */

/* Parameters in the sampler's order. Where low and high differ a parameter runs from low to high over the samples. A method
 * may refuse an example, by a range, a rule between parameters or for values where it wants one. */
typedef struct rr_example {
    uint32_t use;              /* RR_FOR_...; 0 ends a list */
    double low[RR_MAX_PARAMS], high[RR_MAX_PARAMS];
} rr_example;

/* Another name of a parameter, NumPy's, SciPy's, R's or a textbook's, for the same number. Where `ours` is NULL the number
 * would have to be converted, and `note` says to what. */
typedef struct rr_synonym {
    const char *name;          /* "rate"; NULL ends a list */
    const char *ours;          /* "scale" */
    const char *note;          /* "gamma takes --scale, which is 1 / rate" */
} rr_synonym;

struct rr_law {
    rr_moments (*moments)(const double *params);  /* or NULL: */
    const char *no_moments;                       /* why there are none */
    const rr_example *examples;                   /* one RR_FOR_BENCH at least */
    const rr_synonym *synonyms;                   /* or NULL: none */
};

#ifdef __cplusplus
}
#endif

#endif
