/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows that are made as wholes (targets/cpu/whole.c): known answers of their rooms (mpmath); the same bits from every
 * strategy, instruction set, thread count, tile and cut; rows of one value, of a value a component and a row; long rows;
 * what is refused and withheld; the law: means and covariances of 2^17 rows within 6 standard errors (2e-9 an entry). */
#include <math.h>

#include "tests/support/support.h"
#include "tests/support/rows.h"

enum { MOST = 64 };

/* What is known of a law: its name, the file of its room, how many cases that has, good values of its parameters, where one
 * is above D - 1 what it is above that. */
typedef struct known_law {
    const char *name, *answers;
    int cases;
    double good[RR_MAX_PARAMS];
} known_law;

/* A matrix of neighbours, by its diagonals. */
static const double diagonals[2 * MOST - 1] = {[MOST - 2] = 0.4, 1, 0.4};

static const known_law laws[] = {
    {"brownian", "laws/brownian/answers/brownian.txt", 6, {0.5, 0.25, 2, 1}},
    {"brownian-bridge", "laws/brownian/answers/brownian_bridge.txt", 6, {0.5, 1, 3, 2}},
    {"ornstein-uhlenbeck", "laws/brownian/answers/ornstein_uhlenbeck.txt", 6, {1, 0.5, 0.75, 2}},
    {"rotation", "laws/rotation/answers/rotation.txt", 6, {0}},
    {"wishart", "laws/wishart/answers/wishart.txt", 6, {0, 2}},
    {"inverse-wishart", "laws/wishart/answers/inverse_wishart.txt", 6, {0, 8}},
    {"lkj", "laws/lkj/answers/lkj.txt", 6, {1}},
    {"von-mises-fisher", "laws/von_mises_fisher/answers/von_mises_fisher.txt", 20, {1, 2}},
    {"lowrank-normal", "laws/multivariate_normal/answers/lowrank_normal.txt", 8, {1, 0, 0.5}},
    {"gumbel-softmax", "laws/gumbel_softmax/answers/gumbel_softmax.txt", 10, {0.5, 1}},
    {"matrix-normal", "laws/multivariate_normal/answers/matrix_normal.txt", 10, {0.5}},
};
enum { LAWS = sizeof laws / sizeof *laws, TIMED = 3 };   /* the first so many are in time */

/* How many components its rows have, where there is one number. */
static uint64_t only_of(const rr_sampler *s) { return s->other_stages ? 0 : s->components; }

static int is_square(const known_law *law) { return rr_sampler_find(law->name)->square != 0; }

/* Rows of a matrix of cols numbers whose sizes may differ: as few as leave no more than MOST columns. */
static uint64_t rows_of(uint64_t cols)
{
    uint64_t rows = 1;
    while (cols % rows || cols / rows > MOST) ++rows;
    return rows;
}

static int is_matrix_of(const known_law *law) { return is_square(law) || rr_sampler_find(law->name)->oblong; }

/* What parameter p of matrices of cols numbers is above. */
static double least(const rr_sampler *s, uint32_t p, uint64_t cols)
{
    return s->above >> p & 1 ? sqrt((double)cols) - 1 : 0;
}

static int is_per_row(const rr_sampler *s, uint32_t p) { return s->per_row >> p & 1; }

/* Is it one for all rows? */
static int is_matrix(const rr_sampler *s, uint32_t p) { return (s->matrix | s->weights) >> p & 1; }

/* The matrix that is taken as it is: two columns. */
enum { RANK = 2, LONGEST = 6000 };

static void give_factor(rr_job *job, uint32_t p)
{
    static double w[LONGEST * RANK];
    for (int k = 0; k < LONGEST * RANK; ++k) w[k] = (k * 5 % 7 - 3) * 0.25;
    job->weights = job->cols * RANK;
    job->param[p] = (rr_param){w, RR_F64, 0, 8};
}

