/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L   /* clock_gettime */
#endif

#include "chains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int chains_make(struct chains *chains, const struct model *model, const rr_device *device, uint64_t count)
{
    size_t rates = (size_t)count * model->pumps;
    memset(chains, 0, sizeof *chains);
    chains->model = model;
    chains->device = device;
    chains->count = count;
    chains->rate = malloc(rates * sizeof(float));
    chains->rate_scale = malloc(rates * sizeof(float));
    chains->beta = malloc((size_t)count * sizeof(float));
    chains->beta_scale = malloc((size_t)count * sizeof(float));
    if (!chains->rate || !chains->rate_scale || !chains->beta || !chains->beta_scale) {
        chains_free(chains);
        return -1;
    }
    chains->beta_shape = (float)(model->prior_shape + (double)model->pumps * model->alpha);
    for (size_t k = 0; k < model->pumps; ++k) chains->rate_shape[k] = (float)(model->alpha + model->failures[k]);
    return 0;
}

void chains_free(struct chains *chains)
{
    free(chains->rate);
    free(chains->rate_scale);
    free(chains->beta);
    free(chains->beta_scale);
    memset(chains, 0, sizeof *chains);
}

void chains_start(struct chains *chains, uint64_t seed, rr_strategy strategy)
{
    rr_stream root = rr_stream_make(seed, 0);
    chains->rate_stream = rr_derive_name(root, "rates");
    chains->beta_stream = rr_derive_name(root, "beta");
    chains->strategy = strategy;
    for (size_t c = 0; c < chains->count; ++c) chains->beta[c] = 1.0f;
}

/* Given beta, rate_k has the rate parameter beta + t_k: one scale per pump and chain. */
static void update_rate_scales(struct chains *chains)
{
    size_t pumps = chains->model->pumps;
    float hours[MAX_PUMPS];
    for (size_t k = 0; k < pumps; ++k) hours[k] = (float)chains->model->hours[k];
    for (size_t c = 0; c < chains->count; ++c) {
        float beta = chains->beta[c], *scale = chains->rate_scale + c * pumps;
        for (size_t k = 0; k < pumps; ++k) scale[k] = 1.0f / (beta + hours[k]);
    }
}

/* Given the rates, beta has the rate parameter prior_rate + their sum. */
static void update_beta_scales(struct chains *chains)
{
    size_t pumps = chains->model->pumps;
    for (size_t c = 0; c < chains->count; ++c) {
        const float *rate = chains->rate + c * pumps;
        double sum = chains->model->prior_rate;
        for (size_t k = 0; k < pumps; ++k) sum += rate[k];
        chains->beta_scale[c] = (float)(1 / sum);
    }
}

static rr_param floats(const float *data, ptrdiff_t row_stride, ptrdiff_t col_stride)
{
    return (rr_param){data, RR_F32, row_stride * (ptrdiff_t)sizeof(float), col_stride * (ptrdiff_t)sizeof(float)};
}

static rr_job gamma_job(const struct chains *chains, rr_stream stream, uint64_t cols, float *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.stream = stream;
    job.rows = chains->count;
    job.cols = cols;
    job.strategy = chains->strategy;
    job.out = out;
    return job;
}

/* Runs the job and advances the stream, which rr_run, a pure function, does not. */
static rr_status draw(struct chains *chains, const rr_job *job, rr_stream *stream, double *seconds)
{
    double start = seconds_now();
    chains->result = (rr_result)RR_RESULT_INIT;
    rr_status status = rr_run(chains->device, job, &chains->result);
    *seconds = seconds_now() - start;
    stream->next += job->rows * job->cols;
    return status;
}

/* Chains are rows and pumps columns. The shapes are one row for all chains (row stride 0); the scales are a matrix. */
static rr_status draw_rates(struct chains *chains, uint32_t flags)
{
    ptrdiff_t pumps = (ptrdiff_t)chains->model->pumps;
    rr_job job = gamma_job(chains, chains->rate_stream, chains->model->pumps, chains->rate);
    job.param[0] = floats(chains->rate_shape, 0, 1);
    job.param[1] = floats(chains->rate_scale, pumps, 1);
    job.flags = flags;
    return draw(chains, &job, &chains->rate_stream, &chains->rate_seconds);
}

static rr_status draw_betas(struct chains *chains)
{
    rr_job job = gamma_job(chains, chains->beta_stream, 1, chains->beta);
    job.param[0] = floats(&chains->beta_shape, 0, 0);
    job.param[1] = floats(chains->beta_scale, 1, 0);
    return draw(chains, &job, &chains->beta_stream, &chains->beta_seconds);
}

