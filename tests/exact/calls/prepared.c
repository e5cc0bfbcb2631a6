/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prepared jobs: what is copied and what is not, errors, the element numbers in results, many threads, user-defined
 * distributions. That pieces have the bytes of the whole is tested by must_run (tests/support), which all tests call. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include "reroll_user.h"
#include "tests/exact/calls/calls.h"

static rr_prepared *opened(const rr_device *d, const rr_job *job)
{
    rr_prepared *p;
    rr_result result = RR_RESULT_INIT;
    if (rr_prepared_open(d, job, &p, &result)) fail_msg("%s: %s", job->sampler->name, result.message);
    assert_non_null(p);
    return p;
}

static void not_opened(const rr_device *d, const rr_job *job, rr_status status, const char *word)
{
    rr_prepared *p = (rr_prepared *)(void *)&word;
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(rr_prepared_open(d, job, &p, &result), status);
    assert_null(p);
    assert_int_equal(result.status, status);
    if (!strstr(result.message, word)) fail_msg("\"%s\" does not say %s", result.message, word);
    assert_int_equal(rr_prepared_open(d, job, &p, NULL), status);
}

/* The errors that rr_run finds before it draws. */
static void refused_jobs(void **state)
{
    const rr_device *d = device("cpu");
    const double indefinite[4] = {1, 2, 2, 1}, negative[2] = {1, -1};
    float out[8];
    const rr_job good = gamma_job(out, 8);
    rr_result small = RR_RESULT_INIT;
    rr_prepared *other = NULL, *p;
    rr_job job = good;
    not_opened(NULL, &good, RR_ERR_ARGUMENT, "device");
    not_opened(d, NULL, RR_ERR_ARGUMENT, "job");
    assert_int_equal(rr_prepared_open(d, &good, NULL, NULL), RR_ERR_ARGUMENT);
    small.size = 4;
    assert_int_equal(rr_prepared_open(d, &good, &other, NULL), RR_OK);
    p = other;
    assert_int_equal(rr_prepared_open(d, &good, &p, &small), RR_ERR_ARGUMENT);
    assert_null(p);
    rr_prepared_close(&other);
    job.param[0].data = NULL;
    not_opened(d, &job, RR_ERR_ARGUMENT, "shape");
    job = good, job.stream.next = UINT64_MAX;
    not_opened(d, &job, RR_ERR_INDEX, "2^64");
    job = (rr_job)RR_JOB_INIT;
    job.sampler = rr_sampler_find("multivariate-normal"), job.rows = job.cols = 2;
    job.param[1] = (rr_param){indefinite, RR_F64, 16, 8};
    not_opened(d, &job, RR_ERR_PARAM, "not positive semidefinite");
    job = (rr_job)RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical"), job.rows = 1, job.dims.n = 2;
    job.param[0] = (rr_param){negative, RR_F64, 0, 8};
    not_opened(d, &job, RR_ERR_PARAM, "weights");
    rr_prepared_close(NULL);
    p = NULL;
    rr_prepared_close(&p);
    (void)state;
}

static void refused_draw(const rr_prepared *p, uint64_t first, uint64_t n, void *out, rr_status status, const char *word)
{
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(rr_prepared_draw(p, first, n, out, &result), status);
    if (!strstr(result.message, word)) fail_msg("\"%s\" does not say %s", result.message, word);
    assert_int_equal(rr_prepared_draw(p, first, n, out, NULL), status);
}

