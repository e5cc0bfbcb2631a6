/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The C interface: every status and its sentence, ranges to the ulp, what bad lanes may not do, typed calls, device
 * strings, streams, processes and threads at once. */
#define _GNU_SOURCE
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/strategies.h"
#include "tests/support/support.h"

static const uint64_t NAN64 = 0x7ff8000000000000u;
static const uint32_t NAN32 = 0x7fc00000u;

/* What stands in place of a sample that is withheld. */
static int is_withheld(rr_type dtype, const void *p)
{
    const uint64_t zero = 0;
    return !memcmp(p, dtype == RR_F64 ? (const void *)&NAN64 : dtype == RR_F32 ? (const void *)&NAN32 : (const void *)&zero,
                   width(dtype));
}

static rr_job gamma_job(float *out, uint64_t n)
{
    static const float shape = 2;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.rows = n;
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.out = out;
    return job;
}

/* A refusal: this status, a sentence that has `word`, nothing written. */
static void refused(const rr_device *d, const rr_job *job, float *out, rr_status status, const char *word)
{
    rr_result result = RR_RESULT_INIT;
    memset(out, 0x77, 8 * sizeof *out);
    assert_int_equal(rr_run(d, job, &result), status);
    assert_int_equal(rr_run(d, job, NULL), status);
    assert_int_equal(result.status, status);
    if (!strstr(result.message, word)) fail_msg("\"%s\" does not say %s", result.message, word);
    for (size_t i = 0; i < 8 * sizeof *out; ++i) assert_int_equal(((char *)out)[i], 0x77);
}

static void bad_arguments(void **state)
{
    const rr_device *d = device("cpu");
    float out[8], other[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    const rr_job good = gamma_job(out, 8);
    rr_job job = good;
    rr_sampler copy = *good.sampler;
    refused(NULL, &good, out, RR_ERR_ARGUMENT, "device");
    refused(d, NULL, out, RR_ERR_ARGUMENT, "job");
    job.size = 8;
    refused(d, &job, out, RR_ERR_ARGUMENT, "size");
    job = good, job.sampler = NULL;
    refused(d, &job, out, RR_ERR_ARGUMENT, "sampler");
    job = good, job.sampler = &copy;
    refused(d, &job, out, RR_ERR_ARGUMENT, "sampler");
    for (int t = -1; t < 40; ++t) {
        job = good, job.dtype = (rr_type)t;
        if (t != RR_F32 && t != RR_F64 && t != RR_F16 && t != RR_BF16) refused(d, &job, out, RR_ERR_ARGUMENT, "dtype");
    }
    job = good, job.strategy = (rr_strategy){99, 0};
    refused(d, &job, out, RR_ERR_ARGUMENT, "strategy");
    job = good, job.strategy = strategy("grouped:4"), job.strategy.number = 3;
    refused(d, &job, out, RR_ERR_ARGUMENT, "strategy");
    job = good, job.strategy = strategy("fixed:4"), job.strategy.number = 0;
    refused(d, &job, out, RR_ERR_ARGUMENT, "strategy");
    job = good, job.strategy = strategy("loop"), job.strategy.number = 1;
    refused(d, &job, out, RR_ERR_ARGUMENT, "strategy");
    job = good, job.out = NULL;
    refused(d, &job, out, RR_ERR_ARGUMENT, "out");
    job = good, job.out = (char *)out + 1, job.rows = 4;
    refused(d, &job, out, RR_ERR_ARGUMENT, "out");
    job = good, job.rows = (uint64_t)1 << 33, job.cols = (uint64_t)1 << 33;
    refused(d, &job, out, RR_ERR_ARGUMENT, "rows * cols");
    job.rows = UINT64_MAX, job.cols = 1;
    refused(d, &job, out, RR_ERR_ARGUMENT, "rows * cols");
    job = good, job.param[0].data = NULL;
    refused(d, &job, out, RR_ERR_ARGUMENT, "shape");
    job = good, job.param[0].type = (rr_type)0;
    refused(d, &job, out, RR_ERR_ARGUMENT, "shape");
    job = good, job.param[1] = (rr_param){other, (rr_type)17, 0, 0};
    refused(d, &job, out, RR_ERR_ARGUMENT, "scale");
    rr_result small = RR_RESULT_INIT;
    small.size = 4;
    assert_int_equal(rr_run(d, &good, &small), RR_ERR_ARGUMENT);
    for (int i = 0; i < 12; ++i) assert_true(strlen(rr_status_text((rr_status)i)) > 3);
    assert_string_equal(rr_version(), "0.1.0");
    (void)state;
}

static void index_end(void **state)
{
    const rr_device *d = device("cpu");
    float out[8];
    rr_job job = gamma_job(out, 8);
    job.stream.next = UINT64_MAX - 6;
    refused(d, &job, out, RR_ERR_INDEX, "2^64");
    job.stream.next = UINT64_MAX;
    refused(d, &job, out, RR_ERR_INDEX, "2^64");
    job.rows = 2, job.cols = 4;
    refused(d, &job, out, RR_ERR_INDEX, "2^64");
    job.stream.next = UINT64_MAX - 7;
    must_run(d, &job, out);
    const uint64_t index[8] = {UINT64_MAX, 0, UINT64_MAX, 1, 2, 3, 4, 5};
    job.stream.next = UINT64_MAX;   /* not looked at with an index array */
    job.index = index;
    must_run(d, &job, out);
    assert_true(out[0] == out[2]);
    (void)state;
}

/* Elements are counted in 61 bits. */
static void most_elements(void **state)
{
    const rr_device *d = device("cpu");
    float out[8];
    for (uint64_t cols = 1; cols <= 1u << 20; cols <<= 20) {
        rr_job job = gamma_job(out, 0);
        job.cols = cols;
        job.stream.next = UINT64_MAX;   /* for which smaller ones are refused */
        job.rows = UINT64_MAX / 8 / cols + 1;
        refused(d, &job, out, RR_ERR_ARGUMENT, "rows * cols is too large");
        job.rows = UINT64_MAX / 8 / cols;
        refused(d, &job, out, RR_ERR_INDEX, "2^64");
    }
    (void)state;
}

static void overlaps(void **state)
{
    const rr_device *d = device("cpu");
    static union { float f[64]; uint64_t u[32]; } m;
    rr_job job = gamma_job(m.f + 8, 8);
    for (int i = 0; i < 64; ++i) m.f[i] = 1.5f;
    for (int at = 0; at < 24; ++at) {
        const int touches = at > 0 && at < 16;   /* out is 8 ... 15; the parameter at ... at + 7 */
        job.param[0] = (rr_param){m.f + at, RR_F32, 4, 0};
        const rr_job kept = job;
        if (touches) refused(d, &kept, m.f + 8, RR_ERR_OVERLAP, "shape");
        else must_run(d, &kept, m.f + 8);
        for (int i = 0; i < 64; ++i) m.f[i] = 1.5f;
    }
    job.param[0] = (rr_param){m.f + 16, RR_F32, -4, 0};   /* 16 down to 9 */
    refused(d, &job, m.f + 8, RR_ERR_OVERLAP, "shape");
    job.param[0] = (rr_param){m.f + 15, RR_F32, 0, 0};
    refused(d, &job, m.f + 8, RR_ERR_OVERLAP, "shape");
    for (int i = 0; i < 64; ++i) m.f[i] = 1.5f;
    job.param[0] = (rr_param){m.f + 16, RR_F32, 0, 0};
    must_run(d, &job, m.f + 8);
    job.index = m.u + 4;
    refused(d, &job, m.f + 8, RR_ERR_OVERLAP, "index");
    job.index = m.u + 8;   /* just behind out */
    for (int i = 0; i < 64; ++i) m.f[i] = 1.5f;
    must_run(d, &job, m.f + 8);
    job.index = NULL;
    for (rr_type type = RR_F32; type <= RR_U64; ++type) {   /* one value that ends where out begins, and a byte further */
        const char *const at = (char *)(m.f + 8) - (type == RR_F64 || type == RR_I64 || type == RR_U64 ? 8 : 4);
        job.param[0] = (rr_param){at + 1, type, 0, 0};
        refused(d, &job, m.f + 8, RR_ERR_OVERLAP, "shape");
        job.param[0].data = at;
        job.out = m.f + 8;
        assert_int_not_equal(rr_run(d, &job, NULL), RR_ERR_OVERLAP);
    }
    (void)state;
}

static void nothing(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        rr_job job = job_of(s, dtype, UINT64_MAX, 0, SHARED, 1);
        rr_result result = RR_RESULT_INIT;
        job.out = NULL;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_OK);
        assert_int_equal(rr_run(device("cpu,threads=3"), &job, NULL), RR_OK);
        job.rows = 5, job.cols = 0;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_OK);
        assert_true(result.bad_index == UINT64_MAX && !result.failed && !result.message[0]);
    }
    (void)state;
}

