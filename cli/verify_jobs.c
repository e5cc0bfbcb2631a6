/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs for any sampler of the list: parameters come from the ranges of its descriptor, so that a new sampler is checked
 * without a line here. */
#include "verify_report.h"

#include <stdlib.h>
#include <string.h>

/* Small, middling and large, below and above every switch of the samplers. */
static const double values[] = {0.7, 2.5, 0.04, 0.3, 1, 17, 300, 0.5};

enum { VALUE_COUNT = sizeof values / sizeof values[0] };

static bool inside(const rr_range *r, double x)
{
    return (r->low_open ? x > r->low : x >= r->low) && (r->high_open ? x < r->high : x <= r->high);
}

/* Value number k for a parameter. Later parameters get larger ones, which keeps low below high; what is outside the
 * range is passed over. */
static double value_for(const rr_sampler *sampler, uint32_t param, uint64_t k)
{
    for (int tries = 0; tries < VALUE_COUNT; ++tries, ++k) {
        const double x = values[k % VALUE_COUNT] * (double)(1u << param);
        if (inside(&sampler->param[param].f32, x)) return x;
    }
    return sampler->param[param].fallback;
}

void verify_job_make(rr_job *job, verify_params *params, const rr_sampler *sampler, rr_type type, int variant, uint64_t n)
{
    *job = (rr_job)RR_JOB_INIT;
    memset(params, 0, sizeof *params);
    job->sampler = sampler;
    job->dtype = type;
    job->stream = rr_stream_make(2026, 3);
    job->stream.next = ((uint64_t)1 << 34) - 5;
    job->rows = n;
    job->out = get_memory(n * dtype_size(type));
    for (uint32_t p = 0; p < sampler->params; ++p) {
        if (variant < VERIFY_VARIANTS - 1) {
            params->shared[p] = value_for(sampler, p, (uint64_t)variant);
            job->param[p] = (rr_param){&params->shared[p], RR_F64, 0, 0};
            continue;
        }
        params->each[p] = get_memory(n * sizeof(double));
        for (uint64_t k = 0; k < n; ++k) params->each[p][k] = value_for(sampler, p, k);
        job->param[p] = (rr_param){params->each[p], RR_F64, sizeof(double), 0};
    }
}

void verify_job_end(rr_job *job, verify_params *params)
{
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) free(params->each[p]);
    free(job->out);
}