static void refused_draws(void **state)
{
    static double out[64], shape[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma"), job.rows = 4, job.cols = 3;
    job.param[0] = (rr_param){shape, RR_F64, 24, 8};
    rr_prepared *p = opened(device("cpu"), &job);
    memset(out, 0x77, sizeof out);
    refused_draw(NULL, 0, 1, out, RR_ERR_ARGUMENT, "prepared is NULL");
    refused_draw(p, 13, 0, out, RR_ERR_ARGUMENT, "elements 13 to 13 of a job that has 12");
    refused_draw(p, 0, 13, out, RR_ERR_ARGUMENT, "of a job that has 12");
    refused_draw(p, 12, 1, out, RR_ERR_ARGUMENT, "of a job that has 12");
    refused_draw(p, 5, UINT64_MAX, out, RR_ERR_ARGUMENT, "of a job that has 12");
    refused_draw(p, 0, 12, NULL, RR_ERR_ARGUMENT, "out is NULL");
    refused_draw(p, 0, 12, (char *)out + 1, RR_ERR_ARGUMENT, "aligned");
    refused_draw(p, 1, 11, shape + 1, RR_ERR_OVERLAP, "shape");
    for (int i = 0; i < 64; ++i) assert_memory_equal(&out[i], "\x77\x77\x77\x77\x77\x77\x77\x77", 8);
    /* Begins in one row, ends in another: the last of its three pieces overlaps, and nothing is drawn. */
    refused_draw(p, 2, 7, shape, RR_ERR_OVERLAP, "shape");
    for (int i = 0; i < 12; ++i) assert_true(shape[i] == 1);
    assert_int_equal(rr_prepared_draw(p, 12, 0, NULL, NULL), RR_OK);
    assert_int_equal(rr_prepared_draw(p, 0, 12, out, NULL), RR_OK);
    rr_prepared_close(&p);
    assert_null(p);
    job.sampler = rr_sampler_find("dirichlet");
    p = opened(device("cpu"), &job);
    refused_draw(p, 1, 3, out, RR_ERR_ARGUMENT, "whole rows");
    refused_draw(p, 3, 4, out, RR_ERR_ARGUMENT, "whole rows");
    assert_int_equal(rr_prepared_draw(p, 3, 9, out, NULL), RR_OK);
    rr_prepared_close(&p);
    (void)state;
}

static void nothing_to_draw(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        rr_job job = job_of(s, dtype, UINT64_MAX, 0, SHARED, 1);
        rr_prepared *p = opened(device("cpu"), &job);
        assert_int_equal(rr_prepared_draw(p, 0, 0, NULL, NULL), RR_OK);
        assert_int_equal(rr_prepared_draw(p, 0, 1, NULL, NULL), RR_ERR_ARGUMENT);
        rr_prepared_close(&p);
    }
    (void)state;
}

/* The job and the data of tables are copied; single values and arrays are read in place. */
static void what_is_copied(void **state)
{
    double scale = 1, weights[3] = {1, 2, 3}, shape = 2.5, one[8], two[8];
    const double want_weights[3] = {1, 2, 3};
    int64_t a[8], b[8];
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("exponential"), job.rows = 8;
    job.param[0] = (rr_param){&scale, RR_F64, 0, 0};
    rr_prepared *p = opened(device("cpu"), &job);
    rr_prepared_draw(p, 0, 8, one, NULL);
    memset(&job, 0, sizeof job);
    scale = 2;
    rr_prepared_draw(p, 0, 8, two, NULL);
    for (int i = 0; i < 8; ++i) assert_true(two[i] == 2 * one[i]);
    rr_prepared_close(&p);
    job = (rr_job)RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical"), job.dtype = RR_I64, job.rows = 8, job.dims.n = 3;
    job.param[0] = (rr_param){weights, RR_F64, 0, 8};
    p = opened(device("cpu"), &job);
    weights[0] = weights[1] = weights[2] = NAN;
    assert_int_equal(rr_prepared_draw(p, 0, 8, a, NULL), RR_OK);
    rr_prepared_close(&p);
    job.param[0].data = want_weights;
    must_run(device("cpu"), &job, b);
    assert_memory_equal(a, b, sizeof a);
    job = (rr_job)RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma:table"), job.rows = 8;
    job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    must_run(device("cpu"), &job, one);
    p = opened(device("cpu"), &job);
    assert_int_equal(rr_prepared_draw(p, 0, 8, two, NULL), RR_OK);
    assert_memory_equal(one, two, sizeof one);
    rr_prepared_close(&p);
    (void)state;
}

