/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Time of a call against its number of samples, by strategy, on a processor and on a device, with one shape per draw.
 * Shapes and samples are in host memory: on a device the time includes both copies. */
#include "study.h"

#include <stdlib.h>

static const char *const strategies[] = {"loop", "cached", "grouped:4", "fixed:8+", "regroup", "regroup:ahead",
                                         "refill", "compact", "auto"};
enum { STRATEGIES = sizeof strategies / sizeof strategies[0], MIN = 4, LARGEST = 24, LARGEST_QUICK = 18,
       POINTS = STRATEGIES * (LARGEST - MIN + 1) };

typedef struct batch {
    const rr_device *device;
    rr_job job;
} batch;

static int run_batch(void *state)
{
    batch *b = state;
    const rr_status status = rr_run(b->device, &b->job, NULL);
    /* New samples for every call: a processor's branch prediction learns which of a few samples are rejected. */
    b->job.stream.next += b->job.rows;
    return status != RR_OK && status != RR_ERR_FAILED;   /* failures of fixed:M are expected */
}

static void write_rows(FILE *csv, const study_place *at, const batch *of, const timing *row, size_t rows)
{
    for (size_t i = 0; i < rows; ++i) {
        char text[32];
        rr_strategy_text(of[i].job.strategy, text);
        fprintf(csv, "%s,%s,%s,%s,%llu,%.6g,%.6g,%.6g\n", text, at->kind, rr_version(), type_name(of[i].job.dtype),
                (unsigned long long)of[i].job.rows, timing_quantile(&row[i], 0.5), timing_quantile(&row[i], 0.25),
                timing_quantile(&row[i], 0.75));
    }
}

/* rr_compile makes the kernels before the first call, which is not timed. */
static int prepare(const study *s, const study_place *at, const rr_job *job)
{
    rr_result result = RR_RESULT_INIT;
    return at->is_gpu && rr_compile(at->device, job, &result) ? study_fail(s, result.message) : 0;
}

typedef struct table {
    FILE *csv;
    double *shape, *out;
    float *rounded;
} table;

static int measure(const study *s, const study_place *at, const table *t, rr_type dtype)
{
    static batch of[POINTS];
    static timing row[POINTS];
    size_t rows = 0;
    for (unsigned e = MIN; e <= (s->quick ? LARGEST_QUICK : LARGEST); e += s->quick ? 2 : 1)
        for (unsigned k = 0; k < STRATEGIES; ++k, ++rows) {
            const void *shape = dtype == RR_F64 ? (const void *)t->shape : t->rounded;
            of[rows] = (batch){at->device, job_make("gamma", dtype, strategies[k], (uint64_t)1 << e, shape, t->out)};
            row[rows] = (timing){.work = run_batch, .state = &of[rows]};
            if (prepare(s, at, &of[rows].job)) return 1;
        }
    if (timing_run(s, at, row, rows, s->quick ? 2e5 : 2e6)) return 1;
    write_rows(t->csv, at, of, row, rows);
    return 0;
}

static int write_place(const study *s, const study_place *at, void *context)
{
    return measure(s, at, context, RR_F32) || (study_has_f64(s, at) && measure(s, at, context, RR_F64));
}

int batches_write(FILE *csv, const study *s)
{
    const size_t max = (size_t)1 << (s->quick ? LARGEST_QUICK : LARGEST);
    table t = {csv, malloc(max * sizeof *t.shape), malloc(max * sizeof *t.out), malloc(max * sizeof *t.rounded)};
    int status = !t.shape || !t.out || !t.rounded ? study_fail(s, "no memory") : shapes_draw(s, WIDE, max, t.shape);
    fprintf(csv, "source,device,version,dtype,n,ns,ns_low,ns_high\n");
    for (size_t i = 0; i < max && !status; ++i) t.rounded[i] = (float)t.shape[i];
    if (!status) status = study_places(s, write_place, &t);
    free(t.shape);
    free(t.out);
    free(t.rounded);
    return status || ferror(csv);
}
