/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rr_job.index_row_stride: a tile of columns has the samples of its matrix, byte by byte. */
#include "tests/support/support.h"

enum { ROWS = 5, COLS = 300, FROM = 37, MAX = 201 };

static const uint64_t FIRST = (1ull << 32) - 400;   /* the lower word of an index wraps inside */

/* Job_of's column as ROWS x COLS. */
static rr_job matrix_of(const rr_sampler *s, rr_type dtype, int each)
{
    rr_job job = job_of(s, dtype, FIRST, ROWS * COLS, each, 0);
    job.rows = ROWS, job.cols = COLS;
    for (uint32_t p = 0; p < s->params; ++p) {
        if (rr_whole_params(s) >> p & 1) continue;
        job.param[p].col_stride = job.param[p].row_stride;
        job.param[p].row_stride *= COLS;
    }
    return job;
}

/* Columns [from, from + cols) of a matrix. */
static rr_job tile_of(const rr_job *matrix, uint64_t from, uint64_t cols)
{
    rr_job job = *matrix;
    job.cols = cols, job.index_row_stride = matrix->cols;
    job.stream.next += from;
    for (uint32_t p = 0; p < job.sampler->params; ++p)
        if (job.param[p].data && !(rr_whole_params(job.sampler) >> p & 1))
            job.param[p].data = (const char *)job.param[p].data + (ptrdiff_t)from * job.param[p].col_stride;
    return job;
}

static void compare(const rr_device *d, const rr_job *matrix, uint64_t from, uint64_t cols)
{
    static char whole[ROWS * COLS * 8], tile[ROWS * COLS * 8 + 8];
    const unsigned size = width(matrix->dtype);
    const rr_job job = tile_of(matrix, from, cols);
    char strategy_name[32];
    memset(tile, 0x5a, sizeof tile);
    must_run(device("cpu"), matrix, whole);
    must_run(d, &job, tile);
    rr_strategy_text(matrix->strategy, strategy_name);
    for (uint64_t r = 0; r < ROWS; ++r)
        same_bits(whole + (r * COLS + from) * size, tile + r * cols * size, cols, size,
                  "%s on %s by %s, row %d, columns %d + %d",
                  job.sampler->name, rr_device_name(d, NULL, NULL, NULL), strategy_name, (int)r, (int)from, (int)cols);
    assert_true((unsigned char)tile[ROWS * cols * size] == 0x5a);
}

static void every_sampler(void **state)
{
    static const char *const names[] = {"cpu", "cpu:scalar", "cpu:warp32,warp=8", "cpu,threads=2,tile=64"};
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned n = 0; sampler_and_type(n, &s, &dtype); ++n)
        for (int each = SHARED; each <= EACH; ++each) {
            if (rr_is_row(s) || s->outside || (each && s->fixed)) continue;
            const rr_job job = matrix_of(s, dtype, each);
            compare(device("%s", names[n % 4]), &job, n % 2 ? FROM : 0, MAX);
        }
    (void)state;
}

static void every_strategy_and_width(void **state)
{
    rr_strategy_info info;
    rr_job job = matrix_of(rr_sampler_find("gamma"), RR_F64, EACH);
    for (size_t k = 0; rr_strategy_list(k, &info); ++k) {
        job.strategy = info.example;
        for (uint64_t cols = 1; cols <= COLS; cols = cols < 3 ? cols + 1 : cols == COLS ? COLS + 1 : COLS)
            compare(device("cpu"), &job, COLS - cols, cols);
    }
    (void)state;
}

static void a_gpu(void **state)
{
    const rr_device *d = device("opencl:pocl");
    if (!d) skip();
    rr_job job = matrix_of(rr_sampler_find("gamma"), RR_F32, EACH);
    compare(d, &job, FROM, MAX);
    job = matrix_of(rr_sampler_find("gamma"), RR_F32, SHARED);
    compare(d, &job, FROM, MAX);
    (void)state;
}

/* The report of a bad parameter, and the counts, cover all rows. */
static void what_is_found(void **state)
{
    static float shape[ROWS * COLS], out[ROWS * COLS];
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    for (int i = 0; i < ROWS * COLS; ++i) shape[i] = i == 3 * COLS + 40 ? -1 : 2;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32, job.rows = ROWS, job.cols = 10, job.index_row_stride = COLS, job.out = out;
    job.param[0] = (rr_param){shape + FROM, RR_F32, 4 * COLS, 4};
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    assert_int_equal(result.bad_index, 33);
    assert_string_equal(result.message, "shape = -1 of element 33 is outside its range [1e-30, 1e+30]");
    for (int i = 0; i < ROWS * 10; ++i) assert_true((out[i] == out[i]) == (i != 33));
    job.param[0] = (rr_param){shape, RR_F32, 0, 0};
    job.strategy = strategy("loop"), job.flags = RR_COUNT;
    assert_int_equal(rr_run(device("cpu:warp32"), &job, &result), RR_OK);
    assert_int_equal(result.counts.calls, ROWS);
    job.strategy = strategy("fixed:1"), job.cols = COLS, job.stream.seed = 3;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_FAILED);
    uint64_t lost = 0, first = UINT64_MAX;
    for (uint64_t i = 0; i < ROWS * COLS; ++i)
        if (out[i] != out[i]) {
            first = lost++ ? first : i;
        }
    assert_true(lost > 1 && result.failed == lost && result.failed_index == first);
    (void)state;
}

static void refused(const rr_job *job, rr_status status, const char *part)
{
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(rr_run(device("cpu"), job, &result), status);
    if (!strstr(result.message, part)) fail_msg("'%s' is not in '%s'", part, result.message);
    assert_int_equal(rr_check(device("cpu"), job, &result), status);
}

static void what_is_refused(void **state)
{
    static double out[64];
    static const double alpha[] = {1, 2, 3, 4}, weight[] = {1, 2, 3, 4};
    static const uint64_t index[4];
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("normal"), job.rows = 2, job.cols = 2, job.index_row_stride = 1, job.out = out;
    refused(&job, RR_ERR_ARGUMENT, "index_row_stride is below cols");
    job.index_row_stride = 2;
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
    job.index = index;
    refused(&job, RR_ERR_ARGUMENT, "index_row_stride is for samples that are numbers, without index");
    job.index = NULL, job.index_row_stride = 1ull << 63, job.stream.next = (1ull << 63) - 2;
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);   /* its last index is 2^64 - 1 */
    ++job.stream.next;
    refused(&job, RR_ERR_INDEX, "past 2^64 - 1");
    job.rows = 4, job.stream.next = 0;
    refused(&job, RR_ERR_INDEX, "past 2^64 - 1");
    job.sampler = rr_sampler_find("dirichlet"), job.param[0] = (rr_param){alpha, RR_F64, 0, 8};
    job.rows = 2, job.index_row_stride = 4;
    refused(&job, RR_ERR_ARGUMENT, "samples that are numbers");
    job.sampler = rr_sampler_find("categorical"), job.dtype = RR_F64, job.dims.n = 2;
    job.param[0] = (rr_param){weight, RR_F64, 16, 8};
    refused(&job, RR_ERR_ARGUMENT, "a row of weights per sample");
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_sampler), TEST(every_strategy_and_width), TEST(a_gpu), TEST(what_is_found), TEST(what_is_refused),
    };
    return RUN(tests);
}
