/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What `reroll bench` measures: a list of rows, each one call that is timed again and again. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "cli/base/cli.h"
#include "cli/base/dtype.h"
#include "cli/base/progress.h"
#include "reroll_law.h"

#include <stdbool.h>

typedef enum bench_section { BENCH_CEILINGS, BENCH_BULK, BENCH_STRATEGIES, BENCH_SMALL, BENCH_THREADS } bench_section;

typedef struct bench_options {
    const char *device, *dtype, *strategy;   /* NULL: not given */
    const rr_sampler_info *sampler;               /* NULL: all */
    rr_strategy only;                        /* where strategy is given */
    uint64_t n;
    uint32_t threads;
    bool json, quick, plan;
} bench_options;

/* A call of the typed interface that draws n samples. */
typedef rr_status bench_typed(const rr_device *device, rr_stream *stream, size_t n, void *out);

typedef struct bench_row {
    bench_section section;
    const char *sampler;             /* a sampler's name, or "memset" */
    rr_type dtype;
    rr_device *device;               /* NULL: memset */
    char *spec;                      /* of the device, without threads= */
    rr_strategy strategy;
    uint32_t threads;
    uint64_t n;                      /* samples a call */
    bool each;                       /* parameters per sample, from low to high */
    double low[RR_MAX_PARAMS], high[RR_MAX_PARAMS];
    rr_job job;
    void *values[RR_MAX_PARAMS];     /* of parameters per sample */
    bench_typed *typed;              /* instead of rr_run, or NULL */
    size_t words_of, fill_of;        /* the rows of raw bits and of memset that it is compared with */
    size_t compare_to;               /* the same with one set of parameters, with compact or with one thread;
                                        SIZE_MAX: none */
    uint64_t calls;                  /* in a timed loop */
    double median, quartile[2];      /* ns a sample */
    double *rounds;
} bench_row;

typedef struct bench {
    bench_options options;
    bench_row *row;
    size_t rows, capacity;
    void *output;                    /* where all samples go, one row after another */
    double loop_ns;                  /* a loop lasts at least so long; 0: by options.quick */
    const char *title;               /* of a progress line, or NULL: none is shown */
} bench;

/* A new row, of compact; values in an order that no kernel can foresee, evenly between low and high, to be freed. */
bench_row *bench_add_row(bench *bench, bench_section section, const char *sampler, rr_type dtype);
void *bench_spread(rr_type dtype, uint64_t n, double low, double high);

/* Weights 1, 1/2, 1/3, ..., or what a sampler takes in their place: numbers that ascend; to be freed. */
double *bench_weights(const rr_sampler_info *s, uint32_t p, uint64_t number);

/* The first example of a sampler's law that is for the bench. */
const rr_example *bench_example(const rr_sampler_info *s);

/* A row of a sampler at an example: its device opened. When all rows are there bench_settle gives them their jobs, the
 * memory for samples, and what they are compared with. */
exit_status bench_add_job(bench *bench, bench_section section, const rr_sampler_info *s, rr_type dtype, const rr_example *e,
                          const char *spec, uint32_t threads);
void bench_settle(bench *bench);

/* The time of the raw bits that a sample needs over its own; NaN where that is not known. */
double bench_share_of_bits(const bench *bench, const bench_row *row);

/* Fills bench->row, from the list of samplers and the options. EXIT_DONE or the status of a refusal that was said. */
exit_status bench_plan(bench *bench);
void bench_end(bench *bench);

/* Measures all rows: warm-up, then rounds through all of them, medians and quartiles over the rounds. EXIT_INTERRUPTED,
 * within a loop, after a signal that is watched for (cli/base/interrupt.h). */
enum { BENCH_ROUNDS = 11, BENCH_ROUNDS_QUICK = 7 };
exit_status bench_measure(bench *bench);

/* Doubles in ascending order, for qsort. */
int bench_compare(const void *a, const void *b);

/* Loops last at least so many ns. */
double bench_target(const bench *bench);

#endif
