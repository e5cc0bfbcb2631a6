/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Time of calls, as in docs/measuring.md: every round times all rows, medians are over rounds. On a CPU the clock is the
 * processor time of the thread, on any other device it is wall-clock time. */
#include "timing.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* A call longer than LONG_NS gets fewer rounds, a call longer than LONGEST_NS a single one. */
static const double LONG_NS = 2e7, LONGEST_NS = 3e8;

static double now(const study_place *at)
{
    struct timespec t;
    clock_gettime(at->is_gpu ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* ns per call. */
static double loop(const study_place *at, timing *t, int *status)
{
    const double start = now(at);
    for (uint64_t i = 0; i < t->calls && !*status; ++i) *status = t->work(t->state);
    return (now(at) - start) / (double)t->calls;
}

/* The first call compiles a device's kernels and maps memory, so it is not a round. For a long call the second one is. */
static void calibrate(const study_place *at, timing *t, double loop_ns, int *status)
{
    t->calls = 1;
    t->rounds = 0;
    loop(at, t, status);
    const double ns = loop(at, t, status);
    if (ns >= LONGEST_NS) t->ns[t->rounds++] = ns;
    t->calls = ns < loop_ns ? (uint64_t)(loop_ns / fmax(ns, 1)) + 1 : 1;
}

int timing_run(const study *s, const study_place *at, timing *row, size_t rows, double loop_ns)
{
    int status = 0;
    for (size_t i = 0; i < rows && !status; ++i) calibrate(at, &row[i], loop_ns, &status);
    for (unsigned round = 0; round < (s->quick ? ROUNDS_QUICK : ROUNDS); ++round)
        for (size_t i = 0; i < rows && !status; ++i) {
            timing *t = &row[i];
            if (round && (t->ns[0] > LONGEST_NS || (t->ns[0] > LONG_NS && round > 2))) continue;
            if (!(t->rounds && !round)) t->ns[t->rounds++] = loop(at, t, &status);
        }
    for (size_t i = 0; i < rows; ++i) qsort(row[i].ns, row[i].rounds, sizeof row[i].ns[0], study_increasing);
    return status ? study_fail(s, "what is timed has failed") : 0;
}

/* Linear interpolation between sorted values. */
double timing_quantile(const timing *t, double q)
{
    const double at = q * (t->rounds - 1);
    const unsigned i = (unsigned)at;
    return i + 1 < t->rounds ? t->ns[i] + (at - i) * (t->ns[i + 1] - t->ns[i]) : t->ns[i];
}
