/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cost of "with replacement" for a warp: all its lanes draw until the last is in the disc. Iterations are counted on
 * real lanes under strategy loop, and compared with E[L_K] of the model at acceptance pi / 4:
 *
 *     attempts        a surrogate that accepts with that probability: K is the number of lanes
 *     normal:polar    two neighbouring samples are the two coordinates of one point: K is half the lanes */
#include "study.h"

#include <math.h>
#include <reroll_model.h>
#include <stdlib.h>

enum { SAMPLES = 1 << 22, QUICK_SAMPLES = 1 << 18, SOURCES = 2 };
static const unsigned warps[] = {2, 4, 8, 16, 32};
static const float accept = (float)(M_PI / 4);
static const struct {
    const char *name;
    rr_type dtype;
    unsigned fraction;   /* lanes of a point */
} sources[SOURCES] = {{"attempts", RR_U32, 1}, {"normal:polar", RR_F32, 2}};

static int measure(const study *s, unsigned source, unsigned warp, uint64_t n, void *out, rr_counts *counts)
{
    char spec[32];
    rr_device *device;
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    snprintf(spec, sizeof spec, "cpu,warp=%u", warp);
    job.sampler = rr_sampler_find(sources[source].name);
    job.dtype = sources[source].dtype;
    job.stream = rr_stream_make(SEED, STREAM_WARP + warp);
    job.rows = n;
    if (!source) job.param[0] = (rr_param){&accept, RR_F32, 0, 0};
    job.flags = RR_COUNT;
    job.out = out;
    if (rr_strategy_find("loop", &job.strategy) || rr_device_open(spec, &device))
        return study_fail(s, "can't open a device");
    const rr_status status = rr_run(device, &job, &result);
    rr_device_close(&device);
    *counts = result.counts;
    return status ? study_fail(s, result.message) : 0;
}

static int write_row(FILE *csv, const study *s, unsigned source, unsigned warp, uint64_t n, void *out)
{
    const rr_chance chance = rr_chance_accept(accept);
    const unsigned points = warp / sources[source].fraction;
    rr_counts c = {0};
    if (measure(s, source, warp, n, out, &c)) return 1;
    const double mean = (double)c.steps / (double)c.calls, model = rr_model_loop_mean(chance, points);
    const double error = sqrt(rr_model_loop_variance(chance, points) / (double)c.calls);
    fprintf(csv, "%s,%u,%u,%llu,%.6g,%.6g,%.3g,%.4f\n", sources[source].name, warp, points, (unsigned long long)c.calls,
            mean, model, (mean - model) / error, 1 / (accept * mean));
    return 0;
}

int warp_write(FILE *csv, const study *s)
{
    const uint64_t n = s->quick ? QUICK_SAMPLES : SAMPLES;
    void *out = malloc(n * 4);
    int status = out ? 0 : study_fail(s, "no memory");
    fprintf(csv, "sampler,lanes,points,calls,iterations,model,z,efficiency\n");
    for (unsigned source = 0; source < SOURCES; ++source)
        for (unsigned w = 0; w < sizeof warps / sizeof *warps && !status; ++w)
            status = write_row(csv, s, source, warps[w], n, out);
    free(out);
    return status;
}
