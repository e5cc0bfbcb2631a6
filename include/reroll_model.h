/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The analytic model of rejection in lockstep: how many iterations a warp takes, by strategy. Formulas only: nothing here
 * draws, measures or knows a sampler or a device.
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
 * Errors: an argument outside its stated range gives NaN, or the status -1 where a function has one. Nothing is printed.
 * Threads: all functions are pure; those that need memory take and free it themselves (-2: there was none). */
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

/* A trial. Both probabilities are kept, for either may be too small to be had from the other. */
typedef struct rr_chance {
    double accept, reject;
} rr_chance;

/* accept in (0, 1]; reject in [0, 1). Both fields are NaN outside. */
RR_API rr_chance rr_chance_accept(double accept);
RR_API rr_chance rr_chance_reject(double reject);

/* ---- loop: the exponentiated geometric law (Eqs. 2-9) ------------------------------------------------------------ */

/* N: iterations until each of `lanes` lanes (a whole number, 1 to 2^40) has had a success. P(N <= n) = (1 - rho^n)^t.
 * Relative error below 1e-12 wherever the CDF exceeds 1e-100, for rho 0 and from 1e-12 to 1 - 1e-9. n is a whole number
 * (below 1: pmf and CDF are 0, survival is 1). */
RR_API double rr_model_loop_pmf(rr_chance c, double lanes, double n);
RR_API double rr_model_loop_cdf(rr_chance c, double lanes, double n);
RR_API double rr_model_loop_survival(rr_chance c, double lanes, double n);   /* P(N > n) */

/* The least n with CDF >= u, u in [0, 1]; infinite for u = 1 unless rho is 0. */
RR_API double rr_model_loop_quantile(rr_chance c, double lanes, double u);

/* Of this law. */
RR_API double rr_model_loop_mean(rr_chance c, double lanes);
RR_API double rr_model_loop_variance(rr_chance c, double lanes);
RR_API double rr_model_loop_mode(rr_chance c, double lanes);   /* the lowest, if two n are as likely */

/* The same law by Thomas's way, a chain over the lanes that still wait, binomial from step to step: cdf[n - 1] for n = 1
 * ... count, and the mean if it is not NULL. lanes: 1 to 1024. 0, -1 or -2. */
RR_API int rr_model_loop_chain(rr_chance c, unsigned lanes, size_t count, double *cdf, double *mean);

/* ---- Approximations of loop's mean ------------------------------------------------------------------------------- */

typedef struct rr_model_approximation {
    const char *name;       /* "ridley-large" */
    const char *formula;    /* "ln(2 (rho - 1) t / ln rho) / lambda + 1" */
    const char *source;     /* "Ridley and Forget, Eq. 13, as printed" */
    const char *region;     /* where it claims to hold, in words */
    int (*holds)(rr_chance c, double lanes);      /* ... and as a test */
    double (*mean)(rr_chance c, double lanes);
} rr_model_approximation;

/* The approximations, the printed ones first: fills info and returns 1, or 0 when number is past the last. Static. */
RR_API int rr_model_approximation_list(size_t number, rr_model_approximation *info);

/* Eq. 10: exp(-rho^n t) for the CDF. Eq. 11: the difference of two, for the pmf; n may be any real number >= 0.
 * Eq. 12: the integral of Eq. 11 over n from 0 on, 1 if it were a law. */
RR_API double rr_model_ridley_cdf(rr_chance c, double lanes, double n);
RR_API double rr_model_ridley_pmf(rr_chance c, double lanes, double n);
RR_API double rr_model_ridley_norm(rr_chance c, double lanes);

/* ---- All strategies ---------------------------------------------------------------------------------------------- */

typedef enum rr_model_strategy {
    RR_MODEL_LOOP, RR_MODEL_CACHED, RR_MODEL_GROUPED, RR_MODEL_FIXED, RR_MODEL_REGROUP, RR_MODEL_REGROUP_AHEAD,
    RR_MODEL_REFILL, RR_MODEL_COMPACT
} rr_model_strategy;

/* Strategy number `number` by name, in the order above ("loop", ..., "regroup:ahead", ...); NULL past the last. Static. */
RR_API const char *rr_model_strategy_name(unsigned number);

/* What is asked. Fields that a strategy has no use for are ignored. */
typedef struct rr_model_query {
    size_t size;
    rr_model_strategy strategy;
    unsigned lanes;          /* of a warp: 1 to 64 (loop: to 1024) */
    rr_chance chance;
    unsigned group;          /* grouped: lanes that work on one sample; divides lanes */
    unsigned proposals;      /* fixed: 1 to 65536 */
    int goes_on;             /* fixed: M+; what is left is tried again, compacted, without an end */
    double change;           /* cached: probability, per lane and call, that the parameters have changed, so that what was
                                worked out ahead is lost; 0 to 1 */
    unsigned first;          /* cached, regroup:ahead: 0, the steady state; n, the n-th call from the first on, 1;
                                RR_MODEL_TILE, any of the calls for a tile, the first of which finds nothing done */
    unsigned tile;           /* samples of a tile: 1 to 65536 */
} rr_model_query;

