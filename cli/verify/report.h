/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The checks of `reroll verify` and their report. Checks that have a report argument may run in any thread, each with its
 * own report (tasks.c). */
#ifndef VERIFY_REPORT_H
#define VERIFY_REPORT_H

#include "cli/base/cli.h"
#include "cli/base/dtype.h"
#include "cli/base/params.h"
#include "cli/base/progress.h"
#include "cli/files/jsonout.h"
#include "reroll_density.h"

#include <stdbool.h>

/* A line of a report that is not printed yet. */
enum { VERIFY_DETAIL = 400 };
typedef struct verify_line {
    struct verify_line *next;
    bool ok;
    char check[80], detail[VERIFY_DETAIL];
} verify_line;

/* The work that was done. */
typedef struct verify_counts {
    uint64_t runs, left_out;   /* comparisons with loop on cpu:scalar, and those that only --all makes */
    uint64_t samples;          /* that these compared */
    uint64_t drawn;            /* samples for moments and digests */
} verify_counts;

typedef struct verify_report {
    bool json, quick, all;   /* all: every strategy on every device for every set of parameters */
    const char *device;      /* the device to check; NULL: every usable device */
    json_out out;            /* if json is set */
    verify_line **last;      /* a task's: where its next line goes; NULL: lines are printed at once */
    unsigned checks, failures;
    verify_counts counts;
    progress bar;
    uint64_t steps, cost;    /* of the progress line: steps done, and steps per check of this kind */
} verify_report;

/* Prints or stores a line, or an object: the name of a check, whether it passed, and what was compared or is wrong. */
void verify_add(verify_report *report, const char *check, bool ok, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Prints a check that can't be made, and why: neither passed nor failed. Not from a task. */
void verify_omit(verify_report *report, const char *check, const char *why);

/* Prints what was done: the last line, or object, which is not a check. */
void verify_end(verify_report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Calls `task` for 0 to count - 1, on all processors, and prints the lines of task 0, then those of task 1, and so on. */
typedef void verify_task(verify_report *own, size_t number, void *context);
void verify_tasks(verify_report *report, size_t count, verify_task *task, void *context);

/* Opens a device, with one thread unless `spec` has a number; NULL after adding a failed check. */
rr_device *verify_open(verify_report *report, const char *check, const char *spec);

/* True for a count in a type other than its first. The values are the same, so fewer of them are checked again. */
bool verify_again(const rr_sampler_info *sampler, rr_type type);

/* Compares Philox, derived streams and the layout of raw bits with numbers from an independent program. */
void verify_known(verify_report *report);

/* Opens every usable device, or the one that was named; `gpus`: GPUs too. NULL after adding a failed check. */
typedef struct verify_devices verify_devices;
verify_devices *verify_devices_open(verify_report *report, bool gpus);
unsigned verify_devices_count(const verify_devices *devices);
void verify_devices_close(verify_devices *devices);

/* Compares a sampler's dtypes and strategies on these devices by memcmp with loop on cpu:scalar. */
void verify_bits(verify_report *report, const verify_devices *devices, const rr_sampler_info *sampler, size_t number);

/* Compares samples of a user-defined distribution with the mean and CDF in its text. */
void verify_message(verify_report *report, const rr_sampler_info *sampler);

/* The fit of samples to the CDF of a user-defined distribution (cdf.c). */
typedef struct verify_fit {
    double statistic, bound, seen;   /* chi-square; its bound; the detected relative error of cells */
    unsigned degrees;
} verify_fit;
/* True if a job's samples fit. `fit`, 0 at first, becomes the worst fit of all `sets` calls. */
bool verify_cdf_fits(const rr_job *job, const double *params, unsigned sets, verify_fit *fit);
void verify_cdf_report(verify_report *report, const char *check, bool fits, const verify_fit *fit);

/* Checks the error of a density's tables, which was measured when they were made. */
void verify_density(verify_report *report, const rr_density_report *measured);

/* Compares mean and variance of a sampler with the exact ones of its distribution. */
void verify_moments(verify_report *report, const rr_device *device, const rr_sampler_info *sampler);

/* Compares the digest of a sampler's bits with that in its descriptor. verify_digest_total prints the digest of all digests,
 * of which digest[i] is that of sampler i. */
typedef struct verify_hash {
    rr_status status;
    uint64_t digest;
} verify_hash;
verify_hash verify_digest(verify_report *report, const rr_device *device, const rr_sampler_info *sampler);
void verify_digest_total(verify_report *report, const verify_hash *hash);

/* Checks all built-in samplers. */
void verify_all(verify_report *report);

/* verify_digest_of returns the digest of a sampler by a strategy on a device, which is the one that `verify` prints if each
 * job has VERIFY_DIGEST_SAMPLES. verify_digest_of_all returns the digest of all samplers, which `verify` prints last. */
enum { VERIFY_DIGEST_SAMPLES = 10000 };
rr_status verify_digest_of(const rr_device *device, const rr_sampler_info *sampler, rr_strategy strategy, uint64_t samples,
                           uint64_t *digest);
rr_status verify_digest_of_all(const rr_device *device, uint64_t *total);

/* ---- Jobs that the checks share (jobs.c) ---- */

enum { VERIFY_VARIANTS = 3, VERIFY_COLUMNS = 8, VERIFY_SIDE = 4 };   /* columns of vector samplers, rows of their matrices */
enum { VERIFY_WEIGHTS = 15 };   /* more of them than samplers compare one by one */

/* Parameters of a job and the memory that holds them. A job points into it. */
typedef struct verify_params {
    double shared[RR_MAX_PARAMS];
    double *each[RR_MAX_PARAMS];
    double list[RR_MAX_PARAMS][VERIFY_WEIGHTS];
} verify_params;

/* A job of n samples whose index range starts at an odd index and crosses Philox block 2^32. Variants 0 and 1 have constant
 * parameters, the last one has per-sample parameters. verify_job_end frees all that the job points to, including output. */
void verify_job_make(rr_job *job, verify_params *params, const rr_sampler_info *sampler, rr_type type, int variant,
                     uint64_t n);
void verify_job_end(rr_job *job, verify_params *params);

/* Sample k of a job that has been run, in f32, f64 or i64. */
double verify_sample(const rr_job *job, uint64_t k);

#endif
