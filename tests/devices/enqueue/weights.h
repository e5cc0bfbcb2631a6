/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Categorical samples with a row of weights per sample in the memory of a device. A row has one category whose weight is not
 * 0, so a sample with the weights of another row is another category. */
#ifndef RR_TESTS_DEVICES_ENQUEUE_WEIGHTS_H
#define RR_TESTS_DEVICES_ENQUEUE_WEIGHTS_H

enum { KINDS = 3 };

static rr_job weights_job(const double *weights, uint64_t first_element)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical");
    job.dtype = RR_I32;
    job.stream = rr_stream_make(20263, 5);
    job.rows = N;
    job.first_element = first_element;
    job.dims.n = KINDS;
    job.param[0] = (rr_param){weights, RR_F64, KINDS * sizeof *weights, sizeof *weights};
    job.out = want;
    return job;
}

/* Samples from element 1002 on, in pieces, of a prepared job. */
static void test_weights_prepared(rr_job there)
{
    enum { FROM = 1002, PIECES = 3, PIECE = (N - FROM) / PIECES };
    rr_result result = RR_RESULT_INIT;
    rr_prepared *prepared;
    void *out = make(NULL, sizeof got);
    there.out = NULL;
    must(rr_prepared_open(at.device, &there, &prepared, &result), result.message);
    int ok = 1;
    for (unsigned k = 0; ok && k < PIECES * PIECE; k += PIECE)
        ok = !rr_prepared_enqueue(prepared, FROM + k, PIECE, (char *)out + k * sizeof *got, NULL, &result);
    ok = ok && !rr_wait(at.device, NULL, &result);
    fetch(got, out, sizeof got);
    say(ok && !memcmp(got, want + FROM, PIECES * PIECE * sizeof *got), "and prepared, from later rows on");
    rr_prepared_close(&prepared);
    give(out);
}

/* A weight that is negative, or NaN, or a row of zeros: the kernel's sum alone does not show the first two. */
static void test_bad_weights(double *weights)
{
    static const double bad[][KINDS] = {{0, 2, -1}, {1, NAN, 1}, {0, 0, 0}, {INFINITY, 1, 1}};
    for (unsigned k = 0; k < sizeof bad / sizeof *bad; ++k) {
        rr_result result = RR_RESULT_INIT;
        double *const row = weights + (77 + k) * KINDS, good[KINDS];
        memcpy(good, row, sizeof good);
        memcpy(row, bad[k], sizeof good);
        void *there = make(weights, (size_t)N * KINDS * sizeof *weights), *out = make(NULL, sizeof got);
        const rr_job own = on_device(weights_job(weights, 0), there, NULL, out);
        say(rr_run(at.device, &own, &result) == RR_ERR_PARAM && result.bad_index == 77 + k,
            "invalid weights in memory are reported with their row");
        give(there);
        give(out);
        memcpy(row, good, sizeof good);
    }
}

static void test_weights(void)
{
    rr_result result = RR_RESULT_INIT;
    double *weights = calloc((size_t)N * KINDS, sizeof *weights);
    must(!weights, "memory");
    for (unsigned k = 0; k < N; ++k) weights[k * KINDS + k % KINDS] = 1;
    void *there = make(weights, (size_t)N * KINDS * sizeof *weights);
    for (uint64_t first = 0; first < 8; first += 7) {
        void *out = make(NULL, sizeof got);
        const rr_job job = weights_job(weights, first), own = on_device(job, there, NULL, out);
        must(rr_run(cpu, &job, NULL), "cpu, weights");
        say(!rr_run(at.device, &own, &result) && same(out, "weights, run"), "a row of weights per sample in memory: rr_run");
        give(out);
        out = make(NULL, sizeof got);
        const rr_job later = on_device(job, there, NULL, out);
        say(!rr_enqueue(at.device, &later, NULL, &result) && !rr_wait(at.device, NULL, &result) &&
            same(out, "weights, enqueue"), first ? "and rr_enqueue, first_element 7" : "and rr_enqueue");
        if (!at.context) test_weights_prepared(later);   /* a cl_mem of weights is read from its beginning only */
        give(out);
    }
    give(there);
    test_bad_weights(weights);
    free(weights);
}

#endif
