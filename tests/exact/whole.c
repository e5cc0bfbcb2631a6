/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows that are made as wholes (targets/cpu/whole.c): known answers of their rooms (mpmath); the same bits from every
 * strategy, instruction set, thread count, tile and cut; rows of one value, of a value a component and a row; long rows;
 * what is refused and withheld; the law: means and covariances of 2^17 rows within 6 standard errors (2e-9 an entry). */
#include <math.h>

#include "tests/support/support.h"
#include "tests/support/rows.h"

enum { MOST = 64 };

/* What is known of a law: its name, the file of its room, how many cases that has, good values of its parameters. */
typedef struct known_law {
    const char *name, *answers;
    int cases;
    double good[RR_MAX_PARAMS];
} known_law;

static const known_law laws[] = {
    {"brownian", "laws/brownian/answers/brownian.txt", 6, {0.5, 0.25, 2, 1}},
    {"brownian-bridge", "laws/brownian/answers/brownian_bridge.txt", 6, {0.5, 1, 3, 2}},
    {"ornstein-uhlenbeck", "laws/brownian/answers/ornstein_uhlenbeck.txt", 6, {1, 0.5, 0.75, 2}},
};
enum { LAWS = sizeof laws / sizeof *laws };

static rr_job rows_job(const known_law *law, rr_type dtype, uint64_t first, uint64_t rows, uint64_t cols)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(law->name);
    job.dtype = dtype;
    job.stream = rr_stream_make(11, 4);
    job.stream.next = first;
    job.rows = rows;
    job.cols = cols;
    for (uint32_t p = 0; p < job.sampler->params; ++p) job.param[p] = (rr_param){&law->good[p], RR_F64, 0, 0};
    return job;
}

static int is_per_row(const rr_sampler *s, uint32_t p) { return s->per_row >> p & 1; }

static double at(const void *x, rr_type dtype, uint64_t k)
{
    return dtype == RR_F64 ? ((const double *)x)[k] : (double)((const float *)x)[k];
}

/* ---- Known answers ------------------------------------------------------------------------------------------------- */

static void skip_comments(FILE *f)
{
    int c;
    while ((c = fgetc(f)) == '#')
        while ((c = fgetc(f)) != '\n') assert_true(c != EOF);
    ungetc(c, f);
}

/* Parameters of a case, each of one value or one a component. */
static void read_params(FILE *f, rr_job *job, double values[RR_MAX_PARAMS][MOST])
{
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        int count;
        assert_int_equal(fscanf(f, "%d", &count), 1);
        for (int k = 0; k < count; ++k) assert_int_equal(fscanf(f, "%lf", &values[p][k]), 1);
        job->param[p] = (rr_param){values[p], RR_F64, 0, count > 1 ? 8 : 0};
    }
}

static void known_row(FILE *f, rr_job job)
{
    double have[MOST];
    unsigned long long index;
    assert_int_equal(fscanf(f, "%llx", &index), 1);
    job.stream.next = index;
    must_run(device("cpu"), &job, have);
    for (uint64_t c = 0; c < job.cols; ++c) {
        double want, room;
        assert_int_equal(fscanf(f, "%lf %lf", &want, &room), 2);
        if (!(fabs(at(have, job.dtype, c) - want) <= room))
            fail_msg("%s row %llx: component %d is %.17g, not %.17g within %g", job.sampler->name, index, (int)c,
                     at(have, job.dtype, c), want, room);
    }
}

static void known(void **state)
{
    unsigned long long seed, stream;
    int cols, rows, bits;
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        double values[RR_MAX_PARAMS][MOST];
        FILE *f = fopen(laws[law].answers, "r");
        int cases = 0;
        if (!f) fail_msg("no %s: run this from the root of the repository", laws[law].answers);
        skip_comments(f);
        while (fscanf(f, " case f%d %llx %llx %d %d", &bits, &seed, &stream, &cols, &rows) == 5) {
            rr_job job = rows_job(&laws[law], bits == 64 ? RR_F64 : RR_F32, 0, 1, (uint64_t)cols);
            job.stream = rr_stream_make(seed, stream);
            read_params(f, &job, values);
            for (int r = 0; r < rows; ++r) known_row(f, job);
            ++cases;
        }
        assert_int_equal(cases, laws[law].cases);
        fclose(f);
    }
}

/* ---- The same bits ------------------------------------------------------------------------------------------------- */

