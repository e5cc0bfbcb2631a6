/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reports of calls on bad parameters and failed samples; one row of weights per sample. */
#ifndef RR_TESTS_DEVICES_BITS_REPORTS_H
#define RR_TESTS_DEVICES_BITS_REPORTS_H

static int same_report(const rr_result *a, const rr_result *b)
{
    if (a->status == b->status && a->bad_index == b->bad_index && a->failed == b->failed &&
        a->failed_index == b->failed_index)
        return 1;
    printf("# status %d, bad %llu, failed %llu from %llu; not %d, %llu, %llu from %llu (%s)\n", b->status,
           (unsigned long long)b->bad_index, (unsigned long long)b->failed, (unsigned long long)b->failed_index, a->status,
           (unsigned long long)a->bad_index, (unsigned long long)a->failed, (unsigned long long)a->failed_index, b->message);
    return 0;
}

/* The report and the bytes of a job, on the host and on the device. A sample with a bad parameter that finds no proposal
 * fails twice: where kernels check parameters it is in `failed` too, which is then not compared. */
static void test_report(rr_job job, const char *what, const char *strategy, double bad)
{
    rr_result expected, result = RR_RESULT_INIT;
    const unsigned width = width_of(job.dtype), n = (unsigned)(job.rows * job.cols);
    remote r;
    char text[160];
    if (bad) {
        set(params[0], 417, param_width(&job), bad);
        set(params[job.sampler->params - 1], 938, param_width(&job), -1);
    }
    job.stream.next = FIRSTS[3] / job.cols;
    run(with.cpu, strategy, &job, big_want, &expected);
    run(with.device, strategy, &job, have, &result);
    snprintf(text, sizeof text, "%s, %s: the report and the other samples are the CPU's", job.sampler->name, what);
    say(expected.status != RR_OK && same_report(&expected, &result) && same(big_want, have, n, width), text);

    int ok = !open_remote(&r, &job, 0);
    if (ok) {
        result = (rr_result)RR_RESULT_INIT;
        rr_run(with.device, &job, &result);
        if (bad) {
            result.failed = expected.failed;
            result.failed_index = expected.failed_index;
        }
        ok = same_report(&expected, &result) && !memory_read(&r.out, have, r.out.size) &&
             same(big_want, have + (memory_is_object(with.device) ? 0 : GUARD * width), n, width);
    }
    close_remote(&r);
    snprintf(text, sizeof text, "%s, %s, all in the memory of the device: the same", job.sampler->name, what);
    say(ok, text);
}

/* About 1 in 9 counts does not fit in i32 where p = 1e-9; a mean of 5e9 is refused beforehand. */
static void test_counts(void)
{
    rr_job job = make_job(rr_sampler_find("geometric"), RR_I32, EACH, 0, MAX);
    for (unsigned k = 100; k < MAX; ++k) set(params[0], k, 8, k % 3 ? 1e-9 : 0.5);
    test_report(job, "counts that do not fit", "compact", 0);
    test_report(job, "counts that do not fit, and bad parameters", "compact", NAN);
    job = make_job(rr_sampler_find("poisson"), RR_I32, EACH, 0, MAX);
    set(params[0], 611, 8, 5e9);
    test_report(job, "too large a mean", "compact", NAN);
    test_report(job, "too large a mean, and samples that fixed:1 leaves", "fixed:1", -2);
}

/* NaN and -1 are integers there, one above all ranges and one below. */
static void test_integers(void)
{
    test_report(make_job(rr_sampler_find("integers"), RR_I64, EACH, 0, MAX), "low above high", "compact", NAN);
    test_report(make_job(rr_sampler_find("integers-closed"), RR_U32, EACH, 0, MAX), "outside 32 bits", "compact", NAN);
}

