/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The time per sample of a job. On a CPU this is the median over the rounds of the thread's CPU time, which does not include
 * other programs. On a GPU it is the minimum of the elapsed time, which does include them. */
#include <stdlib.h>
#include <time.h>

#include "costs.h"
#include "host/call/call.h"

#define FEW 1024u   /* samples per call: not halved further */

static double now(int gpu)
{
    struct timespec t;
    clock_gettime(gpu ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* The time of one loop of t->calls calls. */
static double loop_ns(rr_timed *t)
{
    const int gpu = t->device.host != NULL;
    const double start = now(gpu);
    for (uint64_t i = 0; i < t->calls && !t->failed; ++i) {
        const rr_status status = rr_run(&t->device, &t->job, NULL);
        t->failed = status == RR_ERR_DEVICE || status == RR_ERR_ARGUMENT || status == RR_ERR_MEMORY;
    }
    return now(gpu) - start;
}

void rr_timed_lay(rr_timed *t, double min_ns, double max_ns)
{
    t->calls = 1;
    loop_ns(t);
    double ns = loop_ns(t);
    for (; ns > max_ns && t->job.rows * t->job.cols > FEW; ns = loop_ns(t)) t->job.rows /= 2;
    for (; ns < min_ns && !t->failed; ns = loop_ns(t))
        if (t->job.rows < t->max) t->job.rows *= 2;
        else t->calls *= 2;
}

void rr_timed_round(rr_timed *t, int round)
{
    t->round[round] = loop_ns(t) / (double)t->calls / (double)(t->job.rows * t->job.cols);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double rr_median(double *x, size_t n)
{
    qsort(x, n, sizeof *x, compare);
    return x[n / 2];
}

void rr_timed_end(rr_timed *t)
{
    const double median = rr_median(t->round, RR_TIMED_ROUNDS);
    t->ns = t->device.host ? t->round[0] : median;
}

int rr_timed_case(const rr_timed *t, rr_case *c)
{
    rr_call call;
    if (rr_call_validate(&t->device, &t->job, &call, NULL) != RR_OK || !call.n) return -1;
    *c = rr_case_of(&call, 1, 0);
    return 0;
}
