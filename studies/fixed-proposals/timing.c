/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Time of calls, as docs/measuring.md has it: every round goes through all rows, medians are over rounds. On a CPU the clock
 * is the processor time of the thread, on any other device it is the wall's. */
#include "study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A call that takes longer than the first gets fewer rounds, one that takes longer than the second a single one. */
static const double LONG_NS = 2e7, LONGEST_NS = 3e8;

/* Through a volatile pointer the compiler can't know what is called, and leaves every copy in place. */
static void *(*volatile const copy)(void *, const void *, size_t) = memcpy;

size_t type_size(rr_type dtype)
{
    return dtype == RR_F64 ? 8 : 4;
}

const char *type_name(rr_type dtype)
{
    return dtype == RR_F64 ? "f64" : dtype == RR_F32 ? "f32" : "u32";
}

rr_job job_make(const char *sampler, rr_type dtype, const char *strategy, uint64_t n, const void *shape, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.stream = rr_stream_make(SEED, STREAM_TIME);
    job.rows = n;
    job.out = out;
    rr_strategy_find(strategy, &job.strategy);
    if (shape) {
        const rr_type type = dtype == RR_F64 ? RR_F64 : RR_F32;
        job.param[0] = (rr_param){shape, type, (ptrdiff_t)type_size(type), 0};
    }
    return job;
}

static double now(const study *s)
{
    struct timespec t;
    clock_gettime(strncmp(s->spec, "cpu", 3) ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static rr_status call(const study *s, timing *t)
{
    if (!t->job.sampler) {
        copy(t->job.out, t->from, t->job.rows * type_size(t->job.dtype));
        return RR_OK;
    }
    const rr_status status = rr_run(s->device, &t->job, NULL);
    /* New samples each time: a processor learns which of a few samples are rejected. */
    t->job.stream.next += t->job.rows;
    return status == RR_ERR_FAILED ? RR_OK : status;   /* what fixed:M is meant to do */
}

/* ns of a call. */
static double loop(const study *s, timing *t, rr_status *status)
{
    const double start = now(s);
    for (uint64_t i = 0; i < t->calls && !*status; ++i) *status = call(s, t);
    return (now(s) - start) / (double)t->calls;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A long call is its own warming up. */
static void calibrate(const study *s, timing *t, double loop_ns, rr_status *status)
{
    t->calls = 1;
    t->rounds = 0;
    double ns = loop(s, t, status);
    if (ns < LONGEST_NS) ns = loop(s, t, status);
    else t->ns[t->rounds++] = ns;
    t->calls = ns < loop_ns ? (uint64_t)(loop_ns / fmax(ns, 1)) + 1 : 1;
}

int timing_run(const study *s, timing *row, size_t rows, double loop_ns)
{
    rr_status status = RR_OK;
    for (size_t i = 0; i < rows && !status; ++i) calibrate(s, &row[i], loop_ns, &status);
    for (unsigned round = 0; round < (s->quick ? ROUNDS_QUICK : ROUNDS); ++round)
        for (size_t i = 0; i < rows && !status; ++i) {
            timing *t = &row[i];
            if (round && (t->ns[0] > LONGEST_NS || (t->ns[0] > LONG_NS && round > 2))) continue;
            if (!(t->rounds && !round)) t->ns[t->rounds++] = loop(s, t, &status);
        }
    for (size_t i = 0; i < rows; ++i) qsort(row[i].ns, row[i].rounds, sizeof row[i].ns[0], compare);
    return status ? study_fail(s, rr_status_text(status)) : 0;
}

/* Between sorted values, linearly. */
double timing_quantile(const timing *t, double q)
{
    const double at = q * (t->rounds - 1);
    const unsigned i = (unsigned)at;
    return i + 1 < t->rounds ? t->ns[i] + (at - i) * (t->ns[i + 1] - t->ns[i]) : t->ns[i];
}
