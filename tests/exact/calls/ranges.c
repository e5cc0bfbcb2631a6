/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Ranges of parameters to the ulp; which samples bad values and failed draws affect, and that they affect no other
 * sample. */
#include <math.h>

#include "tests/exact/calls/calls.h"

static double step(rr_type type, double v, double towards)
{
    return type == RR_F64 ? nextafter(v, towards) : (double)nextafterf((float)v, (float)towards);
}

/* rr_check and rr_run agree on parameter p = v for element 5 of 9, all others good; the neighbours keep their bits. */
static void one_value(const rr_sampler *s, rr_type dtype, uint32_t p, double v, int good)
{
    enum { M = 9, AT = 5 };
    uint64_t want[M], out[M];
    char values[M * 8];
    const unsigned w = width(dtype), pw = param_width(s, dtype);
    rr_job job = job_of(s, dtype, 77, M, SHARED, 1);
    rr_result result = RR_RESULT_INIT;
    must_run(device("cpu"), &job, want);
    for (int i = 0; i < M; ++i) {
        const float f = (float)v;
        memcpy(values + i * (int)pw, i != AT ? job.param[p].data : pw == 8 ? (void *)&v : (void *)&f, pw);
    }
    job.param[p] = (rr_param){values, rr_param_type(s, dtype), pw, 0};
    job.out = out;
    memset(out, 0x11, sizeof out);
    const rr_status status = rr_run(device("cpu"), &job, &result), checked = rr_check(device("cpu"), &job, NULL);
    if (good && s->stages && s->counts && status == RR_ERR_FIT && checked == RR_OK) return;   /* the count is too large */
    if (status != (good ? RR_OK : RR_ERR_PARAM) || checked != status)
        fail_msg("%s %s %s = %a: status %d, checked %d", s->name, w == 8 ? "f64" : "32", s->param[p].name, v, status,
                 checked);
    assert_true(result.bad_index == (good ? UINT64_MAX : AT));
    if (!good && !strstr(result.message, s->param[p].name))
        fail_msg("\"%s\" does not name %s", result.message, s->param[p].name);
    if (!good && !strchr(result.message, '[') && !strchr(result.message, '('))
        fail_msg("\"%s\" has no range", result.message);
    if (!good) assert_true(is_failed(dtype, (char *)out + AT * w));
    same_bits(want, out, AT, w, "%s before a %s of %g", s->name, s->param[p].name, v);
    same_bits((char *)want + (AT + 1) * w, (char *)out + (AT + 1) * w, M - AT - 1, w, "%s behind a %s of %g", s->name,
              s->param[p].name, v);
    /* A value inside its range never gives a NaN, and never an infinity where its scale is moderate. */
    if (good && (dtype == RR_F32 || dtype == RR_F64)) assert_false(is_failed(dtype, (char *)out + AT * w));
}

/* A parameter that must be one value for all samples: all samples fail, or none. */
static void one_for_all(const rr_sampler *s, rr_type dtype, uint32_t p, double v, int good)
{
    uint64_t out[3];
    rr_job job = job_of(s, dtype, 77, 3, SHARED, 1);
    rr_result result = RR_RESULT_INIT;
    job.param[p] = (rr_param){&v, RR_F64, 0, 0};
    job.out = out;
    assert_int_equal(rr_run(device("cpu"), &job, &result), good ? RR_OK : RR_ERR_PARAM);
    assert_true(result.bad_index == (good ? UINT64_MAX : 0));
    if (!good && !strstr(result.message, s->param[p].name))
        fail_msg("\"%s\" does not name %s", result.message, s->param[p].name);
    for (int i = 0; i < 3; ++i)   /* a failed count is 0, which may also be a valid count */
        if (!good || !s->counts) assert_int_equal(is_failed(dtype, (char *)out + i * (int)width(dtype)), !good);
}

