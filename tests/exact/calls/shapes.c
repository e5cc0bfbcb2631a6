/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shapes: the sizes of dimensions from the extents of a caller's arrays (rr_sampler_sizes) and from a job
 * (rr_shape_validate), the limits of each, missing and contradictory sizes; for every sampler, dims that rr_run accepts; the
 * result of rr_sampler_about. */
#include "tests/exact/calls/calls.h"

#include "host/shape/shape.h"

static void same_dims(const char *what, rr_dims have, rr_dims want)
{
    if (memcmp(&have, &want, sizeof want))
        fail_msg("%s: K %llu, D %llu, R %llu, C %llu, N %llu", what, (unsigned long long)have.k, (unsigned long long)have.d,
                 (unsigned long long)have.r, (unsigned long long)have.c, (unsigned long long)have.n);
}

/* ---- Sizes of arrays ----------------------------------------------------------------------------------------------- */

#define ONE {0, {0, 0}}
#define VECTOR(n) {1, {0, n}}
#define MATRIX(rows, cols) {2, {rows, cols}}
#define ROWS(n) {2, {7, n}}        /* seven vectors */
#define BATCH(rows, cols) {3, {rows, cols}}

typedef struct arrays {
    const char *sampler;
    rr_extent extent[4];
    rr_dims asked, want;
    const char *message;     /* of RR_ERR_ARGUMENT; NULL: the sizes are `want` */
} arrays;

static const arrays accepted[] = {
    {"gamma", {ONE, ONE}, {0}, {0}, NULL},
    {"gamma", {ROWS(5), VECTOR(5)}, {0}, {0}, NULL},
    {"dirichlet", {VECTOR(2)}, {0}, {.k = 2}, NULL},
    {"dirichlet", {ROWS(5)}, {0}, {.k = 5}, NULL},
    {"dirichlet", {VECTOR(UINT32_MAX)}, {0}, {.k = UINT32_MAX}, NULL},
    {"dirichlet", {ONE}, {.k = 3}, {.k = 3}, NULL},
    {"dirichlet", {VECTOR(1)}, {.k = 3}, {.k = 3}, NULL},
    {"dirichlet", {VECTOR(3)}, {.k = 3}, {.k = 3}, NULL},
    {"von-mises-fisher", {ONE, ONE}, {0}, {.k = 3}, NULL},
    {"von-mises-fisher", {VECTOR(5), VECTOR(9)}, {0}, {.k = 5}, NULL},
    {"multivariate-normal", {ONE, MATRIX(4, 4)}, {0}, {.k = 4}, NULL},
    {"multivariate-normal", {ROWS(4), MATRIX(4, 4)}, {0}, {.k = 4}, NULL},
    {"lowrank-normal", {ONE, MATRIX(4, 1), VECTOR(4)}, {0}, {.k = 4, .r = 1}, NULL},
    {"lowrank-normal", {VECTOR(4), MATRIX(4, 256), ONE}, {.r = 256}, {.k = 4, .r = 256}, NULL},
    {"rotation", {ONE}, {.d = 2}, {.d = 2}, NULL},
    {"wishart", {MATRIX(256, 256), ONE}, {0}, {.d = 256}, NULL},
    {"matrix-normal", {ONE, MATRIX(1, 1), MATRIX(256, 256)}, {0}, {.r = 1, .c = 256}, NULL},
    {"matrix-normal", {MATRIX(2, 3), MATRIX(2, 2), MATRIX(3, 3)}, {0}, {.r = 2, .c = 3}, NULL},
    {"matrix-normal", {BATCH(2, 3), MATRIX(2, 2), MATRIX(3, 3)}, {.c = 3}, {.r = 2, .c = 3}, NULL},
    {"matrix-normal", {ROWS(6), MATRIX(2, 2), MATRIX(3, 3)}, {0}, {.r = 2, .c = 3}, NULL},
    {"matrix-normal", {ROWS(1), MATRIX(2, 2), MATRIX(3, 3)}, {0}, {.r = 2, .c = 3}, NULL},
    {"categorical", {VECTOR(1)}, {0}, {.n = 1}, NULL},
    {"categorical", {ROWS(5)}, {0}, {.n = 5}, NULL},
    {"categorical", {VECTOR(1u << 28)}, {0}, {.n = 1u << 28}, NULL},
    {"ordered-logistic", {ROWS(9), VECTOR(4)}, {0}, {.n = 4}, NULL},
    {"normal-mixture", {ONE, VECTOR(1), ONE}, {0}, {.n = 1}, NULL},
    {"normal-mixture", {VECTOR(4), ONE, VECTOR(1)}, {0}, {.n = 4}, NULL},
    {"multinomial", {VECTOR(9), VECTOR(4)}, {0}, {.k = 4}, NULL},
    {"dirichlet", {VECTOR(1)}, {0}, {.k = 1}, NULL},
    {"dirichlet", {ONE}, {.k = 1}, {.k = 1}, NULL},
    {"multivariate-normal", {ONE, MATRIX(1, 1)}, {0}, {.k = 1}, NULL},
    {"rotation", {ONE}, {.d = 1}, {.d = 1}, NULL},
};

