/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A law of the user's: its mean, against the one that its text says. */
#include "report.h"
#include "cli/base/examples.h"
#include "reroll_user.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double at(const rr_job *job, uint64_t k)
{
    if (job->dtype == RR_F32) return ((const float *)job->out)[k];
    return job->dtype == RR_I64 ? (double)((const int64_t *)job->out)[k] : ((const double *)job->out)[k];
}

/* How many standard errors the mean of the samples is off. */
static double deviation(const rr_job *job, double mean)
{
    const double n = (double)job->rows;
    double sum = 0, squares = 0;
    for (uint64_t k = 0; k < job->rows; ++k) sum += at(job, k) - mean;
    for (uint64_t k = 0; k < job->rows; ++k) squares += (at(job, k) - mean - sum / n) * (at(job, k) - mean - sum / n);
    return sum == 0 && squares == 0 ? 0 : sum / n / sqrt(squares / (n * n));
}

static rr_status check_example(const rr_device *device, rr_job *job, const double *params, double *worst)
{
    for (uint32_t p = 0; p < job->sampler->params; ++p) job->param[p] = (rr_param){&params[p], RR_F64, 0, 0};
    const double mean = rr_law_mean(job->sampler, params);
    const rr_status status = rr_run(device, job, NULL);
    const double z = status ? 0 : deviation(job, mean);
    if (!status && !(fabs(z) <= fabs(*worst))) *worst = z;
    return status;
}

static void check_mean(verify_report *report, const rr_device *device, const rr_sampler *s, rr_type type)
{
    const double bound = 6;
    char check[80];
    size_t next = 0;
    unsigned sets = 0;
    double worst = 0;
    const rr_example *e;
    rr_status status = RR_OK;
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = type;
    job.stream = rr_stream_make(2026, 0);
    job.rows = report->quick ? 100000 : 1000000;
    job.out = get_memory(job.rows * dtype_size(type));
    for (; !status && (e = example_next(s, RR_FOR_BENCH, &next)); ++sets) status = check_example(device, &job, e->low,
        &worst);
    snprintf(check, sizeof check, "mean %s %s", s->name, dtype_name(type));
    if (status) verify_add(report, check, false, "%s", rr_status_text(status));
    else verify_add(report, check, fabs(worst) <= bound, "%+.2f standard errors off what RR_MEAN says, the worst of %u",
        worst, sets);
    free(job.out);
}

void verify_mean(verify_report *report, const rr_sampler *s)
{
    char check[80];
    size_t next = 0;
    const rr_example *e = example_next(s, RR_FOR_BENCH, &next);
    snprintf(check, sizeof check, "mean %s", s->name);
    if (!e || isnan(rr_law_mean(s, e->low))) {
        verify_add(report, check, true, "none: the text has no %s", e ? "RR_MEAN" : "RR_EXAMPLE");
        return;
    }
    rr_device *device = verify_open(report, "mean", report->device);
    for (int type = RR_F32; device && type <= RR_U64; ++type)
        if (s->dtypes >> type & 1) check_mean(report, device, s, (rr_type)type);
    rr_device_close(&device);
}
