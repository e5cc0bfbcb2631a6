/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* User-defined distributions by the C API: opened from a text and a file, closed, held by running jobs; families; failed
 * samples; many threads at the same time. The syntax of the text is tested in tests/cli/law.bats, the bits in
 * tests/known/user.py. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "reroll_cursor.h"
#include "reroll_user.h"
#include "tests/support/support.h"

#define HEAD(name, version) "RR_LAW(" name ", " version ", \"a test\")\n"
#define TRY " { const rr_unit u = rr_draw_uniform(d); return rr_accept(u.u, rr_le(u.u, u.u)); }\n"
#define UNIFORM(name) HEAD(name, "1") "RR_TRY(" name ")" TRY

static const rr_sampler *opened(const char *text)
{
    const rr_sampler *s;
    rr_result result = RR_RESULT_INIT;
    const rr_status status = rr_law_open(text, &s, &result);
    if (status) fprintf(stderr, "%s\n", result.message);
    assert_int_equal(status, RR_OK);
    return s;
}

static rr_job job_for(const rr_sampler *s, rr_type dtype, uint64_t n, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(3, 4);
    job.rows = n;
    job.out = out;
    return job;
}

static void descriptors(void **state)
{
    char digest[RR_SHA256_TEXT];
    const char *text = HEAD(
        "arch",
        "3") "RR_PARAM(radius, 0, INFINITY, \"m\")\nRR_PARAM_CLOSED(p, -1, 2.5, \"share\")\nRR_MIN_ACCEPTANCE(0.001)\n"
             "RR_EXAMPLE(1, 2)\nRR_MEAN { return radius * p; }\n"
             "RR_TRY(arch) { const rr_real z = rr_draw_normal(d), e = rr_draw_exponential(d); "
             "RR_REPEAT(k, 3) { const rr_word w = rr_draw_bits(d); const rr_word v = w; } "
             "return rr_accept(z * radius + e, rr_le(e, e)); }\n";
    const rr_sampler *s = opened(text);
    (void)state;
    assert_string_equal(s->name, "arch");
    assert_string_equal(s->help, "a test");
    assert_int_equal(s->bits_version, 3);
    assert_int_equal(s->params, 2);
    assert_string_equal(s->param[1].name, "p");
    assert_true(s->param[0].f32.low == 0 && s->param[0].f32.low_open && s->param[0].f32.high > 3e38 &&
                s->param[0].f32.high < 4e38);
    assert_true(s->param[1].f64.low == -1 && !s->param[1].f64.low_open && s->param[1].f64.high == 2.5 &&
                !s->param[1].f64.high_open);
    assert_int_equal(s->cap, 45000);
    assert_true(s->words[0] == 6 && s->words[1] == 9);
    assert_int_equal(s->family >> 22, 1);
    assert_true(s->rejects && !s->counts && s->dtypes == (1u << RR_F32 | 1u << RR_F64 | 1u << RR_F16 | 1u << RR_BF16));
    const double params[] = {2, 0.75};
    assert_true(rr_law_mean(s, params) == 1.5);
    assert_true(isnan(rr_law_mean(rr_sampler_find("gamma"), params)));
    rr_law_digest(s, digest);
    assert_int_equal(strlen(digest), 64);
    rr_law_digest(rr_sampler_find("gamma"), digest);
    assert_string_equal(digest, "");
    assert_null(rr_sampler_find("arch"));   /* the list has built-in samplers only */
    assert_int_equal(rr_law_close(&s), RR_OK);
    assert_null(s);
    assert_int_equal(rr_law_close(&s), RR_OK);
    assert_int_equal(rr_law_close(NULL), RR_OK);
}