/* A value for each row and, of a parameter of components, for each of these. */
static void vary(rr_job *job, double *own[RR_MAX_PARAMS])
{
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        const uint64_t n = is_per_row(job->sampler, p) ? 1 : job->cols;
        own[p] = malloc(job->rows * n * sizeof(double));
        for (uint64_t k = 0; k < job->rows * n; ++k) own[p][k] = 0.125 * (double)(1 + mix(k + 1000 * p) % 64);
        job->param[p] = (rr_param){own[p], RR_F64, (ptrdiff_t)(8 * n), n > 1 ? 8 : 77};   /* 77: of one value a row not looked at */
    }
}

static void one_shape(const known_law *law, rr_type dtype, uint64_t rows, uint64_t cols)
{
    static const char *const strategies[] = {"loop", "cached", "regroup", "refill", "compact", "auto", "grouped:4"};
    const uint64_t n = rows * cols, size = width(dtype), cut = rows / 3;
    const char *names[8];
    const unsigned count = isas(names);
    double *own[RR_MAX_PARAMS] = {0};
    char *want = malloc(n * size), *have = malloc(n * size);
    rr_job job = rows_job(law, dtype, 5, rows, cols);
    vary(&job, own);
    must_run(device("cpu:scalar"), &job, want);
    for (unsigned d = 0; d < count; ++d)
        for (size_t s = 0; s < sizeof strategies / sizeof *strategies; ++s) {
            job.strategy = strategy(strategies[s]);
            memset(have, 0x55, n * size);
            must_run(device("%s,threads=%d,tile=%d", names[d], 1 + (int)(s % 3), 64 << s % 4), &job, have);
            same_bits(want, have, n, (unsigned)size, "%s %s, %s of %d columns", names[d], strategies[s], law->name, (int)cols);
        }
    job.rows = 1;
    job.stream.next += cut;
    for (uint32_t p = 0; p < job.sampler->params; ++p)
        job.param[p].data = own[p] + cut * (uint64_t)job.param[p].row_stride / 8;
    must_run(device("cpu"), &job, have);
    same_bits(want + cut * cols * size, have, cols, (unsigned)size, "one row of %d columns", (int)cols);
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) free(own[p]);
    free(want);
    free(have);
}

static void same_everywhere(void **state)
{
    static const uint64_t columns[] = {2, 3, 17, 64, 6000};
    (void)state;
    for (int law = 0; law < LAWS; ++law)
        for (size_t k = 0; k < sizeof columns / sizeof *columns; ++k) {
            one_shape(&laws[law], RR_F32, 30000 / columns[k], columns[k]);
            one_shape(&laws[law], RR_F64, 30000 / columns[k], columns[k]);
        }
}

/* One value, that value for every component, and for every row: the same rows. */
static void same_values(void **state)
{
    enum { ROWS = 40, COLS = 9 };
    (void)state;
    for (int law = 0; law < LAWS; ++law)
        for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
            double want[ROWS * COLS], have[ROWS * COLS];
            float own[RR_MAX_PARAMS][ROWS * COLS];
            rr_job job = rows_job(&laws[law], dtype, 3, ROWS, COLS);
            must_run(device("cpu"), &job, want);
            for (uint32_t p = 0; p < job.sampler->params; ++p) {
                for (int k = 0; k < ROWS * COLS; ++k) own[p][k] = (float)laws[law].good[p];
                job.param[p] = (rr_param){own[p], RR_F32, 0, 4};
            }
            must_run(device("cpu"), &job, have);
            same_bits(want, have, ROWS * COLS, width(dtype), "%s, a value a component", laws[law].name);
            for (uint32_t p = 0; p < job.sampler->params; ++p) job.param[p].row_stride = 4 * COLS;
            must_run(device("cpu,threads=2"), &job, have);
            same_bits(want, have, ROWS * COLS, width(dtype), "%s, a value an element", laws[law].name);
        }
}

/* ---- What is refused and withheld ---------------------------------------------------------------------------------- */

