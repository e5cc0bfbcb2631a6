/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The element that a result and its message name: the lowest bad one of the caller's array, also after the first tile,
 * thread and device, and counted from job.first_element where a job is a piece of a larger one. One test per kind of
 * sampler. */
#include "tests/exact/calls/calls.h"

enum { ELEMENTS = 36000, MAX_COLS = 3 };

/* A bad value for element `at` of parameter p, all others being good. whole: it makes a whole row bad. */
typedef struct kind {
    const char *sampler;
    uint64_t cols;               /* 1: samples are numbers */
    uint32_t p;
    double good[3], bad;
    enum { OF_ELEMENT, OF_ROW, OF_WEIGHTS } what;
    const char *message;         /* with the place of the number */
} kind;

static const kind kinds[] = {
    {"gamma", 1, 0, {2, 1}, -1, OF_ELEMENT, "shape = -1 of element %llu is outside its range [1e-300, 1e+300]"},
    {"truncated-normal", 1, 1, {0, 1}, -1, OF_ELEMENT, "low must not be above high (element %llu)"},
    {"poisson", 1, 0, {3}, -1, OF_ELEMENT, "lam = -1 of element %llu is outside its range [0, 1e+15]"},
    {"noncentral-chi2", 1, 0, {3, 1}, -1, OF_ELEMENT, "df = -1 of element %llu is outside its range [0, 1e+30]"},
    {"dirichlet", 3, 0, {2}, -1, OF_ELEMENT, "alpha = -1 of element %llu is outside its range [1e-300, 1e+15]"},
    {"categorical", 1, 0, {1}, -1, OF_WEIGHTS,
     "the weights of element %llu: each must be finite and not negative, and at least one positive"},
    {"multinomial", 3, 0, {5, 1}, -1, OF_ROW, "n = -1 of row %llu is outside its range [0, 9007199254740992]"},
    {"von-mises-fisher", 3, 0, {1, 1}, 0, OF_WEIGHTS, "mean of element %llu is not a direction: all its values are 0"},
};

/* The values of parameter p: one per element, one per row of samples, or one row of weights. */
static double values[ELEMENTS * MAX_COLS];

static rr_job job_of_kind(const kind *k, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(k->sampler);
    job.dtype = job.sampler->counts ? RR_I64 : RR_F64;
    job.rows = ELEMENTS / k->cols, job.cols = k->cols, job.out = out;
    for (uint32_t p = 0; p < job.sampler->params && p < 3; ++p) {
        job.param[p] = (rr_param){&k->good[p], RR_F64, 0, 0};
        if (rr_lists(job.sampler)) job.dims.n = 3;
    }
    const ptrdiff_t row = k->what == OF_ROW ? 8 : k->what == OF_WEIGHTS ? 24 : 8 * (ptrdiff_t)k->cols;
    job.param[k->p] = (rr_param){values, RR_F64, row, 8};
    return job;
}

/* Makes element `at` bad, or the row that it begins; returns the number that the result gives. */
static uint64_t spoil(const kind *k, uint64_t at)
{
    const uint64_t row = at / k->cols;
    if (k->what == OF_ELEMENT) values[at] = k->bad;
    else if (k->what == OF_ROW) values[row] = k->bad;
    else for (int i = 0; i < 3; ++i) values[3 * row + (uint64_t)i] = k->bad;
    return k->what == OF_ELEMENT ? at : row * k->cols;
}

static void one(const kind *k, const char *spec, uint64_t at, uint64_t also)
{
    static double out[ELEMENTS];
    for (int i = 0; i < ELEMENTS * MAX_COLS; ++i) values[i] = k->good[k->p];
    const uint64_t number = spoil(k, at);
    if (also) spoil(k, also);
    rr_job job = job_of_kind(k, out);
    for (int check = 0; check < 4; ++check) {
        char wanted[160];
        rr_result result = RR_RESULT_INIT;
        job.first_element = check & 2 ? 7000000000 * k->cols : 0;
        const uint64_t told = job.first_element + number;
        const rr_status status = (check & 1 ? rr_check : rr_run)(device("%s", spec), &job, &result);
        if (status != RR_ERR_PARAM || result.bad_index != told)
            fail_msg("%s on %s: status %d, element %llu and not %llu", k->sampler, spec, (int)status,
                     (unsigned long long)result.bad_index, (unsigned long long)told);
        snprintf(wanted, sizeof wanted, k->message, (unsigned long long)(k->what == OF_ROW ? told / k->cols : told));
        assert_string_equal(result.message, wanted);
    }
}