static void ranges(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (uint32_t p = 0; p < s->params; ++p) {
            const rr_range *r = rr_param_range(s, dtype, p);
            const rr_type type = rr_param_type(s, dtype);
            if (s->integers) continue;   /* tests/exact/bits/integers.c */
            const int f64 = type == RR_F64;
            const double low = f64 ? r->low : (double)(float)r->low, high = f64 ? r->high : (double)(float)r->high;
            const double tiny = f64 ? 0x1p-1074 : 0x1p-149;
            const double values[] = {low, high, step(type, low, -INFINITY), step(type, low, INFINITY),
                                     step(type, high, INFINITY), step(type, high, -INFINITY), 0.0, -0.0, tiny, -tiny,
                                     f64 ? 0x1p-1022 : 0x1p-126, 1, -1,
                                     NAN, -NAN, INFINITY, -INFINITY, f64 ? 0x1p1023 : 0x1p127,
                                     step(type, 1, 0), step(type, 1, 2)};
            for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
                const double v = values[i];
                double all[RR_MAX_PARAMS];
                int good = (r->low_open ? v > low : v >= low) && (r->high_open ? v < high : v <= high);
                /* uniform: low and high must also be consistent; that error has another message. */
                const rr_job job = job_of(s, dtype, 77, 1, SHARED, 1);
                for (uint32_t q = 0; q < s->params; ++q)
                    all[q] = q == p ? v
                             : f64  ? *(const double *)job.param[q].data
                                    : (double)*(const float *)job.param[q].data;
                if (good && s->relate && s->relate(all)) continue;
                if (rr_is_list(s, p)) continue;   /* tests/exact/bits/weights.c */
                if (s->fixed >> p & 1) {
                    one_for_all(s, dtype, p, v, good);
                    continue;
                }
                one_value(s, dtype, p, v, good);
            }
        }
    (void)state;
}

/* In an f32 job a double is checked after its conversion to f32. */
static void converted(void **state)
{
    float out[2];
    const struct {
        double scale;
        rr_status status;
    } rows[] = {{1e300, RR_ERR_PARAM}, {1e-300, RR_ERR_PARAM}, {1e-45, RR_OK}, {3.4028235677973362e38, RR_OK}};
    for (size_t i = 0; i < 4; ++i) {
        rr_job job = gamma_job(out, 2);
        rr_result result = RR_RESULT_INIT;
        job.param[1] = (rr_param){&rows[i].scale, RR_F64, 0, 0};
        assert_int_equal(rr_run(device("cpu"), &job, &result), rows[i].status);
        if (rows[i].status) assert_non_null(strstr(result.message, "scale"));
    }
    /* An integer is rounded once: half of a float's last place and 1 more goes up, though a double on the way would drop
     * the 1. */
    const int64_t whole[2] = {(1ll << 54) + (1ll << 30) + 1, -(1ll << 54) - (1ll << 30) - 1};
    const uint64_t large = (1ull << 63) + (1ull << 39) + 1;
    for (int i = 0; i < 3; ++i) {
        rr_job job = gamma_job(out, 2);
        job.sampler = rr_sampler_find("uniform");
        job.param[0] = job.param[1] = (rr_param){i < 2 ? (const void *)&whole[i] : &large, i < 2 ? RR_I64 : RR_U64, 0, 0};
        must_run(device("cpu"), &job, out);
        assert_true(out[0] == (i == 0 ? 0x1p54f + 0x1p31f : i == 1 ? -0x1p54f - 0x1p31f : 0x1p63f + 0x1p40f));
    }
    (void)state;
}

/* A sample that fails and has a bad parameter is counted as bad only. */
static void bad_and_failed(void **state)
{
    enum { N = 4000 };
    static double sd[N], want[N], out[N];
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    uint64_t lost = 0, first = UINT64_MAX, both = 0;
    for (int k = 0; k < N; ++k) sd[k] = 1;
    job.sampler = rr_sampler_find("normal:polar");
    job.rows = N;
    job.param[1] = (rr_param){sd, RR_F64, 8, 0};
    job.strategy = strategy("fixed:1");
    job.out = want;
    assert_int_equal(rr_run(device("cpu,tile=64"), &job, &result), RR_ERR_FAILED);
    for (int k = 0; k < N; ++k) {
        const int bad = k % 3 == 0 || k < 50;
        if (bad) sd[k] = -1;
        both += bad && isnan(want[k]);
        lost += !bad && isnan(want[k]);
        if (!bad && isnan(want[k]) && first == UINT64_MAX) first = (uint64_t)k;
    }
    assert_true(both > 100 && lost > 100 && first > result.failed_index);
    job.out = out;
    assert_int_equal(rr_run(device("cpu,tile=64"), &job, &result), RR_ERR_PARAM);
    assert_true(result.failed == lost && result.failed_index == first && result.bad_index == 0);
    for (int k = 0; k < N; ++k) assert_true(isnan(out[k]) == (sd[k] < 0 || isnan(want[k])));
    (void)state;
}

