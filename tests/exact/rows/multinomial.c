/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows that divide a total (multinomial, multivariate-hypergeometric, dirichlet-multinomial): known answers of their modules
 * (mpmath); the same bits from every strategy, instruction set, thread count, tile, cut and container; every row adds up;
 * long rows; weights that all rows share against the same weights per row; zero weights; refusals and failed rows; the
 * distribution.
 *
 * Distribution: 2^18 rows; means within 5.5 standard errors (4e-8 per component), covariances within 6 (2e-9 per entry),
 * computed from fourth moments as of nearly normal counts: an error of 1.7 % of a variance is seen. */
#include <math.h>

#include "tests/support/support.h"

enum { LAWS = 3, MAX = 17 };

static const char *const laws[LAWS] = {"multinomial", "multivariate-hypergeometric", "dirichlet-multinomial"};

/* Weights that all three accept, except that shapes may not be 0. */
static const double weights[LAWS][MAX] = {
    {0.2, 0, 3, 1e-9, 7, 0, 0.1, 2, 40, 0, 1, 1, 1e3, 5, 0.3, 0, 0},
    {20, 0, 300, 1, 7, 0, 12, 2, 4000, 0, 1, 1, 1e6, 50, 3, 0, 0},
    {0.2, 0.01, 3, 1e-5, 7, 0.5, 0.1, 2, 40, 5, 1, 1, 1e3, 5, 0.3, 0.5, 2},
};

static rr_job rows_job(int law, const double *total, const double *w, rr_type dtype, uint64_t rows, uint64_t cols)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(laws[law]);
    job.dtype = dtype;
    job.stream = rr_stream_make(11, 4);
    job.stream.next = 5;
    job.rows = rows;
    job.cols = cols;
    job.param[0] = (rr_param){total, RR_F64, 0, 0};
    job.param[1] = (rr_param){w, RR_F64, 0, 8};
    return job;
}

/* ---- Known answers ------------------------------------------------------------------------------------------------- */

static void known_case(FILE *f, int law, unsigned long long seed, unsigned long long stream, int cols, int rows)
{
    double total, w[MAX];
    assert_int_equal(fscanf(f, "%lf", &total), 1);
    for (int c = 0; c < cols; ++c) assert_int_equal(fscanf(f, "%lf", &w[c]), 1);
    for (int r = 0; r < rows; ++r) {
        unsigned long long index;
        int64_t want[MAX], have[MAX];
        assert_int_equal(fscanf(f, "%llx", &index), 1);
        for (int c = 0; c < cols; ++c) {
            long long k;
            assert_int_equal(fscanf(f, "%lld", &k), 1);
            want[c] = k;
        }
        rr_job job = rows_job(law, &total, w, RR_I64, 1, (uint64_t)cols);
        job.stream = rr_stream_make(seed, stream);
        job.stream.next = index;
        must_run(device("cpu"), &job, have);
        same_bits(want, have, (uint64_t)cols, 8, "%s of %g, row %llx", laws[law], total, index);
    }
}

static void known(void **state)
{
    static const char *const files[LAWS] = {"multinomial", "multivariate_hypergeometric", "dirichlet_multinomial"};
    static const int wanted[LAWS] = {9, 7, 6};
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        char name[96];
        unsigned long long seed, stream;
        int cols, rows, cases = 0;
        snprintf(name, sizeof name, "laws/multinomial/answers/%s.txt", files[law]);
        FILE *f = fopen(name, "r");
        if (!f) fail_msg("no %s: run this from the root of the repository", name);
        while (fgetc(f) != '\n') assert_false(feof(f));
        for (; fscanf(f, " case i64 %llx %llx %d %d", &seed, &stream, &cols, &rows) == 4; ++cases) {
            assert_true(rows >= 4);
            known_case(f, law, seed, stream, cols, rows);
        }
        assert_int_equal(cases, wanted[law]);
        fclose(f);
    }
}

/* ---- The same bits ------------------------------------------------------------------------------------------------- */

/* Totals, none above the sum of the colors, for inversion and rejection. */
static void give_totals(double *to, uint64_t rows)
{
    static const double totals[] = {0, 1, 3, 320, 17, 200, 300, 50};
    for (uint64_t r = 0; r < rows; ++r) to[r] = totals[mix(r) % 8];
}