static const arrays refused[] = {
    {"gamma", {ONE, ONE}, {.k = 2}, {0}, "gamma has no dimension K"},
    {"gamma", {ONE, ONE}, {.n = 2}, {0}, "gamma has no dimension N"},
    {"dirichlet", {VECTOR(3)}, {.d = 3}, {0}, "dirichlet has no dimension D"},
    {"dirichlet", {ONE}, {0}, {0}, "dirichlet: no parameter gives K, the number of components of a row"},
    {"von-mises-fisher", {ONE, ONE}, {.k = 1}, {0}, "von-mises-fisher: K = 1 is outside [2, 4294967295]"},
    {"dirichlet", {VECTOR(UINT64_C(1) << 32)}, {0}, {0}, "dirichlet: K = 4294967296 is outside [1, 4294967295]"},
    {"dirichlet", {VECTOR(3)}, {.k = 4}, {0}, "alpha gives K = 3, but K is 4"},
    {"dirichlet", {VECTOR(0)}, {0}, {0},
     "alpha has shape (0,); it must be a vector of at least one value: its last axis is K"},
    {"multivariate-normal", {VECTOR(3), MATRIX(4, 4)}, {0}, {0},
     "covariance gives K = 4, but mean gives 3: they must be equal"},
    {"multivariate-normal", {ONE, MATRIX(4, 3)}, {0}, {0},
     "covariance has shape (4, 3); it must be a matrix of shape (K, K)"},
    {"multivariate-normal", {ONE, VECTOR(4)}, {0}, {0}, "covariance has shape (4,); it must be a matrix of shape (K, K)"},
    {"multivariate-normal", {ONE, ONE}, {.k = 4}, {0}, "covariance has shape (); it must be a matrix of shape (K, K)"},
    {"multivariate-normal", {ONE, BATCH(4, 4)}, {0}, {0},
     "covariance has shape (..., 4, 4); it must be a matrix of shape (K, K)"},
    {"multivariate-normal", {ONE, MATRIX(0, 0)}, {.k = 4}, {0},
     "covariance has shape (0, 0); it must be a matrix of shape (K, K)"},
    {"lowrank-normal", {ONE, VECTOR(4), ONE}, {0}, {0}, "factor has shape (4,); it must be a matrix of shape (K, R)"},
    {"lowrank-normal", {ONE, MATRIX(4, 257), ONE}, {0}, {0}, "lowrank-normal: R = 257 is outside [1, 256]"},
    {"lowrank-normal", {ONE, MATRIX(4, 2), VECTOR(3)}, {0}, {0}, "diag gives K = 3, but factor gives 4: they must be equal"},
    {"lowrank-normal", {ONE, MATRIX(4, 2), ONE}, {.r = 3}, {0},
     "factor gives R = 2, but R is 3"},
    {"rotation", {ONE}, {0}, {0}, "rotation: no parameter gives D, the size of its matrices"},
    {"wishart", {MATRIX(257, 257), ONE}, {0}, {0}, "wishart: D = 257 is outside [1, 256]"},
    {"matrix-normal", {ONE, MATRIX(2, 2), MATRIX(257, 257)}, {0}, {0}, "matrix-normal: C = 257 is outside [1, 256]"},
    {"matrix-normal", {ONE, MATRIX(2, 2), MATRIX(3, 3)}, {.c = 4}, {0},
     "colcov gives C = 3, but C is 4"},
    {"matrix-normal", {MATRIX(3, 2), MATRIX(2, 2), MATRIX(3, 3)}, {0}, {0},
     "mean has shape (3, 2); it must be one value, or end in a matrix of shape (2, 3) or in its 6 values"},
    {"categorical", {ONE}, {0}, {0}, "weights has shape (); it must be a vector of at least one value: its last axis is N"},
    {"categorical", {VECTOR((1u << 28) + 1)}, {0}, {0}, "categorical: N = 268435457 is outside [1, 268435456]"},
    {"ordered-logistic", {ONE, ROWS(4)}, {0}, {0},
     "cutpoints has shape (7, 4); it must be a vector of shape (N,), one for all samples"},
    {"ordered-logistic", {ONE, ONE}, {0}, {0},
     "cutpoints has shape (); it must be a vector of at least one value: its last axis is N"},
    {"normal-mixture", {VECTOR(4), VECTOR(3), ONE}, {0}, {0}, "means gives N = 3, but weights gives 4: they must be equal"},
    {"normal-mixture", {ONE, ROWS(4), ONE}, {0}, {0},
     "means has shape (7, 4); it must be a vector of shape (N,), one for all samples"},
};

