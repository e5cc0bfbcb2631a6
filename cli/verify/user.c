/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks a user-defined distribution: its samples against the mean and CDF in its text. */
#include "report.h"
#include "cli/base/examples.h"
#include "reroll_user.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The deviation of the samples' mean in standard errors. */
static double deviation(const rr_job *job, double mean)
{
    const double n = (double)job->rows;
    double sum = 0, squares = 0;
    for (uint64_t k = 0; k < job->rows; ++k) sum += verify_sample(job, k) - mean;
    for (uint64_t k = 0; k < job->rows; ++k)
        squares += (verify_sample(job, k) - mean - sum / n) * (verify_sample(job, k) - mean - sum / n);
    return sum == 0 && squares == 0 ? 0 : sum / n / sqrt(squares / (n * n));
}

/* Results of samples at the examples. */
typedef struct message {
    unsigned sets;
    bool has_mean, has_cdf, fits;   /* has_: at the first example */
    double off;                     /* of the worst mean, in standard errors */
    verify_fit fit;
} message;

static rr_status look(const rr_device *device, rr_job *job, const double *params, message *s)
{
    for (uint32_t p = 0; p < rr_sampler_about(job->sampler)->params; ++p)
        job->param[p] = (rr_param){&params[p], RR_F64, 0, 0};
    const rr_status status = rr_run(device, job, NULL);
    const double z = status || !s->has_mean ? 0 : deviation(job, rr_law_mean(job->sampler, params));
    if (!status && !(fabs(z) <= fabs(s->off))) s->off = z;
    if (!status && s->has_cdf && !verify_cdf_fits(job, params, s->sets, &s->fit)) s->fits = false;
    return status;
}

static void check_type(verify_report *report, const rr_device *device, const rr_sampler_info *s, rr_type type,
    message message)
{
    const double bound = 6;
    char check[80];
    size_t next = 0;
    const rr_example *e;
    rr_status status = RR_OK;
    rr_job job = RR_JOB_INIT;
    job.sampler = s->sampler;
    job.dtype = type;
    job.stream = rr_stream_make(2026, 0);
    job.rows = report->quick ? 100000 : 1000000;
    job.out = get_memory(job.rows * dtype_size(type));
    while (!status && (e = example_next(s, RR_FOR_BENCH, &next))) status = look(device, &job, e->low, &message);
    snprintf(check, sizeof check, "mean %s %s", s->name, dtype_name(type));
    if (status) verify_add(report, check, false, "%s", rr_status_text(status));
    else if (message.has_mean)
        verify_add(report, check, fabs(message.off) <= bound, "%+.2f standard errors from RR_MEAN, the largest of %u",
            message.off, message.sets);
    snprintf(check, sizeof check, "cdf %s %s", s->name, dtype_name(type));
    if (!status && message.has_cdf) verify_cdf_report(report, check, message.fits, &message.fit);
    free(job.out);
}

static void report_missing(verify_report *report, const rr_sampler_info *s, const char *what, const char *word)
{
    char check[80], why[80];
    snprintf(check, sizeof check, "%s %s", what, s->name);
    snprintf(why, sizeof why, "no %s in the file: not checked", word);
    verify_omit(report, check, why);
}

/* True if the CDF is a number at one of some points. */
static bool has_cdf(const rr_sampler_info *s, const double *params)
{
    static const double places[] = {0, 0.01, 0.5, 1, 3, 100, 1e4, -0.01, -0.5, -1, -3, -100, -1e4};
    bool has = false;
    for (size_t k = 0; k < sizeof places / sizeof places[0]; ++k)
        has = has || !isnan(rr_law_cdf(s->sampler, places[k], params));
    return has;
}

void verify_message(verify_report *report, const rr_sampler_info *s)
{
    size_t next = 0;
    message message = {.fits = true};
    const rr_example *e = example_next(s, RR_FOR_BENCH, &next);
    if (e) {
        message.has_mean = !isnan(rr_law_mean(s->sampler, e->low));
        message.has_cdf = has_cdf(s, e->low);
        for (message.sets = 1; example_next(s, RR_FOR_BENCH, &next); ++message.sets) continue;
    }
    if (!message.has_mean) report_missing(report, s, "mean", e ? "RR_MEAN" : "RR_EXAMPLE");
    if (!message.has_cdf) report_missing(report, s, "cdf", e ? "RR_CDF" : "RR_EXAMPLE");
    if (!message.has_mean && !message.has_cdf) return;
    rr_device *device = verify_open(report, "mean", report->device);
    for (int type = RR_F32; device && type <= RR_U64; ++type)
        if (s->dtypes >> type & 1) check_type(report, device, s, (rr_type)type, message);
    rr_device_close(&device);
}
