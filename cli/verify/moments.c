/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares mean and variance of half a million draws at the examples of every distribution with the exact ones
 * (reroll_law.h). The draws are the same on every machine, so a check that passes once always passes; the bound determines
 * the error that it would detect. */
#include "report.h"
#include "cli/base/examples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double bound = 6;   /* standard errors */
enum { FEW = 100000, MANY = 500000 };

/* Sample k. Of 64 uniform bits only the upper half is used, because the moments are those of 32 bits. */
static double value_at(const rr_job *job, bool bits, uint64_t k)
{
    if (bits) return (double)(((const uint64_t *)job->out)[k] >> 32);
    return dtype_value(job->dtype, (const char *)job->out + k * dtype_size(job->dtype));
}

/* Deviations of mean and variance from the exact ones, in standard errors. */
static void measure(const rr_job *job, rr_moments exact, double z[2])
{
    const bool bits = job->dtype == RR_U64 && !rr_sampler_about(job->sampler)->counts;
    const double n = (double)job->rows;
    double sum = 0, squares = 0;
    for (uint64_t k = 0; k < job->rows; ++k) {
        const double d = value_at(job, bits, k) - exact.mean;
        sum += d;
        squares += d * d;
    }
    z[0] = sum / n / sqrt(exact.variance / n);
    z[1] = (squares / n - exact.variance) / sqrt((exact.fourth - exact.variance * exact.variance) / n);
}

/* The number of draws: MANY, or fewer if a draw is expensive or the count has been checked in another type. */
static uint64_t draws(const verify_report *report, const rr_sampler_info *s, const double *params, rr_type type)
{
    const uint64_t max = report->quick || verify_again(s, type) ? FEW : MANY;
    double (*const work)(const double *, rr_type) = rr_sampler_method(s->sampler)->work;
    const uint64_t n = (uint64_t)((double)max / (work ? work(params, type) : 1));
    return n < FEW ? FEW : n;
}

static rr_status check_example(verify_report *report, const rr_device *device, rr_job *job, const rr_example *e,
                               double worst[2])
{
    double z[2];
    for (uint32_t p = 0; p < rr_sampler_about(job->sampler)->params; ++p)
        job->param[p] = (rr_param){&e->low[p], RR_F64, 0, 0};
    job->rows = draws(report, rr_sampler_about(job->sampler), e->low, job->dtype);
    const rr_status status = rr_run(device, job, NULL);
    if (status) return status;
    report->counts.drawn += job->rows;
    measure(job, rr_sampler_about(job->sampler)->law->moments(e->low), z);
    for (int m = 0; m < 2; ++m)   /* the form makes NaN the worst */
        if (!(fabs(z[m]) <= fabs(worst[m]))) worst[m] = z[m];
    return RR_OK;
}

static void check_moments(verify_report *report, const rr_device *device, const rr_sampler_info *s, rr_type type)
{
    char check[80];
    double worst[2] = {0, 0};
    unsigned sets = 0;
    size_t at = 0;
    const rr_example *e;
    rr_status status = RR_OK;
    rr_job job = RR_JOB_INIT;
    job.sampler = s->sampler;
    job.dtype = type;
    job.stream = rr_stream_make(2026, 0);
    job.out = get_memory((report->quick ? FEW : MANY) * dtype_size(type));
    for (; !status && (e = example_next(s, RR_FOR_MOMENTS, &at)); ++sets)
        status = check_example(report, device, &job, e, worst);
    snprintf(check, sizeof check, "moments %s %s", s->name, dtype_name(type));
    if (status) verify_add(report, check, false, "%s", rr_status_text(status));
    else verify_add(report, check, sets && fabs(worst[0]) <= bound && fabs(worst[1]) <= bound,
                    "mean %+.2f and variance %+.2f standard errors off, the worst of %u", worst[0], worst[1], sets);
    free(job.out);
}

void verify_moments(verify_report *report, const rr_device *device, const rr_sampler_info *s)
{
    char check[80];
    snprintf(check, sizeof check, "moments %s", s->name);
    if (!s->law->moments) verify_add(report, check, true, "none: %s", s->law->no_moments);
    for (int type = RR_F32; s->law->moments && type <= RR_U64; ++type)
        if (s->dtypes >> type & 1) check_moments(report, device, s, (rr_type)type);
}