/* ---- Ranges ------------------------------------------------------------------------------------------------------- */

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
    if (status != (good ? RR_OK : RR_ERR_PARAM) || checked != status)
        fail_msg("%s %s %s = %a: status %d, checked %d", s->name, w == 8 ? "f64" : "32", s->param[p].name, v, status,
                 checked);
    assert_true(result.bad_index == (good ? UINT64_MAX : AT));
    if (!good && !strstr(result.message, s->param[p].name))
        fail_msg("\"%s\" does not name %s", result.message, s->param[p].name);
    if (!good && !strchr(result.message, '[') && !strchr(result.message, '('))
        fail_msg("\"%s\" has no range", result.message);
    if (!good) assert_true(is_withheld(dtype, (char *)out + AT * w));
    same_bits(want, out, AT, w, "%s before a %s of %g", s->name, s->param[p].name, v);
    same_bits((char *)want + (AT + 1) * w, (char *)out + (AT + 1) * w, M - AT - 1, w, "%s behind a %s of %g", s->name,
              s->param[p].name, v);
    /* A value inside its range never gives a NaN, nor an infinity where its scale is moderate. */
    if (good && (dtype == RR_F32 || dtype == RR_F64)) assert_false(is_withheld(dtype, (char *)out + AT * w));
}

/* A parameter that must be one value for all samples: all are withheld, or none. */
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
    for (int i = 0; i < 3; ++i)   /* a count that is withheld is 0, which may be a count */
        if (!good || !s->counts) assert_int_equal(is_withheld(dtype, (char *)out + i * (int)width(dtype)), !good);
}