static rr_job rows_job(const known_law *law, rr_type dtype, uint64_t first, uint64_t rows, uint64_t cols)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(law->name);
    job.dtype = dtype;
    job.stream = rr_stream_make(11, 4);
    job.stream.next = first;
    job.rows = rows;
    job.cols = cols;
    job.weights = job.sampler->oblong ? rows_of(cols) : 0;
    for (uint32_t p = 0; p < job.sampler->params; ++p) {
        static double good[LAWS][RR_MAX_PARAMS];
        double *const own = &good[law - laws][p];
        *own = law->good[p] + least(job.sampler, p, cols);
        job.param[p] = (rr_param){own, RR_F64, 0, 0};
        if (job.sampler->matrix >> p & 1) job.param[p] = (rr_param){&diagonals[MOST - 1], RR_F64, -8, 8};
        if (job.sampler->weights >> p & 1) give_factor(&job, p);
    }
    return job;
}

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
static void read_params(FILE *f, rr_job *job, double values[RR_MAX_PARAMS][MOST * RANK])
{
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        int count;
        assert_int_equal(fscanf(f, "%d", &count), 1);
        for (int k = 0; k < count; ++k) assert_int_equal(fscanf(f, "%lf", &values[p][k]), 1);
        job->param[p] = (rr_param){values[p], RR_F64, 0, count > 1 ? 8 : 0};
        if (job->sampler->matrix >> p & 1) job->param[p].row_stride = 8 * (ptrdiff_t)sqrt((double)count);
        if (job->sampler->oblong && p == 1) job->weights = (uint64_t)sqrt((double)count);
        if (job->sampler->weights >> p & 1) job->weights = (uint64_t)count;
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
        double values[RR_MAX_PARAMS][MOST * RANK];
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
        if (is_matrix(job->sampler, p)) continue;
        const uint64_t n = is_per_row(job->sampler, p) ? 1 : job->cols;
        own[p] = malloc(job->rows * n * sizeof(double));
        const double low = least(job->sampler, p, job->cols);
        for (uint64_t k = 0; k < job->rows * n; ++k) own[p][k] = low + 0.125 * (double)(1 + mix(k + 1000 * p) % 64);
        job->param[p] = (rr_param){own[p], RR_F64, (ptrdiff_t)(8 * n), n > 1 ? 8 : 77};   /* 77: is not looked at */
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
            same_bits(want, have, n, (unsigned)size, "%s %s, %s of %d columns", names[d], strategies[s], law->name,
                      (int)cols);
        }
    job.rows = 1;
    job.stream.next += cut;
    for (uint32_t p = 0; p < job.sampler->params; ++p)
        if (own[p]) job.param[p].data = own[p] + cut * (uint64_t)job.param[p].row_stride / 8;
    must_run(device("cpu"), &job, have);
    same_bits(want + cut * cols * size, have, cols, (unsigned)size, "one row of %d columns", (int)cols);
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) free(own[p]);
    free(want);
    free(have);
}

static void same_everywhere(void **state)
{
    static const uint64_t columns[2][5] = {{2, 3, 17, 64, 6000}, {4, 9, 289, 1024, 4096}};
    (void)state;
    for (int law = 0; law < LAWS; ++law)
        for (int k = 0; k < 5; ++k) {
            const uint64_t only = only_of(rr_sampler_find(laws[law].name));
            const uint64_t cols = only ? only : columns[is_matrix_of(&laws[law])][k];
            one_shape(&laws[law], RR_F32, 12000 / cols, cols);
            one_shape(&laws[law], RR_F64, 12000 / cols, cols);
        }
}

