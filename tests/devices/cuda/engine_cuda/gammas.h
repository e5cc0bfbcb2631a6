/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by the tests of this backend: a fresh cache, an open device, a job of gammas. */
#ifndef RR_TESTS_DEVICES_ENGINE_CUDA_GAMMAS_H
#define RR_TESTS_DEVICES_ENGINE_CUDA_GAMMAS_H

static void forget_cache(void)
{
    char path[512];
    DIR *d = opendir(cache);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%.200s", cache, e->d_name);
        unlink(path);
    }
    closedir(d);
}

static void nothing_lives(const char *what)
{
    const fake_cuda_live l = fake->live();
    if (l.contexts || l.streams || l.modules || l.memory || l.host)
        fail_msg("%s leaves %ld contexts, %ld streams, %ld modules, %ld blocks, %ld of the host", what, l.contexts,
                 l.streams, l.modules, l.memory, l.host);
    if (fake->current()) fail_msg("%s leaves a context current", what);
}

/* Each test begins with the fake driver in its initial state and an empty cache. */
static int begin(void **state)
{
    (void)state;
    setenv("REROLL_CUDA", fake_path, 1);
    setenv("REROLL_NVRTC", fake_path, 1);
    setenv("REROLL_CACHE", cache, 1);
    unsetenv("REROLL_CUDA_BUNDLE");
    unsetenv("FAKE_CC");
    fake->forget();
    forget_cache();
    return 0;
}

#define FRESH(test) cmocka_unit_test_setup(test, begin)

static rr_engine *opened(const char *what)
{
    rr_engine_facts facts;
    rr_result result = RR_RESULT_INIT;
    rr_engine *e = NULL;
    if (cuda->open(what, 0, &e, &facts, &result)) fail_msg("%s", result.message);
    assert_non_null(e);
    return e;
}

#define MUST(call) \
    do { \
        rr_result result = RR_RESULT_INIT; \
        const rr_status status_ = (call); \
        if (status_) fail_msg("%s: %s", #call, result.message); \
    } while (0)

static rr_job gamma_job(void *out)
{
    static const float shape = 2.5f, scale = 3;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.stream = rr_stream_make(2026, 7);
    job.stream.next = ((uint64_t)1 << 32) - 45;
    job.rows = N;
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.param[1] = (rr_param){&scale, RR_F32, 0, 0};
    job.out = out;
    return job;
}

/* A launch of that job; its memory is the shape, then the record, then the output. */
enum { RECORD_AT = 64, OUT_AT = 256, BYTES = OUT_AT + 4 * N };

static rr_launch gamma_launch(void)
{
    const rr_job job = gamma_job(NULL);
    rr_launch l;
    memset(&l, 0, sizeof l);
    rr_launch_key(&l.key, job.stream, 1, job.sampler->family, 0);
    l.n = N;
    l.capacity = 2 * RR_GPU_ALIGN;
    l.cap = job.sampler->cap;
    l.base_lo = (uint32_t)job.stream.next;
    l.base_hi = (uint32_t)(job.stream.next >> 32);
    l.failed_lo = 0x7fc00000u;
    l.points = 1;   /* the shape is in memory, the scale is passed */
    l.uniform[1].f32 = *(const float *)job.param[1].data;
    l.at[RR_GPU_RECORD] = RECORD_AT;
    l.at[RR_GPU_OUT] = OUT_AT;
    return l;
}

static const unsigned char *gamma_memory(void)
{
    static unsigned char bytes[OUT_AT];
    const rr_job job = gamma_job(NULL);
    memcpy(bytes, job.param[0].data, 4);
    return bytes;
}

static void right_samples(const void *have, const char *what)
{
    static float want[N];
    rr_job job = gamma_job(want);
    must_run(device("cpu:scalar"), &job, want);
    same_bits(want, have, N, 4, "%s", what);
}

/* The whole sequence, from memory to samples. */
static void draw(rr_engine *e, const rr_kernel *kernel, const char *what)
{
    float out[N];
    rr_memory m, all[RR_GPU_POINTERS];
    rr_queue *q;
    const rr_launch l = gamma_launch();
    MUST(cuda->alloc(e, BYTES, &m, &result));
    MUST(cuda->queue_open(e, NULL, &q, &result));
    for (int p = 0; p < RR_GPU_POINTERS; ++p) all[p] = m;
    MUST(cuda->write(q, m, 0, gamma_memory(), OUT_AT, &result));
    const long calls = fake->calls();
    MUST(cuda->launch(q, kernel, 0, all, &l, &result));   /* nothing to draw: the driver is not called */
    assert_int_equal(fake->calls(), calls);
    MUST(cuda->launch(q, kernel, 2, all, &l, &result));
    MUST(cuda->read(q, out, m, OUT_AT, sizeof out, &result));
    MUST(cuda->finish(q, &result));
    right_samples(out, what);
    cuda->queue_close(q);
    cuda->release(e, m);
}

static const rr_kernel *made(rr_engine *e)
{
    const rr_kernel *k = NULL;
    MUST(cuda->kernel(e, &GAMMA, 1, &k, &result));
    assert_non_null(k);
    return k;
}

#endif