static void ranges(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (uint32_t p = 0; p < s->params; ++p) {
            const rr_range *r = rr_param_range(s, dtype, p);
            const rr_type type = rr_param_type(s, dtype);
            if (s->integers) continue;   /* tests/exact/integers.c */
            const int f64 = type == RR_F64;
            const double low = f64 ? r->low : (double)(float)r->low, high = f64 ? r->high : (double)(float)r->high;
            const double tiny = f64 ? 0x1p-1074 : 0x1p-149;
            const double values[] = {low, high, step(type, low, -INFINITY), step(type, low, INFINITY), step(type, high, INFINITY),
                                     step(type, high, -INFINITY), 0.0, -0.0, tiny, -tiny, f64 ? 0x1p-1022 : 0x1p-126, 1, -1,
                                     NAN, -NAN, INFINITY, -INFINITY, f64 ? 0x1p1023 : 0x1p127, step(type, 1, 0), step(type, 1, 2)};
            for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
                const double v = values[i];
                double all[RR_MAX_PARAMS];
                int good = (r->low_open ? v > low : v >= low) && (r->high_open ? v < high : v <= high);
                /* uniform: low and high also agree with each other; what is said then is another sentence. */
                const rr_job job = job_of(s, dtype, 77, 1, SHARED, 1);
                for (uint32_t q = 0; q < s->params; ++q)
                    all[q] = q == p ? v
                             : f64  ? *(const double *)job.param[q].data
                                    : (double)*(const float *)job.param[q].data;
                if (good && s->relate && s->relate(all)) continue;
                if (s->weights >> p & 1) continue;   /* tests/exact/weights.c */
                if (s->fixed >> p & 1) {
                    one_for_all(s, dtype, p, v, good);
                    continue;
                }
                one_value(s, dtype, p, v, good);
            }
        }
    (void)state;
}

/* What a double turns into in an f32 job is what counts. */
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

/* A sample that is lost and has a bad parameter is bad, and not failed as well. */
static void bad_and_lost(void **state)
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

#ifdef __GLIBC__
static size_t bytes_in_use(void)
{
    const struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}
#else
static size_t bytes_in_use(void) { return 0; }
#endif

/* Past the 64 that are kept a table belongs to its call, which gives it back. */
static void tables_are_given_back(void **state)
{
    float out[4];
    size_t before = 0;
    for (int k = 0; k < 64 + 40; ++k) {
        const double shape = 100 + k;
        rr_job job = gamma_job(out, 4);
        job.sampler = rr_sampler_find("gamma:table");
        job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
        must_run(device("cpu"), &job, out);
        if (k == 64) before = bytes_in_use();
        if (k > 64 && bytes_in_use() > before + 100000) fail_msg("%zu bytes more", bytes_in_use() - before);
    }
    (void)state;
}

/* What each thread of a call works in is given back. */
static void scratch_is_given_back(void **state)
{
    enum { M = 2 * 32768 };
    float *const out = malloc(M * sizeof *out);
    for (uint32_t threads = 1; threads <= 2; ++threads) {
        const rr_device *const d = device("cpu,threads=%u", threads);
        rr_job job = gamma_job(out, M);
        must_run(d, &job, out);
        const size_t before = bytes_in_use();
        for (int k = 0; k < 20; ++k) must_run(d, &job, out);
        if (bytes_in_use() > before + 100000) fail_msg("%u threads: %zu bytes more", threads, bytes_in_use() - before);
    }
    free(out);
    (void)state;
}

/* Bad parameters here and there: the lowest is named whatever the threads do, the others' bits stay, on every path. */
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
            for (unsigned b = skip; b < 10; ++b) memset(p + BAD[b] * w, 0xff, w);   /* a NaN of odd pattern */
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
                if (b < 10) assert_true(is_withheld(dtype, out + end * w));
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

/* low above high: the sentence says so, and only that sample is withheld. */
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
    assert_true(result.bad_index == 1 && is_withheld(RR_F64, &out[1]) && out[0] > 0 && out[2] < 1);
    assert_non_null(strstr(result.message, "low"));
    (void)state;
}

/* ---- Laws of the interface ------------------------------------------------------------------------------------------ */