/* One value, that value for every component, and for every row: the same rows. */
static void same_values(void **state)
{
    enum { ROWS = 40, MOST_COLS = 9 };
    (void)state;
    for (int law = 0; law < LAWS; ++law)
        for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
            double want[ROWS * MOST_COLS], have[ROWS * MOST_COLS];
            float own[RR_MAX_PARAMS][ROWS * MOST_COLS];
            const uint64_t only = only_of(rr_sampler_find(laws[law].name));
            const uint64_t cols = only ? only : MOST_COLS, n = ROWS * cols;
            rr_job job = rows_job(&laws[law], dtype, 3, ROWS, cols);
            must_run(device("cpu"), &job, want);
            for (uint32_t p = 0; p < job.sampler->params; ++p) {
                if (is_matrix(job.sampler, p)) continue;
                for (uint64_t k = 0; k < n; ++k) own[p][k] = (float)*(const double *)job.param[p].data;
                job.param[p] = (rr_param){own[p], RR_F32, 0, 4};
            }
            must_run(device("cpu"), &job, have);
            same_bits(want, have, n, width(dtype), "%s, a value a component", laws[law].name);
            for (uint32_t p = 0; p < job.sampler->params; ++p)
                if (!is_matrix(job.sampler, p)) job.param[p].row_stride = 4 * (ptrdiff_t)cols;
            must_run(device("cpu,threads=2"), &job, have);
            same_bits(want, have, n, width(dtype), "%s, a value an element", laws[law].name);
        }
}

/* ---- What is refused and withheld ---------------------------------------------------------------------------------- */

/* A bad value of a parameter of rows withholds its row, and no other one. */
static void bad_row_values(const known_law *law, uint32_t p, uint64_t cols, const double *bad, size_t n)
{
    double values[6], good[54], x[54];
    rr_job job = rows_job(law, RR_F64, 7, 6, cols);
    for (int k = 0; k < 6; ++k) values[k] = *(const double *)job.param[p].data;
    job.param[p] = (rr_param){values, RR_F64, 8, 8};
    must_run(device("cpu"), &job, good);
    for (size_t b = 0; b < n; ++b) {
        rr_result result = RR_RESULT_INIT;
        values[4] = bad[b];
        job.out = x;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_int_equal(result.bad_index, 4 * cols);
        assert_non_null(strstr(result.message, job.sampler->param[p].name));
        assert_non_null(strstr(result.message, " of row 4 is outside its range"));
        same_bits(good, x, 4 * cols, 8, "rows before");
        same_bits(good + 5 * cols, x + 5 * cols, cols, 8, "rows after");
        for (uint64_t c = 0; c < cols; ++c) assert_true(isnan(x[4 * cols + c]));
    }
}

static void bad_rows(void **state)
{
    static const double bad[] = {-1e31, 1e31, NAN, INFINITY, -INFINITY, 2};
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        const rr_sampler *s = rr_sampler_find(laws[law].name);
        for (uint32_t p = 0; p < s->params; ++p) {
            double values[18];
            const size_t first = s->param[p].f64.high > 1e300 ? 2 : 0;
            const size_t some = (s->above >> p & 1 ? 6 : 5) - first;   /* D - 1 = 2 is not above itself */
            if (is_matrix(s, p)) continue;
            if (is_per_row(s, p)) {
                bad_row_values(&laws[law], p, is_square(&laws[law]) ? 9 : 3, bad + first, some);
                continue;
            }
            rr_job job = rows_job(&laws[law], RR_F64, 7, 6, 3);
            for (int k = 0; k < 18; ++k) values[k] = 1;
            job.param[p] = (rr_param){values, RR_F64, 24, 8};
            bad_values_withhold_rows(job, s->param[p].name, &values[13], bad + first, some);
        }
    }
}

/* Rows that are no matrix, or too large a one. */
static void odd_shapes(void **state)
{
    static const uint64_t columns[] = {2, 3, 5, 8, 255, 65535, 257 * 257, 4294836224};
    double x[16];
    (void)state;
    for (int law = TIMED; law < LAWS; ++law)
        for (size_t k = 0; k < sizeof columns / sizeof *columns; ++k) {
            rr_result result = RR_RESULT_INIT;
            rr_job job = rows_job(&laws[law], RR_F64, 7, 1, columns[k]);
            job.out = x;
            if (!is_square(&laws[law])) continue;
            assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
            assert_non_null(strstr(result.message, "K from 2 to 256"));
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
        if (!(fabs(sum[c] / ROWS) <= 6 * sqrt(own / ROWS)))
            fail_msg("%s: mean %d is off by %g", laws[law].name, c, sum[c] / ROWS);
        for (int d = 0; d <= c; ++d) {
            const double want = covariance_of(law, c, d);
            const double error = sqrt((own * covariance_of(law, d, d) + want * want) / ROWS);
            if (!(fabs(product[c][d] / ROWS - want) <= 6 * error))
                fail_msg("%s: covariance (%d, %d) is %g, not %g", laws[law].name, c, d, product[c][d] / ROWS, want);
        }
    }
}