/* Parameters of a table are those given when the job was prepared, also where a draw is given others. */
static void fixed_parameters(void **state)
{
    static const struct { const char *name; double v[2]; } LAWS[] = {
        {"gamma:table", {2.5, 3}}, {"beta:table", {2.5, 3}}, {"poisson:icdf", {40, 0}}, {"binomial:icdf", {100, 0.25}}};
    const double others[2] = {-1, NAN};
    const void *const data[4] = {&others[0], &others[1], NULL, NULL};
    double want[8], out[8];
    for (size_t i = 0; i < sizeof LAWS / sizeof *LAWS; ++i) {
        rr_job job = RR_JOB_INIT;
        double v[2] = {LAWS[i].v[0], LAWS[i].v[1]};
        job.sampler = rr_sampler_find(LAWS[i].name), job.rows = 8;
        for (uint32_t p = 0; p < 2; ++p)
            if (job.sampler->fixed >> p & 1) job.param[p] = (rr_param){&v[p], RR_F64, 0, 0};
        must_run(device("cpu"), &job, want);
        rr_prepared *p = opened(device("cpu"), &job);
        v[0] = v[1] = NAN;
        for (int with = 0; with < 2; ++with) {
            memset(out, 0, sizeof out);
            const uint32_t both = job.sampler->fixed & 3;
            const void *const own[4] = {both & 1 ? data[0] : NULL, both & 2 ? data[1] : NULL, NULL, NULL};
            if (with) assert_int_equal(rr_prepared_draw_with(p, 0, 8, own, out, NULL), RR_OK);
            else assert_int_equal(rr_prepared_draw(p, 0, 8, out, NULL), RR_OK);
            same_bits(want, out, 8, 8, "%s", LAWS[i].name);
        }
        rr_prepared_close(&p);
    }
    (void)state;
}

/* Single values are read and checked by each draw: new ones, bad ones, and again those given at preparation. */
static void values_between_draws(void **state)
{
    enum { N = 70 };
    static const double VALUES[][2] = {{1, 2}, {0.5, 2}, {1, 2}, {-1, 2}, {1, 2}, {1, NAN}, {3, 0.25}, {1, 2}};
    static const char *const names[] = {"gamma", "normal", "gamma:table", "negative-binomial"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        rr_job job = RR_JOB_INIT;
        double v[2] = {VALUES[0][0], VALUES[0][1]}, want[N], out[N];
        job.sampler = rr_sampler_find(names[i]), job.rows = 1000, job.stream.next = 5;
        const uint32_t p0 = job.sampler->fixed ? 1 : 0;   /* a shape of a table is not read again */
        const double shape = 2;
        if (p0) job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
        for (uint32_t p = p0; p < 2; ++p) job.param[p] = (rr_param){&v[p - p0], RR_F64, 0, 0};
        rr_prepared *p = opened(device("cpu"), &job);
        for (size_t k = 0; k < sizeof VALUES / sizeof *VALUES; ++k)
            for (uint64_t n = 1; n <= N; n += 23) {
                rr_result result = RR_RESULT_INIT, whole = RR_RESULT_INIT;
                v[0] = VALUES[k][0], v[1] = VALUES[k][1];
                rr_job part = job;
                part.rows = n, part.stream.next += 300, part.out = want, part.first_element = 300;
                const rr_status status = rr_run(device("cpu"), &part, &whole);
                assert_int_equal(rr_prepared_draw(p, 300, n, out, &result), status);
                assert_string_equal(result.message, whole.message);
                assert_true(result.bad_index == whole.bad_index && result.bad_param == whole.bad_param);
                same_bits(want, out, n, 8, "%s: values %d, %d samples", names[i], (int)k, (int)n);
            }
        rr_prepared_close(&p);
    }
    (void)state;
}