/* The same index with another scale is the same draw scaled, once rounded. */
static void location_scale(void **state)
{
    enum { M = 500 };
    const float mean32[] = {0, 1.5f, -3e7f, 0.1f}, sd32[] = {1, 2.5f, 1e-3f, 1e20f};
    const char *const names[] = {"normal", "normal:polar"};
    for (int k = 0; k < 2; ++k)
        for (int c = 0; c < 4; ++c) {
            static float z[M], x[M];
            static double zd[M], xd[M];
            const double mean = mean32[c] * 1.1, sd = sd32[c] * 1.3;
            rr_job job = RR_JOB_INIT;
            job.sampler = rr_sampler_find(names[k]);
            job.dtype = RR_F32;
            job.rows = M;
            must_run(device("cpu"), &job, z);
            job.param[0] = (rr_param){&mean32[c], RR_F32, 0, 0};
            job.param[1] = (rr_param){&sd32[c], RR_F32, 0, 0};
            must_run(device("cpu"), &job, x);
            for (int i = 0; i < M; ++i) assert_true(x[i] == fmaf(sd32[c], z[i], mean32[c]));
            job.dtype = RR_F64;
            job.param[0].data = job.param[1].data = NULL;
            must_run(device("cpu"), &job, zd);
            job.param[0] = (rr_param){&mean, RR_F64, 0, 0};
            job.param[1] = (rr_param){&sd, RR_F64, 0, 0};
            must_run(device("cpu"), &job, xd);
            for (int i = 0; i < M; ++i) assert_true(xd[i] == fma(sd, zd[i], mean));
        }
    for (int g = 0; g < 2; ++g) {   /* gamma and exponential: a product */
        static double one[M], scaled[M], u[M], v[M];
        const double shape = 0.7, scale = 0.1, low = -1.7, high = 0.1;
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find(g ? "gamma" : "exponential");
        job.rows = M;
        if (g) job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
        must_run(device("cpu"), &job, one);
        job.param[g] = (rr_param){&scale, RR_F64, 0, 0};
        must_run(device("cpu"), &job, scaled);
        for (int i = 0; i < M; ++i) assert_true(scaled[i] == one[i] * scale);
        job.sampler = rr_sampler_find("uniform");
        job.param[0].data = job.param[1].data = NULL;
        must_run(device("cpu"), &job, u);
        job.param[0] = (rr_param){&low, RR_F64, 0, 0};
        job.param[1] = (rr_param){&high, RR_F64, 0, 0};
        must_run(device("cpu"), &job, v);
        for (int i = 0; i < M; ++i) {
            const double x = fma(high - low, u[i], low);
            assert_true(v[i] == (x > high ? high : x < low ? low : x));
        }
    }
    (void)state;
}

/* Samplers of one family view one draw: loggamma is the logarithm of gamma, exponential that of uniform. */
static void families(void **state)
{
    enum { M = 2000 };
    static double u[M], e[M], g[M], l[M];
    const double shape = 0.4;
    rr_job job = RR_JOB_INIT;
    job.rows = M;
    job.sampler = rr_sampler_find("uniform");
    must_run(device("cpu"), &job, u);
    job.sampler = rr_sampler_find("exponential");
    must_run(device("cpu"), &job, e);
    job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    job.sampler = rr_sampler_find("gamma");
    must_run(device("cpu"), &job, g);
    job.sampler = rr_sampler_find("loggamma");
    must_run(device("cpu"), &job, l);
    for (int i = 0; i < M; ++i) {
        assert_true(fabs(e[i] + log(u[i])) < 1e-15 + 4e-16 * e[i] + 2e-16 / u[i]);
        if (g[i] > 1e-300) assert_true(fabs(log(g[i]) - l[i]) < 1e-13 * (1 + fabs(l[i])));
    }
    (void)state;
}

/* n = 1 ... 16, where a call is short, equals the bulk. */
static void short_calls(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned first = 0; first < 5; ++first) {
            static uint64_t want[5000], out[16];
            rr_job job = job_of(s, dtype, first, 5000, SHARED, 4);
            must_run(device("cpu"), &job, want);
            for (uint64_t n = 1; n <= 16; ++n) {
                job.rows = n;
                must_run(device("cpu"), &job, out);
                same_bits(want, out, n, width(dtype), "%s, n = %llu", s->name, (unsigned long long)n);
            }
        }
    (void)state;
}

#define SAME_AS_JOB(law, T, type, ...)                                                                                  \
    do {                                                                                                                \
        T a[100], b[100];                                                                                               \
        rr_stream s = {5, 6, 1000};                                                                                     \
        job.sampler = rr_sampler_find(law);                                                                             \
        job.dtype = type;                                                                                               \
        job.stream = s;                                                                                                 \
        job.rows = 100;                                                                                                 \
        assert_int_equal(__VA_ARGS__, RR_OK);                                                                           \
        must_run(d, &job, b);                                                                                           \
        assert_true(s.seed == 5 && s.stream == 6 && s.next == 1100);                                                    \
        same_bits(b, a, 100, sizeof(T), "typed call of %s", law);                                                       \
    } while (0)

/* Rows, and a row of weights a sample: the stream counts rows. */
#define SAME_ROWS(law, T, type, n, ...)                                                                                 \
    do {                                                                                                                \
        T a[n * 100], b[n * 100];                                                                                       \
        rr_stream s = {5, 6, 1000};                                                                                     \
        job.sampler = rr_sampler_find(law);                                                                             \
        job.dtype = type;                                                                                               \
        job.stream = s;                                                                                                 \
        job.rows = 100;                                                                                                 \
        assert_int_equal(__VA_ARGS__, RR_OK);                                                                           \
        must_run(d, &job, b);                                                                                           \
        assert_true(s.next == 1100);                                                                                    \
        same_bits(b, a, 100 * n, sizeof(T), "typed call of %s", law);                                                   \
    } while (0)