static void sizes_of_arrays(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof accepted / sizeof *accepted; ++k) {
        const arrays *a = &accepted[k];
        rr_dims dims = a->asked;
        rr_result result = RR_RESULT_INIT;
        if (rr_sampler_sizes(rr_sampler_find(a->sampler), a->extent, NULL, &dims, &result))
            fail_msg("%s, case %zu: %s", a->sampler, k, result.message);
        same_dims(a->sampler, dims, a->want);
    }
}

/* The message is complete, and dims are unchanged. */
static void arrays_that_are_refused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; ++k) {
        const arrays *a = &refused[k];
        rr_dims dims = a->asked;
        rr_result result = RR_RESULT_INIT;
        const rr_status status = rr_sampler_sizes(rr_sampler_find(a->sampler), a->extent, NULL, &dims, &result);
        if (status != RR_ERR_ARGUMENT || result.status != status || strcmp(result.message, a->message))
            fail_msg("%s: status %d, '%s', not '%s'", a->sampler, (int)status, result.message, a->message);
        same_dims(a->sampler, dims, a->asked);
        assert_int_equal(rr_sampler_sizes(rr_sampler_find(a->sampler), a->extent, NULL, &dims, NULL), RR_ERR_ARGUMENT);
    }
}

static void names_of_the_caller(void **state)
{
    static const char *const names[] = {"--mean", "--covariance"};
    const rr_extent extent[] = {VECTOR(3), MATRIX(4, 4)};
    const rr_sampler *s = rr_sampler_find("multivariate-normal");
    rr_dims dims = {0};
    rr_result result = RR_RESULT_INIT;
    (void)state;
    assert_int_equal(rr_sampler_sizes(s, extent, names, &dims, &result), RR_ERR_ARGUMENT);
    assert_string_equal(result.message, "--covariance gives K = 4, but --mean gives 3: they must be equal");
    assert_int_equal(rr_sampler_sizes(NULL, extent, names, &dims, &result), RR_ERR_ARGUMENT);
    assert_true(result.status == RR_ERR_ARGUMENT && result.message[0]);
    assert_int_equal(rr_sampler_sizes(s, extent, names, NULL, &result), RR_ERR_ARGUMENT);
    assert_int_equal(rr_sampler_sizes(s, NULL, names, &dims, &result), RR_ERR_ARGUMENT);
    dims.d = 5;   /* rotation has no parameters, and no extents */
    assert_int_equal(rr_sampler_sizes(rr_sampler_find("rotation"), NULL, NULL, &dims, &result), RR_OK);
    same_dims("rotation", dims, (rr_dims){.d = 5});
}

/* ---- Sizes of a job ------------------------------------------------------------------------------------------------ */

typedef struct sized {
    const char *sampler;
    uint64_t cols;
    rr_dims given, want;
    const char *message;     /* of RR_ERR_ARGUMENT; NULL: the sizes are `want` */
} sized;