#define RR_MODEL_TILE 0xffffffffu

#define RR_MODEL_QUERY_INIT { sizeof(rr_model_query), RR_MODEL_LOOP, 32, {1, 0}, 1, 8, 0, 0, 0, 4096 }

/* The answer. A *call* gives a row of samples (loop, cached, regroup, regroup:ahead: one a lane; grouped: lanes / group;
 * fixed: as many as fit side by side; RR_MODEL_TILE counts the last row of a tile, which may be part empty) or, for refill
 * and compact, a tile. An iteration is one attempt of every lane, and lanes that idle in it count; compact and what
 * fixed:M+ tries again are packed into registers of `lanes` lanes, and one register is an iteration. */
typedef struct rr_model_law {
    double samples;          /* of a call */
    double mean, variance;   /* of the iterations of a call */
    double mode;
    double attempts;         /* attempts that lanes spend on a sample, idle and wasted ones included */
    double efficiency;       /* (1 - fail) / (p attempts): 1 where no lane ever waits */
    double fail;             /* fixed: probability that a sample stays without an accepted proposal; else 0 */
} rr_model_law;

/* The law of a strategy, and, where pmf is not NULL, P(N = n) for n = 1 ... count in pmf[n - 1]. 0, -1 (an argument out of
 * range) or -2 (no memory). All laws are exact but for the means of compact and fixed:M+ at rho > 0.984, which are good to
 * 1e-4. regroup:ahead, and the last row of cached in a tile, may take no iteration: pmf sums to 1 - P(N = 0). mode is NaN
 * where it would have to be looked for too far (refill; a mean above 128). variance and mode are NaN and pmf is 0 for
 * compact and fixed:M+, whose passes are sums over a tile. */
RR_API int rr_model_ask(const rr_model_query *query, rr_model_law *law, double *pmf, size_t count);

/* The same for samples that differ in their chance: sample k has chance[k % samples]. rows calls are simulated by the
 * strategy's own rule with Philox under `seed`; law->mean and law->attempts are estimates, *error the standard error
 * of the mean. Any strategy; lanes to 64. loop, grouped and fixed have product forms below. */
RR_API int rr_model_simulate(const rr_model_query *query, const rr_chance *chance, size_t samples, uint64_t rows,
                             uint64_t seed, rr_model_law *law, double *error);

/* Lanes of a warp with chances of their own: P(N <= n) = product of (1 - rho_i^n), and its mean. */
RR_API double rr_model_mixed_cdf(const rr_chance *chance, size_t lanes, double n);
RR_API double rr_model_mixed_mean(const rr_chance *chance, size_t lanes);

/* Mean over samples of the probability that m proposals fail: the expected share of failures of fixed:M. */
RR_API double rr_model_mixed_fail(const rr_chance *chance, size_t samples, unsigned proposals);

/* ---- cached, in full (Thomas) ------------------------------------------------------------------------------------ */

/* States between calls: how many lanes hold a valid sample for the next call, 0 ... lanes. `steady` (lanes + 1 of them, or
 * NULL) is their law in the steady state by a linear solve; *gap, if not NULL, the largest difference from what power
 * iteration of the same chain converges to. lanes: 1 to 64. 0, -1 or -2. */
RR_API int rr_model_cached_steady(rr_chance c, unsigned lanes, double change, double *steady, double *gap);

/* ---- grouped, in full (Ridley and Forget, section 5) ------------------------------------------------------------- */

/* Samples an iteration: (t / g) / E[N of t / g lanes at rho^g]. group divides lanes. */
RR_API double rr_model_grouped_rate(rr_chance c, unsigned lanes, unsigned group);

/* The rejection probability up to which `group` beats 2 * group (1 for group = lanes): Table 1. lanes: a power of two. */
RR_API double rr_model_grouped_upto(unsigned lanes, unsigned group);

/* The average over rho of the speed-up of `group` over one lane a sample, in the region where group is best, by the
 * definition of that number; NaN past the last definition. */
typedef struct rr_model_speedup {
    const char *definition;
    double value;
} rr_model_speedup;
RR_API int rr_model_grouped_speedup(unsigned lanes, unsigned group, size_t definition, rr_model_speedup *speedup);

/* The best group at a chance, a power of two that divides lanes. */
RR_API unsigned rr_model_grouped_best(rr_chance c, unsigned lanes);

/* ---- fixed (Linderman) ------------------------------------------------------------------------------------------- */

RR_API double rr_model_fixed_fail(rr_chance c, double proposals);        /* rho^M */
RR_API double rr_model_fixed_proposals(rr_chance c, double fail);        /* the least M with rho^M <= fail, fail in (0, 1] */

#ifdef __cplusplus
}
#endif

#endif
