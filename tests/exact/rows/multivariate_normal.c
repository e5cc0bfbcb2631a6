/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multivariate-normal: the factor and the rows against the answers in its module (mpmath); the same bits from every
 * strategy, instruction set, thread count, tile and cut; means; moments; failed rows. Tests named MVN are rows of
 * the corpus of other libraries' bugs.
 *
 * Moments: 2^17 rows; an entry of the covariance has standard error sqrt((a_ii a_jj + a_ij^2) / n), a mean sqrt(a_ii /
 * n); 5.5 of them are exceeded with probability 4e-8 per entry. */
#include <math.h>

#include "host/call/call.h"
#include "tests/support/rows.h"
#include "engine/abi/panel.h"
#include "tests/exact/rows/multivariate_normal.h"

/* ---- Known answers ------------------------------------------------------------------------------------------------- */

static double next_number(FILE *f, rr_type type)
{
    unsigned long long bits;
    float narrow;
    double wide;
    assert_int_equal(fscanf(f, " %llx", &bits), 1);
    const uint32_t low = (uint32_t)bits;
    memcpy(&narrow, &low, 4);
    memcpy(&wide, &bits, 8);
    return type == RR_F64 ? wide : narrow;
}

static void known_factor(FILE *f, const rr_job *job)
{
    const uint64_t n = job->cols;
    assert_int_equal(factor_of(job, L), RR_OK);
    for (uint64_t i = 0; i < n; ++i)
        for (uint64_t k = 0; k <= i; ++k) {
            const double want = next_number(f, RR_F64), rounding = job->dtype == RR_F32 ? fabs(want) * 0x1p-24 : 0;
            if (!(fabs(L[i * n + k] - want) <= next_number(f, RR_F64) + rounding))
                fail_msg("K = %d: L(%d, %d) is %.17g, not %.17g", (int)n, (int)i, (int)k, L[i * n + k], want);
        }
}

static void known_row(FILE *f, rr_job *job)
{
    const uint64_t n = job->cols;
    unsigned long long index;
    const char *names[8];
    const unsigned count = isas(names);
    double want[64], margin[64], wide[64];
    float narrow[64];
    assert_int_equal(fscanf(f, " %llx", &index), 1);
    job->stream.next = index;
    for (uint64_t c = 0; c < n; ++c) {
        want[c] = next_number(f, job->dtype);
        margin[c] = next_number(f, RR_F64);
    }
    for (unsigned d = 0; d < count; ++d) {
        must_run(device("%s", names[d]), job, job->dtype == RR_F64 ? (void *)wide : (void *)narrow);
        for (uint64_t c = 0; c < n; ++c) {
            const double have = job->dtype == RR_F64 ? wide[c] : narrow[c];
            if (!(fabs(have - want[c]) <= margin[c]))
                fail_msg("%s K = %d, row %llx: component %d is %.17g, not %.17g within %g", names[d], (int)n, index, (int)c,
                         have, want[c], margin[c]);
        }
    }
}

#define ANSWERS "laws/multivariate_normal/answers/multivariate_normal.txt"

static void known(void **state)
{
    FILE *f = fopen(ANSWERS, "r");
    char type[8];
    unsigned long long seed, stream;
    double mean[64];
    int n, rows, cases = 0;
    (void)state;
    if (!f) fail_msg("no " ANSWERS ": run this from the root of the repository");
    for (int c; (c = fgetc(f)) == '#'; )
        while ((c = fgetc(f)) != '\n') assert_true(c != EOF);
    fseek(f, -1, SEEK_CUR);
    for (; fscanf(f, " case %7s %llx %llx %d %d", type, &seed, &stream, &n, &rows) == 5; ++cases) {
        const rr_type dtype = !strcmp(type, "f64") ? RR_F64 : RR_F32;
        for (int i = 0; i < n; ++i) mean[i] = next_number(f, dtype);
        for (int i = 0; i < n * n; ++i) A[i] = next_number(f, dtype);
        rr_job job = rows_job(A, RR_F64, dtype, 0, 1, (uint64_t)n);
        job.stream = rr_stream_make(seed, stream);
        job.param[0] = (rr_param){mean, RR_F64, 0, 8};
        known_factor(f, &job);
        for (int i = 0; i < rows; ++i) known_row(f, &job);
    }
    assert_int_equal(cases, 10);
    fclose(f);
}

/* ---- The same bits ------------------------------------------------------------------------------------------------- */