static void refusals(void **state)
{
    rr_result result = RR_RESULT_INIT;
    const rr_sampler *s = rr_sampler_find("gamma"), *gamma = s, *other;
    (void)state;
    assert_int_equal(rr_law_close(&s), RR_ERR_ARGUMENT);
    assert_ptr_equal(s, gamma);
    assert_int_equal(rr_law_open(NULL, &s, &result), RR_ERR_ARGUMENT);
    assert_null(s);
    assert_int_equal(rr_law_open("./none.h", NULL, &result), RR_ERR_ARGUMENT);
    assert_int_equal(rr_law_open("./none.h", &s, NULL), RR_ERR_ARGUMENT);
    assert_int_equal(rr_law_open(HEAD("x", "1"), &s, &result), RR_ERR_ARGUMENT);
    assert_string_equal(result.message, "law:2: RR_TRY(x) { ... } is missing");
    s = opened(UNIFORM("one"));
    assert_int_equal(rr_law_open(UNIFORM("one") "/* the same name and version */\n", &other, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "family"));
    assert_int_equal(rr_law_close(&s), RR_OK);
    s = opened(UNIFORM("one") "/* the same name and version */\n");   /* the first is closed */
    assert_int_equal(rr_law_close(&s), RR_OK);
    double out;
    rr_job job = job_for(gamma, RR_F64, 1, &out);
    const rr_sampler gone = *gamma;
    job.sampler = &gone;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
}

/* The largest number of open distributions, each with its own stream, since the family is part of the key. A compiler takes
 * one second for each that is drawn: the first, one between and the last. */
static void many(void **state)
{
    const rr_sampler *s[16], *more;
    double x[3][4];
    rr_result result = RR_RESULT_INIT;
    (void)state;
    for (int k = 0; k < 16; ++k) {
        char text[256];
        snprintf(text, sizeof text, UNIFORM("many%d"), k, k);
        s[k] = opened(text);
    }
    assert_int_equal(rr_law_open(UNIFORM("one"), &more, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "16 distributions are open"));
    for (int k = 0; k < 16; ++k)
        for (int l = 0; l < k; ++l) assert_int_not_equal(s[k]->family, s[l]->family);
    for (int k = 0; k < 3; ++k) {
        rr_job job = job_for(s[k * 15 / 2], RR_F64, 4, x[k]);
        assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
        for (int l = 0; l < k; ++l) assert_memory_not_equal(x[k], x[l], sizeof x[k]);
    }
    for (int k = 0; k < 16; ++k) assert_int_equal(rr_law_close(&s[k]), RR_OK);
}

/* An accepted NaN of any bit pattern is stored as the library's NaN; a sample with a bad parameter fails. */
static void nans(void **state)
{
    const rr_sampler *s = opened(HEAD(
        "empty",
        "1") "RR_PARAM(p, 0, 1, \"\")\n"
             "RR_TRY(empty) { const rr_unit u = rr_draw_uniform(d); const rr_real zero = u.u - u.u;\n"
             "return rr_accept(rr_select(rr_lt(u.u, p), RR_C(-1) * rr_div(zero, zero), u.u), rr_le(p, p)); }\n");
    double x[2000], p[2000];
    const double half = 0.5;
    const char *names[8];
    const unsigned sets = isas(names);
    rr_result result = RR_RESULT_INIT;
    unsigned nan = 0;
    (void)state;
    for (unsigned set = 0; set < sets; ++set) {
        rr_job job = job_for(s, RR_F64, 2000, x);
        job.param[0] = (rr_param){&half, RR_F64, 0, 0};
        assert_int_equal(rr_run(device("%s", names[set]), &job, &result), RR_OK);
        for (int k = 0; k < 2000; ++k) {
            uint64_t bits;
            memcpy(&bits, &x[k], 8);
            nan += bits == UINT64_C(0x7ff8000000000000);
            assert_true(bits == UINT64_C(0x7ff8000000000000) || (x[k] >= 0.5 && x[k] < 1));
        }
        for (int k = 0; k < 2000; ++k) p[k] = k == 700 ? 1 : 0.001;
        job.param[0] = (rr_param){p, RR_F64, 8, 0};
        assert_int_equal(rr_run(device("%s", names[set]), &job, &result), RR_ERR_PARAM);
        assert_int_equal(result.bad_index, 700);
        assert_string_equal(result.message, "p = 1 of element 700 is outside its range (0, 1)");
        assert_true(isnan(x[700]));
    }
    assert_in_range(nan, 800 * sets, 1200 * sets);
    assert_int_equal(rr_law_close(&s), RR_OK);
}

