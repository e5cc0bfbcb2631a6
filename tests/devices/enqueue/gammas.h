/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A job of gammas with per-sample shapes, run and enqueued: records, first indices in memory, bad values, open ends. */
#ifndef RR_TESTS_DEVICES_ENQUEUE_GAMMAS_H
#define RR_TESTS_DEVICES_ENQUEUE_GAMMAS_H

static float shapes[N], want[N], got[N];
static uint64_t indices[N];
static rr_device *cpu;

static rr_job gamma_job(uint64_t next, const char *strategy)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.stream = rr_stream_make(20263, 5);
    job.stream.next = next;
    job.rows = N;
    job.param[0] = (rr_param){shapes, RR_F32, sizeof *shapes, 0};
    job.out = want;
    must(rr_strategy_find(strategy, &job.strategy), strategy);
    return job;
}

/* The same with its memory on the device: shapes (or null: one shape on the host), indices (or null). */
static rr_job on_device(rr_job job, void *shape, void *index, void *out)
{
    job.out = out;
    job.flags |= at.context ? RR_CL_OUT : 0;
    if (shape) {
        job.param[0].data = shape;
        job.flags |= at.context ? RR_CL_PARAM(0) : 0;
    }
    job.index = index;
    if (index) job.flags |= at.context ? RR_CL_INDEX : 0;
    return job;
}

static int same(void *out, const char *what)
{
    fetch(got, out, sizeof got);
    for (unsigned k = 0; k < N; ++k) {
        if (!memcmp(&got[k], &want[k], sizeof *got)) continue;
        printf("# %s: element %u is %.9g, not %.9g\n", what, k, (double)got[k], (double)want[k]);
        return 0;
    }
    return 1;
}

static void test_run(void)
{
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes), *index = make(indices, sizeof indices);
    rr_job job = gamma_job(7, "compact"), there = on_device(job, shape, NULL, out);
    must(rr_run(cpu, &job, NULL), "cpu");
    say(!rr_run(at.device, &there, &result) && same(out, "run"), "rr_run from and to the device's memory");
    there = on_device(job, NULL, NULL, out);
    say(!rr_run(at.device, &there, &result) && same(out, "mixed"), "rr_run from host parameters to the device's memory");
    job.index = indices;
    must(rr_run(cpu, &job, NULL), "cpu");
    there = on_device(job, shape, index, out);
    say(!rr_run(at.device, &there, &result) && same(out, "indexed"),
        "rr_run with an index an element in the device's memory");
    there = on_device(job, shape, NULL, out);
    there.index = indices;
    say(!rr_run(at.device, &there, &result) && same(out, "sent"), "rr_run with an index an element in the host's memory");
    job = gamma_job(7, "loop");
    job.param[0].row_stride = 0;
    must(rr_run(cpu, &job, NULL), "cpu");
    there = on_device(job, shape, NULL, out);
    say(!rr_run(at.device, &there, &result) && same(out, "one value"), "one value in the device's memory for all samples");
    give(out);
    give(shape);
    give(index);
}

static void test_enqueue(void)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    rr_job job = gamma_job(0, "compact"), there = on_device(job, shape, NULL, out);
    must(rr_run(cpu, &job, NULL), "cpu");
    say(!rr_compile(at.device, &there, &result), "rr_compile");
    say(!rr_enqueue(at.device, &there, NULL, &result) && !rr_wait(at.device, NULL, &result) && same(out, "enqueue"),
        "rr_enqueue and rr_wait");
    if (at.context) {
        how.queue = at.queue;
        there.strategy.kind = 1;   /* loop */
        say(!rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, at.queue, &result) &&
                same(out, "own queue"),
            "rr_enqueue on the caller's queue");
    }
    give(out);
    give(shape);
}

