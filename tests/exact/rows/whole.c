/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers of whole rows (targets/cpu/whole.c), all of them: known answers of their modules (mpmath); the same
 * bits from every strategy, instruction set, thread count, tile and cut; shared, per-component and per-row parameters; long
 * rows; refusals and failed rows. */
#include <math.h>

#include "tests/support/rows.h"
#include "tests/exact/rows/whole.h"

static int is_whole(const rr_sampler *s, uint32_t p) { return rr_whole_params(s) >> p & 1; }
static unsigned parts(const known_law *law) { return rr_shape_parts(rr_sampler_find(law->name)->shape); }
static int draws_squares(const known_law *law) { return rr_sampler_find(law->name)->shape.side[0] == RR_DIM_D; }
static int draws_matrices(const known_law *law) { return rr_sampler_find(law->name)->shape.side[1] != RR_DIM_NONE; }

/* ---- Known answers ------------------------------------------------------------------------------------------------- */

static void skip_comments(FILE *f)
{
    int c;
    while ((c = fgetc(f)) == '#')
        while ((c = fgetc(f)) != '\n') assert_true(c != EOF);
    ungetc(c, f);
}

/* Parameters of a case, each with one value or one per component. */
static void read_params(FILE *f, rr_job *job, double values[RR_MAX_PARAMS][MAX * RANK])
{
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        int count;
        assert_int_equal(fscanf(f, "%d", &count), 1);
        for (int k = 0; k < count; ++k) assert_int_equal(fscanf(f, "%lf", &values[p][k]), 1);
        job->param[p] = (rr_param){values[p], RR_F64, 0, count > 1 ? 8 : 0};
        if (rr_is_covariance(job->sampler, p)) job->param[p].row_stride = 8 * (ptrdiff_t)sqrt((double)count);
        if (draws_oblongs(job->sampler) && p == 1) job->dims.r = (uint64_t)sqrt((double)count);
        if (rr_is_list(job->sampler, p)) job->dims.r = (uint64_t)count / job->cols;
    }
}

static void known_row(FILE *f, rr_job job)
{
    double have[MAX];
    unsigned long long index;
    assert_int_equal(fscanf(f, "%llx", &index), 1);
    job.stream.next = index;
    must_run(device("cpu"), &job, have);
    for (uint64_t c = 0; c < job.cols; ++c) {
        double want, buffer;
        assert_int_equal(fscanf(f, "%lf %lf", &want, &buffer), 2);
        if (!(fabs(at(have, job.dtype, c) - want) <= buffer))
            fail_msg("%s row %llx: component %d is %.17g, not %.17g within %g", job.sampler->name, index, (int)c,
                     at(have, job.dtype, c), want, buffer);
    }
}

static void known(void **state)
{
    unsigned long long seed, stream;
    int cols, rows, bits;
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        double values[RR_MAX_PARAMS][MAX * RANK];
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

/* One value per row and, for a parameter of components, per component. */
static void vary(rr_job *job, double *own[RR_MAX_PARAMS])
{
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        if (is_whole(job->sampler, p)) continue;
        const uint64_t n = rr_is_per_row(job->sampler, p) ? 1 : job->cols;
        own[p] = malloc(job->rows * n * sizeof(double));
        const double low = fmax(min(job->sampler, p, job->cols), fmax(0, job->sampler->param[p].f32.low));
        for (uint64_t k = 0; k < job->rows * n; ++k) own[p][k] = low + 0.125 * (double)(1 + mix(k + 1000 * p) % 64);
        job->param[p] = (rr_param){own[p], RR_F64, (ptrdiff_t)(8 * n), n > 1 ? 8 : 77};   /* 77: is ignored */
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
    static const uint64_t columns[2][6] = {{1, 2, 3, 17, 64, 6000}, {1, 4, 9, 289, 1024, 4096}};
    (void)state;
    for (int law = 0; law < LAWS; ++law)
        for (int k = 0; k < 6; ++k) {
            const uint64_t cols = columns[draws_matrices(&laws[law])][k] * parts(&laws[law]);
            if (cols == 1 && rr_has_rule(rr_sampler_find(laws[law].name), RR_RULE_DIRECTION)) continue;
            one_shape(&laws[law], RR_F32, 12000 / cols, cols);
            one_shape(&laws[law], RR_F64, 12000 / cols, cols);
        }
}

/* One value, that value for every component, and for every row: the same rows. */
static void same_values(void **state)
{
    enum { ROWS = 40, MAX_COLS = 9 };
    (void)state;
    for (int law = 0; law < LAWS; ++law)
        for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
            double want[ROWS * MAX_COLS], have[ROWS * MAX_COLS];
            float own[RR_MAX_PARAMS][ROWS * MAX_COLS];
            const uint64_t cols = parts(&laws[law]) == 2 ? 8 : MAX_COLS, n = ROWS * cols;
            rr_job job = rows_job(&laws[law], dtype, 3, ROWS, cols);
            must_run(device("cpu"), &job, want);
            for (uint32_t p = 0; p < job.sampler->params; ++p) {
                if (is_whole(job.sampler, p)) continue;
                for (uint64_t k = 0; k < n; ++k) own[p][k] = (float)*(const double *)job.param[p].data;
                job.param[p] = (rr_param){own[p], RR_F32, 0, 4};
            }
            must_run(device("cpu"), &job, have);
            same_bits(want, have, n, width(dtype), "%s, one value per component", laws[law].name);
            for (uint32_t p = 0; p < job.sampler->params; ++p)
                if (!is_whole(job.sampler, p)) job.param[p].row_stride = 4 * (ptrdiff_t)cols;
            must_run(device("cpu,threads=2"), &job, have);
            same_bits(want, have, n, width(dtype), "%s, one value per element", laws[law].name);
        }
}

/* ---- Refused parameters and failed rows ---------------------------------------------------------------------------- */

/* A bad value of a parameter of rows fails its row, and no other one. */
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
            const int has_logits = s->param[p].shape.rule == RR_RULE_LOGITS;   /* -inf and below -1e30 are logits */
            const size_t first = s->param[p].f64.high > 1e300 ? 2 : has_logits;
            const int is_above = s->param[p].shape.rule == RR_RULE_ABOVE_SIDE;   /* D - 1 = 2 is not above itself */
            const size_t some = (is_above ? 6 : has_logits ? 4 : 5) - first;
            if (is_whole(s, p)) continue;
            if (rr_is_per_row(s, p)) {
                bad_row_values(&laws[law], p, draws_squares(&laws[law]) ? 9 : 3, bad + first, some);
                continue;
            }
            rr_job job = rows_job(&laws[law], RR_F64, 7, 6, 3);
            for (int k = 0; k < 18; ++k) values[k] = 1;
            job.param[p] = (rr_param){values, RR_F64, 24, 8};
            bad_values_fail_rows(job, s->param[p].name, &values[13], bad + first, some);
        }
    }
}

/* Rows that are not a matrix, or too large. */
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
            if (!draws_squares(&laws[law]) || (parts(&laws[law]) == 2 && (columns[k] == 2 || columns[k] == 8))) continue;
            assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
            assert_non_null(strstr(result.message, "D from 1 to 256"));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(known), TEST(same_everywhere), TEST(same_values), TEST(bad_rows), TEST(odd_shapes),
    };
    return RUN(tests);
}