#define NOT_SQUARE "rotation draws D x D matrices, as rows of cols = D * D numbers, D from 1 to 256"
#define NOT_R_BY_C \
    "matrix-normal draws R x C matrices, as rows of cols = R * C numbers, with dims.r or dims.c; R and C are from 1 to 256"

static const sized jobs[] = {
    {"normal", 3, {0}, {0}, NULL},
    {"normal", 3, {.n = 1}, {0}, "normal has no dimension N: dims.n must be 0"},
    {"normal", 3, {.k = 3}, {0}, "normal has no dimension K: dims.k must be 0"},
    {"dirichlet", 2, {0}, {.k = 2}, NULL},
    {"dirichlet", UINT32_MAX, {0}, {.k = UINT32_MAX}, NULL},
    {"dirichlet", 3, {.k = 3}, {.k = 3}, NULL},
    {"dirichlet", 1, {0}, {.k = 1}, NULL},
    {"von-mises-fisher", 1, {0}, {0}, "von-mises-fisher draws rows of 2 to 2^32 - 1 columns: cols is 1"},
    {"dirichlet", UINT64_C(1) << 32, {0}, {0}, "dirichlet draws rows of 1 to 2^32 - 1 columns: cols is 4294967296"},
    {"dirichlet", 3, {.k = 4}, {0}, "dims.k is 4, but cols = 3 makes it 3"},
    {"dirichlet", 3, {.k = 2}, {0}, "dims.k is 2, but cols = 3 makes it 3"},
    {"dirichlet", 4, {.d = 2}, {0}, "dirichlet has no dimension D: dims.d must be 0"},
    {"rotation", 4, {0}, {.d = 2}, NULL},
    {"rotation", 256 * 256, {.d = 256}, {.d = 256}, NULL},
    {"rotation", 4, {.d = 3}, {0}, "dims.d is 3, but cols = 4 makes it 2"},
    {"rotation", 1, {0}, {.d = 1}, NULL},
    {"rotation", 8, {0}, {0}, NOT_SQUARE},
    {"rotation", 257 * 257, {0}, {0}, NOT_SQUARE},
    {"rotation", UINT64_MAX, {0}, {0}, NOT_SQUARE},
    {"matrix-normal", 1, {.r = 1}, {.r = 1, .c = 1}, NULL},
    {"matrix-normal", 6, {.r = 2}, {.r = 2, .c = 3}, NULL},
    {"matrix-normal", 6, {.c = 3}, {.r = 2, .c = 3}, NULL},
    {"matrix-normal", 6, {.r = 2, .c = 3}, {.r = 2, .c = 3}, NULL},
    {"matrix-normal", 256 * 256, {.c = 256}, {.r = 256, .c = 256}, NULL},
    {"matrix-normal", 6, {.r = 2, .c = 6}, {0}, "dims.c is 6, but cols = 6 makes it 3"},
    {"matrix-normal", 6, {0}, {0}, NOT_R_BY_C},
    {"matrix-normal", 6, {.r = 4}, {0}, NOT_R_BY_C},
    {"matrix-normal", 257, {.r = 1}, {0}, NOT_R_BY_C},
    {"matrix-normal", 257, {.c = 1}, {0}, NOT_R_BY_C},
    {"lowrank-normal", 5, {.r = 1}, {.k = 5, .r = 1}, NULL},
    {"lowrank-normal", 5, {.r = 256}, {.k = 5, .r = 256}, NULL},
    {"lowrank-normal", 5, {0}, {0}, "dims.r is 0: factor takes R from 1 to 256"},
    {"lowrank-normal", 5, {.r = 257}, {0}, "dims.r is 257: factor takes R from 1 to 256"},
    {"lowrank-normal", 5, {.r = 1, .n = 5}, {0}, "lowrank-normal has no dimension N: dims.n must be 0"},
    {"categorical", 3, {.n = 1}, {.n = 1}, NULL},
    {"categorical", 1, {.n = 1u << 28}, {.n = 1u << 28}, NULL},
    {"categorical", 1, {0}, {0}, "dims.n is 0: weights takes N from 1 to 268435456"},
    {"categorical", 1, {.n = (1u << 28) + 1}, {0}, "dims.n is 268435457: weights takes N from 1 to 268435456"},
    {"categorical", 3, {.n = 3, .c = 3}, {0}, "categorical has no dimension C: dims.c must be 0"},
};