static void typed_rows(void)
{
    const rr_device *d = device("cpu");
    rr_job job = RR_JOB_INIT;
    static double shapes[300], totals[100];
    const double matrix[9] = {2, 0.5, 0, 0.5, 1, 0.25, 0, 0.25, 3}, total = 40;
    for (int i = 0; i < 300; ++i) shapes[i] = 1 + i % 7;
    for (int i = 0; i < 100; ++i) totals[i] = i;
    job.cols = 3;
    job.param[0] = (rr_param){shapes, RR_F64, 0, 8};
    SAME_ROWS("dirichlet", double, RR_F64, 3, rr_fill_dirichlet_f64(d, &s, 100, 3, a, shapes));
    job.param[1] = (rr_param){matrix, RR_F64, 24, 8};
    SAME_ROWS("multivariate-normal", double, RR_F64, 3, rr_fill_multivariate_normal_f64(d, &s, 100, 3, a, shapes, matrix));
    job.param[0].row_stride = 24;
    SAME_ROWS("multivariate-normal", double, RR_F64, 3,
              rr_fill_multivariate_normal_f64_each(d, &s, 100, 3, a, shapes, matrix));
    SAME_ROWS("dirichlet", double, RR_F64, 3, rr_fill_dirichlet_f64_each(d, &s, 100, 3, a, shapes));
    job.param[0] = (rr_param){&total, RR_F64, 0, 0};
    job.param[1] = (rr_param){shapes, RR_F64, 0, 8};
    SAME_ROWS("multinomial", int32_t, RR_I32, 3, rr_fill_multinomial_i32(d, &s, 100, 3, a, total, shapes));
    job.param[0] = (rr_param){totals, RR_F64, 8, 0};
    job.param[1].row_stride = 24;
    SAME_ROWS("multinomial", int64_t, RR_I64, 3, rr_fill_multinomial_i64_each(d, &s, 100, 3, a, totals, shapes));
    job.cols = 1;
    job.weights = 3;
    job.param[0] = (rr_param){shapes, RR_F64, 24, 8};
    SAME_ROWS("categorical", int64_t, RR_I64, 1, rr_fill_categorical_i64_each(d, &s, 100, a, shapes, 3));
}

static void typed_calls(void **state)
{
    const rr_device *d = device("cpu");
    rr_job job = RR_JOB_INIT;
    float shape = 0.5f, scale = 3;
    double mean = 1, sd = 2;
    SAME_AS_JOB("bits", uint32_t, RR_U32, rr_fill_bits_u32(d, &s, 100, a));
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.param[1] = (rr_param){&scale, RR_F32, 0, 0};
    SAME_AS_JOB("gamma", float, RR_F32, rr_fill_gamma_f32(d, &s, 100, a, shape, scale));
    SAME_AS_JOB("loggamma", float, RR_F32, rr_fill_loggamma_f32(d, &s, 100, a, shape));
    SAME_AS_JOB("attempts", uint32_t, RR_U32, rr_fill_attempts_u32(d, &s, 100, a, shape));
    SAME_AS_JOB("uniform", float, RR_F32, rr_fill_uniform_f32(d, &s, 100, a, shape, scale));
    job.param[0] = (rr_param){&mean, RR_F64, 0, 0};
    job.param[1] = (rr_param){&sd, RR_F64, 0, 0};
    SAME_AS_JOB("normal", double, RR_F64, rr_fill_normal_f64(d, &s, 100, a, mean, sd));
    SAME_AS_JOB("normal:polar", double, RR_F64, rr_fill_normal_polar_f64(d, &s, 100, a, mean, sd));
    job.param[0] = (rr_param){&sd, RR_F64, 0, 0};
    SAME_AS_JOB("exponential", double, RR_F64, rr_fill_exponential_f64(d, &s, 100, a, sd));
    double shapes[100];
    for (int i = 0; i < 100; ++i) shapes[i] = 0.1 + i;
    job.param[0] = (rr_param){shapes, RR_F64, 8, 0};
    job.param[1].data = NULL;
    SAME_AS_JOB("gamma", double, RR_F64, rr_fill_gamma_f64_each(d, &s, 100, a, shapes, NULL));
    job.param[1] = (rr_param){shapes, RR_F64, 8, 0};
    SAME_AS_JOB("normal", double, RR_F64, rr_fill_normal_f64_each(d, &s, 100, a, shapes, shapes));
    typed_rows();
    /* The stream moves on exactly where something was written. */
    float out[4];
    rr_stream s = {1, 2, 10};
    assert_int_equal(rr_fill_gamma_f32(d, &s, 4, out, -1, 1), RR_ERR_PARAM);
    assert_true(s.next == 14 && is_withheld(RR_F32, &out[0]));
    assert_int_equal(rr_fill_gamma_f32(d, &s, 0, NULL, 1, 1), RR_OK);
    assert_true(s.next == 14);
    assert_int_equal(rr_fill_gamma_f32(d, &s, 4, NULL, 1, 1), RR_ERR_ARGUMENT);
    assert_int_equal(rr_fill_gamma_f32(NULL, &s, 4, out, 1, 1), RR_ERR_ARGUMENT);
    assert_int_equal(rr_fill_gamma_f32_each(d, &s, 4, out, NULL, NULL), RR_ERR_ARGUMENT);
    assert_int_equal(rr_fill_gamma_f32_each(d, &s, 4, out, out, NULL), RR_ERR_OVERLAP);
    assert_true(s.next == 14);
    assert_int_equal(rr_fill_gamma_f32(d, NULL, 4, out, 1, 1), RR_ERR_ARGUMENT);
    s.next = UINT64_MAX - 2;
    assert_int_equal(rr_fill_gamma_f32(d, &s, 4, out, 1, 1), RR_ERR_INDEX);
    assert_int_equal(rr_fill_gamma_f32(d, &s, 3, out, 1, 1), RR_ERR_INDEX);
    assert_true(s.next == UINT64_MAX - 2);
    /* The last index, 2^64 - 1, is rr_run's: next could not move past it. */
    assert_int_equal(rr_fill_gamma_f32(d, &s, 2, out, 1, 1), RR_OK);
    assert_true(s.next == UINT64_MAX);
    assert_int_equal(rr_fill_gamma_f32(d, &s, 1, out, 1, 1), RR_ERR_INDEX);
    assert_int_equal(rr_fill_gamma_f32(d, &s, 0, out, 1, 1), RR_OK);
    assert_true(s.next == UINT64_MAX);
    /* Two calls of 1 give what one call of 2 gives, and not the same number twice. */
    float one[2], two[2];
    rr_stream p = {9, 9, 0}, q = p;
    rr_fill_normal_f32(d, &p, 1, &one[0], 0, 1);
    rr_fill_normal_f32(d, &p, 1, &one[1], 0, 1);
    rr_fill_normal_f32(d, &q, 2, two, 0, 1);
    assert_memory_equal(one, two, sizeof one);
    assert_true(one[0] != one[1]);
    (void)state;
}