static void bad_rows(void **state)
{
    static const double bad[] = {-1e31, 1e31, NAN, INFINITY, -INFINITY};
    (void)state;
    for (int law = 0; law < LAWS; ++law)
        for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) {
            double values[18], good[18], x[18];
            rr_job job = rows_job(&laws[law], RR_F64, 7, 6, 3);
            const int per_row = is_per_row(job.sampler, p);
            for (int k = 0; k < 18; ++k) values[k] = 1;
            job.param[p] = (rr_param){values, RR_F64, per_row ? 8 : 24, 8};
            if (!per_row) {
                bad_values_withhold_rows(job, job.sampler->param[p].name, &values[13], bad, sizeof bad / sizeof *bad);
                continue;
            }
            must_run(device("cpu"), &job, good);
            for (size_t b = 0; b < sizeof bad / sizeof *bad; ++b) {
                rr_result result = RR_RESULT_INIT;
                values[4] = bad[b];
                job.out = x;
                assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
                assert_int_equal(result.bad_index, 12);
                assert_non_null(strstr(result.message, job.sampler->param[p].name));
                same_bits(good, x, 12, 8, "rows before");
                same_bits(good + 15, x + 15, 3, 8, "rows after");
                for (int c = 0; c < 3; ++c) assert_true(isnan(x[12 + c]));
            }
        }
}

/* ---- The law ------------------------------------------------------------------------------------------------------- */

enum { TIMES = 4, ROWS = 1 << 17 };

static const double steps[TIMES] = {0.5, 0, 2, 0.25}, ends[TIMES] = {0.5, 0.5, 2.5, 2.75};

/* Mean of component c, and covariance of c >= d. */
static double mean_of(int law, int c)
{
    const double *g = laws[law].good;
    if (law == 0) return g[3] + g[1] * ends[c];
    if (law == 1) return g[1] + (g[2] - g[1]) * ends[c] / ends[TIMES - 1];
    return g[0];
}

static double covariance_of(int law, int c, int d)
{
    const double *g = laws[law].good;
    if (law == 0) return g[2] * g[2] * ends[d];
    if (law == 1) return g[3] * g[3] * ends[d] * (1 - ends[c] / ends[TIMES - 1]);
    return g[3] * g[3] * exp(-g[2] * (ends[c] - ends[d])) * (1 - exp(-2 * g[2] * ends[d])) / (2 * g[2]);
}

static void check_law(int law, const double *x)
{
    double sum[TIMES] = {0}, product[TIMES][TIMES] = {{0}};
    for (int r = 0; r < ROWS; ++r)
        for (int c = 0; c < TIMES; ++c) {
            const double away = x[r * TIMES + c] - mean_of(law, c);
            sum[c] += away;
            for (int d = 0; d <= c; ++d) product[c][d] += away * (x[r * TIMES + d] - mean_of(law, d));
        }
    for (int c = 0; c < TIMES; ++c) {
        const double own = covariance_of(law, c, c);
        if (!(fabs(sum[c] / ROWS) <= 6 * sqrt(own / ROWS))) fail_msg("%s: mean %d is off by %g", laws[law].name, c, sum[c] / ROWS);
        for (int d = 0; d <= c; ++d) {
            const double want = covariance_of(law, c, d), error = sqrt((own * covariance_of(law, d, d) + want * want) / ROWS);
            if (!(fabs(product[c][d] / ROWS - want) <= 6 * error))
                fail_msg("%s: covariance (%d, %d) is %g, not %g", laws[law].name, c, d, product[c][d] / ROWS, want);
        }
    }
}

static void law_of_times(void **state)
{
    static double x[ROWS * TIMES];
    (void)state;
    for (int law = 0; law < 3; ++law) {
        rr_job job = rows_job(&laws[law], RR_F64, 1, ROWS, TIMES);
        job.param[law == 2] = (rr_param){steps, RR_F64, 0, 8};
        must_run(device("cpu"), &job, x);
        check_law(law, x);
    }
}

/* Where a bridge ends, and where no time is left. */
static void bridge_ends(void **state)
{
    static const double none[3] = {1, 0, 0};
    double x[30];
    (void)state;
    rr_job job = rows_job(&laws[1], RR_F64, 1, 10, 3);
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < 10; ++r) assert_true(x[3 * r] != 3 && x[3 * r + 2] == 3);
    job.param[0] = (rr_param){none, RR_F64, 0, 8};
    must_run(device("cpu"), &job, x);
    for (int k = 0; k < 30; ++k) assert_true(x[k] == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(known), TEST(same_everywhere), TEST(same_values), TEST(bad_rows),
                                       TEST(law_of_times), TEST(bridge_ends)};
    return RUN(tests);
}