static rr_job job_of_size(const sized *s)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(s->sampler);
    job.rows = 5, job.cols = s->cols, job.dims = s->given;
    return job;
}

static void sizes_of_jobs(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof jobs / sizeof *jobs; ++k) {
        const sized *s = &jobs[k];
        const rr_job job = job_of_size(s);
        rr_sizes sizes;
        rr_result result = RR_RESULT_INIT;
        const rr_status status = rr_shape_validate(&job, &sizes, &result);
        if (status != (s->message ? RR_ERR_ARGUMENT : RR_OK) || strcmp(result.message, s->message ? s->message : ""))
            fail_msg("%s, cols %llu: status %d, '%s'", s->sampler, (unsigned long long)s->cols, (int)status, result.message);
        if (status) continue;
        same_dims(s->sampler, (rr_dims){sizes.dim[RR_DIM_K], sizes.dim[RR_DIM_D], sizes.dim[RR_DIM_R], sizes.dim[RR_DIM_C],
                                        sizes.dim[RR_DIM_N]}, s->want);
        assert_int_equal(sizes.dim[RR_DIM_NONE], 1);
        assert_int_equal(sizes.covariances, rr_covariances(job.sampler));
        assert_int_equal(sizes.lists, rr_lists(job.sampler));
        assert_int_equal(sizes.per_rows, rr_per_rows(job.sampler));
    }
}

static void validates(const rr_job *job, rr_status status, const char *message)
{
    rr_sizes sizes;
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(rr_shape_validate(job, &sizes, &result), status);
    assert_string_equal(result.message, message);
}

/* One array for all samples; index arrays; indices of components and of a row's own numbers. */
static void strides_and_indices(void **state)
{
    static const sized ordinal = {.sampler = "ordered-logistic", .cols = 1, .given = {.n = 3}},
                       factor = {.sampler = "lowrank-normal", .cols = 3, .given = {.r = 16}},
                       weights = {.sampler = "categorical", .cols = 1, .given = {.n = 3}};
    const uint64_t index[15] = {0};
    rr_job job = job_of_size(&ordinal);
    (void)state;
    job.param[0].row_stride = 8;
    validates(&job, RR_OK, "");
    job.param[1].row_stride = 24;
    validates(&job, RR_ERR_ARGUMENT, "cutpoints of ordered-logistic is one array for all samples: row_stride must be 0");
    job = job_of_size(&weights);
    job.param[0].row_stride = 24;
    job.index = index;
    validates(&job, RR_OK, "");
    job = job_of_size(&factor);
    validates(&job, RR_OK, "");
    job.index = index;
    validates(&job, RR_ERR_ARGUMENT, "lowrank-normal draws rows, which take no index array");
    job.index = NULL, job.stream.next = ((uint64_t)1 << 60) - 5;
    validates(&job, RR_ERR_INDEX, "the last index of a row's numbers, (stream.next + rows) * R, is past 2^64 - 1");
    --job.stream.next;
    validates(&job, RR_OK, "");
    job.stream.next = UINT64_MAX / 3 + 1;
    validates(&job, RR_ERR_INDEX, "the first component's index, stream.next * cols, is past 2^64 - 1");
}

/* Bytes before and after the first value. */
static void spans(void **state)
{
    static const struct {
        sized job;
        uint32_t p;
        ptrdiff_t row_stride, col_stride;
        uint64_t low, high;
    } cases[] = {
        {{.sampler = "gamma", .cols = 3}, 0, 0, 0, 0, 8},
        {{.sampler = "gamma", .cols = 3}, 0, 24, 8, 0, 120},
        {{.sampler = "gamma", .cols = 3}, 0, -24, 8, 96, 24},
        {{.sampler = "ball", .cols = 3}, 1, 8, 1000, 0, 40},
        {{.sampler = "multivariate-normal", .cols = 3}, 1, 24, -8, 16, 56},
        {{.sampler = "matrix-normal", .cols = 6, .given = {.r = 2}}, 0, 48, 8, 0, 240},
        {{.sampler = "matrix-normal", .cols = 6, .given = {.r = 2}}, 2, 24, 8, 0, 72},
        {{.sampler = "lowrank-normal", .cols = 3, .given = {.r = 2}}, 1, 0, 8, 0, 48},
        {{.sampler = "categorical", .cols = 2, .given = {.n = 4}}, 0, 32, 8, 0, 160},
        {{.sampler = "categorical", .cols = 2, .given = {.n = 4}}, 0, 0, 16, 0, 56},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        rr_job job = job_of_size(&cases[k].job);
        rr_sizes sizes;
        uint64_t low, high;
        job.param[cases[k].p] = (rr_param){&job, RR_F64, cases[k].row_stride, cases[k].col_stride};
        assert_int_equal(rr_shape_validate(&job, &sizes, NULL), RR_OK);
        rr_shape_span(&job, &sizes, cases[k].p, &low, &high);
        if (low != cases[k].low || high != cases[k].high)
            fail_msg("%s, case %zu: %llu before, %llu after", cases[k].job.sampler, k, (unsigned long long)low,
                     (unsigned long long)high);
    }
}

