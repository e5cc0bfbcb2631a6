/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Covariances for multivariate-normal, and jobs with them. */
#ifndef RR_TESTS_EXACT_ROWS_MULTIVARIATE_NORMAL_H
#define RR_TESTS_EXACT_ROWS_MULTIVARIATE_NORMAL_H

#include <math.h>

#include "engine/abi/panel.h"
#include "host/call/call.h"
#include "host/tables/tables.h"
#include "tests/support/support.h"

enum { MAX = 300 };
static double A[MAX * MAX], L[MAX * MAX];

static inline rr_job rows_job(const void *covariance, rr_type type, rr_type dtype, uint64_t first, uint64_t rows,
                              uint64_t cols)
{
    rr_job job = RR_JOB_INIT;
    const ptrdiff_t size = type == RR_F64 ? 8 : 4;
    job.sampler = rr_sampler_find("multivariate-normal");
    job.dtype = dtype;
    job.stream = rr_stream_make(11, 4);
    job.stream.next = first;
    job.rows = rows;
    job.cols = cols;
    job.param[1] = (rr_param){covariance, type, size * (ptrdiff_t)cols, size};
    return job;
}

/* Numbers in (-1, 1) that look random. */
static inline double any(uint64_t n)
{
    return (double)(mix(n) >> 11) * 0x1p-52 - 1;
}

/* B B' for an n x rank matrix B of such numbers, with rows scaled by factors from 10^-decades to 10^decades. */
static inline void of_rank(double *a, int n, int rank, double decades)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            double sum = 0;
            for (int k = 0; k < rank; ++k) sum += any((uint64_t)(i * 1000 + k)) * any((uint64_t)(j * 1000 + k));
            if (decades != 0) sum *= pow(10, decades * any((uint64_t)i)) * pow(10, decades * any((uint64_t)j));
            a[i * n + j] = a[j * n + i] = sum;
        }
}

static inline void filled(double *a, int n, double diagonal, double other)
{
    for (int i = 0; i < n * n; ++i) a[i] = i % (n + 1) ? other : diagonal;
}

/* The factor that the library makes, from its panels to l; the status of making it. */
static inline rr_status factor_of(const rr_job *job, double *l)
{
    rr_table table;
    rr_call call;
    const uint64_t n = job->cols;
    assert_int_equal(rr_call_validate(device("cpu"), job, &call, NULL), RR_OK);
    const rr_status status = rr_factor_take(&call, NULL, &table);
    for (uint64_t c = 0; c < n && status == RR_OK; ++c)
        for (uint64_t k = 0; k < n; ++k) {
            const uint64_t at = rr_panel_at(c / RR_PANEL) + k * RR_PANEL + c % RR_PANEL;
            const uint64_t lines = c / RR_PANEL * RR_PANEL + RR_PANEL;
            l[c * n + k] = k < lines ? rr_value_at(table.data, (uint32_t)at, width(job->dtype)) : 0;
        }
    rr_table_give(&table);
    return status;
}

/* Q diag(e) Q', where Q is two rotations with cosine and sine 3/5, 4/5. */
static inline void rotated(double a[9], double e0, double e1, double e2)
{
    static const double q[3][3] = {{0.6, 0.48, -0.64}, {-0.8, 0.36, -0.48}, {0, 0.8, 0.6}};
    const double e[3] = {e0, e1, e2};
    for (int i = 0; i < 9; ++i) a[i] = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j) {
            for (int k = 0; k < 3; ++k) a[i * 3 + j] += q[i][k] * e[k] * q[j][k];
            a[j * 3 + i] = a[i * 3 + j];
        }
}

#endif