/* ---- A job runs while its distribution is closed --------------------------------------------------------------------- */

static void *run_long(void *of)
{
    rr_job *job = of;
    return (void *)(intptr_t)rr_run(device("cpu:scalar"), job, NULL);
}

static void held(void **state)
{
    enum { N = 1 << 24 };   /* a second and more */
    const rr_sampler *s = opened(UNIFORM("slow")), *own = s;
    float *out = calloc(N, sizeof *out);
    rr_job job = job_for(s, RR_F32, N, out);
    pthread_t thread;
    void *status;
    int refused = 0;
    (void)state;
    rr_job first = job_for(s, RR_F32, 1, out + 1);
    assert_int_equal(rr_run(device("cpu:scalar"), &first, NULL), RR_OK);   /* its kernels are there */
    assert_int_equal(pthread_create(&thread, NULL, run_long, &job), 0);
    while (!*(volatile float *)out) usleep(100);
    refused = rr_law_close(&own) == RR_ERR_ARGUMENT;
    pthread_join(thread, &status);
    assert_int_equal((intptr_t)status, RR_OK);
    assert_true(refused);
    assert_ptr_equal(own, s);
    for (int k = 0; k < N; ++k) assert_true(out[k] > 0 && out[k] < 1);
    assert_int_equal(rr_law_close(&own), RR_OK);
    free(out);
}

/* ---- Threads that all need kernels which do not exist yet ------------------------------------------------------------- */

enum { THREADS = 8, SAMPLES = 5000 };

typedef struct worker {
    const rr_sampler *sampler;
    rr_type dtype;
    double out[SAMPLES];
    rr_status status;
} worker;

static void *work(void *of)
{
    worker *w = of;
    rr_job job = job_for(w->sampler, w->dtype, SAMPLES, w->out);
    w->status = rr_run(device("cpu"), &job, NULL);
    return NULL;
}

static void threads(void **state)
{
    static worker w[THREADS];
    pthread_t thread[THREADS];
    const rr_sampler *s = opened(UNIFORM("threads"));
    (void)state;
    device("cpu");
    for (int k = 0; k < THREADS; ++k) {
        w[k] = (worker){.sampler = s, .dtype = k % 2 ? RR_F32 : RR_F64};
        assert_int_equal(pthread_create(&thread[k], NULL, work, &w[k]), 0);
    }
    for (int k = 0; k < THREADS; ++k) pthread_join(thread[k], NULL);
    for (int k = 0; k < THREADS; ++k) {
        assert_int_equal(w[k].status, RR_OK);
        assert_memory_equal(w[k].out, w[k % 2].out, SAMPLES * (k % 2 ? 4 : 8));
    }
    assert_int_equal(rr_law_close(&s), RR_OK);
}