static const char *const devices[] = {"cpu", "cpu:scalar,warp=8", "cpu,threads=3", "cpu,tile=512,threads=2",
                                      "cpu+cpu:scalar"};

static void the_lowest_bad_one_is_the_callers(void **state)
{
    static const uint64_t places[] = {0, 513, 4098, 32769};
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
        for (size_t d = 0; d < sizeof devices / sizeof *devices; ++d)
            for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
                one(&kinds[k], devices[d], places[i], 0);
                one(&kinds[k], devices[d], places[i], ELEMENTS - 1);
            }
}

/* Of joined devices the one that cannot be opened is named, with the reason that it has alone. */
static void a_joined_device_has_its_own_reason(void **state)
{
    static const char *const names[] = {"cuda:99", "opencl:99", "cpu:other"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char alone[160], joined[160], spec[64];
        snprintf(spec, sizeof spec, "cpu:scalar+%s", names[i]);
        rr_device_why(names[i], alone);
        rr_device_why(spec, joined);
        assert_true(alone[0]);
        if (strncmp(joined, names[i], strlen(names[i])) || !strstr(joined, alone))
            fail_msg("%s: \"%s\", not \"%s\"", spec, joined, alone);
    }
}

/* For samples that a strategy failed to draw, and for counts that do not fit. */
static void so_is_the_first_that_failed(void **state)
{
    static double out[ELEMENTS];
    static const double one = 1;
    (void)state;
    for (size_t d = 0; d < sizeof devices / sizeof *devices; ++d) {
        char wanted[160];
        rr_result result = RR_RESULT_INIT;
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find("gamma"), job.dtype = RR_F64, job.rows = ELEMENTS, job.out = out;
        job.param[0] = (rr_param){&one, RR_F64, 0, 0}, job.strategy = strategy("fixed:2"), job.first_element = 5000000000;
        assert_int_equal(rr_run(device("%s", devices[d]), &job, &result), RR_ERR_FAILED);
        uint64_t first = 0, failed = 0;
        while (out[first] == out[first]) ++first;
        for (int i = 0; i < ELEMENTS; ++i) failed += out[i] != out[i];
        assert_true(first > 0 && result.failed_index == 5000000000 + first && result.bad_index == UINT64_MAX);
        snprintf(wanted, sizeof wanted, "%llu samples had no accepted proposal among 2; the first is element %llu",
                 (unsigned long long)failed, (unsigned long long)result.failed_index);
        assert_string_equal(result.message, wanted);
    }
    for (int i = 0; i < ELEMENTS; ++i) values[i] = i == 30000 ? 4.7e-10 : .5;
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = rr_sampler_find("geometric"), job.dtype = RR_I32, job.rows = ELEMENTS, job.out = out;
    job.param[0] = (rr_param){values, RR_F64, 8, 0}, job.first_element = 5000000000;
    for (job.stream.seed = 0; rr_run(device("cpu"), &job, &result) == RR_OK;) ++job.stream.seed;
    assert_int_equal(result.status, RR_ERR_FIT);
    assert_int_equal(result.failed_index, 5000030000);
    assert_string_equal(result.message, "the count of element 5000030000 does not fit i32");
}

/* A value in the range that is 0 when it is converted to f32. */
static void underflow_is_named(void **state)
{
    static const double tiny[] = {1e-50, 0}, mean = 0;
    static const char *const wanted[] = {"sd = 1e-50 of element 0 is 0 in f32, outside its range (0, 3.40282e+38]",
                                         "sd = 0 of element 0 is outside its range (0, 3.40282e+38]"};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        rr_result result = RR_RESULT_INIT;
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find("normal"), job.dtype = RR_F32, job.rows = 1, job.out = values;
        job.param[0] = (rr_param){&mean, RR_F64, 0, 0}, job.param[1] = (rr_param){&tiny[i], RR_F64, 0, 0};
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_string_equal(result.message, wanted[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_lowest_bad_one_is_the_callers), TEST(so_is_the_first_that_failed),
                                       TEST(a_joined_device_has_its_own_reason), TEST(underflow_is_named)};
    return RUN(tests);
}