static void check_sums(const int64_t *x, const double *total, uint64_t rows, uint64_t cols)
{
    for (uint64_t r = 0; r < rows; ++r) {
        int64_t sum = 0;
        for (uint64_t c = 0; c < cols; ++c) {
            assert_true(x[r * cols + c] >= 0);
            sum += x[r * cols + c];
        }
        assert_int_equal(sum, (int64_t)total[r]);
    }
}

static void one_shape(int law, uint64_t rows, uint64_t cols)
{
    static const char *const strategies[] = {"loop",   "cached",  "regroup", "regroup:ahead",
                                             "refill", "compact", "auto",    "grouped:4"};
    const uint64_t n = rows * cols;
    const char *names[8];
    const unsigned count = isas(names);
    double *total = malloc(rows * sizeof *total);
    int64_t *want = malloc(n * 8), *have = malloc(n * 8);
    rr_job job = rows_job(law, total, weights[law], RR_I64, rows, cols);
    job.param[0].row_stride = 8;
    give_totals(total, rows);
    must_run(device("cpu:scalar"), &job, want);
    check_sums(want, total, rows, cols);
    for (unsigned d = 0; d < count; ++d)
        for (size_t s = 0; s < sizeof strategies / sizeof *strategies; ++s) {
            const int fewer = !deep() && !strcmp(names[d], "cpu:scalar");   /* much slower */
            job.strategy = strategy(strategies[s]);
            job.rows = fewer ? rows / 5 : rows;
            memset(have, 0x55, n * 8);
            must_run(device("%s,threads=%d,tile=%d", names[d], 1 + (int)(s % 3), 64 << s % 4), &job, have);
            same_bits(want, have, job.rows * cols, 8, "%s %s, %s of %d columns", names[d], strategies[s], laws[law],
                      (int)cols);
        }
    job.rows = rows / 4;
    job.stream.next += rows / 3;
    job.param[0].data = total + rows / 3;
    must_run(device("cpu"), &job, have);
    same_bits(want + rows / 3 * cols, have, rows / 4 * cols, 8, "a piece of %d columns", (int)cols);
    free(total);
    free(want);
    free(have);
}

static void same_everywhere(void **state)
{
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        one_shape(law, 20000, 3);
        one_shape(law, 4000, 9);
        one_shape(law, 4000, MAX);
    }
}

/* Counts are the same in all containers; weights may be one row per draw, in any layout and any type. */
static void layouts(void **state)
{
    enum { ROWS = 300, COLS = 9 };
    static double by_column[COLS][ROWS], total[ROWS];
    static float narrow[ROWS][COLS];
    static int64_t want[ROWS * COLS], have[ROWS * COLS];
    static int32_t small[ROWS * COLS];
    static float reals[ROWS * COLS];
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        give_totals(total, ROWS);
        rr_job job = rows_job(law, total, weights[law], RR_I64, ROWS, COLS);
        job.param[0].row_stride = 8;
        job.param[0].col_stride = 123;   /* ignored with one value per row */
        must_run(device("cpu"), &job, want);
        for (int r = 0; r < ROWS; ++r)
            for (int c = 0; c < COLS; ++c) by_column[c][r] = narrow[r][c] = (float)weights[law][c];
        job.param[1] = (rr_param){by_column, RR_F64, 8, 8 * ROWS};
        if (law == 1) {   /* integers that f32 holds too */
            must_run(device("cpu,threads=2"), &job, have);
            same_bits(want, have, ROWS * COLS, 8, "colors by column");
        }
        must_run(device("cpu"), &job, want);
        job.param[1] = (rr_param){narrow, RR_F32, 4 * COLS, 4};
        must_run(device("cpu:scalar"), &job, have);
        same_bits(want, have, ROWS * COLS, 8, "f32 weights a row");
        job.dtype = RR_I32;
        must_run(device("cpu"), &job, small);
        job.dtype = RR_F32;
        must_run(device("cpu"), &job, reals);
        for (int k = 0; k < ROWS * COLS; ++k) assert_true(small[k] == want[k] && reals[k] == (float)want[k]);
    }
}