/* 1 to 70 samples of every sampler and type across index 2^32, of the words' complements too. */
static void few_samples(void **state)
{
    enum { ALL = 140, MAX = 70 };
    static char want[ALL * 8], out[(MAX + 1) * 8];
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        const unsigned w = width(dtype);
        for (int how = 0; how < (s->monotone ? 4 : 2); ++how) {
            rr_job job = job_of(s, dtype, ((uint64_t)1 << 32) - ALL / 2, ALL, how & 1, t);
            job.flags = how & 2 ? RR_ANTITHETIC : 0;
            job.out = want;
            assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
            rr_prepared *p = opened(device("cpu"), &job);
            for (uint64_t n = 1; n <= MAX; ++n)
                for (uint64_t first = n % 7; first + n <= ALL; first += 1 + n % 5 * 7) {
                    memset(out + n * w, 0x5a, w);
                    rr_result result = RR_RESULT_INIT;
                    if (rr_prepared_draw(p, first, n, out, &result)) fail_msg("%s: %s", s->name, result.message);
                    same_bits(want + first * w, out, n, w, "%s, %d: %d samples from %d on", s->name, how, (int)n,
                              (int)first);
                    for (unsigned b = 0; b < w; ++b) assert_int_equal(out[n * w + b], 0x5a);
                }
            for (uint64_t n = 1; n <= MAX; n += 3) {
                rr_job part = job_part(&job, 70 - n / 2, n, out);
                assert_int_equal(rr_run(device("cpu"), &part, NULL), RR_OK);
                same_bits(want + (70 - n / 2) * w, out, n, w, "%s, %d: a call of %d samples", s->name, how, (int)n);
            }
            rr_prepared_close(&p);
        }
    }
    (void)state;
}

/* One sample at a time, on every instruction set, from before element 2^32 on. A first attempt leaves one sample in 2^8
 * undecided; many more are drawn. */
static void one_sample(void **state)
{
    enum { ALL = 2000 };
    static const char *const names[] = {"uniform", "normal", "exponential"};
    static const rr_type types[] = {RR_F32, RR_F64, RR_F16, RR_BF16};
    static char want[ALL * 8];
    const char *sets[8];
    const unsigned n = isas(sets);
    for (unsigned k = 0; k < n * 24; ++k) {
        const rr_device *d = device("%s", sets[k / 24]);
        const rr_sampler *s = rr_sampler_find(names[k % 3]);
        const uint64_t first = k % 2 ? 0 : ((uint64_t)1 << 32) - ALL / 2;
        const unsigned w = width(types[k / 3 % 4]);
        rr_job job = job_of(s, types[k / 3 % 4], 0, (uint64_t)1 << 33, SHARED, k);
        job.flags = s->monotone && k / 12 % 2 ? RR_ANTITHETIC : 0;
        rr_job part = job_part(&job, first, ALL, want);
        assert_int_equal(rr_run(d, &part, NULL), RR_OK);
        rr_prepared *p = opened(d, &job);
        for (uint64_t i = 0; i < ALL; ++i) {
            uint64_t out = 0;
            rr_result result = RR_RESULT_INIT;
            assert_int_equal(rr_prepared_draw(p, first + i, 1, &out, &result), RR_OK);
            same_bits(want + i * w, &out, 1, w, "%s on %s, %u: sample %d", s->name, sets[k / 24], k, (int)i);
            assert_int_equal(result.strategy.kind, strategy("compact").kind);
        }
        rr_prepared_close(&p);
    }
    (void)state;
}

