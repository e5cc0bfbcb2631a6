/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The caller's current context and captures are left alone. */
#ifndef RR_TESTS_DEVICES_ENGINE_CUDA_CAPTURES_H
#define RR_TESTS_DEVICES_ENGINE_CUDA_CAPTURES_H

static void current(void **state)
{
    int mine;
    fake->push(&mine);
    rr_engine *e = opened("1");
    assert_ptr_equal(fake->current(), &mine);
    const rr_kernel *k = made(e);
    assert_ptr_equal(fake->current(), &mine);
    draw(e, k, "beside another context");
    assert_ptr_equal(fake->current(), &mine);
    cuda->host_release(e, cuda->host_alloc(e, 10));
    assert_int_equal(place_of(e, &mine), RR_PLACE_HOST);
    assert_ptr_equal(fake->current(), &mine);
    cuda->close(e);
    assert_ptr_equal(fake->current(), &mine);
    fake->pop();
    nothing_lives("all of it");
    (void)state;
}

static void captures(void **state)
{
    rr_engine *e = opened("");
    rr_queue *q;
    rr_memory m, all[RR_GPU_POINTERS], more;
    const rr_kernel *k;
    const rr_launch l = gamma_launch();
    float out[N];
    rr_result result = RR_RESULT_INIT;
    MUST(cuda->alloc(e, BYTES, &m, &result));
    for (int p = 0; p < RR_GPU_POINTERS; ++p) all[p] = m;
    void *stream = fake->capture();
    MUST(cuda->queue_open(e, stream, &q, &result));
    assert_int_equal(cuda->capturing(q), 1);
    /* The legacy stream would wait for a stream that is captured: it counts as captured itself. */
    rr_queue *legacy;
    MUST(cuda->queue_open(e, LEGACY_STREAM, &legacy, &result));
    assert_int_equal(cuda->capturing(legacy), 1);
    const long calls = fake->calls();
    assert_int_equal(cuda->kernel(e, &GAMMA, 0, &k, &result), RR_ERR_DEVICE);
    assert_non_null(strstr(result.message, "call rr_compile"));
    assert_int_equal(fake->calls(), calls);   /* without a call of the driver */
    /* Calls that an engine makes by itself invalidate no capture of this or another thread. */
    k = made(e);
    MUST(cuda->alloc(e, 100, &more, &result));
    cuda->release(e, more);
    MUST(cuda->kernel(e, &GAMMA, 0, &k, &result));
    MUST(cuda->write(q, m, 0, gamma_memory(), OUT_AT, &result));
    MUST(cuda->launch(q, k, 1, all, &l, &result));
    MUST(cuda->read(q, out, m, OUT_AT, sizeof out, &result));
    assert_int_equal(fake->captured(stream), 3);
    for (int i = 0; i < 3; ++i) {
        memset(out, 0, sizeof out);
        assert_int_equal(fake->replay(stream), 0);
        right_samples(out, "from a graph");
    }
    assert_int_equal(cuda->capturing(q) + cuda->capturing(legacy), 0);
    cuda->queue_close(legacy);
    cuda->queue_close(q);
    cuda->release(e, m);
    cuda->close(e);
    nothing_lives("a capture");
    (void)state;
}

#endif