static void one_size(int cols, rr_type dtype, uint64_t rows)
{
    static const char *const strategies[] = {"compact", "loop", "cached", "auto", "regroup", "refill"};
    const uint64_t n = rows * (uint64_t)cols, size = width(dtype), from = rows / 3, part = rows / 4 + 1;
    const char *names[8];
    const unsigned count = isas(names);
    char *want = malloc(n * size), *have = malloc(n * size);
    double mean[MAX];
    of_rank(A, cols, cols, 1);
    for (int c = 0; c < cols; ++c) mean[c] = 3 * any((uint64_t)c);
    rr_job job = rows_job(A, RR_F64, dtype, 5, rows, (uint64_t)cols);
    job.param[0] = (rr_param){mean, RR_F64, 0, 8};
    must_run(device("cpu:scalar"), &job, want);
    for (unsigned d = 0; d < count; ++d)
        for (unsigned s = 0; s < (cols < 40 ? 6 : 2); ++s) {
            job.strategy = strategy(strategies[s]);
            memset(have, 0x55, n * size);
            must_run(device("%s,threads=%u,tile=%u", names[d], 1 + s % 3, 64u << s % 4), &job, have);
            same_bits(want, have, n, (unsigned)size, "%s %s, %d columns", names[d], strategies[s], cols);
        }
    job.stream.next += from;
    job.rows = part;
    must_run(device("cpu"), &job, have);
    const char *piece = want + from * (uint64_t)cols * size;
    same_bits(piece, have, part * (uint64_t)cols, (unsigned)size, "a piece of %d columns", cols);
    job.rows = 1;
    for (uint64_t r = 0; r < 5; ++r, ++job.stream.next) must_run(device("cpu"), &job, have + r * (uint64_t)cols * size);
    same_bits(piece, have, 5 * (uint64_t)cols, (unsigned)size, "rows alone, of %d columns", cols);
    free(want);
    free(have);
}

static void same_everywhere(void **state)
{
    static const int columns[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33};
    (void)state;
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
        for (size_t k = 0; k < sizeof columns / sizeof *columns; ++k)
            one_size(columns[k], dtype, 30000 / (uint64_t)columns[k] + 7);
        one_size(65, dtype, 1100);   /* more rows than a thread draws at a time */
        one_size(MAX, dtype, 30);
    }
}

/* Lanes beyond their own component take no part. With L = 0 and a mean of -0 a component is -0 if all z up to its own are
 * negative, and one more term could turn it into 0. */
static void signs_of_zero(void **state)
{
    enum { COLS = 19, ROWS = 200 };
    static float z[ROWS * COLS], x[ROWS * COLS];
    const char *names[8];
    const unsigned count = isas(names);
    const double minus = -0.0;
    unsigned zeros = 0;
    (void)state;
    rr_job job = rows_job(A, RR_F64, RR_F32, 0, ROWS, COLS);
    filled(A, COLS, 1, 0);
    must_run(device("cpu:scalar"), &job, z);
    filled(A, COLS, 0, 0);
    job.param[0] = (rr_param){&minus, RR_F64, 0, 0};
    for (unsigned d = 0; d < count; ++d) {
        must_run(device("%s", names[d]), &job, x);
        for (int r = 0; r < ROWS; ++r)
            for (int c = 0, negative = 1; c < COLS; ++c) {
                negative &= z[r * COLS + c] < 0;
                assert_true(x[r * COLS + c] == 0 && !signbit(x[r * COLS + c]) == !negative);
                zeros += (unsigned)negative;
            }
    }
    assert_true(zeros > 50);
}

