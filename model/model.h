/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Common declarations of the model. Sums and differences are in long double, so that results hold 1e-12 after the
 * magnification by t rho^n (to 230) and lambda n (to 30). No sampler uses the model: it has no influence on bits. */
#ifndef RR_MODEL_INTERNAL_H
#define RR_MODEL_INTERNAL_H

#include <math.h>
#include <string.h>

#include "reroll_model.h"

typedef long double rr_long;

#define RR_MODEL_LANES 64             /* of a warp */
#define RR_MODEL_LOOP_LANES 1024      /* for loop */
#define RR_MODEL_MAX_TILE 65536u
#define RR_MODEL_PI 3.14159265358979323846264338327950288L

/* ---- chance.c: a trial in full precision ---- */

typedef struct rr_trial {
    rr_long p, rho, lambda;           /* lambda = ln(1 / rho), infinite for rho = 0 */
} rr_trial;

int rr_chance_good(rr_chance c);
rr_trial rr_trial_of(rr_chance c);
rr_trial rr_trial_group(rr_trial one, unsigned g);   /* rejected when all g are */
rr_long rr_trial_power(rr_trial c, rr_long n);       /* rho^n */
rr_long rr_trial_rest(rr_trial c, rr_long n);        /* 1 - rho^n */
int rr_whole(double x, double low, double high);

/* ---- loop.c, loop_mean.c, harmonic.c ---- */

rr_long rr_trial_log_cdf(rr_trial c, rr_long t, rr_long n);    /* n > 0 */
rr_long rr_trial_survival(rr_trial c, rr_long t, rr_long n);   /* n >= 0 */
rr_long rr_trial_cdf(rr_trial c, rr_long t, rr_long n);
rr_long rr_trial_pmf(rr_trial c, rr_long t, rr_long n);        /* n >= 1 */
rr_long rr_trial_quantile(rr_trial c, rr_long t, rr_long u);
rr_long rr_trial_mode(rr_trial c, rr_long t);

typedef struct rr_model_moments {
    rr_long mean, variance;
} rr_model_moments;
rr_model_moments rr_trial_moments(rr_trial c, rr_long t);
rr_long rr_harmonic(rr_long t);        /* sum of 1 / k, k = 1 ... t */
rr_long rr_harmonic_squares(rr_long t);/* sum of 1 / k^2 */

/* ---- ridley.c ---- */

rr_long rr_exp_integral(rr_long x);    /* E1(x), x > 0 */

/* ---- binomial.c ---- */

/* Row n of the table of size m: P(k successes of n), k = 0 ... n, each with probability s; rows 0 ... m. */
#define RR_BINOMIAL_SIZE(m) (((size_t)(m) + 1) * ((size_t)(m) + 2) / 2)
#define RR_BINOMIAL_ROW(table, n) ((table) + (size_t)(n) * ((size_t)(n) + 1) / 2)
void rr_binomial_table(double *table, unsigned m, rr_long s, rr_long f);   /* f = 1 - s */

/* out[k], k = 0 ... n + m: distribution of the sum of two independent counts, a[0 ... n] and b[0 ... m]. */
void rr_convolve(double *out, const double *a, unsigned n, const double *b, unsigned m);

/* ---- tile.c ---- */

/* True if the tile is in its range; good: or is not asked for (first). */
int rr_tile_valid(const rr_model_query *q);
int rr_tile_good(const rr_model_query *q);

/* Rows of `side` samples each, except the last, which has `last`, 1 to side. */
typedef struct rr_tile_rows {
    unsigned rows, last;
} rr_tile_rows;
rr_tile_rows rr_tile_rows_of(const rr_model_query *q, unsigned side);

/* The samples of a row; of the rows of a tile with RR_MODEL_TILE their mean. */
double rr_row_samples(const rr_model_query *q, unsigned side);

/* True with RR_MODEL_TILE if the last row is partly empty: sets P(a row has r samples) in open[r], which the caller has set
 * to 0. */
int rr_row_starts(const rr_model_query *q, unsigned side, double *open);

/* ---- steady.c ---- */

/* The stationary distribution of a chain of n states, started in state 0: chain[i * n + j] = P(i -> j). solve destroys it;
 * power returns 0 or -2. */
void rr_steady_solve(double *chain, unsigned n, double *steady);
int rr_steady_power(const double *chain, unsigned n, double *steady);

/* From state 0: the distribution after `calls` steps, and the sum of the distributions at their starts. */
void rr_steady_after(const double *chain, unsigned n, unsigned calls, double *sum, double *law);

/* The same distribution alone, by squaring: up to 2^32 calls. 0 or -2. */
int rr_steady_call(const double *chain, unsigned n, unsigned calls, double *law);

/* ---- scan.c: the mode, by a scan of the distribution ---- */

/* P(N = n) for n = from, from + 1, ..., one per call. NaN where the mean is above 128. */
typedef double rr_next_probability(void *walk);
double rr_scan_mode(rr_next_probability *next, void *walk, unsigned from, double mean);

/* ---- The strategies: 0, -1, -2. They fill samples, mean, variance, mode, attempts, fail and the pmf. ---- */

typedef int rr_model_of(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count);
rr_model_of rr_model_of_loop, rr_model_of_cached, rr_model_of_grouped, rr_model_of_fixed, rr_model_of_regroup,
    rr_model_of_regroup_ahead, rr_model_of_refill, rr_model_of_compact;

/* loop.c: rows of `side` samples, one lane each. mixture.c: a mixture over r of loop with r lanes. */
void rr_model_fill_rows(const rr_model_query *q, rr_trial c, unsigned side, rr_model_law *law, double *pmf, size_t count);
void rr_model_fill_mixture(rr_trial c, const double *open, unsigned lanes, rr_model_law *law, double *pmf, size_t count);

/* bulk.c: registers of `lanes` lanes for `tile` samples from attempt `from` on, compacted after every attempt. */
rr_long rr_model_retry_registers(rr_trial c, unsigned lanes, unsigned tile, unsigned from);

#endif