static void law_of_times(void **state)
{
    static double x[ROWS * TIMES];
    (void)state;
    for (int law = 0; law < TIMED; ++law) {
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

static void check_cells(const char *what, const int count[64])
{
    double chi2 = 0;
    for (int k = 0; k < 64; ++k) chi2 += (count[k] - ROWS / 64.0) * (count[k] - ROWS / 64.0) / (ROWS / 64.0);
    if (chi2 > 140) fail_msg("%s: chi-square %g of 63 degrees", what, chi2);
}

/* ---- Rotations ----------------------------------------------------------------------------------------------------- */

static double dot(const double *a, const double *b, int n, int step)
{
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += a[k * step] * b[k * step];
    return sum;
}

/* Q Q' and Q' Q are 1; of three dimensions the determinant is. */
static void rotations_turn(void **state)
{
    static double q[100 * 100];
    (void)state;
    for (int d = 2; d <= 100; d += d < 9 ? 1 : 13)
        for (int seed = 0; seed < 5; ++seed) {
            rr_job job = rows_job(&laws[TIMED], RR_F64, (uint64_t)seed, 1, (uint64_t)(d * d));
            must_run(device("cpu"), &job, q);
            for (int a = 0; a < d; ++a)
                for (int b = 0; b <= a; ++b) {
                    assert_true(fabs(dot(q + a * d, q + b * d, d, 1) - (a == b)) < d * 0x1p-51);
                    assert_true(fabs(dot(q + a, q + b, d, d) - (a == b)) < d * 0x1p-51);
                }
            if (d == 2) assert_true(fabs(q[0] * q[3] - q[1] * q[2] - 1) < 1e-15);
        }
}

static double determinant(const double *q)
{
    return q[0] * (q[4] * q[8] - q[5] * q[7]) - q[1] * (q[3] * q[8] - q[5] * q[6]) + q[2] * (q[3] * q[7] - q[4] * q[6]);
}

/* An entry of three dimensions is uniform (Archimedes), and the turn of angle t has density (1 - cos t) / pi, distribution
 * (t - sin t) / pi: 64 equal cells, chi-square of 63 degrees above 140 has probability 8e-8. */
static void law_of_rotations(void **state)
{
    static double q[ROWS * 9];
    int entry[9][64] = {{0}}, angle[64] = {0};
    (void)state;
    rr_job job = rows_job(&laws[TIMED], RR_F64, 1, ROWS, 9);
    must_run(device("cpu"), &job, q);
    for (int r = 0; r < ROWS; ++r) {
        const double *m = q + 9 * r, t = acos(fmin(1, fmax(-1, (m[0] + m[4] + m[8] - 1) / 2)));
        assert_true(fabs(determinant(m) - 1) < 1e-14);
        for (int k = 0; k < 9; ++k) ++entry[k][(int)fmin(63, 32 * (m[k] + 1))];
        ++angle[(int)fmin(63, 64 * (t - sin(t)) / acos(-1))];
    }
    for (int k = 0; k < 9; ++k) check_cells("an entry", entry[k]);
    check_cells("the angle", angle);
}

/* ---- Wishart's matrices, correlations ------------------------------------------------------------------------------ */

/* The share of chi-square of an even number of degrees of freedom that is below x. */
static double chi2_below(double x, int df)
{
    double term = 1, sum = 1;
    for (int k = 1; k < df / 2; ++k) sum += term *= x / 2 / k;
    return 1 - exp(-x / 2) * sum;
}

static void add_cell(int count[64], double u) { ++count[(int)fmin(63, fmax(0, 64 * u))]; }

static double neighbours(int i, int j) { return diagonals[MOST - 1 + i - j]; }

/* The mean of rows whose own are `mean` and whose standard deviation is sd, within 6 errors of it. */
static void check_mean(const char *what, double sum, double mean, double variance)
{
    if (!(fabs(sum / ROWS - mean) <= 6 * sqrt(variance / ROWS))) fail_msg("%s: mean %g, not %g", what, sum / ROWS, mean);
}

/* Three dimensions. A diagonal entry over that of the scale is chi-square of df, of the inverse law that of the scale over
 * an entry, of df - 2; the determinants' ratio is a product of chi-squares of df, df - 1 and df - 2. */
static void law_of_matrices(int law, int df, int inverse)
{
    static double x[ROWS * 9];
    int count[3][64] = {{0}};
    double sum[9] = {0}, ratio = 0;
    const double scale[9] = {1, 0.4, 0, 0.4, 1, 0.4, 0, 0.4, 1}, e = df - 3;
    rr_job job = rows_job(&laws[law], RR_F64, 1, ROWS, 9);
    assert_true(*(const double *)job.param[1].data == df);
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r) {
        const double *m = x + 9 * r, times = determinant(m) / determinant(scale);
        for (int k = 0; k < 9; ++k) sum[k] += m[k];
        for (int a = 0; a < 3; ++a)
            add_cell(count[a], inverse ? chi2_below(1 / m[4 * a], df - 2) : chi2_below(m[4 * a], df));
        for (int k = 0; k < 9; ++k) assert_true(m[k] == m[k % 3 * 3 + k / 3]);
        ratio += inverse ? 1 / times : times;
    }
    for (int a = 0; a < 3; ++a) check_cells(laws[law].name, count[a]);
    for (int k = 0; k < 9; ++k) {
        const double s = neighbours(k / 3, k % 3);
        check_mean(laws[law].name, sum[k], inverse ? s / (e - 1) : df * s,
                   inverse ? ((e + 1) * s * s + e - 1) / (e * (e - 1) * (e - 1) * (e - 3)) : df * (s * s + 1));
    }
    const double n = df, mean = n * (n - 1) * (n - 2);
    check_mean("the determinant", ratio, mean, mean * ((n + 2) * (n + 1) * n - mean));
}

static void law_of_wishart(void **state)
{
    (void)state;
    law_of_matrices(TIMED + 1, 4, 0);
    law_of_matrices(TIMED + 2, 10, 1);
}

/* eta = 1 is uniform: of three dimensions a correlation has the semicircle's law, and the last diagonal entry's square is
 * uniform, whatever the other correlation of its row is. */
static void law_of_correlations(void **state)
{
    static double l[ROWS * 9];
    int count[4][64] = {{0}};
    double product = 0;
    (void)state;
    rr_job job = rows_job(&laws[TIMED + 3], RR_F64, 1, ROWS, 9);
    must_run(device("cpu"), &job, l);
    for (int r = 0; r < ROWS; ++r) {
        const double *m = l + 9 * r, rho[3] = {m[3], m[6], m[3] * m[6] + m[4] * m[7]};
        assert_true(m[0] == 1 && m[1] == 0 && m[2] == 0 && m[5] == 0 && m[4] > 0 && m[8] > 0);
        for (int a = 0; a < 3; ++a) assert_true(fabs(dot(m + 3 * a, m + 3 * a, 3, 1) - 1) < 1e-15);
        for (int k = 0; k < 3; ++k) add_cell(count[k], 0.5 + (rho[k] * sqrt(1 - rho[k] * rho[k]) + asin(rho[k])) / acos(-1));
        add_cell(count[3], m[8] * m[8]);
        product += (m[8] * m[8] - 0.5) * m[3];
    }
    for (int k = 0; k < 4; ++k) check_cells("correlations", count[k]);
    check_mean("a product", product, 0, 1.0 / 48);
}

/* ---- Points about a direction -------------------------------------------------------------------------------------- */

/* The height is exponential between -1 and 1, and the angle across uniform, here from any two directions across the mean. */
static void points_about(const double mean[3], double kappa)
{
    static double x[ROWS * 3];
    int height[64] = {0}, angle[64] = {0};
    const double length = sqrt(dot(mean, mean, 3, 1)), m[3] = {mean[0] / length, mean[1] / length, mean[2] / length};
    const double flat = hypot(m[0], m[1]), b[3] = {-m[1] / flat, m[0] / flat, 0};
    const double c[3] = {m[1] * b[2] - m[2] * b[1], m[2] * b[0] - m[0] * b[2], m[0] * b[1] - m[1] * b[0]};
    rr_job job = rows_job(&laws[TIMED + 4], RR_F64, 1, ROWS, 3);
    job.param[0] = (rr_param){mean, RR_F64, 0, 8};
    job.param[1] = (rr_param){&kappa, RR_F64, 0, 0};
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r) {
        const double *at = x + 3 * r, w = dot(at, m, 3, 1);
        assert_true(fabs(dot(at, at, 3, 1) - 1) < 2e-15);
        add_cell(height, kappa > 0 ? expm1(kappa * (w + 1)) / expm1(2 * kappa) : (w + 1) / 2);
        add_cell(angle, 0.5 + atan2(dot(at, b, 3, 1), dot(at, c, 3, 1)) / (2 * acos(-1)));
    }
    check_cells("a height", height);
    check_cells("an angle", angle);
}

