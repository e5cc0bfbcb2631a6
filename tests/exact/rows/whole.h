/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers of whole rows: their distributions with good parameters, jobs of them, and the comparisons of their tests. */
#ifndef RR_TESTS_EXACT_ROWS_WHOLE_H
#define RR_TESTS_EXACT_ROWS_WHOLE_H

#include <math.h>

#include "tests/support/support.h"

enum { MAX = 64 };

/* A distribution: its name, the file of its module, the number of cases there, and good values of its parameters (for one
 * above D - 1, the excess over that). */
typedef struct known_law {
    const char *name, *answers;
    int cases;
    double good[RR_MAX_PARAMS];
} known_law;

/* A tridiagonal matrix, by its diagonals. */
static const double diagonals[2 * MAX - 1] = {[MAX - 2] = 0.4, 1, 0.4};

static const known_law laws[] = {
    {"brownian", "laws/brownian/answers/brownian.txt", 6, {0.5, 0.25, 2, 1}},
    {"brownian-bridge", "laws/brownian/answers/brownian_bridge.txt", 6, {0.5, 1, 3, 2}},
    {"ornstein-uhlenbeck", "laws/brownian/answers/ornstein_uhlenbeck.txt", 6, {1, 0.5, 0.75, 2}},
    {"rotation", "laws/rotation/answers/rotation.txt", 6, {0}},
    {"orthogonal", "laws/rotation/answers/orthogonal.txt", 6, {0}},
    {"unitary", "laws/rotation/answers/unitary.txt", 6, {0}},
    {"wishart", "laws/wishart/answers/wishart.txt", 12, {0, 2}},
    {"wishart-cholesky", "laws/wishart/answers/wishart_cholesky.txt", 6, {0, 2}},
    {"inverse-wishart-cholesky", "laws/wishart/answers/inverse_wishart_cholesky.txt", 6, {0, 8}},
    {"inverse-wishart", "laws/wishart/answers/inverse_wishart.txt", 12, {0, 8}},
    {"lkj", "laws/lkj/answers/lkj.txt", 6, {1}},
    {"von-mises-fisher", "laws/von_mises_fisher/answers/von_mises_fisher.txt", 20, {1, 2}},
    {"lowrank-normal", "laws/multivariate_normal/answers/lowrank_normal.txt", 8, {1, 0, 0.5}},
    {"gumbel-softmax", "laws/gumbel_softmax/answers/gumbel_softmax.txt", 12, {0.5, 1}},
    {"matrix-normal", "laws/multivariate_normal/answers/matrix_normal.txt", 10, {0.5}},
    {"matrix-t", "laws/multivariate_normal/answers/matrix_t.txt", 16, {0.5, 0, 0, 5}},
};

enum { LAWS = sizeof laws / sizeof *laws, TIMED = 3 };   /* the first TIMED ones are processes in time */

static inline const known_law *law_of(const char *name)
{
    const known_law *law = laws;
    while (strcmp(law->name, name)) ++law;
    return law;
}

/* True if samples are R x C matrices. */
static inline int draws_oblongs(const rr_sampler *s) { return s->shape.side[0] == RR_DIM_R; }

/* Rows of such a matrix of cols numbers: the fewest that leave at most MAX columns. */
static inline uint64_t rows_of(uint64_t cols)
{
    uint64_t rows = 1;
    while (cols % rows || cols / rows > MAX) ++rows;
    return rows;
}

/* The lower bound of parameter p for samples of cols numbers. */
static inline double min(const rr_sampler *s, uint32_t p, uint64_t cols)
{
    return s->param[p].shape.rule == RR_RULE_ABOVE_SIDE ? sqrt((double)cols) - 1 : 0;
}

/* A factor with two columns. */
enum { RANK = 2, LONGEST = 6000 };

static inline void give_factor(rr_job *job, uint32_t p)
{
    static double w[LONGEST * RANK];
    for (int k = 0; k < LONGEST * RANK; ++k) w[k] = (k * 5 % 7 - 3) * 0.25;
    job->param[p] = (rr_param){w, RR_F64, 0, 8};
}

static inline rr_job rows_job(const known_law *law, rr_type dtype, uint64_t first, uint64_t rows, uint64_t cols)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(law->name);
    job.dtype = dtype;
    job.stream = rr_stream_make(11, 4);
    job.stream.next = first;
    job.rows = rows;
    job.cols = cols;
    job.dims = rr_sampler_dims(job.sampler, (rr_dims){.r = draws_oblongs(job.sampler) ? rows_of(cols) : RANK});
    for (uint32_t p = 0; p < job.sampler->params; ++p) {
        static double good[LAWS][RR_MAX_PARAMS];
        double *const own = &good[law - laws][p];
        *own = law->good[p] + min(job.sampler, p, cols);
        job.param[p] = (rr_param){own, RR_F64, 0, 0};
        if (rr_is_covariance(job.sampler, p)) job.param[p] = (rr_param){&diagonals[MAX - 1], RR_F64, -8, 8};
        if (rr_is_list(job.sampler, p)) give_factor(&job, p);
    }
    return job;
}

static inline double at(const void *x, rr_type dtype, uint64_t k)
{
    return dtype == RR_F64 ? ((const double *)x)[k] : (double)((const float *)x)[k];
}

enum { TIMES = 4, ROWS = 1 << 17 };

static inline void check_cells(const char *what, const int count[64])
{
    double chi2 = 0;
    for (int k = 0; k < 64; ++k) chi2 += (count[k] - ROWS / 64.0) * (count[k] - ROWS / 64.0) / (ROWS / 64.0);
    if (chi2 > 140) fail_msg("%s: chi-square %g of 63 degrees", what, chi2);
}

static inline double dot(const double *a, const double *b, int n, int step)
{
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += a[k * step] * b[k * step];
    return sum;
}

static inline void add_cell(int count[64], double u) { ++count[(int)fmin(63, fmax(0, 64 * u))]; }

/* Checks that the mean of rows with standard deviation sd is within 6 standard errors of `mean`. */
static inline void check_mean(const char *what, double sum, double mean, double variance)
{
    if (!(fabs(sum / ROWS - mean) <= 6 * sqrt(variance / ROWS))) fail_msg("%s: mean %g, not %g", what, sum / ROWS, mean);
}

#endif
