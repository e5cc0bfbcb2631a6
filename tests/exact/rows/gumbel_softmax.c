/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gumbel-softmax: which component is the largest, and the odds of two of them. whole.c has its answers and bits. */
#include <math.h>

#include "tests/exact/rows/whole.h"

/* The largest component is c with probability softmax(logits)_c. With two components the logarithm of their odds is (logit
 * difference + logistic variate) / temperature. Components sum to 1. */
static void law_of_soft_categories(void **state)
{
    enum { K = 3 };
    static double x[ROWS * K];
    static const double logits[K] = {0, 1, -2}, temperature = 0.5;
    int cell[64] = {0};
    double largest[K] = {0}, all = 0;
    (void)state;
    rr_job job = rows_job(law_of("gumbel-softmax"), RR_F64, 1, ROWS, K);
    job.param[0] = (rr_param){logits, RR_F64, 0, 8};
    job.param[1] = (rr_param){&temperature, RR_F64, 0, 0};
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r) {
        const double *row = x + r * K;
        int max = 0;
        for (int c = 1; c < K; ++c) max = row[c] > row[max] ? c : max;
        ++largest[max];
        assert_true(fabs(row[0] + row[1] + row[2] - 1) < 1e-15);
    }
    for (int c = 0; c < K; ++c) all += exp(logits[c]);
    for (int c = 0; c < K; ++c)
        check_mean("a corner", largest[c], exp(logits[c]) / all, exp(logits[c]) / all * (1 - exp(logits[c]) / all));
    job.rows = ROWS, job.cols = 2;
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r) add_cell(cell, 1 / (1 + exp(-(temperature * log(x[2 * r + 1] / x[2 * r]) - 1))));
    check_cells("odds of two", cell);
}

/* A constant that is added to all logits, and leaves their differences as they are, changes no bit. */
static void added_constants(void **state)
{
    enum { K = 4 };
    static double x[2][100 * K];
    const double base[] = {1e15, -1e15, 0x1p52, 3}, temperature = 0.5;
    (void)state;
    rr_job job = rows_job(law_of("gumbel-softmax"), RR_F64, 1, 100, K);
    job.param[1] = (rr_param){&temperature, RR_F64, 0, 0};
    for (int k = -1; k < (int)(sizeof base / sizeof base[0]); ++k) {
        const double from = k < 0 ? 0 : base[k], logits[K] = {from, from + 1, from - 2, -INFINITY};
        job.param[0] = (rr_param){logits, RR_F64, 0, 8};
        must_run(device("cpu"), &job, x[k >= 0]);
        assert_memory_equal(x[0], x[k >= 0], sizeof x[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(law_of_soft_categories),
        TEST(added_constants),
    };
    return RUN(tests);
}
