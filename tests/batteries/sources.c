/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 32-bit words for batteries of tests, made from Reroll's samples (sources.h). */
#include "sources.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <reroll.h>

#define N 4096         /* samples at a time; streams */
#define AT_ONCE 64     /* words of each stream at a time */

/* ---- CDFs ---- */

static double normal(double x) { return 0.5 * erfc(x * -0.70710678118654752440); }
static double exponential(double x) { return -expm1(-x); }
static double gamma_2(double x) { return -expm1(-x) - x * exp(-x); }
static double beta_2_3(double x) { return x * x * (6 + x * (3 * x - 8)); }

/* For shape a = 0.3: below 2 the series x^a e^-x sum x^k / (a (a + 1) ... (a + k)) / gamma(a) of the lower incomplete gamma
 * function, above it Lentz's continued fraction of the upper one (Press et al., Numerical Recipes, section 6.2, gives both).
 * Below 2 term TERMS is under 2^-60 of the first. */
enum { TERMS = 28 };
static double gamma_03(double x)
{
    static double coefficient[TERMS], log_gamma;
    const double a = 0.3;
    if (x <= 0) return 0;
    if (!coefficient[0]) {
        log_gamma = lgamma(a);
        coefficient[0] = 1 / a;
        for (int k = 1; k < TERMS; ++k) coefficient[k] = coefficient[k - 1] / (a + k);
    }
    const double front = exp(a * log(x) - x - log_gamma);
    if (x < 2) {
        double sum = 0;
        for (int k = TERMS; k--;) sum = sum * x + coefficient[k];
        return front * sum;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d, change = 0;
    for (int k = 1; fabs(change - 1) > 1e-15; ++k) {
        const double n = -k * (k - a);
        b += 2;
        d = 1 / (n * d + b);
        c = b + n / c;
        h *= change = d * c;
    }
    return 1 - front * h;
}

/* ---- Sources ---- */

typedef struct source {
    const char *name, *sampler;
    rr_type dtype;
    double params[2];
    double (*cdf)(double);
} source;

static const source sources[] = {
    {"words", "bits", RR_U32, {0, 0}, NULL},
    {"streams", "bits", RR_U32, {0, 0}, NULL},
    {"normal_f32", "normal", RR_F32, {0, 1}, normal},
    {"normal_f64", "normal", RR_F64, {0, 1}, normal},
    {"exponential_f32", "exponential", RR_F32, {1, 0}, exponential},
    {"exponential_f64", "exponential", RR_F64, {1, 0}, exponential},
    {"gamma2_f32", "gamma", RR_F32, {2, 1}, gamma_2},
    {"gamma2_f64", "gamma", RR_F64, {2, 1}, gamma_2},
    {"gamma03_f32", "gamma", RR_F32, {0.3, 1}, gamma_03},
    {"gamma03_f64", "gamma", RR_F64, {0.3, 1}, gamma_03},
    {"beta23_f32", "beta", RR_F32, {2, 3}, beta_2_3},
    {"beta23_f64", "beta", RR_F64, {2, 3}, beta_2_3},
};
enum { SOURCES = sizeof sources / sizeof *sources };

static struct {
    const source *from;
    rr_device *device;
    rr_stream stream;
    uint32_t word[N * AT_ONCE];
    size_t count;
} now;

static void draw(const char *sampler, rr_type dtype, rr_stream stream, uint64_t n, const double *params, void *out)
{
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.stream = stream;
    job.rows = n;
    for (int p = 0; p < 2; ++p) job.param[p] = (rr_param){&params[p], RR_F64, 0, 0};
    job.out = out;
    if (rr_run(now.device, &job, &result) == RR_OK) return;
    fprintf(stderr, "%s\n", result.message);
    exit(2);
}

static void refill_streams(void)
{
    static uint32_t word[AT_ONCE];
    for (unsigned s = 0; s < N; ++s) {
        rr_stream stream = now.stream;
        stream.stream = s;
        draw("bits", RR_U32, stream, AT_ONCE, now.from->params, word);
        for (unsigned k = 0; k < AT_ONCE; ++k) now.word[k * N + s] = word[k];
    }
    now.stream.next += AT_ONCE;
    now.count = N * AT_ONCE;
}

static uint32_t scaled(double u, double two)
{
    const double x = u * two;
    return x <= 0 ? 0 : x >= two ? (uint32_t)(two - 1) : (uint32_t)x;
}

static void refill_f64(void)
{
    static double x[N];
    draw(now.from->sampler, RR_F64, now.stream, N, now.from->params, x);
    for (size_t k = 0; k < N; ++k) now.word[k] = scaled(now.from->cdf(x[k]), 0x1p32);
    now.count = N;
}

/* A point in the interval of the numbers that are rounded to x. */
static double placed(float x, uint32_t w)
{
    const double low = (double)x + nextafterf(x, -INFINITY), high = (double)x + nextafterf(x, INFINITY);
    return 0.5 * (low + (high - low) * ((w + 0.5) * 0x1p-32));
}

static void refill_f32(void)
{
    static float x[N];
    static uint32_t place[N];
    const rr_stream other = {now.stream.seed ^ 0x5bd1e995u << 8, 1, now.stream.next};
    draw(now.from->sampler, RR_F32, now.stream, N, now.from->params, x);
    draw("bits", RR_U32, other, N, now.from->params, place);
    for (size_t k = 0; k < N; ++k) {
        const uint32_t half = scaled(now.from->cdf(placed(x[k], place[k])), 0x1p16);
        now.word[k / 2] = k % 2 ? now.word[k / 2] | half : half << 16;
    }
    now.count = N / 2;
}

const char *source_name(unsigned k) { return k < SOURCES ? sources[k].name : NULL; }

bool source_open(const char *name, uint64_t seed)
{
    now.from = NULL;
    for (unsigned k = 0; k < SOURCES; ++k)
        if (!strcmp(sources[k].name, name)) now.from = &sources[k];
    now.stream = rr_stream_make(seed, 0);
    return now.from && (now.device || rr_device_open("cpu", &now.device) == RR_OK);
}

void source_close(void) { rr_device_close(&now.device); }

size_t source_words(const uint32_t **word)
{
    *word = now.word;
    if (!strcmp(now.from->name, "streams")) {
        refill_streams();
        return now.count;
    }
    if (now.from->dtype == RR_F64) refill_f64();
    else if (now.from->dtype == RR_F32) refill_f32();
    else draw("bits", RR_U32, now.stream, now.count = N, now.from->params, now.word);
    now.stream.next += N;
    return now.count;
}