/* The mean is added last, whatever its shape and type; strides of any kind, for the matrix too. */
static void means(void **state)
{
    enum { ROWS = 700, COLS = 6 };
    static double base[ROWS * COLS], x[ROWS * COLS], mean[ROWS * COLS], want[ROWS * COLS];
    static float narrow[ROWS * COLS];
    (void)state;
    of_rank(A, COLS, COLS, 0);
    rr_job job = rows_job(A, RR_F64, RR_F64, 9, ROWS, COLS);
    must_run(device("cpu"), &job, base);
    for (int i = 0; i < ROWS * COLS; ++i) narrow[i] = (float)(mean[i] = (float)(100 * any((uint64_t)i)));
    const struct { rr_param p; int row, col; } forms[] = {
        {{mean, RR_F64, 0, 0}, 0, 0}, {{mean, RR_F64, 0, 8}, 0, 1}, {{mean, RR_F64, 8 * COLS, 8}, COLS, 1},
        {{narrow, RR_F32, 4 * COLS, 4}, COLS, 1}, {{narrow, RR_F32, 0, 4}, 0, 1},
        {{mean + COLS - 1, RR_F64, 0, -8}, 0, -1}, {{mean, RR_F64, 8, 8 * ROWS}, 1, ROWS}};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; ++k) {
        const int at = forms[k].col < 0 ? COLS - 1 : 0;
        for (int i = 0; i < ROWS * COLS; ++i)
            want[i] = base[i] + mean[at + i / COLS * forms[k].row + i % COLS * forms[k].col];
        job.param[0] = forms[k].p;
        must_run(device("cpu,threads=2"), &job, x);
        same_bits(want, x, ROWS * COLS, 8, "mean of form %d", (int)k);
    }
    job.param[1].row_stride = 8;   /* the matrix by columns */
    job.param[1].col_stride = 8 * COLS;
    must_run(device("cpu"), &job, x);
    same_bits(want, x, ROWS * COLS, 8, "matrix by columns");
    double diagonals[2 * COLS - 1] = {0};   /* by its diagonals */
    for (int i = -2; i <= 2; ++i) diagonals[COLS - 1 + i] = i ? 1.0 / abs(i) : 4;
    for (int i = 0; i < COLS * COLS; ++i) A[i] = diagonals[COLS - 1 + i % COLS - i / COLS];
    job = rows_job(A, RR_F64, RR_F64, 9, ROWS, COLS);
    must_run(device("cpu"), &job, want);
    job.param[1] = (rr_param){&diagonals[COLS - 1], RR_F64, -8, 8};
    must_run(device("cpu"), &job, x);
    same_bits(want, x, ROWS * COLS, 8, "matrix by diagonals");
}

/* multivariate-normal:blas is the same product in its own order. With n terms t both are off by at most n u sum |t| (u half
 * an ulp), so they differ by twice that, plus one rounding of each when the mean is added. */
static void blas_size(const rr_sampler *blas, int n, int rank, rr_type dtype)
{
    enum { ROWS = 40 };
    static double z[ROWS * MAX], x[ROWS * MAX], y[ROWS * MAX];
    const double mean = 0.75, u = dtype == RR_F64 ? 0x1p-53 : 0x1p-24;
    const unsigned w = width(dtype);
    unsigned same = 0;
    filled(A, n, 1, 0);
    rr_job job = rows_job(A, RR_F64, dtype, 3, ROWS, (uint64_t)n);
    must_run(device("cpu"), &job, z);
    of_rank(A, n, rank, 1);
    job.param[0] = (rr_param){&mean, RR_F64, 0, 0};
    must_run(device("cpu"), &job, x);
    assert_int_equal(factor_of(&job, L), RR_OK);
    job.sampler = blas;
    must_run(device("cpu,threads=2"), &job, y);
    for (uint32_t i = 0; i < (uint32_t)(ROWS * n); ++i) {
        const double a = rr_value_at(x, i, w), b = rr_value_at(y, i, w);
        double terms = 0;
        const uint32_t c = i % (uint32_t)n, row = i - c;
        for (uint32_t k = 0; k <= c; ++k) terms += fabs(L[c * (uint32_t)n + k] * rr_value_at(z, row + k, w));
        if (!(fabs(a - b) <= 2 * u * (1.01 * n * terms + fabs(a))))
            fail_msg("K = %d, element %u: %.17g and %.17g", n, i, a, b);
        same += a == b;
    }
    assert_true(same > 0);
}

static void blas(void **state)
{
    static const int sizes[] = {2, 8, 33, 100, MAX};
    const rr_sampler *s = rr_sampler_find("multivariate-normal:blas");
    (void)state;
    if (!s) {
        print_message("# built without a BLAS: multivariate-normal:blas is not there\n");
        return;
    }
    assert_true(s->outside && s->family == rr_sampler_find("multivariate-normal")->family);
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
            blas_size(s, sizes[i], 2 * sizes[i], dtype);
            blas_size(s, sizes[i], (sizes[i] + 1) / 2, dtype);
        }
}

/* ---- Distribution -------------------------------------------------------------------------------------------------- */