static void device_strings(void **state)
{
    static const char *const GOOD[] = {"", "cpu", "cpu:scalar", "cpu:warp32", "cpu,warp=1", "cpu,warp=32", "cpu,tile=64",
                                       "cpu,tile=65536",
                                       "cpu,threads=0", "cpu,threads=1024", "cpu:scalar,warp=8,tile=512,threads=4",
                                       "cpu,threads=2,warp=4"};
    static const char *const BAD[] = {"gpu", "cp", "CPU", "cpu:", "cpu:avx", "cpu:avx22", "cpu:scala", "cpu,", "cpu,warp",
                                      "cpu,warp=", "cpu,warp=0",
                                      "cpu,warp=3", "cpu,warp=64", "cpu,warp=-1", "cpu,tile=63", "cpu,tile=65537",
                                      "cpu,tile=1e3", "cpu,threads=1025",
                                      "cpu,threads=4294967297", "cpu,threads=99999999999999999999", "cpu,warp=8,",
                                      "cpu,warp=8,,tile=64", "cpu;warp=8",
                                      "cpu, warp=8", "cpu,warp= 8", "cpu,Warp=8", "cpux", " cpu", "cpu ", "cpu,warp=8x",
                                      "cpu:warp16"};
    rr_device *d;
    uint32_t warp, tile, threads;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; ++i) {
        if (rr_device_open(GOOD[i], &d)) fail_msg("\"%s\" is refused", GOOD[i]);
        assert_non_null(rr_device_name(d, NULL, NULL, NULL));
        rr_device_close(&d);
        assert_null(d);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; ++i) {
        d = (rr_device *)&d;
        if (rr_device_open(BAD[i], &d) != RR_ERR_DEVICE) fail_msg("\"%s\" is accepted", BAD[i]);
        assert_null(d);
    }
    assert_int_equal(rr_device_open(NULL, &d), RR_OK);
    rr_device_close(&d);
    assert_int_equal(rr_device_open("cpu", NULL), RR_ERR_ARGUMENT);
    rr_device_close(&d);
    rr_device_close(NULL);
    assert_int_equal(rr_device_open("cpu:scalar,threads=4,tile=512,warp=8", &d), RR_OK);
    assert_string_equal(rr_device_name(d, &warp, &tile, &threads), "cpu:scalar");
    assert_true(warp == 8 && tile == 512 && threads == 4);
    rr_device_close(&d);
    rr_device_info info;
    size_t n = 0;
    setenv("REROLL_CUDA", "./none.so", 1);   /* GPUs have tests of their own; here are none */
    setenv("REROLL_OPENCL", "./none.so", 1);
    for (; rr_device_list(n, &info); ++n) {
        const rr_status status = rr_device_open(info.name, &d);
        assert_int_equal(status, info.available ? RR_OK : RR_ERR_DEVICE);
        assert_true(!info.available == (info.why[0] != 0) && !info.available == !info.lanes);
        rr_device_close(&d);
    }
    assert_true(n == 7 && !rr_device_list(n + 1, &info) && !rr_device_list(SIZE_MAX, &info));
    setenv("REROLL_CPU", "scalar", 1);
    assert_int_equal(rr_device_open("cpu", &d), RR_OK);
    assert_string_equal(rr_device_name(d, NULL, NULL, NULL), "cpu:scalar");
    rr_device_close(&d);
    unsetenv("REROLL_CPU");
    (void)state;
}

