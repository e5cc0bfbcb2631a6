/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Objects that are named by text or listed: devices and the reasons for refusing one, strategies, samplers, streams. */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>

#include "tests/support/strategies.h"
#include "tests/exact/calls/calls.h"

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
    setenv("REROLL_CUDA", "./none.so", 1);   /* GPUs have their own tests; there are none here */
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

/* One thread by default; threads=0 is one thread per processor that this process may use. */
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

/* Every refused device has a message, and so has an instruction set in REROLL_CPU that does not exist. */
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
    rr_device_info info;   /* the message names exactly the listed items, once each */
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
        rr_device_why("cpu:scalar", why);   /* which requests no other */
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
        for (int c = 0; c < 3; ++c) {   /* something after a good text */
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
            if (other->family != s->family || (s->stages && other->stages)) continue;   /* words of all stages */
            /* the same attempt: counts use words with type bit 0 */
            assert_memory_equal(other->words, s->words, other->counts == s->counts ? sizeof s->words : sizeof *s->words);
        }
    }
    assert_null(rr_sampler_find("gama"));
    assert_null(rr_sampler_find(NULL));
    assert_null(rr_sampler_find(""));
    assert_null(rr_sampler_list(SIZE_MAX));
    (void)state;
}

/* Streams that share no words: no index of one gives the word of another near it. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(device_strings), TEST(threads_of_device), TEST(device_whys), TEST(strategy_texts), TEST(descriptors),
        TEST(streams),
    };
    return RUN(tests);
}
