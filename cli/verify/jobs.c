/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes jobs for any sampler: parameters are chosen by the ranges in its descriptor, so that a new sampler needs no code
 * here. */
#include "report.h"
#include "cli/base/examples.h"
#include "reroll_user.h"

#include <stdlib.h>
#include <string.h>

/* Small, medium and large values, below and above every switch of the samplers. */
static const double values[] = {0.7, 2.5, 0.04, 0.3, 1, 17, 300, 0.5};

enum { VALUE_COUNT = sizeof values / sizeof values[0] };

/* The matrix for vector samplers that need one, by diagonals: 1 on the main diagonal and 0.4 on the adjacent ones. */
static const double diagonals[2 * VERIFY_COLUMNS - 1] = {[VERIFY_COLUMNS - 2] = 0.4, 1, 0.4};

static const double weights[VERIFY_WEIGHTS] = {0, 1, 0.25, 3, 1e-3, 1e-9, 2, 0, 0.1, 7, 1, 0.5, 1e-2, 4, 1};

/* Increasing numbers, and the rows of a matrix, for parameters that need them. */
static const double increasing_weights[VERIFY_WEIGHTS] = {-40, -2, -1.5, -1, -0.75, -0.25, 0, 0.25,
                                                          0.5, 1, 1.5, 2, 3, 5, 40};
enum { FACTORS = 2 };
static const double factors[FACTORS * VERIFY_COLUMNS] = {-0.75, 0.5, 0, -0.5, 0.75, 0.25, -0.25, -0.75,
                                                         0.5, 0, -0.5, 0.75, 0.25, -0.25, -0.75, 0.5};

/* The numbers of another list of a mixture: the weights, or 1 where the parameter does not accept them. */
static const double *next_to(const rr_sampler_info *s, uint32_t p, double numbers[VERIFY_WEIGHTS])
{
    for (int k = 0; k < VERIFY_WEIGHTS; ++k) numbers[k] = range_holds(&s->param[p].f32, weights[k]) ? weights[k] : 1;
    return numbers;
}

static void give_vector(rr_job *job, verify_params *params, uint32_t p, int variant)
{
    const rr_sampler_info *s = rr_sampler_about(job->sampler);
    const bool matrix = s->param[p].shape.side[1] != RR_DIM_NONE, increasing = s->param[p].shape.rule == RR_RULE_INCREASING;
    const double *list = matrix ? factors : increasing ? increasing_weights : next_to(s, p, params->list[p]);
    /* Each variant has one weight fewer. */
    job->dims = rr_sampler_dims(job->sampler, (rr_dims){.r = FACTORS, .n = VERIFY_WEIGHTS - (uint64_t)variant});
    job->param[p] = (rr_param){list, RR_F64, 0, 8};
}

/* Value k for a parameter. Later parameters get larger values, so that low is below high, and parameters with a lower limit
 * by matrix size get values above it. Values outside the range are skipped. */
static double value_for(const rr_sampler_info *sampler, uint32_t param, uint64_t k)
{
    for (int tries = 0; tries < VALUE_COUNT; ++tries, ++k) {
        const double min = sampler->param[param].shape.rule == RR_RULE_ABOVE_SIDE ? VERIFY_SIDE - 1 : 0;
        const double x = min + values[k % VALUE_COUNT] * (double)(1u << param);
        if (range_holds(&sampler->param[param].f32, x)) return x;
    }
    return sampler->param[param].fallback;
}

/* Example k (modulo their number) of a user-defined distribution, which may not be made for other parameters. */
static bool example_for(const rr_sampler_info *sampler, uint64_t k, double v[RR_MAX_PARAMS])
{
    char digest[RR_SHA256_TEXT];
    uint64_t count = 0;
    while (sampler->law->examples[count].use) ++count;
    rr_law_digest(sampler->sampler, digest);
    if (!digest[0] || !count) return false;
    memcpy(v, sampler->law->examples[k % count].low, RR_MAX_PARAMS * sizeof *v);
    return true;
}

/* Set k of all parameters, or the next set that the sampler accepts: a shape may have to be an integer. If it accepts none,
 * an example of its distribution. */
static void values_for(const rr_sampler_info *sampler, uint64_t k, double v[RR_MAX_PARAMS])
{
    if (example_for(sampler, k, v)) return;
    for (int tries = 0; tries < VALUE_COUNT; ++tries, ++k) {
        for (uint32_t p = 0; p < sampler->params; ++p) v[p] = value_for(sampler, p, k);
        if (params_taken(sampler, v)) return;
    }
    size_t at = 0;
    const rr_example *e = example_next(sampler, RR_FOR_BENCH, &at);
    if (e) memcpy(v, e->low, RR_MAX_PARAMS * sizeof *v);
}

void verify_job_make(rr_job *job, verify_params *params, const rr_sampler_info *sampler, rr_type type, int variant,
                     uint64_t n)
{
    *job = (rr_job)RR_JOB_INIT;
    memset(params, 0, sizeof *params);
    job->sampler = sampler->sampler;
    job->dtype = type;
    job->stream = rr_stream_make(2026, 3);
    job->stream.next = ((uint64_t)1 << 34) - 5;
    const rr_dims sizes = {.k = sampler->default_k ? sampler->default_k : VERIFY_COLUMNS, .d = VERIFY_SIDE,
                           .r = VERIFY_SIDE - 1, .c = VERIFY_SIDE};
    job->dims = rr_sampler_dims(sampler->sampler, sizes);
    job->cols = rr_sample_length(sampler->sampler, &sizes);
    job->rows = n / job->cols;
    job->out = get_memory(n * dtype_size(type));
    const bool each = variant == VERIFY_VARIANTS - 1;
    const uint32_t fixed = rr_sampler_method(sampler->sampler)->fixed;
    if (!each) values_for(sampler, (uint64_t)variant, params->shared);
    for (uint32_t p = 0; p < sampler->params; ++p) {
        if (each) params->each[p] = get_memory(n * sizeof(double));
        job->param[p] = (rr_param){each ? params->each[p] : &params->shared[p], RR_F64,
                                   each && !(fixed >> p & 1) ? sizeof(double) * job->cols : 0,
                                      each && sampler_is_row(sampler) ? sizeof(double) : 0};
        if (param_is_covariance(sampler, p)) job->param[p] = (rr_param){&diagonals[VERIFY_COLUMNS - 1], RR_F64, -8, 8};
        if (param_is_list(sampler, p)) give_vector(job, params, p, variant);
    }
    for (uint64_t k = 0; each && k < n; ++k) {
        double v[RR_MAX_PARAMS] = {0};
        values_for(sampler, k, v);
        for (uint32_t p = 0; p < sampler->params; ++p) params->each[p][k] = v[p];
    }
}

void verify_job_end(rr_job *job, verify_params *params)
{
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) free(params->each[p]);
    free(job->out);
}

double verify_sample(const rr_job *job, uint64_t k)
{
    if (job->dtype == RR_F32) return ((const float *)job->out)[k];
    return job->dtype == RR_I64 ? (double)((const int64_t *)job->out)[k] : ((const double *)job->out)[k];
}