/* Three calls, as in replays of a graph, each continue where the last one ended. */
static void test_first(void)
{
    uint64_t first = 11;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    how.first = make(&first, sizeof first);
    int ok = 1;
    for (unsigned turn = 0; turn < 3; ++turn) {
        rr_job job = gamma_job(11 + turn * N, "compact"), there = on_device(gamma_job(0, "compact"), shape, NULL, out);
        must(rr_run(cpu, &job, NULL), "cpu");
        ok = ok && !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result) && same(out, "first");
    }
    fetch(&first, how.first, sizeof first);
    say(ok && first == 11 + 3 * N, "a first index in memory moves on by the samples of each call");
    give(how.first);
    give(out);
    give(shape);
}

/* With one shape for all: whatever the first index is, which only the device knows, the right one of two kernels draws. */
static void test_first_plain(void)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    int ok = 1;
    for (uint64_t first = 0; first < 6 && ok; ++first) {
        void *out = make(NULL, sizeof got);
        rr_job job = gamma_job(first + 3, "compact"), there = on_device(gamma_job(3, "compact"), NULL, NULL, out);
        job.param[0].row_stride = there.param[0].row_stride = 0;
        how.first = make(&first, sizeof first);
        must(rr_run(cpu, &job, NULL), "cpu");
        ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result) &&
             same(out, "first, plain");
        give(how.first);
        give(out);
    }
    say(ok, "one shape, and a first index in memory that is aligned as out is or is not");
}

static void test_records(void)
{
    static const uint32_t nan = 0x7fc00000u;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_record record = RR_RECORD_INIT;
    const float kept[2] = {shapes[4001], shapes[77]};
    rr_job job = gamma_job(0, "compact");
    must(rr_run(cpu, &job, NULL), "cpu");
    shapes[4001] = -1;
    shapes[77] = NAN;
    memcpy(&want[4001], &nan, 4);
    memcpy(&want[77], &nan, 4);
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    rr_job there = on_device(job, shape, NULL, out);
    int ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_PARAM &&
             result.bad_index == 77;
    say(ok && same(out, "bad"), "bad parameters in memory: their samples are NaN, the lowest is told by rr_wait");
    say(!rr_wait(at.device, NULL, &result), "rr_wait clears the device's record");
    say(rr_run(at.device, &there, &result) == RR_ERR_PARAM && result.bad_index == 77 && same(out, "bad, run"),
        "and told by rr_run");
    how.record = make(&record, sizeof record);
    ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result);
    must(rr_strategy_find("fixed:1", &there.strategy), "fixed:1");
    ok = ok && !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result);
    fetch(&record, how.record, sizeof record);
    say(ok && record.code == 3 && record.bad_index == 77 && !record.lock,
        "the caller's record keeps what several calls found");
    shapes[4001] = kept[0];
    shapes[77] = kept[1];
    job = gamma_job(0, "fixed:1");
    rr_result cpu_result = RR_RESULT_INIT;
    must(rr_run(cpu, &job, &cpu_result) != RR_ERR_FAILED, "cpu fixed:1");
    give(shape);
    shape = make(shapes, sizeof shapes);
    there = on_device(job, shape, NULL, out);
    ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_FAILED;
    say(ok && same(out, "fixed:1") && result.failed == cpu_result.failed && result.failed_index == cpu_result.failed_index,
        "fixed:1: as many samples fail as on the CPU, the lowest is the same");
    give(how.record);
    give(out);
    give(shape);
}

/* A record that was not initialized is the caller's mistake: it holds nothing useful, but no kernel waits for its lock for
 * ever. */
static void test_unset_record(void)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_record record;
    void *out = make(NULL, sizeof got);
    rr_job there = on_device(gamma_job(0, "fixed:1"), NULL, NULL, out);
    there.param[0].row_stride = 0;
    memset(&record, 1, sizeof record);
    record.lock = 1;
    how.record = make(&record, sizeof record);
    alarm(60);
    int ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result);
    alarm(0);
    fetch(&record, how.record, sizeof record);
    say(ok && record.code & 2, "a record that is not set holds no kernel up");
    give(how.record);
    give(out);
}