/* A row whose direction is 0 is refused by name, with the first such row, and withheld; no other one is. */
static void no_directions(void **state)
{
    enum { K = 4, MANY = 6 };
    double mean[MANY * K], good[MANY * K], x[MANY * K];
    (void)state;
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype)
        for (int all = 0; all < 2; ++all) {
            rr_job job = rows_job(&laws[TIMED + 4], dtype, 9, MANY, K);
            for (int k = 0; k < MANY * K; ++k) mean[k] = k % K == 2 ? 1e-40 : 0;   /* in f32 a denormal */
            job.param[0] = (rr_param){mean, RR_F64, all ? 0 : 8 * K, 8};
            must_run(device("cpu"), &job, good);
            mean[all ? 2 : 3 * K + 2] = dtype == RR_F32 ? -1e-46 : -0.0;   /* which is -0 in f32 */
            for (int what = 0; what < 2; ++what) {
                rr_result result = RR_RESULT_INIT;
                job.out = x;
                assert_int_equal((what ? rr_check : rr_run)(device("cpu,threads=2"), &job, &result), RR_ERR_PARAM);
                assert_int_equal(result.bad_index, all ? 0 : 3 * K);
                assert_non_null(strstr(result.message, "mean"));
                assert_non_null(strstr(result.message, "all its values are 0"));
            }
            for (int r = 0; r < MANY; ++r)
                for (int c = 0; c < K; ++c) assert_int_equal(isnan(at(x, dtype, (uint64_t)(r * K + c))), all || r == 3);
            if (!all) same_bits(good, x, 3 * K, width(dtype), "rows before");
            if (!all)
                same_bits((char *)good + 4 * K * width(dtype), (char *)x + 4 * K * width(dtype), 2 * K, width(dtype),
                          "after");
        }
}