/* A result keeps nothing of the previous call. */
static void results_again(void **state)
{
    double scale = -1, out[8];
    rr_result result = RR_RESULT_INIT, none = RR_RESULT_INIT;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("exponential"), job.rows = 8, job.flags = RR_COUNT;
    job.param[0] = (rr_param){&scale, RR_F64, 0, 0};
    rr_prepared *counting = opened(device("cpu"), &job);
    job.flags = 0;
    rr_prepared *p = opened(device("cpu"), &job);
    none.strategy.kind = strategy("compact").kind;
    for (uint64_t n = 1; n <= 8; ++n) {
        scale = -1;
        assert_int_equal(rr_prepared_draw(p, 0, n, out, &result), RR_ERR_PARAM);
        assert_true(result.bad_index == 0 && result.bad_param == 0 && *result.message);
        scale = 1;
        assert_int_equal(rr_prepared_draw(counting, 0, n, out, &result), RR_OK);
        assert_true(result.counts.iterations[0] == n && result.counts.accepted == n);
        assert_int_equal(rr_prepared_draw(p, 0, n, out, &result), RR_OK);
        if (!*result.message) memset(result.message, 0, sizeof result.message);   /* what follows its end is anything */
        assert_memory_equal(&result, &none, sizeof none);
    }
    rr_prepared_close(&counting);
    rr_prepared_close(&p);
    (void)state;
}

/* Tiles of one thread and of several, in jobs that begin at any index. */
static void more_samples(void **state)
{
    enum { ALL = 9000 };
    static char want[ALL * 8], out[ALL * 8];
    static const char *const names[] = {"uniform", "normal", "gamma", "poisson", "negative-binomial", "integers"};
    static const uint64_t SIZES[] = {65, 513, 1000, 2817, 4095, 4096, 4097, 8200};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        for (int each = 0; each < 2; ++each) {
            const rr_sampler *s = rr_sampler_find(names[i]);
            if (!s) fail_msg("no %s", names[i]);
            const rr_type dtype = s->dtypes >> RR_F64 & 1 ? RR_F64 : RR_I64;
            rr_job job = job_of(s, dtype, ((uint64_t)1 << 32) - 1000, ALL, each, 3);
            job.out = want;
            assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
            rr_prepared *p = opened(device("cpu"), &job), *few = opened(device("cpu,tile=100"), &job);
            for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; ++k)
                for (uint64_t first = 0; first < 68; first += 1 + first / 3) {
                    assert_int_equal(rr_prepared_draw(first % 2 ? p : few, first, SIZES[k], out, NULL), RR_OK);
                    same_bits(want + 8 * first, out, SIZES[k], 8, "%s: %d from %d on", s->name, (int)SIZES[k], (int)first);
                    rr_job part = job_part(&job, first, SIZES[k], out);
                    assert_int_equal(rr_run(device("cpu"), &part, NULL), RR_OK);
                    same_bits(want + 8 * first, out, SIZES[k], 8, "%s: a call of %d from %d on", s->name, (int)SIZES[k],
                              (int)first);
                }
            rr_prepared_close(&p);
            rr_prepared_close(&few);
        }
    (void)state;
}

/* Draws that are divided among threads, and the largest that runs on one thread. */
static void divided(void **state)
{
    enum { ALL = 140000 };
    static double want[ALL], out[ALL];
    static const uint64_t SIZES[] = {65535, 65536, 131073};
    for (int each = 0; each < 2; ++each) {
        rr_job job = job_of(rr_sampler_find("gamma"), RR_F64, 5, ALL, each, 3);
        job.out = want;
        assert_int_equal(rr_run(device("cpu,threads=1"), &job, NULL), RR_OK);
        for (int threads = 1; threads < 4; threads += 2) {
            rr_prepared *p = opened(device("cpu,threads=%d", threads), &job);
            for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; ++k)
                for (uint64_t first = 0; first < 64; first += 59) {
                    rr_result result = RR_RESULT_INIT;
                    assert_int_equal(rr_prepared_draw(p, first, SIZES[k], out, &result), RR_OK);
                    same_bits(want + first, out, SIZES[k], 8, "%d from %d on, %d threads", (int)SIZES[k], (int)first,
                              threads);
                }
            rr_prepared_close(&p);
        }
    }
    (void)state;
}