/* One thread, unless it is said; threads=0 is a thread a processor that this process may use. */
static void threads_of_device(void **state)
{
    cpu_set_t all, one;
    uint32_t threads;
    rr_device *d;
    int first = 0;
    assert_int_equal(rr_device_open("cpu:scalar", &d), RR_OK);
    rr_device_name(d, NULL, NULL, &threads);
    assert_int_equal(threads, 1);
    rr_device_close(&d);
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    while (!CPU_ISSET(first, &all)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    for (int k = 0; k < 3; ++k) {
        const cpu_set_t *const set = k == 1 ? &one : &all;
        assert_int_equal(sched_setaffinity(0, sizeof *set, set), 0);
        assert_int_equal(rr_device_open("cpu,threads=0", &d), RR_OK);
        rr_device_name(d, NULL, NULL, &threads);
        assert_int_equal(threads, CPU_COUNT(set));
        rr_device_close(&d);
    }
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    (void)state;
}

/* Every device that is refused is refused with a sentence, as is an instruction set in REROLL_CPU that there is none of. */
static void device_whys(void **state)
{
    static const char *const WHY[][2] = {
        {"cpu:avx9", "there is no cpu:avx9; there are cpu, cpu:scalar, cpu:avx2"},
        {"cpu:", "there is no cpu:;"},
        {"cpu:sse2", "there is no cpu:sse2 any more; a processor without AVX2 and FMA takes cpu:scalar"},
        {"gpu", "not \"gpu\""},
        {"cpu,warp=3", "warp=T (1 to 32, a power of two)"},
        {"cpu:neon,tile=1", "tile=N (64 to 65536)"},
    };
    char why[160], neon[160];
    rr_device *d;
    rr_device_why("cpu:neon", neon);
    for (size_t i = 0; i < sizeof WHY / sizeof *WHY; ++i) {
        rr_device_why(WHY[i][0], why);
        const char *const want = neon[0] && !strncmp(WHY[i][0], "cpu:neon", 8) ? neon : WHY[i][1];
        if (!strstr(why, want)) fail_msg("\"%s\": \"%s\" lacks \"%s\"", WHY[i][0], why, want);
    }
    rr_device_info info;   /* the sentence names what is listed, each once, and nothing else */
    unsigned listed = 0, named = 0;
    rr_device_why("cpu:avx9", why);
    for (size_t i = 0; rr_device_list(i, &info) && !strncmp(info.name, "cpu:", 4); ++i, ++listed)
        if (!strstr(why, info.name)) fail_msg("\"%s\" lacks %s", why, info.name);
    for (const char *at = strstr(why, "there are "); (at = strstr(at, "cpu:")); ++at) ++named;
    assert_int_equal(named, listed);
    rr_device_why(NULL, why);
    assert_string_equal(why, "");
    static const char *const CPU[] = {"avx9", "cpu:avx9", "cpu", "AVX2", "avx2 "};
    for (size_t i = 0; i < sizeof CPU / sizeof *CPU; ++i) {
        setenv("REROLL_CPU", CPU[i], 1);
        assert_int_equal(rr_device_open("cpu", &d), RR_ERR_DEVICE);
        rr_device_why("cpu:warp32", why);
        if (!strstr(why, "REROLL_CPU is \"") || !strstr(why, CPU[i]) || !strstr(why, "cpu:scalar, "))
            fail_msg("REROLL_CPU=%s: \"%s\"", CPU[i], why);
        rr_device_why("cpu:scalar", why);   /* which asks for no other */
        assert_string_equal(why, "");
    }
    setenv("REROLL_CPU", "", 1);
    assert_int_equal(rr_device_open("cpu", &d), RR_OK);
    rr_device_close(&d);
    unsetenv("REROLL_CPU");
    (void)state;
}

static void strategy_texts(void **state)
{
    static const char *const GOOD[] = {"grouped", "grouped:1", "grouped:32", "fixed:1", "fixed:65536", "fixed:7+"};
    static const char *const BAD[] = {"", "Loop", "loop ", "loop:", "loop:1", "grouped:", "groupedx", "grouped ",
                                      "grouped:0", "grouped:3", "grouped:64", "grouped:4+",
                                      "grouped:04", "fixed", "fixed:", "fixed:0", "fixed:65537", "fixed:-1", "fixed:8++",
                                      "fixed:8 ", "fixed:+8",
                                      "fixed:99999999999999999999", "regroup:", "regroup:ahea", "regroup:aheadx", "refil",
                                      "unknown"};
    rr_strategy s;
    rr_strategy_info info;
    char text[32], read[32];
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; ++i) {
        assert_int_equal(rr_strategy_find(GOOD[i], &s), RR_OK);
        rr_strategy_text(s, text);
        assert_string_equal(text, GOOD[i]);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; ++i)
        if (rr_strategy_find(BAD[i], &s) != RR_ERR_ARGUMENT) fail_msg("\"%s\" is accepted", BAD[i]);
    assert_int_equal(rr_strategy_find(NULL, &s), RR_ERR_ARGUMENT);
    assert_int_equal(rr_strategy_find("loop", NULL), RR_ERR_ARGUMENT);
    for (size_t i = 0; rr_strategy_list(i, &info); ++i) {
        rr_strategy_text(info.example, text);
        assert_int_equal(rr_strategy_find(text, &s), RR_OK);
        assert_true(s.kind == info.example.kind && s.number == info.example.number);
        assert_memory_equal(text, info.name, strlen(info.name));
        for (int c = 0; c < 3; ++c) {   /* something behind a good text */
            snprintf(read, sizeof read, "%.30s%c", text, " x:"[c]);
            if (rr_strategy_find(read, &s) != RR_ERR_ARGUMENT) fail_msg("\"%s\" is accepted", read);
        }
    }
    for (unsigned k = 0; strategy_text(k, text); ++k) {
        assert_int_equal(rr_strategy_find(text, &s), RR_OK);
        rr_strategy_text(s, read);
        assert_string_equal(read, text);
    }
    rr_strategy_text((rr_strategy){77, 0}, text);
    (void)state;
}