/* For composite samplers: a stage that rejects a parameter, samples that a stage leaves, both, and bad parameters. */
static void test_stages(void)
{
    rr_job job = make_job(rr_sampler_find("negative-binomial"), RR_I64, EACH, 0, MAX);
    test_report(job, "samples that fixed:1 leaves", "fixed:1", 0);
    set(params[1], 611, 8, 1e-300);
    test_report(job, "too large a mean", "compact", 0);
    test_report(job, "too large a mean, and bad parameters", "compact", NAN);
    test_report(job, "too large a mean, bad parameters, and samples that fixed:1 leaves", "fixed:1", -2);
    job = make_job(rr_sampler_find("noncentral-chi2"), RR_F64, EACH, 0, MAX);
    test_report(job, "bad parameters, and samples that fixed:1 leaves", "fixed:1", -2);
}

/* For rows that are multiplied by a number: numbers that a stage leaves, alone and with bad parameters. */
static void test_numbers(void)
{
    const rr_sampler *const s = rr_sampler_find("multivariate-t");
    test_report(make_rows(s, RR_F64, EACH, 5), "numbers that fixed:1 leaves", "fixed:1", 0);
    test_report(make_rows(s, RR_F64, EACH, 5), "bad parameters, and numbers that fixed:1 leaves", "fixed:1", NAN);
}

/* For whole rows, and rows that divide a total: bad parameters of components and of rows, no direction, samples that fixed:1
 * leaves. */
static void test_row_reports(void)
{
    const rr_sampler *const fisher = rr_sampler_find("von-mises-fisher");
    const rr_sampler *const multinomial = rr_sampler_find("multinomial");
    test_report(make_rows(multinomial, RR_I64, EACH, 3), "bad parameters", "compact", NAN);
    rr_job job = make_rows(multinomial, RR_I32, EACH, 3);
    for (unsigned k = 600; k < 603; ++k) set(params[1], k, 8, 0);   /* their sum is not positive */
    set(params[0], 750, 8, 4.5);
    test_report(job, "totals that nothing shares", "compact", 0.5);
    test_report(make_rows(multinomial, RR_I64, EACH, 4), "counts that fixed:1 leaves", "fixed:1", 0);
    job = make_rows(fisher, RR_F32, EACH, 3);
    for (unsigned k = 30; k < 33; ++k) set(params[0], k, 4, 0);
    test_report(job, "no direction, and bad parameters", "compact", NAN);
    job = make_rows(fisher, RR_F32, ONE, 4);
    for (unsigned k = 0; k < 4; ++k) set(params[0], k, 4, 0);
    test_report(job, "no direction for any, and what fixed:1 leaves", "fixed:1", 0);
    if (with.all) test_report(make_rows(rr_sampler_find("wishart"), RR_F64, EACH, 9), "what fixed:1 leaves", "fixed:1", 0);
}

/* ---- One row of weights per sample ---- */

enum { CHOICE_ROWS = 300 };

/* Rows of `count` weights, `gap` numbers apart, with `cols` samples each: some weights are 0, some rows have odd scales;
 * bad: three rows are bad. */
static rr_job make_choices(rr_type dtype, unsigned count, unsigned gap, unsigned cols, int bad)
{
    const unsigned stride = count + gap;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical");
    job.dtype = dtype;
    job.stream = rr_stream_make(20271, 7);
    job.stream.next = FIRSTS[1];
    job.rows = CHOICE_ROWS;
    job.cols = cols;
    job.dims.n = count;
    for (unsigned r = 0; r < CHOICE_ROWS; ++r)
        for (unsigned k = 0; k < stride; ++k) {
            const double w = k && k % 5 == r % 5 ? 0 : 0.5 + (k * 7919u + r * 104729u) % 1009;
            set(params[0], r * stride + k, 8, ldexp(w, r % 7 == 3 ? -1074 : r % 7 == 5 ? 1010 : 0));
        }
    for (unsigned k = 0; bad && k < count; ++k) set(params[0], 111 * stride + k, 8, 0);
    if (bad) set(params[0], 77 * stride + count - 1, 8, NAN);
    if (bad) set(params[0], 205 * stride, 8, -1);
    job.param[0] = (rr_param){params[0], RR_F64, (ptrdiff_t)(8 * stride), 8};
    return job;
}