/* In K dimensions, K not 3: mean and variance of the cosine by the midpoint rule over the angle; the direction across is
 * uniform: its parts along the first two axes across the mean have mean 0, variance 1 / (K - 1), and no correlation. Of two
 * dimensions it is either side, and the angle's sine has the sign of that. */
static void points_of(int k, double lean, double kappa)
{
    static double x[ROWS * 64];
    enum { STEPS = 20000 };
    double m[64], b[64] = {0}, c[64] = {0}, moment[5] = {0}, sum[6] = {0};
    rr_job job = rows_job(&laws[TIMED + 4], RR_F64, 1, ROWS, (uint64_t)k);
    for (int i = 0; i < k; ++i) m[i] = (i % 2 ? -lean : 1) + i;
    const double length = sqrt(dot(m, m, k, 1));
    job.param[0] = (rr_param){m, RR_F64, 0, 8};
    job.param[1] = (rr_param){&kappa, RR_F64, 0, 0};
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < k; ++i) m[i] /= length;
    const double flat = hypot(m[0], m[1]), rest = k > 2 ? sqrt(1 - m[2] * m[2]) : 1;
    b[0] = -m[1] / flat, b[1] = m[0] / flat;
    for (int i = 0; i < k && k > 2; ++i) c[i] = ((i == 2) - m[2] * m[i]) / rest;
    for (int s = 0; s < STEPS; ++s) {
        const double angle = (s + 0.5) / STEPS * acos(-1), weight = exp(kappa * (cos(angle) - 1)) * pow(sin(angle), k - 2);
        for (int n = 0; n < 5; ++n) moment[n] += weight * pow(cos(angle), n);
    }
    for (int n = 4; n >= 0; --n) moment[n] /= moment[0];
    for (int r = 0; r < ROWS; ++r) {
        const double *row = x + r * k, w = dot(row, m, k, 1), across = sqrt((1 - w) * (1 + w));
        const double p = dot(row, b, k, 1) / across, q = dot(row, c, k, 1) / across;
        const double part[6] = {w, w * w, p, p * p, q, p * q};
        assert_true(fabs(dot(row, row, k, 1) - 1) < 4e-15);
        for (int n = 0; n < 6; ++n) sum[n] += part[n];
    }
    const double d = k - 1, fourth = 3 / (d * (d + 2));
    check_mean("the cosine", sum[0], moment[1], moment[2] - moment[1] * moment[1]);
    check_mean("its square", sum[1], moment[2], moment[4] - moment[2] * moment[2]);
    check_mean("across", sum[2], 0, 1 / d);
    check_mean("its square", sum[3], 1 / d, fourth - 1 / (d * d) + 1e-12);
    if (k > 2) check_mean("across", sum[4], 0, 1 / d);
    if (k > 3) check_mean("the product", sum[5], dot(b, c, k, 1) / d, 1 / d);
}