/* Longer than a thread's piece; and one value for all weights. */
static void long_rows(void **state)
{
    const uint64_t cols = 100003, rows = 3;
    const double one = 1, total = 1e6;
    const double each[3] = {total, total, total};
    int64_t *want = malloc(rows * cols * 8), *have = malloc(rows * cols * 8);
    double *w = malloc(cols * sizeof *w);
    (void)state;
    for (uint64_t c = 0; c < cols; ++c) w[c] = 1;
    for (int law = 0; law < LAWS; ++law) {
        rr_job job = rows_job(law, law == 1 ? &one : &total, w, RR_I64, rows, cols);
        must_run(device("cpu:scalar"), &job, want);
        check_sums(want, law == 1 ? (double[]){1, 1, 1} : each, rows, cols);
        job.param[1] = (rr_param){&one, RR_F64, 0, 0};
        must_run(device("cpu,threads=3"), &job, have);
        same_bits(want, have, rows * cols, 8, "long rows of %s", laws[law]);
    }
    free(w);
    free(want);
    free(have);
}

/* ---- Weights of 0, and bad ones ------------------------------------------------------------------------------------ */

static void zero_weights(void **state)
{
    static int64_t x[4096 * 17];
    const double total = 1000;
    (void)state;
    for (int law = 0; law < 2; ++law) {
        rr_job job = rows_job(law, &total, weights[law], RR_I64, 4096, MAX);
        must_run(device("cpu"), &job, x);
        for (int k = 0; k < 4096 * MAX; ++k)
            if (weights[law][k % MAX] == 0) assert_int_equal(x[k], 0);
    }
}

/* Row 4 of 6 is bad by its weight 1, or by its total: it is 0 as a whole, and all others are unchanged. */
static void check_bad(rr_job job, double *at, double bad, uint64_t element, const char *reported)
{
    int64_t good[18], x[18];
    const double before = *at;
    rr_result result = RR_RESULT_INIT;
    must_run(device("cpu"), &job, good);
    *at = bad;
    job.out = x;
    assert_int_equal(rr_check(device("cpu"), &job, &result), RR_ERR_PARAM);
    assert_int_equal(result.bad_index, element);
    result = (rr_result)RR_RESULT_INIT;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    assert_int_equal(result.bad_index, element);
    if (!strstr(result.message, reported)) fail_msg("\"%s\" does not say \"%s\"", result.message, reported);
    same_bits(good, x, 12, 8, "rows before");
    same_bits(good + 15, x + 15, 3, 8, "rows after");
    for (int c = 0; c < 3; ++c) assert_int_equal(x[12 + c], 0);
    *at = before;
}

static void bad_rows(void **state)
{
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        double w[18], total[6];
        for (int k = 0; k < 18; ++k) w[k] = 5 + k;
        for (int r = 0; r < 6; ++r) total[r] = 4 + r;
        rr_job job = rows_job(law, total, w, RR_I64, 6, 3);
        const char *const name = job.sampler->param[1].name, *const of = job.sampler->param[0].name;
        job.param[0].row_stride = 8;
        job.param[1].row_stride = 24;
        check_bad(job, &w[13], NAN, 13, name);
        check_bad(job, &w[13], -1, 13, name);
        check_bad(job, &w[13], INFINITY, 13, name);
        check_bad(job, &total[4], -1, 12, of);
        check_bad(job, &total[4], NAN, 12, of);
        check_bad(job, &total[4], 2.5, 12, of);
        check_bad(job, &total[4], 0x1p53 + 2, 12, of);
    }
    double w[18] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, total[6] = {1, 1, 1, 1, 3, 1};
    rr_job job = rows_job(0, total, w, RR_I64, 6, 3);
    job.param[0].row_stride = 8;
    job.param[1].row_stride = 24;
    w[12] = w[14] = 0;
    check_bad(job, &w[13], 0, 12, "positive");
    w[12] = w[14] = 1;
    job.sampler = rr_sampler_find(laws[1]);
    check_bad(job, &total[4], 4, 12, "at most the sum");
    check_bad(job, &w[13], 1.5, 12, "integers");
}

/* A power of 2 that multiplies the weights of a row changes no bit, though their sum overflows: for all rows, and for
 * some. */
