/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The checks of `reroll verify` and where they report to. */
#ifndef VERIFY_REPORT_H
#define VERIFY_REPORT_H

#include "cli/base/cli.h"
#include "cli/base/dtype.h"
#include "cli/base/params.h"
#include "cli/base/progress.h"
#include "cli/files/jsonout.h"
#include "reroll_density.h"

#include <stdbool.h>

typedef struct verify_report {
    bool json, quick, all;   /* all: every strategy on every device for every set of parameters */
    const char *device;      /* what to check, or NULL: every device that is usable here */
    json_out out;            /* where json is set */
    unsigned checks, failures;
    progress bar;
    uint64_t steps, cost;    /* of the bar: those that are done, and what a check of this kind takes */
} verify_report;

/* One line, or one object: the name of a check, whether it held, and what was compared or what is wrong. */
void verify_add(verify_report *report, const char *check, bool ok, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Opens a device with one thread where `spec` names no number; NULL after adding a failed check. */
rr_device *verify_open(verify_report *report, const char *check, const char *spec);

/* Is it a count in another type than its first? The type is but the container: less of it is looked at again. */
bool verify_again(const rr_sampler_info *sampler, rr_type type);

/* Philox, derived streams and the layout of raw bits against numbers that an independent program made. */
void verify_known(verify_report *report);

/* Every sampler, dtype, strategy and device by memcmp against loop on cpu:scalar. */
void verify_bits(verify_report *report);

/* The same of one sampler, a law of the user's, on GPUs too; and what its text says of it. */
void verify_bits_of(verify_report *report, const rr_sampler_info *sampler);
void verify_said(verify_report *report, const rr_sampler_info *sampler);

/* Of such, cdf.c: how samples fit what the text says their CDF is. */
typedef struct verify_fit {
    double statistic, bound, seen;   /* chi-square, at most so much; the share of cells that it sees */
    unsigned degrees;
} verify_fit;
/* Do a job's samples fit? fit becomes the worst of all that were asked for, of `sets`; 0 at first. */
bool verify_cdf_fits(const rr_job *job, const double *params, unsigned sets, verify_fit *fit);
void verify_cdf_say(verify_report *report, const char *check, bool fits, const verify_fit *fit);

/* The error of a density's tables, which was measured as they were made. */
void verify_density(verify_report *report, const rr_density_report *measured);

/* Mean and variance of every sampler against the exact ones of its law. */
void verify_moments(verify_report *report);

/* A number for all bits of each sampler, against that of its descriptor, and one for all of them. */
void verify_digest(verify_report *report);

/* The digest of a sampler by a strategy on a device. With VERIFY_DIGEST_SAMPLES of each job it is the one that `verify`
 * prints; the other is the last that it prints. */
enum { VERIFY_DIGEST_SAMPLES = 10000 };
rr_status verify_digest_of(const rr_device *device, const rr_sampler_info *sampler, rr_strategy strategy, uint64_t samples,
                           uint64_t *digest);
rr_status verify_digest_of_all(const rr_device *device, uint64_t *total);

/* ---- Jobs that the checks share (jobs.c) ---- */

enum { VERIFY_VARIANTS = 3, VERIFY_COLUMNS = 8, VERIFY_SIDE = 4 };   /* columns of vector samplers, rows of their matrices */

/* Parameters of a job and the memory that holds them. */
typedef struct verify_params {
    double shared[RR_MAX_PARAMS];
    double *each[RR_MAX_PARAMS];
} verify_params;

/* A job of n samples whose index range starts at an odd place and crosses 2^32 blocks. Variants 0 and 1 have one set of
 * parameters, the last has a set per sample. verify_job_end frees what the job points to, its output too. */
void verify_job_make(rr_job *job, verify_params *params, const rr_sampler_info *sampler, rr_type type, int variant,
                     uint64_t n);
void verify_job_end(rr_job *job, verify_params *params);

/* Sample k of a job that has been run, in f32, f64 or i64. */
double verify_sample(const rr_job *job, uint64_t k);

#endif