/* Covariances W W' + diag, of every two components; of means a row. */
static void law_of_low_rank(void **state)
{
    enum { K = 4 };
    static double x[ROWS * K];
    static const double w[K * 3] = {1, 0.5, 0, -2, 0, 0.25, 0, 0, 0, 0.5, 3, -1}, diag[K] = {0.5, 0, 2, 1},
                              mean[K] = {0, 1, -1, 10};
    double sum[K] = {0}, product[K][K] = {{0}}, want[K][K];
    (void)state;
    rr_job job = rows_job(&laws[TIMED + 5], RR_F64, 1, ROWS, K);
    job.param[0] = (rr_param){mean, RR_F64, 0, 8};
    job.param[1] = (rr_param){w, RR_F64, 0, 8};
    job.param[2] = (rr_param){diag, RR_F64, 0, 8};
    job.weights = K * 3;
    must_run(device("cpu"), &job, x);
    for (int c = 0; c < K; ++c)
        for (int d = 0; d <= c; ++d) want[c][d] = dot(w + 3 * c, w + 3 * d, 3, 1) + (c == d ? diag[c] : 0);
    for (int r = 0; r < ROWS; ++r)
        for (int c = 0; c < K; ++c) {
            const double away = x[r * K + c] - mean[c];
            sum[c] += away;
            for (int d = 0; d <= c; ++d) product[c][d] += away * (x[r * K + d] - mean[d]);
        }
    for (int c = 0; c < K; ++c) {
        check_mean("a mean", sum[c], 0, want[c][c]);
        for (int d = 0; d <= c; ++d)
            check_mean("a covariance", product[c][d], want[c][d], want[c][c] * want[d][d] + want[c][d] * want[c][d]);
    }
}