rr_status chains_sweep(struct chains *chains, uint32_t flags, rr_counts *counts)
{
    update_rate_scales(chains);
    rr_status status = draw_rates(chains, flags);
    if (counts) *counts = chains->result.counts;
    if (status != RR_OK) return status;
    update_beta_scales(chains);
    return draw_betas(chains);
}

int chains_same(const struct chains *chains, const float *rate, const float *beta)
{
    size_t count = (size_t)chains->count;
    return memcmp(chains->rate, rate, count * chains->model->pumps * sizeof *rate) == 0
        && memcmp(chains->beta, beta, count * sizeof *beta) == 0;
}

/* FNV-1a over words, so that it does not depend on byte order. */
static uint64_t digest_floats(uint64_t digest, const float *value, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint32_t word;
        memcpy(&word, value + i, sizeof word);
        digest = (digest ^ word) * UINT64_C(0x100000001b3);
    }
    return digest;
}

uint64_t chains_digest(const struct chains *chains)
{
    uint64_t digest = digest_floats(UINT64_C(0xcbf29ce484222325), chains->rate,
                                    (size_t)chains->count * chains->model->pumps);
    return digest_floats(digest, chains->beta, (size_t)chains->count);
}

/* ---- Statistics of the draws ------------------------------------------------------------------------------------- */

int tally_make(struct tally *tally, const struct chains *chains, size_t batches)
{
    memset(tally, 0, sizeof *tally);
    tally->batches = chains->count < batches ? (size_t)chains->count : batches;
    tally->variables = chains->model->pumps + 1;
    tally->sum = calloc(tally->batches * tally->variables, sizeof *tally->sum);
    tally->squares = calloc(tally->batches * tally->variables, sizeof *tally->squares);
    if (tally->sum && tally->squares) return 0;
    tally_free(tally);
    return -1;
}

void tally_free(struct tally *tally)
{
    free(tally->sum);
    free(tally->squares);
    memset(tally, 0, sizeof *tally);
}

static void add(double *restrict sum, double *restrict squares, const float *restrict value, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        double x = value[i];
        sum[i] += x;
        squares[i] += x * x;
    }
}

/* The first chain of a batch. Batches differ by at most one chain. */
static size_t first_chain(const struct tally *tally, const struct chains *chains, size_t batch)
{
    return (size_t)(chains->count * batch / tally->batches);
}

void tally_add(struct tally *tally, const struct chains *chains)
{
    size_t pumps = chains->model->pumps;
    for (size_t b = 0; b < tally->batches; ++b) {
        double *sum = tally->sum + b * tally->variables, *squares = tally->squares + b * tally->variables;
        for (size_t c = first_chain(tally, chains, b); c < first_chain(tally, chains, b + 1); ++c) {
            add(sum, squares, chains->rate + c * pumps, pumps);
            add(sum + pumps, squares + pumps, chains->beta + c, 1);
        }
    }
    ++tally->sweeps;
}

/* Mean and variance of all draws, and standard errors from the deviations of each batch's sums from these. The error of the
 * sd follows from that of the variance, d(sd) = d(variance) / (2 sd). */
struct estimate tally_estimate(const struct tally *tally, const struct chains *chains, size_t variable)
{
    double draws = (double)chains->count * (double)tally->sweeps, mean = 0, variance = 0;
    for (size_t b = 0; b < tally->batches; ++b) {
        mean += tally->sum[b * tally->variables + variable];
        variance += tally->squares[b * tally->variables + variable];
    }
    mean /= draws;
    variance = variance / draws - mean * mean;

    double mean_spread = 0, variance_spread = 0;
    for (size_t b = 0; b < tally->batches; ++b) {
        size_t chains_here = first_chain(tally, chains, b + 1) - first_chain(tally, chains, b);
        double n = (double)chains_here * (double)tally->sweeps;
        double sum = tally->sum[b * tally->variables + variable];
        double squares = tally->squares[b * tally->variables + variable];
        double off = sum - n * mean;
        double variance_off = squares - 2 * mean * sum + n * mean * mean - n * variance;
        mean_spread += off * off;
        variance_spread += variance_off * variance_off;
    }
    double unbias = (double)tally->batches / ((double)tally->batches - 1), sd = sqrt(variance);
    struct estimate estimate = {{mean, sd}, {sqrt(unbias * mean_spread) / draws,
                                             sqrt(unbias * variance_spread) / draws / (2 * sd)}};
    return estimate;
}
