/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The rows that `reroll bench` measures; each is a call that is timed repeatedly. */
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
    rr_strategy only;                        /* if strategy is given */
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
    char *spec;                      /* the device's, without threads= */
    rr_strategy strategy;
    uint32_t threads;
    uint64_t n;                      /* samples per call */
    bool each;                       /* parameters per sample, from low to high */
    double low[RR_MAX_PARAMS], high[RR_MAX_PARAMS];
    rr_job job;
    void *values[RR_MAX_PARAMS];     /* per-sample parameters */
    bench_typed *typed;              /* instead of rr_run, or NULL */
    size_t words_of, fill_of;        /* the rows of raw bits and of memset that it is compared with */
    size_t compare_to;               /* the same job with constant parameters, with compact or with one thread;
                                        SIZE_MAX: none */
    uint64_t calls;                  /* per timed loop */
    double median, quartile[2];      /* ns per sample */
    double *rounds;
} bench_row;

typedef struct bench {
    bench_options options;
    bench_row *row;
    size_t rows, capacity;
    void *output;                    /* the buffer for samples that all rows share */
    double loop_ns;                  /* minimum time of a loop; 0: determined by options.quick */
    const char *title;               /* of the progress line; NULL: none */
} bench;

/* bench_add_row adds a row with strategy compact. bench_spread returns values spread evenly between low and high, in
 * pseudorandom order, to be freed. */
bench_row *bench_add_row(bench *bench, bench_section section, const char *sampler, rr_type dtype);
void *bench_spread(rr_type dtype, uint64_t n, double low, double high);

/* Weights 1, 1/2, 1/3, ..., or, for samplers that need increasing numbers, 0, 1, 2, ...; to be freed. */
double *bench_weights(const rr_sampler_info *s, uint32_t p, uint64_t number);

/* The first example of a sampler's distribution that is for the benchmark. */
const rr_example *bench_example(const rr_sampler_info *s);

/* bench_add_job adds a row of a sampler at an example and opens its device. After all rows are added, bench_prepare sets
 * their jobs, the memory for samples, and the rows that they are compared with. */
exit_status bench_add_job(bench *bench, bench_section section, const rr_sampler_info *s, rr_type dtype, const rr_example *e,
                          const char *spec, uint32_t threads);
void bench_prepare(bench *bench);

/* The time of the raw bits that a sample needs, divided by the time of the sample; NaN if unknown. */
double bench_fraction_of_bits(const bench *bench, const bench_row *row);

/* Fills bench->row from the list of samplers and the options. EXIT_DONE, or an error status after a message. */
exit_status bench_plan(bench *bench);
void bench_end(bench *bench);

/* Measures all rows: a warm-up, then rounds through all rows; computes medians and quartiles over the rounds. Within the
 * time of a loop it returns EXIT_INTERRUPTED after a signal that is watched for (cli/base/interrupt.h). */
enum { BENCH_ROUNDS = 11, BENCH_ROUNDS_QUICK = 7 };
exit_status bench_measure(bench *bench);

/* Increasing order of doubles, for qsort. */
int bench_compare(const void *a, const void *b);

/* The minimum time of a loop in ns. */
double bench_target(const bench *bench);

#endif
