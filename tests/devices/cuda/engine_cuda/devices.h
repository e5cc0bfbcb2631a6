/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Devices that are present, absent or unusable, and their memory. */
#ifndef RR_TESTS_DEVICES_ENGINE_CUDA_DEVICES_H
#define RR_TESTS_DEVICES_ENGINE_CUDA_DEVICES_H

/* Opening fails too, for the reason given in the list. */
static void unusable(const char *why_part)
{
    char name[32], why[160];
    rr_engine_facts facts;
    rr_engine *e;
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(cuda->list(0, name, &facts, why), 1);
    assert_string_equal(name, "cuda:0");
    if (!strstr(why, why_part)) fail_msg("\"%s\" does not say %s", why, why_part);
    assert_int_equal(cuda->open("", 0, &e, &facts, &result), RR_ERR_DEVICE);
    assert_null(e);
    if (!strstr(result.message, why)) fail_msg("\"%s\" does not say %s", result.message, why);
}

static void absent(void **state)
{
    char name[32], why[160];
    rr_engine_facts facts;
    setenv("REROLL_CUDA", "./libcuda-that-is-not-there.so", 1);
    unusable("no ./libcuda-that-is-not-there.so is found");
    assert_int_equal(cuda->list(0, name, &facts, why), 1);
    assert_true(!facts.name[0] && !facts.version[0] && !facts.lanes && !facts.units && !facts.arch && !facts.self);
    assert_int_equal(cuda->list(1, name, &facts, why), 0);
    unsetenv("REROLL_CUDA");
    if (!dlopen("libcuda.so.1", RTLD_NOW)) unusable("no libcuda.so.1 is found");
    setenv("REROLL_CUDA", "./Makefile", 1);
    unusable("./Makefile: ");
    setenv("REROLL_CUDA", "libm.so.6", 1);
    unusable("no cuInit");
    setenv("REROLL_CUDA", fake_path, 1);
    fake->versions(13000, 0);
    unusable("no CUDA-capable device");
    fake->versions(13000, 2);
    setenv("REROLL_NVRTC", "./libnvrtc-that-is-not-there.so", 1);
    setenv("REROLL_CUDA_BUNDLE", "./no-such-folder", 1);
    unusable("no libnvrtc.so is found");
    (void)state;
}

static void listed(void **state)
{
    char name[32], why[160];
    rr_engine_facts f;
    for (unsigned d = 0; d < 2; ++d) {
        const char *names[] = {"cuda:0", "cuda:1"}, *drivers[] = {"Fake 0", "Fake 1"};
        assert_int_equal(cuda->list(d, name, &f, why), 1);
        assert_string_equal(name, names[d]);
        assert_string_equal(f.name, drivers[d]);
        assert_string_equal(f.version, "driver 13.0, NVRTC 13.0");
        assert_string_equal(why, "");
        assert_int_equal(f.lanes, 1);
        assert_int_equal(f.warps, 4);
        assert_int_equal(f.units, 3);
        assert_int_equal(f.fill, 2);   /* 8 threads on a multiprocessor, 4 in a block */
        assert_int_equal(f.wide, 1);
    }
    assert_int_equal(cuda->list(2, name, &f, why), 0);
    nothing_lives("a list");
    (void)state;
}

static void names(void **state)
{
    static const char *const bad[] = {"2", "99999", "x", "-1", "0x"};
    rr_engine *e;
    rr_engine_facts facts;
    rr_result result = RR_RESULT_INIT;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(cuda->open(bad[i], 0, &e, &facts, &result), RR_ERR_DEVICE);
        if (!strstr(result.message, "cuda:")) fail_msg("%s", result.message);
        assert_null(e);
    }
    assert_int_equal(cuda->open("0", 32, &e, &facts, &result), RR_ERR_DEVICE);
    assert_string_equal(result.message, "cuda:0: its warps have 1 lanes, not 32");
    assert_int_equal(cuda->open("1", 1, &e, &facts, NULL), RR_OK);
    assert_string_equal(facts.name, "Fake 1");
    cuda->close(e);
    cuda->close(NULL);
    nothing_lives("opening and closing");
    (void)state;
}

/* ---- Memory ---- */

static void round_trips(void **state)
{
    rr_engine *e = opened("0");
    unsigned char in[300], out[300];
    rr_memory m;
    rr_queue *q;
    rr_result result = RR_RESULT_INIT;
    for (unsigned i = 0; i < sizeof in; ++i) in[i] = (unsigned char)(i * 7 + 1);
    MUST(cuda->alloc(e, 1000, &m, &result));
    MUST(cuda->queue_open(e, NULL, &q, &result));
    MUST(cuda->write(q, m, 100, in, sizeof in, &result));
    MUST(cuda->fill(q, m, 150, 0x42, 10, &result));
    MUST(cuda->read(q, out, m, 100, sizeof out, &result));
    MUST(cuda->write(q, m, 1000, in, 0, &result));
    MUST(cuda->finish(q, &result));
    memset(in + 50, 0x42, 10);
    assert_memory_equal(in, out, sizeof in);
    assert_int_equal(cuda->capturing(q), 0);
    assert_int_equal(cuda->write(q, m, 900, in, 200, &result), RR_ERR_DEVICE);
    assert_string_equal(result.message, "cuda:0, copying to the device: fake error 1");
    rr_memory huge = 1;
    assert_int_equal(cuda->alloc(e, (size_t)1 << 41, &huge, &result), RR_ERR_MEMORY);
    assert_string_equal(result.message, "cuda:0, allocating memory: out of memory");
    assert_int_equal(huge, 0);
    cuda->queue_close(q);
    cuda->release(e, m);
    cuda->release(e, 0);
    cuda->close(e);
    nothing_lives("a round trip");
    (void)state;
}

static rr_place place_of(rr_engine *e, const void *pointer)
{
    rr_place place;
    MUST(cuda->place(e, pointer, &place, &result));
    return place;
}

static void places(void **state)
{
    rr_engine *e = opened("0");
    rr_memory m;
    int here;
    void *host = cuda->host_alloc(e, 100);
    MUST(cuda->alloc(e, 100, &m, &result));
    assert_non_null(host);
    assert_int_equal(place_of(e, &here), RR_PLACE_HOST);
    assert_int_equal(place_of(e, host), RR_PLACE_HOST);
    assert_int_equal(place_of(e, (void *)(uintptr_t)(m + 50)), RR_PLACE_DEVICE);
    assert_int_equal(place_of(e, fake->managed(0)), RR_PLACE_DEVICE);
    assert_int_equal(place_of(e, fake->managed(1)), RR_PLACE_OTHER);
    assert_int_equal(place_of(e, fake->managed(-1)), RR_PLACE_DEVICE);
    /* Memory that cannot be queried is not mistaken for host memory, or for memory of another GPU. */
    for (long k = 1; k <= 2; ++k) {
        rr_result result = RR_RESULT_INIT;
        rr_place place;
        fake->fail_at(k, 999);
        assert_int_equal(cuda->place(e, (void *)(uintptr_t)m, &place, &result), RR_ERR_DEVICE);
    }
    cuda->host_release(e, host);
    cuda->host_release(e, NULL);
    cuda->release(e, m);
    cuda->close(e);
    nothing_lives("asking for places");
    (void)state;
}

#endif
