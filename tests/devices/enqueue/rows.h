/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows in the memory of a device, waited for and enqueued. */
#ifndef RR_TESTS_DEVICES_ENQUEUE_ROWS_H
#define RR_TESTS_DEVICES_ENQUEUE_ROWS_H

/* Rows of COLS, of Dirichlet with the shapes of the gammas. */
enum { COLS = 8, ROWS = N / COLS };

static rr_job row_job(uint64_t next, const char *strategy)
{
    rr_job job = gamma_job(next, strategy);
    job.sampler = rr_sampler_find("dirichlet");
    job.rows = ROWS;
    job.cols = COLS;
    job.param[0].row_stride = COLS * sizeof *shapes;
    job.param[0].col_stride = sizeof *shapes;
    return job;
}

static void test_rows(void)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    uint64_t first = 11;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    rr_job job = row_job(7, "loop"), there = on_device(job, shape, NULL, out);
    must(rr_run(cpu, &job, NULL), "cpu");
    say(!rr_run(at.device, &there, &result) && same(out, "rows, run"),
        "rows of Dirichlet: rr_run from and to the device's memory");
    there = on_device(job, NULL, NULL, out);
    say(!rr_run(at.device, &there, &result) && same(out, "rows, mixed"),
        "rows: rr_run from host parameters to the device's memory");
    give(out);
    out = make(NULL, sizeof got);
    there = on_device(job, shape, NULL, out);
    int ok = !rr_compile(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result);
    say(ok && !rr_wait(at.device, NULL, &result) && same(out, "rows, enqueue"), "rows: rr_compile, rr_enqueue and rr_wait");
    how.first = make(&first, sizeof first);
    for (unsigned turn = 0; turn < 2; ++turn) {
        job = row_job(11 + 3 + turn * ROWS, "loop");
        there = on_device(row_job(3, "loop"), shape, NULL, out);
        must(rr_run(cpu, &job, NULL), "cpu");
        ok = ok && !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result) &&
             same(out, "rows, first");
    }
    fetch(&first, how.first, sizeof first);
    say(ok && first == 11 + 2 * ROWS, "rows: a first index in memory counts rows");
    give(how.first);
    give(out);
    give(shape);
}

/* A job enqueued twice with a first index in memory continues; `first` counts samples, or rows. */
static void go_on(rr_job job, rr_job there, uint64_t next, const char *what)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    uint64_t first = 11;
    char text[128];
    void *out = make(NULL, sizeof got);
    there.out = out;
    there.flags |= at.context ? RR_CL_OUT : 0;
    there.stream.next = 3;
    how.first = make(&first, sizeof first);
    int ok = !rr_compile(at.device, &there, &result);
    for (unsigned turn = 0; turn < 2 && ok; ++turn) {
        job.stream.next = 11 + 3 + turn * next;
        must(rr_run(cpu, &job, NULL), "cpu, first");
        ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result) && same(out, what);
    }
    fetch(&first, how.first, sizeof first);
    snprintf(text, sizeof text, "%s: rr_enqueue, with a first index in memory", what);
    if (!say(ok && first == 11 + 2 * next, text)) printf("# %s\n", result.message);
    give(how.first);
    give(out);
}

/* Rows of counts, whole rows, and categorical numbers by per-row weights in the device's memory. */
static void test_other_rows(void)
{
    static const double total = 30, one = 1;
    static double weights[3 * N];
    rr_job job = row_job(0, "loop");
    job.sampler = rr_sampler_find("multinomial");
    job.param[0] = (rr_param){&total, RR_F64, 0, 0};
    job.param[1] = (rr_param){&one, RR_F64, 0, 0};
    go_on(job, job, ROWS, "multinomial");
    job.sampler = rr_sampler_find("brownian-bridge");
    job.param[0] = (rr_param){&one, RR_F64, 0, 0};
    job.param[1] = (rr_param){&total, RR_F64, 0, 0};
    go_on(job, job, ROWS, "brownian-bridge");
    for (unsigned k = 0; k < 3 * N; ++k) weights[k] = 1 + k % 11;
    job = gamma_job(0, "loop");
    job.sampler = rr_sampler_find("categorical");
    job.dims.n = 3;
    job.param[0] = (rr_param){weights, RR_F64, 3 * sizeof *weights, sizeof *weights};
    rr_job there = job;
    there.param[0].data = make(weights, sizeof weights);
    there.flags = at.context ? RR_CL_PARAM(0) : 0;
    go_on(job, there, N, "categorical by weights a row");
    give((void *)(uintptr_t)there.param[0].data);
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got);
    there = on_device(job, NULL, NULL, out);
    say(rr_enqueue(at.device, &there, NULL, &result) == RR_ERR_ARGUMENT &&
            strstr(result.message, "parameter weights varies"),
        "weights a row in host memory are refused by rr_enqueue");
    give(out);
}

