/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The analytic model of rejection in lockstep: the number of iterations that a warp takes, by strategy. This header has
 * only formulas: nothing here draws, measures or depends on a sampler or a device.
 *
 *     rr_chance c = rr_chance_accept(0.5);
 *     rr_model_loop_mean(c, 32);                        // 6.36: iterations until all of 32 lanes have a sample
 *     rr_model_law law;
 *     rr_model_query q = RR_MODEL_QUERY_INIT;
 *     q.strategy = RR_MODEL_CACHED; q.lanes = 32; q.chance = c;
 *     rr_model_ask(&q, &law, NULL, 0);                  // law.mean is 3.76
 *
 * Notation: p = accept, rho = reject = 1 - p, t = lanes of a warp, lambda = ln(1 / rho), n = 1, 2, ... iterations.
 * Sources: Thomas, "Rejection methods on GPUs" (the chains); Ridley and Forget, Statistics and Computing 31 (2021) 30
 * (equation numbers are theirs); Linderman, "A Parallel Gamma Sampling Implementation", 2013 (fixed).
 *
 * Errors: an argument outside its stated range gives NaN, or the status -1 if the function returns a status. Status -2:
 * there is not enough memory. Nothing is printed.
 * Threads: all functions are pure. Those that need memory allocate and free it themselves. */
#ifndef REROLL_MODEL_H
#define REROLL_MODEL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define RR_API __attribute__((visibility("default")))
#else
#define RR_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The probabilities of an attempt. Both are stored, because either may be too small to be computed from the other. */
typedef struct rr_chance {
    double accept, reject;
} rr_chance;

/* Make a chance from accept in (0, 1] or from reject in [0, 1). Outside these ranges both fields are NaN. */
RR_API rr_chance rr_chance_accept(double accept);
RR_API rr_chance rr_chance_reject(double reject);

/* ---- loop: the exponentiated geometric distribution (Eqs. 2-9) --------------------------------------------------- */

/* N is the number of iterations until each of `lanes` lanes (an integer, 1 to 2^40) has had a success. P(N <= n) = (1 -
 * rho^n)^t. The relative error is below 1e-12 wherever the CDF is above 1e-100, for rho = 0 and for rho from 1e-12 to 1 -
 * 1e-9. n is an integer. For n below 1, pmf and CDF are 0 and survival is 1. */
RR_API double rr_model_loop_pmf(rr_chance c, double lanes, double n);
RR_API double rr_model_loop_cdf(rr_chance c, double lanes, double n);
RR_API double rr_model_loop_survival(rr_chance c, double lanes, double n);   /* P(N > n) */

/* The smallest n with CDF >= u, u in [0, 1]; infinite for u = 1 unless rho is 0. */
RR_API double rr_model_loop_quantile(rr_chance c, double lanes, double u);

/* Mean, variance and mode of N. */
RR_API double rr_model_loop_mean(rr_chance c, double lanes);
RR_API double rr_model_loop_variance(rr_chance c, double lanes);
RR_API double rr_model_loop_mode(rr_chance c, double lanes);   /* the smaller one, if two n are equally likely */

/* Computes the same distribution by Thomas's method: a chain over the number of lanes that still wait, with binomial
 * transitions. Writes cdf[n - 1] for n = 1 ... count, and the mean if `mean` is not NULL. lanes: 1 to 1024. Returns 0, -1
 * or -2. */
RR_API int rr_model_loop_chain(rr_chance c, unsigned lanes, size_t count, double *cdf, double *mean);

/* ---- Approximations of loop's mean ------------------------------------------------------------------------------- */

typedef struct rr_model_approximation {
    const char *name;       /* "ridley-large" */
    const char *formula;    /* "ln(2 (rho - 1) t / ln rho) / lambda + 1" */
    const char *source;     /* "Ridley and Forget, Eq. 13, as printed" */
    const char *region;     /* the region for which its authors state it, in words */
    int (*holds)(rr_chance c, double lanes);      /* that region as a test */
    double (*mean)(rr_chance c, double lanes);
} rr_model_approximation;

/* Fills info with approximation `number` and returns 1, or returns 0 past the last. Approximations as published come first.
 * Static. */
RR_API int rr_model_approximation_list(size_t number, rr_model_approximation *info);

/* Eq. 10: exp(-rho^n t) for the CDF. Eq. 11: the difference of two such values, for the pmf; n may be any real number >= 0.
 * Eq. 12: the integral of Eq. 11 over n from 0 on, which is 1 for a distribution. */
RR_API double rr_model_ridley_cdf(rr_chance c, double lanes, double n);
RR_API double rr_model_ridley_pmf(rr_chance c, double lanes, double n);
RR_API double rr_model_ridley_norm(rr_chance c, double lanes);

/* ---- All strategies ---------------------------------------------------------------------------------------------- */

typedef enum rr_model_strategy {
    RR_MODEL_LOOP, RR_MODEL_CACHED, RR_MODEL_GROUPED, RR_MODEL_FIXED, RR_MODEL_REGROUP, RR_MODEL_REGROUP_AHEAD,
    RR_MODEL_REFILL, RR_MODEL_COMPACT
} rr_model_strategy;

/* Returns the name of strategy `number`, in the order above ("loop", ..., "regroup:ahead", ...); NULL past the last.
 * Static. */
RR_API const char *rr_model_strategy_name(unsigned number);