static void large_weights(void **state)
{
    enum { ROWS = 1000, COLS = 5 };
    static const double few[COLS] = {3, 0, 7, 1.5, 2};
    static double w[ROWS * COLS];
    static int64_t want[ROWS * COLS], have[ROWS * COLS];
    const double total = 1000;
    (void)state;
    rr_job job = rows_job(0, &total, few, RR_I64, ROWS, COLS);
    must_run(device("cpu:scalar"), &job, want);
    job.param[1].data = w;
    for (int shift = 1015; shift <= 1021; ++shift) {
        for (int k = 0; k < ROWS * COLS; ++k) w[k] = ldexp(few[k % COLS], shift);
        must_run(device("cpu"), &job, have);
        same_bits(want, have, ROWS * COLS, 8, "weights times 2^%d", shift);
        assert_memory_equal(w, w + COLS, sizeof *w * COLS);   /* the caller's are as they were */
        assert_true(w[0] == ldexp(few[0], shift));
    }
    for (int k = 0; k < ROWS * COLS; ++k)
        w[k] = ldexp(few[k % COLS], k / COLS % 3 == 1 ? 1021 : k / COLS % 7 == 2 ? -1070 : 0);
    job.param[1].row_stride = 8 * COLS;
    must_run(device("cpu,threads=2,tile=64"), &job, have);
    same_bits(want, have, ROWS * COLS, 8, "rows of weights, some of them large");
}

/* Bad weights that all rows share: every row is bad. */
static void bad_for_all(void **state)
{
    double w[3] = {1, NAN, 2}, total = 7;
    int64_t x[12];
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        rr_job job = rows_job(law, &total, w, RR_I64, 4, 3);
        rr_result result = RR_RESULT_INIT;
        memset(x, 0x55, sizeof x);
        job.out = x;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_int_equal(result.bad_index, 1);
        for (int k = 0; k < 12; ++k) assert_int_equal(x[k], 0);
    }
}

/* ---- The distribution ---------------------------------------------------------------------------------------------- */

/* The covariance of a row is `scale` (diag(m) - m m' / n) of means m that add up to n. */
static void check_law(int law, double total, const double *w, int cols, double scale)
{
    const uint64_t rows = 1u << 18;
    double mean[8] = {0}, product[8][8] = {{0}}, all = 0;
    int64_t *x = malloc(rows * (uint64_t)cols * 8);
    rr_job job = rows_job(law, &total, w, RR_I64, rows, (uint64_t)cols);
    must_run(device("cpu"), &job, x);
    for (int c = 0; c < cols; ++c) all += w[c];
    for (uint64_t r = 0; r < rows; ++r)
        for (int a = 0; a < cols; ++a) {
            const double d = (double)x[r * (uint64_t)cols + (uint64_t)a] - total * w[a] / all;
            mean[a] += d / (double)rows;
            for (int b = 0; b <= a; ++b)
                product[a][b] += d * ((double)x[r * (uint64_t)cols + (uint64_t)b] - total * w[b] / all) / (double)rows;
        }
    for (int a = 0; a < cols; ++a) {
        const double p = w[a] / all, variance = scale * total * p * (1 - p);
        if (!(fabs(mean[a]) <= 5.5 * sqrt(variance / (double)rows)))
            fail_msg("%s: mean %d is off by %g", laws[law], a, mean[a]);
        for (int b = 0; b <= a; ++b) {
            const double q = w[b] / all, other = scale * total * q * (1 - q),
                         want = a == b ? variance : -scale * total * p * q;
            const double error = sqrt((variance * other * 1.3 + want * want) / (double)rows);
            if (fabs(product[a][b] - want) > 6 * error)
                fail_msg("%s: covariance (%d, %d) is %g, not %g", laws[law], a, b, product[a][b], want);
        }
    }
    free(x);
}

static void law(void **state)
{
    static const double fractions[] = {2, 3, 1, 4}, colors[] = {200, 300, 100, 400}, shapes[] = {20, 30, 10, 40};
    (void)state;
    check_law(0, 40, fractions, 4, 1);
    check_law(0, 1e5, fractions, 4, 1);
    check_law(1, 300, colors, 4, (1000 - 300.0) / (1000 - 1));
    check_law(2, 200, shapes, 4, (100.0 + 200) / (100 + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known), cmocka_unit_test(same_everywhere), cmocka_unit_test(layouts), cmocka_unit_test(long_rows),
        cmocka_unit_test(zero_weights), cmocka_unit_test(bad_rows), cmocka_unit_test(large_weights),
        cmocka_unit_test(bad_for_all), cmocka_unit_test(law),
    };
    return cmocka_run_group_tests_name("multinomial", tests, NULL, NULL);
}