static void test_row_records(void)
{
    rr_result result = RR_RESULT_INIT, cpu_result = RR_RESULT_INIT;
    const float kept = shapes[77];
    shapes[77] = -1;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    rr_job job = row_job(0, "loop"), there = on_device(job, shape, NULL, out);
    must(rr_run(cpu, &job, NULL) != RR_ERR_PARAM, "cpu, bad shape");
    int ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_PARAM &&
             result.bad_index == 77 && result.fault == RR_FAULT_UNKNOWN && result.bad_param == -1;
    say(ok && same(out, "bad row"), "rows: one with a bad parameter in memory is NaN, the element is told");
    rr_prepared *prepared;
    must(rr_prepared_open(at.device, &there, &prepared, &result), result.message);
    ok = at.context || (!rr_prepared_enqueue(prepared, 77 / COLS * COLS, COLS, out, NULL, &result) &&
                        rr_wait(at.device, NULL, &result) == RR_ERR_PARAM && result.bad_index == 77);
    say(ok, "a row of a prepared job: the record has the element's number in the whole job");
    rr_prepared_close(&prepared);
    shapes[77] = kept;
    give(shape);
    shape = make(shapes, sizeof shapes);
    job = row_job(0, "fixed:1");
    must(rr_run(cpu, &job, &cpu_result) != RR_ERR_FAILED, "cpu fixed:1");
    there = on_device(job, shape, NULL, out);
    ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_FAILED;
    ok = ok && result.failed == cpu_result.failed && result.failed_index == cpu_result.failed_index;
    say(ok && same(out, "rows, fixed:1"),
        "rows: those with a component that fixed:1 leaves are NaN; components are counted, the lowest is the CPU's");
    give(out);
    give(shape);
}

static void test_factor(void)
{
    rr_result result = RR_RESULT_INIT;
    float covariance[COLS * COLS];
    for (unsigned k = 0; k < COLS * COLS; ++k) covariance[k] = k % (COLS + 1) ? 0.5f : 2;
    void *out = make(NULL, sizeof got), *mean = make(shapes, sizeof shapes), *matrix = make(covariance, sizeof covariance);
    rr_job job = row_job(7, "loop");
    job.sampler = rr_sampler_find("multivariate-normal");
    job.param[1] = (rr_param){covariance, RR_F32, COLS * sizeof *covariance, sizeof *covariance};
    must(rr_run(cpu, &job, NULL), "cpu");
    rr_job there = on_device(job, mean, NULL, out);
    say(!rr_run(at.device, &there, &result) && same(out, "normals"),
        "multivariate normals: rr_run from and to the device's memory");
    give(out);
    out = make(NULL, sizeof got);
    there = on_device(job, mean, NULL, out);
    int ok = !rr_compile(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result);
    say(ok && !rr_wait(at.device, NULL, &result) && same(out, "normals, enqueue"),
        "by rr_enqueue: the host makes their factor");
    there.param[1].data = matrix;
    there.flags |= at.context ? RR_CL_PARAM(1) : 0;
    say(rr_run(at.device, &there, &result) == RR_ERR_ARGUMENT && strstr(result.message, "covariance"),
        "and refused with the covariance in the device's memory");
    give(out);
    give(mean);
    give(matrix);
}

#endif