/* The matrix: how many numbers it has, what they are, and that it is one for all rows. */
static void bad_factors(void **state)
{
    enum { K = 3 };
    static const struct { uint64_t weights; ptrdiff_t row_stride; double first; rr_status status; const char *message; } bad[] = {
        {4, 0, 1, RR_ERR_ARGUMENT, "factor has, is not columns * R"},
        {257 * K, 0, 1, RR_ERR_ARGUMENT, "R from 1 to 256"},
        {0, 0, 1, RR_ERR_ARGUMENT, "weights, their number"},
        {2 * K, 8, 1, RR_ERR_ARGUMENT, "row_stride is 0"},
        {2 * K, 0, NAN, RR_ERR_PARAM, "element 0 of factor is nan: all are finite"},
        {2 * K, 0, INFINITY, RR_ERR_PARAM, "element 0 of factor is inf: all are finite"},
    };
    double x[2 * K], w[257 * K] = {0};
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        rr_result result = RR_RESULT_INIT;
        rr_job job = rows_job(&laws[TIMED + 5], RR_F64, 1, 2, K);
        w[0] = bad[k].first;
        job.weights = bad[k].weights;
        job.param[1] = (rr_param){w, RR_F64, bad[k].row_stride, 8};
        job.out = x;
        assert_int_equal(rr_run(device("cpu"), &job, &result), bad[k].status);
        assert_non_null(strstr(result.message, bad[k].message));
        assert_int_equal(rr_check(device("cpu"), &job, &result), bad[k].status);
    }
    rr_result result = RR_RESULT_INIT;
    rr_job job = rows_job(&laws[TIMED + 5], RR_F64, (uint64_t)1 << 60, 1,
                          K);   /* its components have indices, its numbers don't */
    job.weights = 16 * K;
    job.param[1] = (rr_param){w, RR_F64, 0, 8};
    job.out = x;
    w[0] = 1;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_INDEX);
}

/* The largest component is c with probability softmax(logits); with two the logarithm of their odds is logit differences and
 * a logistic variate, over the temperature. Components have the sum 1. */
static void law_of_soft_categories(void **state)
{
    enum { K = 3 };
    static double x[ROWS * K];
    static const double logits[K] = {0, 1, -2}, temperature = 0.5;
    int cell[64] = {0};
    double largest[K] = {0}, all = 0;
    (void)state;
    rr_job job = rows_job(&laws[TIMED + 6], RR_F64, 1, ROWS, K);
    job.param[0] = (rr_param){logits, RR_F64, 0, 8};
    job.param[1] = (rr_param){&temperature, RR_F64, 0, 0};
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r) {
        const double *row = x + r * K;
        int most = 0;
        for (int c = 1; c < K; ++c) most = row[c] > row[most] ? c : most;
        ++largest[most];
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

static void law_of_points(void **state)
{
    for (int lean = -3; lean < 4; lean += 6) {
        points_of(2, lean, 0);
        points_of(2, lean, 2);
        points_of(4, lean, 5);
        points_of(7, lean, 0.25);
        points_of(40, lean, 100);
    }
    (void)state;
    points_about((const double[3]){1, 2, -2}, 3);
    points_about((const double[3]){-1e-100, 1e-100, 3e-100}, 0);
    points_about((const double[3]){1e150, 0, 0}, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(known), TEST(same_everywhere), TEST(same_values), TEST(bad_rows),
                                       TEST(odd_shapes),
                                       TEST(law_of_times), TEST(bridge_ends), TEST(rotations_turn), TEST(law_of_rotations),
                                       TEST(law_of_wishart), TEST(law_of_correlations), TEST(law_of_points),
                                       TEST(no_directions),
                                       TEST(law_of_soft_categories), TEST(law_of_low_rank), TEST(bad_factors)};
    return RUN(tests);
}