/* On the host and on the device, also by calls that do not wait. */
static int try_choices(rr_job job, const char *strategy, int enqueued)
{
    const unsigned n = (unsigned)(job.rows * job.cols), width = width_of(job.dtype);
    const int object = memory_is_object(with.device);
    rr_result expected, result;
    remote r;
    memset(&r, 0, sizeof r);
    run(with.cpu, strategy, &job, big_want, &expected);
    run(with.device, strategy, &job, have, &result);
    if (!same_report(&expected, &result) || !same(big_want, have, n, width)) return 0;
    rr_job there = job;
    int ok = !send(&r.param[0], params[0], (size_t)job.param[0].row_stride * job.rows);
    ok = ok && !memory_open(with.device, n * width, &r.out);
    there.param[0].data = memory_pointer(&r.param[0], 0);
    there.out = memory_pointer(&r.out, 0);
    if (object) there.flags |= RR_CL_PARAM(0) | RR_CL_OUT;
    if (job.index) ok = ok && !send(&r.index, job.index, n * 8);
    if (job.index) there.index = memory_pointer(&r.index, 0);
    if (job.index && object) there.flags |= RR_CL_INDEX;
    if (ok && enqueued) enqueue(strategy, &there, &result);
    else if (ok) run(with.device, strategy, &there, there.out, &result);
    if (ok && enqueued) result.failed = expected.failed, result.failed_index = expected.failed_index;
    ok = ok && same_report(&expected, &result) && !memory_read(&r.out, have, n * width) && same(big_want, have, n, width);
    if (!ok) printf("# in the memory of the device: %s\n", result.message);
    close_remote(&r);
    return ok;
}

static void test_choices(void)
{
    static const unsigned counts[] = {1, 2, 3, 7, 8, 31, 32, 33, 100, 1000};
    int ok = 1;
    for (unsigned c = 0; ok && c < sizeof counts / sizeof *counts; ++c)
        for (unsigned form = 0; ok && form < 4; ++form) {
            const rr_type dtype = (rr_type[]){RR_I64, RR_F32, RR_U32, RR_F64}[form];
            rr_job job = make_choices(dtype, counts[c], form % 2 * 3, 1 + form % 3, form == 2);
            for (unsigned k = 0; form == 3 && k < 3 * CHOICE_ROWS; ++k) indices[k] = (k * 7919ull % 1000003) << (k % 40);
            if (form == 3) job.index = indices;
            ok = try_choices(job, form ? "loop" : "compact", form & 1);
            if (!ok) printf("# %u weights, form %u\n", counts[c], form);
        }
    say(ok, "categorical numbers by weights a row have the CPU's bits and reports");
}

static void test_reports(void)
{
    const rr_sampler *s = rr_sampler_find("gamma"), *rows = rr_sampler_find("dirichlet");
    const char *const quick = with.lanes > 1 ? "loop" : "compact";   /* kernels that exist already */
    test_report(make_job(s, RR_F32, EACH, 0, MAX), "bad parameters", "compact", NAN);
    test_report(make_job(s, RR_F32, EACH, 0, MAX), "bad parameters of another value", "compact", -2);
    if (with.lanes == 1 || !with.turns) {   /* kernels that take a compiler 10 s for wide warps */
        test_report(make_job(s, RR_F32, ONE, 0, MAX), "samples that fixed:2 leaves", "fixed:2", 0);
        test_report(make_job(s, RR_F32, EACH, 0, MAX), "bad parameters, and samples that fixed:2 leaves", "fixed:2", -2);
        test_report(make_rows(rows, RR_F32, EACH, 5), "bad parameters", quick, NAN);
    }
    test_choices();
    if ((with.lanes == 1 && !with.turns) || with.all) {
        test_row_reports();
        test_counts();
        test_stages();
        test_integers();
        test_numbers();
    }
    if (with.lanes > 1 && !with.all) {   /* findings of any lane */
        const rr_sampler *staged = rr_sampler_find("negative-binomial");
        if (!with.turns)
            test_report(make_job(staged, RR_I64, EACH, 0, MAX), "samples that fixed:1 leaves", "fixed:1", 0);
        return;
    }
    test_report(make_rows(rows, RR_F32, EACH, 5), "samples that fixed:1 leaves", "fixed:1", 0);
    test_report(make_rows(rows, RR_F32, EACH, 5), "bad parameters, and samples that fixed:1 leaves", "fixed:1", -2);
}

#endif
