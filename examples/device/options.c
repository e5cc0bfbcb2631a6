/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prices a call option on a GPU in one pass, in which prices go to options_sink.h instead of memory, and in two: prices are
 * stored, then the same functions read them. The sums are the same to the last bit, and within five standard errors of
 * Black and Scholes. Usage: options DEVICE FOLDER, with a device as for rr_device_open. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "buffer.h"
#include "sink_host.h"
#include "options_sink.h"

enum { PATHS = 1 << 20 };
static const double price = 100, rate = 0.02, volatility = 0.25, years = 1;

typedef struct sums { rr_index64 sum, paid; } sums;

/* Log-prices at maturity are normal with these parameters. */
static rr_job job_of(double log_normal[2])
{
    rr_job job = RR_JOB_INIT;
    log_normal[0] = log(price) + (rate - volatility * volatility / 2) * years;
    log_normal[1] = volatility * sqrt(years);
    job.sampler = rr_sampler_find("lognormal");
    job.dtype = RR_F32;
    job.stream = rr_stream_make(2026, 0);
    job.rows = PATHS;
    for (int p = 0; p < 2; ++p) job.param[p] = (rr_param){&log_normal[p], RR_F64, 0, 0};
    return job;
}

static sums in_one_pass(const rr_device *gpu, rr_job job, const char *text)
{
    sums s = {0, 0};
    rr_result result = RR_RESULT_INIT;
    rr_sink sink = RR_SINK_INIT;
    sink.text = text;
    for (int i = 0; i < 2; ++i) sink.memory[i] = buffer_make(&s.sum, sizeof s.sum);
    if (rr_fuse(gpu, &job, &sink, NULL, &result) != RR_OK || rr_wait(gpu, NULL, &result) != RR_OK) {
        fprintf(stderr, "%s\n", result.message);
        exit(1);
    }
    buffer_read(sink.memory[0], &s.sum, sizeof s.sum);
    buffer_read(sink.memory[1], &s.paid, sizeof s.paid);
    for (int i = 0; i < 2; ++i) buffer_free(sink.memory[i]);
    return s;
}

static sums in_two(const rr_device *gpu, rr_job job)
{
    static float prices[PATHS];
    sums s = {0, 0};
    const rr_sink_memory memory = {{&s.sum, &s.paid, NULL, NULL}};
    rr_taker t;
    job.out = prices;
    if (rr_run(gpu, &job, NULL) != RR_OK) exit(1);
    rr_taker_begin(&t, &memory);
    for (rr_index64 i = 0; i < PATHS; ++i) rr_taker_take(&t, &memory, i, prices[i]);
    rr_taker_end(&t, &memory);
    return s;
}

static double black_scholes(void)
{
    const double sd = volatility * sqrt(years), strike = (double)STRIKE;
    const double d = (log(price / strike) + (rate + volatility * volatility / 2) * years) / sd;
    return price * erfc(-d / sqrt(2)) / 2 - strike * exp(-rate * years) * erfc(-(d - sd) / sqrt(2)) / 2;
}

int main(int argc, char **argv)
{
    rr_device *gpu;
    double log_normal[2];
    if (argc != 3) {
        fprintf(stderr, "usage: options DEVICE FOLDER\n");
        return 2;
    }
    if (rr_device_open(argv[1], &gpu) != RR_OK || !rr_device_context(gpu)) {
        printf("%s is no GPU that is usable here\n", argv[1]);
        return 3;
    }
    memory_open(gpu, argv[1]);
    char *text = text_read(argv[2], "options_sink.h");
    const rr_job job = job_of(log_normal);
    const sums one = in_one_pass(gpu, job, text), two = in_two(gpu, job);
    const int same = one.sum == two.sum && one.paid == two.paid;
    const double worth = exp(-rate * years) * (double)one.sum / 65536 / PATHS, exact = black_scholes();
    /* The standard deviation of a pay-off is below 20. */
    const int near = fabs(worth - exact) < 5 * 20 / sqrt(PATHS);
    printf("option: %.3f, Black and Scholes %.3f, %d paths; one pass has the bits of two: %s\n", worth, exact, PATHS,
           same ? "yes" : "NO");
    free(text);
    memory_close();
    rr_device_close(&gpu);
    return !same || !near;
}