/* ---- Every sampler ------------------------------------------------------------------------------------------------- */

static const rr_dims SIZES = {.k = 4, .d = 3, .r = 2, .c = 5, .n = 6};
static const uint64_t SIDE[RR_DIM_END] = {1, 4, 3, 2, 5, 6};
enum { ELEMENTS = 36, SAMPLES = 5, VALUES = SAMPLES * 10 };

/* A good value for position k of parameter p. */
static double value_of(const rr_sampler_info *s, uint32_t p, uint64_t k)
{
    const rr_shape *shape = &s->param[p].shape;
    if (shape->rule == RR_RULE_COVARIANCE) return k % (SIDE[shape->side[0]] + 1) == 0;
    if (shape->rule == RR_RULE_INCREASING) return (double)k;
    if (shape->rule == RR_RULE_ABOVE_SIDE) return (double)SIDE[s->shape.side[0]];
    for (uint32_t q = 0; q < s->params; ++q)
        if (s->param[q].shape.rule == RR_RULE_SUM) return shape->side[0] ? 2 : 3;   /* a total of 3, of 8 */
    return s->law->examples->low[p];
}

/* The job and the extents of its arrays. Vectors of K may be one value for all components. */
static rr_job job_of_arrays(const rr_sampler_info *s, int one_for_all, rr_extent extent[RR_MAX_PARAMS])
{
    static double values[RR_MAX_PARAMS][ELEMENTS];
    rr_job job = RR_JOB_INIT;
    job.sampler = s->sampler;
    job.dtype = (rr_type)__builtin_ctz(s->dtypes);
    job.rows = SAMPLES;
    for (uint32_t p = 0; p < s->params; ++p) {
        const rr_shape *shape = &s->param[p].shape;
        const uint64_t first = SIDE[shape->side[0]], second = SIDE[shape->side[1]];
        const int one = !shape->side[0] || (one_for_all && !shape->once && shape->side[0] != RR_DIM_N);
        for (uint64_t k = 0; k < first * second; ++k) values[p][k] = value_of(s, p, k);
        job.param[p] = (rr_param){values[p], RR_F64, 0, one ? 0 : 8};
        if (shape->rule == RR_RULE_COVARIANCE) job.param[p].row_stride = 8 * (ptrdiff_t)second;
        extent[p] = one ? (rr_extent)ONE : shape->side[1] ? (rr_extent)MATRIX(first, second) : (rr_extent)VECTOR(first);
    }
    return job;
}

/* True if a dimension is the side of an array, which gives it. */
static int is_given(const rr_sampler_info *s, const rr_extent *extent, unsigned dim)
{
    for (uint32_t p = 0; p < s->params; ++p)
        if (extent[p].axes && (s->param[p].shape.side[0] == dim || s->param[p].shape.side[1] == dim)) return 1;
    return 0;
}