/* A cursor gives what a job writes at the same index, with parameters that are constant, that change, and that alternate. */
static void cursors(void **state)
{
    enum { N = 1000 };
    const char *wide = HEAD("wide", "1") "RR_PARAM(a, 0, INFINITY, \"\")\nRR_PARAM(b, 0, 9, \"\")\nRR_DERIVED(other, \"\")\n"
                       "RR_TRY(wide) { const rr_unit u = rr_draw_uniform(d); const rr_real e = rr_draw_exponential(d);\n"
                       "rr_derived(other, e * b); return rr_accept(u.u * a + b, rr_lt(u.u, e)); }\n";
    const rr_sampler *s = opened(wide), *derived, *again;
    static double a[N], b[N], x[N], y[N];
    rr_cursor c;
    (void)state;
    assert_int_equal(rr_law_open_derived(wide, "other", &derived, NULL), RR_OK);
    assert_string_equal(derived->name, "wide:other");
    assert_int_equal(rr_law_open_derived(wide, "other", &again, NULL), RR_ERR_ARGUMENT);   /* it is open */
    assert_int_equal(rr_law_open_derived(wide, "none", &again, NULL), RR_ERR_ARGUMENT);
    assert_null(again);
    for (int k = 0; k < N; ++k) a[k] = k < 400 ? 2 : k < 700 ? k : 1 + k % 2, b[k] = 3;
    rr_job job = job_for(s, RR_F64, N, x);
    job.param[0] = (rr_param){a, RR_F64, 8, 0};
    job.param[1] = (rr_param){b, RR_F64, 8, 0};
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
    rr_cursor_init(&c, device("cpu"), rr_stream_make(3, 4));
    for (int k = 0; k < N; ++k) assert_true(rr_next_law_f64(&c, s, (double[]){a[k], b[k]}) == x[k]);
    rr_cursor_seek(&c, 10);
    for (int k = 10; k < 300; ++k) assert_true(rr_next_law_f64(&c, s, (double[]){a[k], b[k]}) == x[k]);
    assert_true((float)rr_next_law_f32(&c, s, (double[]){2, 3}) != 0 && c.stream.next == 301);
    assert_int_equal(c.status, RR_OK);
    assert_true(isnan(rr_next_law_f64(&c, s, (double[]){-1, 3})));
    assert_true(c.status == RR_ERR_PARAM && c.stream.next == 302);
    rr_cursor_init(&c, device("cpu"), rr_stream_make(3, 4));
    assert_true(isnan(rr_next_law_f64(&c, NULL, a)) && isnan(rr_next_law_f64(&c, s, NULL)));
    assert_true(c.status == RR_ERR_ARGUMENT && c.stream.next == 0);
    assert_int_equal(rr_next_law_i64(&c, s, a), 0);   /* which it does not draw */
    assert_true(c.stream.next == 0);

    /* Another text of the same name, possibly at the same address, has another window. */
    rr_cursor_init(&c, device("cpu"), rr_stream_make(3, 4));
    for (int k = 0; k < 3; ++k) x[k] = rr_next_law_f64(&c, s, (double[]){2, 3});
    assert_int_equal(rr_law_close(&s), RR_OK);
    assert_int_equal(rr_law_close(&derived), RR_OK);
    s = opened(HEAD("wide", "1") "RR_PARAM(a, 0, INFINITY, \"\")\nRR_PARAM(b, 0, 9, \"\")\n"
               "RR_TRY(wide) { const rr_unit u = rr_draw_uniform(d); return rr_accept(u.u, rr_le(a, a)); }\n");
    for (int k = 3; k < 6; ++k) assert_true(rr_next_law_f64(&c, s, (double[]){2, 3}) < 1);
    rr_cursor_init(&c, device("cpu"), rr_stream_make(3, 4));
    for (int k = 0; k < 3; ++k) y[k] = rr_next_law_f64(&c, rr_sampler_find("gumbel"), (double[]){2, 3});
    job = job_for(rr_sampler_find("gumbel"), RR_F64, 3, x);
    job.param[0] = (rr_param){a, RR_F64, 0, 0};
    job.param[1] = (rr_param){b, RR_F64, 0, 0};
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
    assert_memory_equal(x, y, 3 * sizeof *x);
    assert_int_equal(rr_law_close(&s), RR_OK);
}

int main(void)
{
    /* rr_law_open compiles for the best set: scalar lanes take a quarter of AVX2's time. tests/cli/law.bats compares the
     * sets. */
    if (!deep()) setenv("REROLL_CPU", "scalar", 1);
    const struct CMUnitTest tests[] = {TEST(descriptors), TEST(refusals), TEST(many),   TEST(nans),
                                       TEST(held),        TEST(threads),  TEST(cursors)};
    return RUN(tests);
}
