/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures time. A machine's speed drifts and other programs start and stop, so every round measures all rows: a
 * disturbance affects ceilings and samplers alike, and the median of the rounds removes it. */
#include "rows.h"
#include "cli/base/interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SMALL_BLOCK = 8192 };

/* The compiler can't know which function a volatile pointer calls, and keeps every call. */
static void *(*volatile const fill)(void *, int, size_t) = memset;

/* A single thread is timed by its CPU time, which excludes other programs. Several threads, and the single-thread rows that
 * they are compared with, are timed by the wall clock. */
static double now(const bench_row *r)
{
    struct timespec t;
    clock_gettime(r->threads > 1 || r->section == BENCH_THREADS ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static rr_status call_row(bench_row *r)
{
    if (!r->device) {
        fill(r->job.out, 1, r->n * dtype_size(r->dtype));
        return RR_OK;
    }
    if (r->typed) return r->typed(r->device, &r->job.stream, r->n, r->job.out);
    r->job.rows = r->n / r->job.cols;
    const rr_status status = rr_run(r->device, &r->job, NULL);
    return status == RR_ERR_FAILED ? RR_OK : status;   /* fixed:M may leave samples out */
}

/* The time in ns of a loop of calls. */
static double time_loop(bench_row *r, uint64_t calls, rr_status *status)
{
    const double start = now(r);
    for (uint64_t i = 0; i < calls && !*status; ++i) *status = call_row(r);
    return now(r) - start;
}

double bench_target(const bench *b)
{
    return b->loop_ns > 0 ? b->loop_ns : b->options.quick ? 8e6 : 15e6;
}

/* The longest time of a call in ns; with longer calls there would be few rounds. In the table of strategies, where the
 * slowest are 500 times slower than the fastest, it is the time of a loop: a median is worth more than a large batch. */
static double longest_call(const bench_row *r, double target)
{
    return r->section == BENCH_STRATEGIES ? target : 16 * target;
}

/* Warms up caches and the processor's clock, and determines how many calls fill the time. The batch starts small and
 * doubles, so that no call is too long. */
static rr_status calibrate(bench_row *r, double target)
{
    rr_status status = RR_OK;
    const uint64_t whole = r->n;
    double ns;
    if (r->n > SMALL_BLOCK) r->n = SMALL_BLOCK;
    time_loop(r, 1, &status);
    ns = time_loop(r, 1, &status);
    for (; !status && r->n < whole && 2 * ns < longest_call(r, target); ns = time_loop(r, 1, &status))
        r->n = 2 * r->n < whole ? 2 * r->n : whole;
    r->calls = 1;
    for (; !status && ns < target / 4; ns = time_loop(r, r->calls, &status)) r->calls *= 2;
    if (ns < target) r->calls = (uint64_t)((double)r->calls * target / ns) + 1;
    return status;
}

int bench_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The quantile of sorted values, by linear interpolation. */
static double quantile(const double *sorted, int count, double q)
{
    const double at = q * (count - 1);
    const int i = (int)at;
    return i + 1 < count ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static void summarize(bench_row *r, int rounds)
{
    qsort(r->rounds, (size_t)rounds, sizeof *r->rounds, bench_compare);
    r->median = quantile(r->rounds, rounds, 0.5);
    r->quartile[0] = quantile(r->rounds, rounds, 0.25);
    r->quartile[1] = quantile(r->rounds, rounds, 0.75);
}

static exit_status warm_up(bench *b, int rounds, progress *bar)
{
    for (size_t i = 0; i < b->rows && !interrupted(); ++i) {
        bench_row *r = &b->row[i];
        r->rounds = get_memory((size_t)rounds * sizeof *r->rounds);
        const rr_status status = calibrate(r, bench_target(b));
        if (status)
            return refuse(EXIT_TROUBLE, "%s %s on %s: %s", r->sampler, dtype_name(r->dtype), r->spec,
                          rr_status_text(status));
        progress_show(bar, i + 1);
    }
    return interrupted() ? EXIT_INTERRUPTED : EXIT_DONE;
}

static exit_status measure_rounds(bench *b, int rounds, progress *bar)
{
    rr_status status = RR_OK;
    for (int k = 0; k < rounds; ++k)
        for (size_t i = 0; i < b->rows && !status; ++i) {
            bench_row *r = &b->row[i];
            if (interrupted()) return EXIT_INTERRUPTED;
            r->rounds[k] = time_loop(r, r->calls, &status) / (double)r->calls / (double)r->n;
            progress_show(bar, b->rows * (size_t)(k + 1) + i + 1);
        }
    for (size_t i = 0; i < b->rows && !status; ++i) summarize(&b->row[i], rounds);
    return status ? refuse(EXIT_TROUBLE, "a measured call failed: %s", rr_status_text(status)) : EXIT_DONE;
}

exit_status bench_measure(bench *b)
{
    const int rounds = b->options.quick ? BENCH_ROUNDS_QUICK : BENCH_ROUNDS;
    progress bar;
    progress_start_steps(&bar, b->title, b->rows * (size_t)(rounds + 1), b->title != NULL);
    exit_status status = warm_up(b, rounds, &bar);
    if (!status) status = measure_rounds(b, rounds, &bar);
    progress_end(&bar);
    return status;
}

/* ---- Comparisons ---- */

/* The average number of words per sample: those per attempt divided by the acceptance; 0 if unknown. */
static double words_of(const bench_row *r)
{
    const rr_sampler_info *s = rr_sampler_about(r->job.sampler);
    if (r->each && s->accept) return 0;
    return rr_sampler_method(s->sampler)->words[r->dtype == RR_F64] / (s->accept ? s->accept(r->low) : 1);
}

double bench_fraction_of_bits(const bench *b, const bench_row *r)
{
    if (r->words_of == SIZE_MAX || words_of(r) <= 0) return NAN;
    return words_of(r) * b->row[r->words_of].median / r->median;
}