/* Several bad parameters: the lowest is named whatever the threads do, and the bits of the other samples are unchanged, on
 * every path. */
static void bad_lanes(void **state)
{
    enum { MANY = 3 * 32768 + 5 };
    static const char *const SPECS[] = {"cpu",         "cpu,threads=2",           "cpu,threads=3", "cpu:scalar,tile=64",
                                        "cpu,tile=64", "cpu,tile=65536,threads=3"};
    static const uint64_t BAD[] = {0, 63, 64, 777, 4095, 32767, 32768, 65535, 65536, MANY - 1};
    const char *const names[] = {"gamma", "normal:polar", "uniform", "attempts"};
    for (unsigned t = 0; t < 4; ++t) {
        const rr_sampler *s = rr_sampler_find(names[t]);
        const rr_type dtype = t == 1 ? RR_F64 : t == 3 ? RR_U32 : RR_F32;
        const unsigned w = width(dtype);
        char *want = malloc(MANY * 8), *out = malloc(MANY * 8), *p = malloc(MANY * w);
        rr_job job = job_of(s, dtype, 3, MANY, EACH, 0);
        must_run(device("cpu"), &job, want);
        for (unsigned k = 0; k < sizeof SPECS / sizeof *SPECS; ++k) {
            const unsigned skip = k % 3 * 3, bads = 10 - skip;
            if (k == 3 && t > 1) continue;   /* slow */
            memcpy(p, job.param[0].data, MANY * w);
            for (unsigned b = skip; b < 10; ++b) memset(p + BAD[b] * w, 0xff, w);   /* a NaN with an unusual bit pattern */
            rr_job bad = job;
            rr_result result = RR_RESULT_INIT;
            bad.param[0].data = p;
            bad.out = out;
            assert_int_equal(rr_run(device("%s", SPECS[k]), &bad, &result), RR_ERR_PARAM);
            assert_true(result.bad_index == BAD[skip]);
            for (unsigned b = skip, at = 0; b <= 10; ++b) {
                const uint64_t end = b < 10 ? BAD[b] : MANY;
                same_bits(want + (size_t)at * w, out + (size_t)at * w, end - at, w, "%s %s between bad lanes", s->name,
                          SPECS[k]);
                if (b < 10) assert_true(is_failed(dtype, out + end * w));
                at = (unsigned)end + 1;
            }
            bad.out = NULL;
            assert_int_equal(rr_check(device("%s", SPECS[k]), &bad, &result), RR_ERR_PARAM);
            assert_true(result.bad_index == BAD[skip]);
            assert_true(bads > 0);
        }
        free(want);
        free(out);
        free(p);
    }
    (void)state;
}

/* low above high: the message reports it, and only that sample fails. */
static void related(void **state)
{
    const double low[3] = {0, 2, 0}, high[3] = {1, 1, 1};
    double out[3];
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = rr_sampler_find("uniform");
    job.rows = 3;
    job.out = out;
    job.param[0] = (rr_param){low, RR_F64, 8, 0};
    job.param[1] = (rr_param){high, RR_F64, 8, 0};
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    assert_true(result.bad_index == 1 && is_failed(RR_F64, &out[1]) && out[0] > 0 && out[2] < 1);
    assert_non_null(strstr(result.message, "low"));
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ranges), TEST(converted), TEST(bad_and_failed), TEST(bad_lanes), TEST(related),
    };
    return RUN(tests);
}