/* Bad and failed elements have their numbers in the whole job, whichever part is drawn. */
static void numbers_of_elements(void **state)
{
    enum { ROWS = 5, COLS = 7 };
    static double scale[ROWS * COLS], out[ROWS * COLS];
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = rr_sampler_find("exponential"), job.rows = ROWS, job.cols = COLS, job.first_element = 1000;
    job.param[0] = (rr_param){scale, RR_F64, COLS * 8, 8};
    rr_prepared *p = opened(device("cpu"), &job);
    for (uint64_t bad = 0; bad < ROWS * COLS; ++bad)
        for (uint64_t first = 0; first < ROWS * COLS; first += 3) {
            const uint64_t n = ROWS * COLS - first;
            for (uint64_t i = 0; i < ROWS * COLS; ++i) scale[i] = i == bad ? -3 : 1;
            const rr_status status = rr_prepared_draw(p, first, n, out, &result);
            assert_int_equal(status, bad < first ? RR_OK : RR_ERR_PARAM);
            assert_true(result.bad_index == (status ? 1000 + bad : UINT64_MAX));
            assert_int_equal(result.bad_param, status ? 0 : -1);
            for (uint64_t i = 0; i < n; ++i) assert_true(isnan(out[i]) == (first + i == bad));
        }
    rr_prepared_close(&p);
    /* Failed samples and counts add up over pieces. */
    static double want[ROWS * COLS];
    rr_result all = RR_RESULT_INIT;
    job.sampler = rr_sampler_find("normal:polar");
    job.param[0] = (rr_param){NULL, RR_F64, 0, 0};
    for (int i = 0; i < ROWS * COLS; ++i) scale[i] = 1;
    job.param[1] = (rr_param){scale, RR_F64, COLS * 8, 8};
    job.strategy = strategy("fixed:1");
    job.flags = RR_COUNT;
    job.out = want;
    assert_int_equal(rr_run(device("cpu"), &job, &all), RR_ERR_FAILED);
    p = opened(device("cpu"), &job);
    assert_int_equal(rr_prepared_draw(p, 2, ROWS * COLS - 4, out, &result), RR_ERR_FAILED);
    same_bits(want + 2, out, ROWS * COLS - 4, 8, "lost in pieces");
    uint64_t lost = 0, lowest = UINT64_MAX;
    for (int i = 2; i < ROWS * COLS - 2; ++i)
        if (isnan(want[i]) && !lost++) lowest = (uint64_t)i;
    assert_true(lost > 0 && result.failed == lost && result.failed_index == 1000 + lowest);
    assert_true(result.counts.lane_attempts >= ROWS * COLS - 4 && result.strategy.kind == job.strategy.kind);
    rr_prepared_close(&p);
    (void)state;
}

/* Index arrays and tiles of a larger matrix, with parameters per row and per element, from any element to any other. */
static void any_elements(void **state)
{
    enum { ROWS = 6, COLS = 5, ALL = ROWS * COLS };
    static double shape[ALL], want[ALL], out[ALL + 2];
    static uint64_t index[ALL];
    for (uint64_t i = 0; i < ALL; ++i) shape[i] = 0.5 + (double)(i % 4), index[i] = mix(i);
    for (int how = 0; how < 9; ++how) {
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find("gamma"), job.rows = ROWS, job.cols = COLS, job.stream.next = 77;
        job.index = how % 3 == 1 ? index : NULL;
        job.index_row_stride = how % 3 == 2 ? 1000 : 0;
        job.param[0] = (rr_param){shape, RR_F64, how < 3 ? 0 : how < 6 ? 8 : COLS * 8, how < 6 ? 0 : 8};
        job.out = want;
        assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
        rr_prepared *p = opened(device("cpu"), &job);
        for (uint64_t first = 0; first < ALL; ++first)
            for (uint64_t n = 1; n <= ALL - first; ++n) {
                out[0] = out[n + 1] = -7;
                assert_int_equal(rr_prepared_draw(p, first, n, out + 1, NULL), RR_OK);
                same_bits(want + first, out + 1, n, 8, "%d: %d elements from %d on", how, (int)n, (int)first);
                assert_true(out[0] == -7 && out[n + 1] == -7);
            }
        rr_prepared_close(&p);
    }
    (void)state;
}