/* One bad value on the host for all samples, which the host sees and kernels check, wherever out is. */
static void test_bad_value(const char *law, unsigned p)
{
    static const float minus = -1;
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got);
    char what[64];
    int ok = 1;
    for (uint64_t next = 0; next < 4; ++next) {
        rr_job job = gamma_job(next, "compact");
        job.sampler = rr_sampler_find(law);
        job.param[0] = (rr_param){NULL, RR_F32, 0, 0};
        job.param[p] = (rr_param){&minus, RR_F32, 0, 0};
        must(rr_run(cpu, &job, NULL) != RR_ERR_PARAM, "cpu, bad value");
        rr_job there = on_device(job, NULL, NULL, out);
        ok = ok && rr_run(at.device, &there, &result) == RR_ERR_PARAM && !result.bad_index && same(out, "bad value, run");
        ok = ok && !rr_enqueue(at.device, &there, NULL, &result);
        ok = ok && rr_wait(at.device, NULL, &result) == RR_ERR_PARAM && !result.bad_index && same(out, "bad value");
    }
    snprintf(what, sizeof what, "%s with one bad value: rr_run and rr_wait tell it", law);
    say(ok, what);
    give(out);
}

/* Geometric waits in i32, of which 1 in 9 is too long where p = 1e-9, with one p for all or one per sample in the device's
 * memory. */
static void test_unfit(int varies)
{
    static double chances[N];
    rr_result result = RR_RESULT_INIT, cpu_result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_record record = RR_RECORD_INIT;
    for (unsigned k = 0; k < N; ++k) chances[k] = k < N / 2 ? 0.5 : 1e-9;   /* the lowest is not among the first */
    void *out = make(NULL, sizeof got), *chance = make(chances, sizeof chances);
    rr_job job = gamma_job(0, "compact");
    job.sampler = rr_sampler_find("geometric");
    job.dtype = RR_I32;
    job.param[0] = (rr_param){varies ? chances : chances + N - 1, RR_F64, varies ? sizeof *chances : 0, 0};
    must(rr_run(cpu, &job, &cpu_result) != RR_ERR_FIT, "cpu, geometric");
    rr_job there = on_device(job, varies ? chance : NULL, NULL, out);
    int ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_FIT;
    say(ok && same(out, "unfit") && !result.failed && result.failed_index == cpu_result.failed_index,
        varies ? "so they are with parameters in memory" : "counts that do not fit are 0, rr_wait tells the lowest");
    how.record = make(&record, sizeof record);
    ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result);
    fetch(&record, how.record, sizeof record);
    ok = ok && record.code == 4 && !record.failed && record.bad_index == UINT64_MAX;
    say(ok && record.failed_index == cpu_result.failed_index, "bit 2 of the caller's record, and no other, says so");
    there.dtype = RR_F32;
    say(!rr_enqueue(at.device, &there, NULL, &result) && !rr_wait(at.device, NULL, &result), "as f32 all fit");
    give(how.record);
    give(chance);
    give(out);
}

/* A scale of 0 in the device's memory: its range is open there, in either dtype. */
static void test_open_end(rr_type dtype)
{
    static const double zero[5], two = 2;
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got), *scale = make(zero, sizeof zero);
    rr_job job = on_device(gamma_job(0, "compact"), NULL, NULL, out);
    job.dtype = dtype;
    job.rows = 5;
    job.param[0] = (rr_param){&two, RR_F64, 0, 0};
    job.param[1] = (rr_param){scale, dtype, dtype == RR_F64 ? 8 : 4, 0};
    job.flags |= at.context ? RR_CL_PARAM(1) : 0;
    const rr_status status = rr_run(at.device, &job, &result);
    say(status == RR_ERR_PARAM || (dtype == RR_F64 && status == RR_ERR_DEVICE),
        dtype == RR_F64 ? "f64: a scale of 0 is bad" : "f32: a scale of 0 is bad");
    give(out);
    give(scale);
}

#endif
