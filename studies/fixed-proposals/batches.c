/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Time of a call against the number of samples in it, by strategy; a shape per draw. */
#include "study.h"

#include <stdlib.h>

static const char *const strategies[] = {"loop", "cached", "grouped:4", "fixed:8+", "regroup", "regroup:ahead",
                                         "refill", "compact", "auto"};
enum { STRATEGIES = sizeof strategies / sizeof strategies[0], LEAST = 4, LARGEST = 24, LARGEST_QUICK = 18,
       POINTS = STRATEGIES * (LARGEST - LEAST + 1) };

static void write_rows(FILE *csv, const timing *row, size_t rows)
{
    for (size_t i = 0; i < rows; ++i) {
        char text[32];
        rr_strategy_text(row[i].job.strategy, text);
        fprintf(csv, "%s,%s,%s,%llu,%.6g,%.6g,%.6g\n", text, rr_version(), type_name(row[i].job.dtype),
                (unsigned long long)row[i].job.rows, timing_quantile(&row[i], 0.5), timing_quantile(&row[i], 0.25),
                timing_quantile(&row[i], 0.75));
    }
}

static int measure(FILE *csv, const study *s, rr_type dtype, const void *shape, void *out)
{
    static timing row[POINTS];
    size_t rows = 0;
    for (unsigned e = LEAST; e <= (s->quick ? LARGEST_QUICK : LARGEST); e += s->quick ? 2 : 1)
        for (unsigned k = 0; k < STRATEGIES; ++k)
            row[rows++].job = job_make("gamma", dtype, strategies[k], (uint64_t)1 << e, shape, out);
    if (timing_run(s, row, rows, s->quick ? 2e5 : 2e6)) return 1;
    write_rows(csv, row, rows);
    return 0;
}

int batches_write(FILE *csv, const study *s)
{
    const size_t most = (size_t)1 << (s->quick ? LARGEST_QUICK : LARGEST);
    double *shape = malloc(most * sizeof *shape), *out = malloc(most * sizeof *out);
    float *rounded = malloc(most * sizeof *rounded);
    int status = !shape || !out || !rounded ? study_fail(s, "no memory") : shapes_draw(s, WIDE, most, shape);
    fprintf(csv, "source,version,dtype,n,ns,ns_low,ns_high\n");
    if (!status) {
        for (size_t i = 0; i < most; ++i) rounded[i] = (float)shape[i];
        status = measure(csv, s, RR_F32, rounded, out) || measure(csv, s, RR_F64, shape, out);
    }
    free(shape);
    free(out);
    free(rounded);
    return status || ferror(csv);
}