static void one_sampler(const rr_sampler_info *s, int one_for_all)
{
    static char want[VALUES * 8], have[VALUES * 8];
    rr_extent extent[RR_MAX_PARAMS];
    rr_job job = job_of_arrays(s, one_for_all, extent);
    rr_dims dims = rr_sampler_dims(s->sampler, SIZES);
    rr_result result = RR_RESULT_INIT;
    if (is_given(s, extent, RR_DIM_K)) dims.k = 0;
    if (is_given(s, extent, RR_DIM_D)) dims.d = 0;
    dims.r = dims.c = dims.n = 0;
    if (rr_sampler_sizes(s->sampler, extent, NULL, &dims, &result)) fail_msg("%s", result.message);
    same_dims(s->name, dims, rr_sampler_dims(s->sampler, SIZES));
    job.dims = dims;
    job.cols = rr_sample_length(s->sampler, &dims);
    must_run(device("cpu"), &job, want);
    const uint64_t n = job.rows * job.cols;
    job.dims.k = job.dims.d = 0;   /* which cols determines, as it does C */
    if (s->shape.side[1]) job.dims.c = 0;
    must_run(device("cpu"), &job, have);
    same_bits(want, have, n, width(job.dtype), "%s, sizes from cols", s->name);
    if (!dims.c) return;
    job.dims.r = 0, job.dims.c = dims.c;
    must_run(device("cpu"), &job, have);
    same_bits(want, have, n, width(job.dtype), "%s by C", s->name);
}

static void every_sampler(void **state)
{
    const rr_sampler *s;
    unsigned shaped = 0;
    (void)state;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        one_sampler(rr_sampler_about(s), 0);
        one_sampler(rr_sampler_about(s), 1);
        shaped += rr_shape_dims(s) != 0;
    }
    assert_true(shaped > 25);
}

/* ---- What programs see --------------------------------------------------------------------------------------------- */

static void about(void **state)
{
    const rr_sampler *s;
    (void)state;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        const rr_sampler_info *info = rr_sampler_about(s);
        const rr_method_info *method = rr_sampler_method(s);
        if (info->sampler != s || info->name != s->name || info->distribution != s->law || info->params != s->params ||
            info->param != s->param || info->dtypes != s->dtypes || info->digest != s->digest || info->law != s->about)
            fail_msg("%s is not what its descriptor is", s->name);
        assert_memory_equal(&info->shape, &s->shape, sizeof s->shape);
        assert_true(info->relate == s->relate && info->accept == s->accept && info->rejects == s->rejects);
        assert_true(method->family == s->family && method->fixed == s->fixed && method->stages == s->stages);
    }
    const rr_sampler copy = *rr_sampler_find("normal");
    assert_null(rr_sampler_about(NULL));
    assert_null(rr_sampler_method(NULL));
    assert_null(rr_sampler_about(&copy));
}

static void names_and_ranges(void **state)
{
    const rr_sampler *wishart = rr_sampler_find("wishart");
    const rr_dims dims = {.d = 5};
    const rr_range *all = rr_param_range(wishart, RR_F64, 1), df = rr_param_range_at(wishart, RR_F64, 1, &dims),
                   scale = rr_param_range_at(wishart, RR_F64, 0, &dims);
    (void)state;
    assert_true(df.low == 4 && df.low_open && df.high == all->high && df.high_open == all->high_open);
    assert_memory_equal(&scale, rr_param_range(wishart, RR_F64, 0), sizeof scale);
    assert_true(isnan(rr_param_range(wishart, RR_F64, 2)->low) && isnan(rr_param_range_at(wishart, RR_F64, 2, &dims).high));
    assert_string_equal(rr_dim_name(RR_DIM_NONE), "");
    assert_string_equal(rr_dim_name(RR_DIM_K), "K");
    assert_string_equal(rr_dim_name(RR_DIM_N), "N");
    assert_string_equal(rr_dim_name(RR_DIM_END), "");
    assert_string_equal(rr_rule_name(RR_RULE_NONE), "");
    assert_string_equal(rr_rule_name(RR_RULE_ABOVE_SIDE), "above side");
    assert_string_equal(rr_rule_name(RR_RULE_SUM), "sum");
    assert_string_equal(rr_rule_name(RR_RULE_LOGITS), "logits");
    assert_string_equal(rr_rule_name(RR_RULE_COMPLEX), "complex");
    assert_string_equal(rr_rule_name(RR_RULE_COMPLEX + 1), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(sizes_of_arrays), TEST(arrays_that_are_refused), TEST(names_of_the_caller),
                                       TEST(sizes_of_jobs),   TEST(strides_and_indices),     TEST(spans),
                                       TEST(every_sampler),   TEST(about),                   TEST(names_and_ranges)};
    return RUN(tests);
}