static void descriptors(void **state)
{
    const rr_sampler *s;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        assert_ptr_equal(rr_sampler_find(s->name), s);
        assert_true(s->bits_version >= 1 && s->family >= 1 && s->dtypes && s->params <= RR_MAX_PARAMS && s->cap > 0);
        assert_true(s->min_accept > 0 && s->min_accept <= 1 && strlen(s->help) > 4 && strlen(s->source) > 4);
        assert_true(pow(1 - s->min_accept, s->cap) < 0x1p-64 || s->min_accept == 0x1p-20);
        for (uint32_t p = 0; p < s->params; ++p) {
            const rr_param_info *q = &s->param[p];
            assert_true(q->f32.low <= q->f32.high && q->f64.low <= q->f64.high && strlen(q->name) && strlen(q->help));
            const double x = q->fallback;
            if (x == x) assert_true((q->f32.low_open ? x > q->f32.low : x >= q->f32.low) && x <= q->f32.high);
        }
        for (size_t k = 0; k < i; ++k) {
            const rr_sampler *const other = rr_sampler_list(k);
            assert_true(strcmp(other->name, s->name));
            if (other->family != s->family) continue;
            /* the same attempt: counts have words of the type bit 0 */
            assert_memory_equal(other->words, s->words, other->counts == s->counts ? sizeof s->words : sizeof *s->words);
        }
    }
    assert_null(rr_sampler_find("gama"));
    assert_null(rr_sampler_find(NULL));
    assert_null(rr_sampler_find(""));
    assert_null(rr_sampler_list(SIZE_MAX));
    (void)state;
}

/* Streams that share nothing: no index of one gives the word of another near it. */
static void streams(void **state)
{
    const rr_stream parent = rr_stream_make(1, 2);
    const rr_stream of_number = rr_derive(parent, 7), of_name = rr_derive_name(parent, "7"), again = rr_derive(parent, 7);
    assert_true(of_number.seed == again.seed && of_number.stream == again.stream && !again.next);
    assert_true(of_number.seed != of_name.seed && of_number.stream != of_name.stream);
    assert_true(rr_derive(rr_derive(parent, 1), 2).seed != rr_derive(rr_derive(parent, 2), 1).seed);
    assert_true(rr_derive_name(parent, NULL).seed == rr_derive_name(parent, "").seed);
    (void)state;
}

/* ---- At once ---------------------------------------------------------------------------------------------------------- */

typedef struct crew {
    const rr_device *device;
    const rr_job *job;
    const void *want;
    int wrong;
} crew;

static void *one_thread(void *argument)
{
    crew *c = argument;
    static const int ROUNDS = 20;
    const size_t bytes = c->job->rows * width(c->job->dtype);
    void *out = malloc(bytes);
    for (int i = 0; i < ROUNDS; ++i) {
        rr_job job = *c->job;
        job.out = out;
        memset(out, 0, bytes);
        c->wrong |= rr_run(c->device, &job, NULL) != RR_OK || memcmp(out, c->want, bytes);
    }
    free(out);
    return NULL;
}

static void four_jobs_at_once(void **state)
{
    enum { M = 7000 };
    static uint64_t want[4][M];
    const char *const names[] = {"gamma", "normal", "normal:polar", "uniform"};
    const rr_device *shared = device("cpu,threads=2,tile=128");
    rr_job job[4];
    crew c[4];
    pthread_t thread[4];
    for (int i = 0; i < 4; ++i) {
        job[i] = job_of(rr_sampler_find(names[i]), i % 2 ? RR_F64 : RR_F32, 99, M, i % 2, 1);
        must_run(device("cpu"), &job[i], want[i]);
        c[i] = (crew){shared, &job[i], want[i], 0};
        assert_int_equal(pthread_create(&thread[i], NULL, one_thread, &c[i]), 0);
    }
    for (int i = 0; i < 4; ++i) {
        pthread_join(thread[i], NULL);
        assert_false(c[i].wrong);
    }
    (void)state;
}

static void after_fork(void **state)
{
    enum { M = 70000 };
    float *want = malloc(M * 4), *out = malloc(M * 4);
    const rr_device *d = device("cpu,threads=2");
    rr_job job = gamma_job(want, M);
    int status;
    must_run(d, &job, want);
    const pid_t child = fork();
    if (!child) {
        job.out = out;
        const int bad = rr_run(d, &job, NULL) || memcmp(want, out, M * 4);
        _exit(bad ? 1 : 0);
    }
    assert_true(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));
    must_run(d, &job, out);
    assert_memory_equal(want, out, M * 4);
    free(want);
    free(out);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bad_arguments), TEST(index_end), TEST(most_elements), TEST(overlaps), TEST(nothing), TEST(ranges),
        TEST(converted), TEST(bad_and_lost), TEST(tables_are_given_back), TEST(scratch_is_given_back), TEST(bad_lanes),
        TEST(related), TEST(location_scale), TEST(families), TEST(short_calls), TEST(typed_calls), TEST(device_strings),
        TEST(threads_of_device), TEST(device_whys), TEST(strategy_texts), TEST(descriptors), TEST(streams),
        TEST(four_jobs_at_once), TEST(after_fork),
    };
    return RUN(tests);
}