/* A query. Fields that a strategy does not use are ignored. */
typedef struct rr_model_query {
    size_t size;
    rr_model_strategy strategy;
    unsigned lanes;          /* lanes of a warp: 1 to 64 (loop: to 1024; fixed: a power of two) */
    rr_chance chance;
    unsigned group;          /* grouped: lanes that work on one sample; divides lanes */
    unsigned proposals;      /* fixed: 1 to 65536 */
    int goes_on;             /* fixed: 1 for M+, which retries failed samples, compacted, without a limit */
    double change;           /* cached: probability, per lane and call, that the parameters have changed, so that the stored
                                sample is lost; 0 to 1 */
    unsigned first;          /* RR_MODEL_TILE: the average over the calls of a tile; cached and regroup:ahead have no stored
                                samples in its first call. These two also accept 0: the stationary state; n: call number n,
                                from 1 */
    unsigned tile;           /* samples of a tile: 1 to 65536 */
} rr_model_query;

#define RR_MODEL_TILE 0xffffffffu

#define RR_MODEL_QUERY_INIT { sizeof(rr_model_query), RR_MODEL_LOOP, 32, {1, 0}, 1, 8, 0, 0, 0, 4096 }

/* The result. A *call* gives a row of samples, or, for refill and compact, a tile. A row has one sample per lane (loop,
 * cached, regroup, regroup:ahead), lanes / group samples (grouped), or the number that fits side by side (fixed). With
 * RR_MODEL_TILE, and for fixed:M+, results are means over the rows of a tile, the last of which may be partly empty. An
 * iteration is one attempt of every lane, including idle lanes. compact, and the retries of fixed:M+, are packed into
 * registers of `lanes` lanes; one register is an iteration. */
typedef struct rr_model_law {
    double samples;          /* samples per call */
    double mean, variance;   /* of the number of iterations per call */
    double mode;
    double attempts;         /* lane attempts per sample, including idle and wasted ones */
    double efficiency;       /* (1 - fail) / (p attempts): 1 if no lane ever waits */
    double fail;             /* fixed: probability that a sample has no accepted proposal; otherwise 0 */
} rr_model_law;

/* Computes the distribution of a strategy's iterations N. If pmf is not NULL, writes P(N = n) for n = 1 ... count to pmf[n
 * - 1]. Returns 0, -1 (an argument is out of range) or -2 (no memory). All results are exact, except for the means of
 * compact and fixed:M+ at rho > 0.984, which are accurate to 1e-4. regroup:ahead, and the last row of cached in a tile,
 * may take no iteration, so their pmf sums to 1 - P(N = 0). mode is NaN where the search would be too long (refill; a mean
 * above 128). For compact and fixed:M+, whose passes are sums over a tile, variance and mode are NaN and pmf is 0. */
RR_API int rr_model_ask(const rr_model_query *query, rr_model_law *law, double *pmf, size_t count);

/* Simulates the same for samples with different chances: sample k has chance[k % samples]. `rows` calls follow the
 * strategy's own rule with Philox under `seed`. law->mean and law->attempts are estimates; *error is the standard error of
 * the mean. All strategies are supported; lanes is at most 64. Every attempt is made, so the time grows with rows and with
 * 1 / accept: a chance below 2^-20 is out of range. Where q.first = n, each row takes the time of n rows. Instead of a
 * simulation of loop, grouped and fixed, use the product forms below. */
RR_API int rr_model_simulate(const rr_model_query *query, const rr_chance *chance, size_t samples, uint64_t rows,
                             uint64_t seed, rr_model_law *law, double *error);

/* Lanes of a warp with different chances: P(N <= n) = product of (1 - rho_i^n), and its mean. */
RR_API double rr_model_mixed_cdf(const rr_chance *chance, size_t lanes, double n);
RR_API double rr_model_mixed_mean(const rr_chance *chance, size_t lanes);

/* The mean over samples of the probability that m proposals fail: the expected fraction of failures of fixed:M. */
RR_API double rr_model_mixed_fail(const rr_chance *chance, size_t samples, unsigned proposals);

/* ---- cached, in full (Thomas) ------------------------------------------------------------------------------------ */

/* The state between calls is the number of lanes that hold a valid sample for the next call, 0 ... lanes. Writes the
 * stationary distribution of the states, by a linear solve, to `steady` (lanes + 1 values, or NULL). If gap is not NULL,
 * *gap is set to the largest difference from the limit of power iteration on the same chain. lanes: 1 to 64. Returns 0, -1
 * or -2. */
RR_API int rr_model_cached_steady(rr_chance c, unsigned lanes, double change, double *steady, double *gap);

/* ---- grouped, in full (Ridley and Forget, section 5) ------------------------------------------------------------- */

/* Samples per iteration: (t / g) / E[N of t / g lanes at rho^g]. group divides lanes. */
RR_API double rr_model_grouped_rate(rr_chance c, unsigned lanes, unsigned group);

/* The rejection probability up to which `group` is faster than 2 * group (1 for group = lanes): Table 1. lanes: a power of
 * two. */
RR_API double rr_model_grouped_upto(unsigned lanes, unsigned group);

/* The speed-up of `group` over one lane per sample, averaged over the rho for which group is the best. `definition` selects
 * the kind of average. Fills speedup and returns 1, or returns 0 past the last definition and for an invalid argument. */
typedef struct rr_model_speedup {
    const char *definition;
    double value;
} rr_model_speedup;
RR_API int rr_model_grouped_speedup(unsigned lanes, unsigned group, size_t definition, rr_model_speedup *speedup);

/* Returns the best group at a chance, a power of two that divides lanes. lanes is at most 64; for more it returns 0. */
RR_API unsigned rr_model_grouped_best(rr_chance c, unsigned lanes);

/* ---- fixed (Linderman) ------------------------------------------------------------------------------------------- */

RR_API double rr_model_fixed_fail(rr_chance c, double proposals);        /* rho^M */
RR_API double rr_model_fixed_proposals(rr_chance c, double fail);        /* the smallest M with rho^M <= fail, fail in (0,
                                                                            1] */

#ifdef __cplusplus
}
#endif

#endif