/* One window of the parameters at a time, each at another address, with the rest inaccessible. */
static void windows_of_parameters(void **state)
{
    enum { ROWS = 6, COLS = 5, ALL = ROWS * COLS };
    static double shape[ALL], want[ALL], out[ALL];
    static double refused[ALL];
    for (int i = 0; i < ALL; ++i) shape[i] = 0.5 + i % 4, refused[i] = -1;
    for (int how = 0; how < 3; ++how) {
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find("gamma"), job.rows = ROWS, job.cols = COLS;
        job.param[0] = (rr_param){shape, RR_F64, how == 0 ? 8 : how == 1 ? 0 : COLS * 8, how == 0 ? 0 : 8};
        job.out = want;
        assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
        job.param[0].data = refused;
        rr_prepared *p = opened(device("cpu"), &job);
        for (uint64_t first = 0; first < ALL; ++first) {
            const uint64_t row = first / COLS, col = first % COLS, n = col ? COLS - col : ALL - first;
            const uint64_t at = (row * (uint64_t)job.param[0].row_stride + col * (uint64_t)job.param[0].col_stride) / 8;
            double *window = malloc((ALL - at) * sizeof *window);
            rr_result result = RR_RESULT_INIT;
            const void *const data[2] = {window, NULL};
            memcpy(window, shape + at, (ALL - at) * sizeof *window);
            if (rr_prepared_draw_with(p, first, n, data, out, &result)) fail_msg("%s", result.message);
            same_bits(want + first, out, n, 8, "%d: a window from element %d on", how, (int)first);
            window[0] = -5;
            assert_int_equal(rr_prepared_draw_with(p, first, n, data, out, &result), RR_ERR_PARAM);
            assert_true(result.bad_index == first && result.value.as.real == -5);
            free(window);
        }
        assert_int_equal(rr_prepared_draw_with(p, 0, ALL, NULL, out, NULL), RR_ERR_PARAM);
        assert_int_equal(rr_prepared_draw_with(NULL, 0, ALL, NULL, out, NULL), RR_ERR_ARGUMENT);
        rr_prepared_close(&p);
    }
    /* A mean per row; the covariance is what it was. */
    static const double cov[4] = {2, .5, .5, 1}, nan[4] = {NAN, NAN, NAN, NAN};
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("multivariate-normal"), job.rows = 15, job.cols = 2, job.out = want;
    job.param[0] = (rr_param){shape, RR_F64, 16, 8};
    job.param[1] = (rr_param){cov, RR_F64, 16, 8};
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
    rr_prepared *p = opened(device("cpu"), &job);
    const void *const data[2] = {shape + 8, nan};
    assert_int_equal(rr_prepared_draw_with(p, 8, 22, data, out, NULL), RR_OK);
    same_bits(want + 8, out, 22, 8, "rows in a window");
    rr_prepared_close(&p);
    (void)state;
}

typedef struct crew {
    const rr_prepared *prepared;
    const char *want;
    uint64_t n, unit, seed;
    unsigned width;
    atomic_int *wrong;
} crew;

static void *draw_anywhere(void *argument)
{
    const crew *c = argument;
    char *out = malloc(c->n * c->width);
    for (uint64_t k = 0; k < 60; ++k) {
        const uint64_t units = c->n / c->unit, first = mix(c->seed + 2 * k) % units, left = units - first;
        const uint64_t at = first * c->unit, n = (1 + mix(c->seed + 2 * k + 1) % left) * c->unit;
        rr_result result = RR_RESULT_INIT;
        if (rr_prepared_draw(c->prepared, at, n, out, &result) || memcmp(out, c->want + at * c->width, n * c->width))
            atomic_fetch_add(c->wrong, 1);
    }
    free(out);
    return NULL;
}

