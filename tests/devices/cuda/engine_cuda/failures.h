/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whichever call fails, alone or with all later calls, there is one message and the right status, and nothing stays
 * allocated. */
#ifndef RR_TESTS_DEVICES_ENGINE_CUDA_FAILURES_H
#define RR_TESTS_DEVICES_ENGINE_CUDA_FAILURES_H

/* The result of each step of a sequence, in which every step is done that still can be. */
typedef struct course {
    rr_status first;          /* that is not RR_OK */
    const char *step;
    char message[160];
} course;

static void note(course *c, const char *step, rr_status status, const rr_result *result)
{
    if (!status) return;
    if (result->status != status || !*result->message || strchr(result->message, '\n'))
        fail_msg("%s says \"%s\"", step, result->message);
    if (!c->first) {
        c->first = status;
        c->step = step;
        snprintf(c->message, sizeof c->message, "%s", result->message);
    } else if (strcmp(c->message, result->message)) {
        fail_msg("%s said \"%s\", then %s \"%s\"", c->step, c->message, step, result->message);
    }
}

#define STEP(call) \
    do { \
        rr_result result = RR_RESULT_INIT; \
        const rr_status status_ = (call); \
        note(c, #call, status_, &result); \
        good = !status_; \
    } while (0)

/* Work on an engine. If `on`, a step whose inputs exist is tried whatever failed before it. */
static void work(rr_engine *e, course *c, int on)
{
    static float out[N];
    int good;
    rr_memory m = 0, all[RR_GPU_POINTERS];
    rr_queue *q = NULL;
    const rr_kernel *k = NULL;
    const rr_launch l = gamma_launch();
    void *host = cuda->host_alloc(e, 1000);
    STEP(cuda->alloc(e, BYTES, &m, &result));
    for (int p = 0; p < RR_GPU_POINTERS; ++p) all[p] = m;
    if (good || on) STEP(cuda->queue_open(e, NULL, &q, &result));
    if (m && q && (good || on)) STEP(cuda->write(q, m, 0, gamma_memory(), OUT_AT, &result));
    if (m && q && (good || on)) STEP(cuda->fill(q, m, OUT_AT, 0, 4 * N, &result));
    if (good || on) STEP(cuda->kernel(e, &GAMMA, 1, &k, &result));
    if (k && q && m && (good || on)) STEP(cuda->launch(q, k, 1, all, &l, &result));
    if (q && m && (good || on)) STEP(cuda->read(q, out, m, OUT_AT, sizeof out, &result));
    if (q && (good || on)) STEP(cuda->finish(q, &result));
    if (!c->first) right_samples(out, "no failure");
    cuda->queue_close(q);
    cuda->release(e, m);
    cuda->host_release(e, host);
}

static course sequence(int on)
{
    course course = {RR_OK, NULL, ""}, *c = &course;
    rr_engine *e;
    rr_engine_facts facts;
    int good;
    STEP(cuda->open("0", 0, &e, &facts, &result));
    if (good) work(e, c, on);
    cuda->close(e);
    return course;
}

/* Functions whose error need not be reported: they free something, or there is a fallback, or place and host_alloc report it
 * in another way. */
static int may_be_silent(const char *f)
{
    static const char *const silent[] = {
        "cuMemHostAlloc", "cuMemFree_v2", "cuMemFreeHost", "cuStreamDestroy_v2", "cuModuleUnload",
        "cuDevicePrimaryCtxRelease_v2", "cuCtxSynchronize",
        "nvrtcDestroyProgram", "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2",
        "cuThreadExchangeStreamCaptureMode",
    };
    for (size_t i = 0; i < sizeof silent / sizeof *silent; ++i)
        if (!strcmp(f, silent[i])) return 1;
    return 0;
}

static void failure(long number, int code)
{
    char what[96];
    int mine;
    const int final = code >= 700;
    fake->push(&mine);
    fake->fail_at(number, code);
    const course c = sequence(final);
    const char *failed = fake->failed();
    assert_non_null(failed);
    snprintf(what, sizeof what, "error %d of call %ld, %s", code, number, failed);
    assert_ptr_equal(fake->current(), &mine);
    fake->pop();
    nothing_lives(what);
    if (!c.first && !may_be_silent(failed)) fail_msg("nobody has heard of %s", what);
    if (!c.first) return;
    /* A device that cannot be described, and a compiler that fails, are not reported as lack of memory whatever their
     * code. */
    const int of_driver = !strncmp(failed, "cu", 2);
    const int retained = strncmp(c.step, "cuda->open", 10) || strstr(c.message, "opening it");
    if (c.first != (code == 2 && of_driver && retained ? RR_ERR_MEMORY : RR_ERR_DEVICE))
        fail_msg("%s is status %d: %s", what, c.first, c.message);
    if (code == 700 && of_driver && !strstr(c.message, "illegal memory access")) fail_msg("%s: \"%s\"", what, c.message);
}

static void failures(void **state)
{
    static const int codes[] = {1, 2, 999, 700, 719};
    setenv("REROLL_CACHE", "/dev/null/none", 1);   /* nothing is cached, so that every sequence compiles */
    fake->fail_at(0, 0);
    const course whole = sequence(0);
    const long calls = fake->calls();
    assert_int_equal(whole.first, RR_OK);
    nothing_lives("the sequence");
    assert_true(calls > 50);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; ++i)
        for (long number = 1; number <= calls; ++number) failure(number, codes[i]);
    (void)state;
}

#endif