static void moments(const double *a, int n, const double *mean, rr_type dtype)
{
    enum { ROWS = 1 << 17 };
    void *out = malloc((size_t)ROWS * (size_t)n * 8);
    double sum[8] = {0}, product[64] = {0}, x[8];
    rr_job job = rows_job(a, RR_F64, dtype, 0, ROWS, (uint64_t)n);
    job.param[0] = (rr_param){mean, RR_F64, 0, 8};
    must_run(device("cpu"), &job, out);
    for (int r = 0; r < ROWS; ++r)
        for (int i = 0; i < n; ++i) {
            x[i] = rr_value_at(out, (uint32_t)(r * n + i), width(dtype)) - mean[i];
            sum[i] += x[i];
            for (int j = 0; j <= i; ++j) product[i * n + j] += x[i] * x[j];
        }
    for (int i = 0; i < n; ++i) {
        if (!(fabs(sum[i] / ROWS) <= 5.5 * sqrt(a[i * n + i] / ROWS))) fail_msg("mean %d is off by %g", i, sum[i] / ROWS);
        for (int j = 0; j <= i; ++j) {
            const double v = a[i * n + j], off = product[i * n + j] / ROWS - v;
            if (!(fabs(off) <= 5.5 * sqrt((a[i * n + i] * a[j * n + j] + v * v) / ROWS)))
                fail_msg("covariance (%d, %d) is off by %g", i, j, off);
        }
    }
    free(out);
}

/* L'z instead of Lz: another covariance where the eigenvalues differ and the axes are turned. */
static void MVN_01(void **state)
{
    static const double mean[3] = {1, -20, 0.5};
    double a[9];
    (void)state;
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
        rotated(a, 9, 1, 0.04);
        moments(a, 3, mean, dtype);
        rotated(a, 0.04, 9, 1);
        moments(a, 3, mean, dtype);
    }
}

/* ---- What is refused ----------------------------------------------------------------------------------------------- */

/* A row with a NaN mean is NaN as a whole; the others are unchanged. */
static void bad_rows(void **state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    double mean[6][3] = {{0}};
    (void)state;
    of_rank(A, 3, 3, 0);
    rr_job job = rows_job(A, RR_F64, RR_F64, 0, 6, 3);
    job.param[0] = (rr_param){mean, RR_F64, sizeof mean[0], 8};
    bad_values_fail_rows(job, "mean", &mean[4][1], bad, sizeof bad / sizeof *bad);
}

static uint64_t hash_of(const void *numbers, size_t n, unsigned size)
{
    uint64_t hash = 0, bits = 0;
    for (size_t i = 0; i < n; ++i) {
        memcpy(&bits, (const char *)numbers + i * size, size);
        hash = mix(hash ^ bits);
    }
    return hash;
}

/* Samples depended on the BLAS and the processor: factor and product are the library's own. Their bits, for a covariance of
 * full rank and a singular one, change with the bits version only. */
static void MVN_04(void **state)
{
    enum { N = 50, ROWS = 20 };
    static const struct { uint64_t factor, rows; } want[2][2] = {
        {{0xd6800a8370405e64, 0xd9a7b594fb091227}, {0xe8748d4e32162f52, 0x0763d36624403558}},
        {{0x78492b6869c14a27, 0x7f5f701511d0d529}, {0x77cf949819cab46a, 0x17464544bbc869f6}}};
    static double x[ROWS * N];
    (void)state;
    for (int singular = 0; singular < 2; ++singular)
        for (int wide = 0; wide < 2; ++wide) {
            of_rank(A, N, singular ? 20 : 60, 0);
            rr_job job = rows_job(A, RR_F64, wide ? RR_F64 : RR_F32, 0, ROWS, N);
            job.param[0] = (rr_param){A, RR_F64, 0, 8};
            assert_int_equal(factor_of(&job, L), RR_OK);
            must_run(device("cpu"), &job, x);
            const uint64_t factor = hash_of(L, N * N, 8), rows = hash_of(x, ROWS * N, wide ? 8 : 4);
            if (factor != want[singular][wide].factor || rows != want[singular][wide].rows)
                fail_msg("%d %d: the hashes are %016llx and %016llx", singular, wide, (unsigned long long)factor,
                         (unsigned long long)rows);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(known), TEST(same_everywhere), TEST(signs_of_zero), TEST(means), TEST(blas), TEST(bad_rows), TEST(MVN_01),
        TEST(MVN_04),
    };
    return RUN(tests);
}