static void draws_at_once(const rr_device *d, const rr_job *job)
{
    static char want[7000 * 8];
    pthread_t thread[4];
    crew c[4];
    atomic_int wrong = 0;
    must_run(d, job, want);
    rr_prepared *p = opened(d, job);
    for (int i = 0; i < 4; ++i) {
        c[i] = (crew){p, want, job->rows * job->cols, rr_is_row(job->sampler) ? job->cols : 1, 1000u * (unsigned)i,
                      width(job->dtype), &wrong};
        assert_int_equal(pthread_create(&thread[i], NULL, draw_anywhere, &c[i]), 0);
    }
    for (int i = 0; i < 4; ++i) pthread_join(thread[i], NULL);
    assert_int_equal(wrong, 0);
    rr_prepared_close(&p);
}

static void threads(void **state)
{
    static double each[7000], weights[100], cov[9] = {2, .5, 0, .5, 2, 0, 0, 0, 1};
    const rr_device *d = device("cpu,threads=2,tile=128");
    const double shape = 3.25;
    rr_job job = RR_JOB_INIT;
    for (int i = 0; i < 7000; ++i) each[i] = 0.5 + i % 9;
    for (int i = 0; i < 100; ++i) weights[i] = 1 + i % 7;
    job.sampler = rr_sampler_find("gamma"), job.rows = 100, job.cols = 70;
    job.param[0] = (rr_param){each, RR_F64, 70 * 8, 8};
    draws_at_once(d, &job);
    job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    draws_at_once(d, &job);
    job.sampler = rr_sampler_find("gamma:table");
    draws_at_once(d, &job);
    job = (rr_job)RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical"), job.dtype = RR_I64, job.rows = 7000, job.dims.n = 100;
    job.param[0] = (rr_param){weights, RR_F64, 0, 8};
    draws_at_once(d, &job);
    job = (rr_job)RR_JOB_INIT;
    job.sampler = rr_sampler_find("multivariate-normal"), job.rows = 2000, job.cols = 3;
    job.param[1] = (rr_param){cov, RR_F64, 24, 8};
    draws_at_once(d, &job);
    (void)state;
}

/* A prepared job holds a user-defined distribution open. */
static void user_defined(void **state)
{
    static const char text[] = "RR_LAW(held, 1, \"a test\")\nRR_PARAM(p, 0, 1, \"a share\")\n"
                               "RR_TRY(held) { const rr_unit u = rr_draw_uniform(d); "
                               "return rr_accept(u.u, rr_le(u.u, p)); }\n";
    const double p_values[4] = {.5, .25, .75, .9};
    const rr_sampler *s;
    rr_result result = RR_RESULT_INIT;
    double want[4], out[4];
    rr_job job = RR_JOB_INIT;
    if (rr_law_open(text, &s, &result)) fail_msg("%s", result.message);
    job.sampler = s, job.rows = 4, job.out = want;
    job.param[0] = (rr_param){p_values, RR_F64, 8, 0};
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
    rr_prepared *p = opened(device("cpu"), &job), *second = opened(device("cpu"), &job);
    assert_int_equal(rr_law_close(&s), RR_ERR_ARGUMENT);
    rr_prepared_close(&second);
    assert_int_equal(rr_law_close(&s), RR_ERR_ARGUMENT);
    for (uint64_t i = 4; i-- > 0; ) assert_int_equal(rr_prepared_draw(p, i, 1, out + i, NULL), RR_OK);
    assert_memory_equal(want, out, sizeof want);
    rr_prepared_close(&p);
    assert_int_equal(rr_law_close(&s), RR_OK);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(refused_jobs), TEST(refused_draws), TEST(nothing_to_draw), TEST(what_is_copied), TEST(numbers_of_elements),
        TEST(any_elements), TEST(threads),       TEST(user_defined), TEST(windows_of_parameters),
        TEST(fixed_parameters), TEST(values_between_draws), TEST(few_samples), TEST(more_samples),
        TEST(one_sample), TEST(results_again),
        TEST(divided),
    };
    return RUN(tests);
}
