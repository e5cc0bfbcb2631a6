/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The experiment on real lanes: sampler `attempts` under strategy `loop`, whose samples are the numbers of attempts of each
 * lane. The iterations of a warp are the largest of its row; the strategy's own counts must agree. */
#include "study.h"

#include <reroll.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 };
static const uint64_t SEED = 2;

/* Adds the rows of one call to the moments, and to a histogram like the library's. */
static void add_rows(const uint32_t *out, uint64_t samples, unsigned warp, moments *m, uint64_t histogram[RR_MAX_ITERATIONS])
{
    for (uint64_t i = 0; i < samples; i += warp) {
        uint32_t max = 0;
        for (unsigned l = 0; l < warp; ++l) max = out[i + l] > max ? out[i + l] : max;
        moments_add(m, max);
        ++histogram[max < RR_MAX_ITERATIONS ? max : RR_MAX_ITERATIONS - 1];
    }
}

static int run(const rr_device *device, rr_job *job, unsigned warp, uint64_t loops, uint32_t *out, moments *m)
{
    for (uint64_t left = loops * warp; left; left -= job->rows) {
        rr_result result = RR_RESULT_INIT;
        uint64_t histogram[RR_MAX_ITERATIONS] = {0};
        job->rows = left < CHUNK ? left : CHUNK;
        if (rr_run(device, job, &result)) {
            fprintf(stderr, "warp-iterations: %s\n", result.message);
            return 1;
        }
        add_rows(out, job->rows, warp, m, histogram);
        if (memcmp(histogram, result.counts.iterations, sizeof histogram)) {
            fprintf(stderr, "warp-iterations: the counts of loop at warp %u are not those of its samples\n", warp);
            return 1;
        }
        job->stream.next += job->rows;
    }
    return 0;
}

int lanes_measure(const rr_device *device, unsigned warp, double accept, uint64_t loops, uint64_t stream, moments *result)
{
    const float parameter = (float)accept;
    char spec[32];
    rr_device *own = NULL;
    rr_job job = RR_JOB_INIT;
    uint32_t *out = malloc(CHUNK * sizeof *out);
    int status = 1;
    *result = (moments){0, 0, 0, 0};
    snprintf(spec, sizeof spec, "cpu,warp=%u", warp);
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.stream = rr_stream_make(SEED, stream);
    job.param[0] = (rr_param){&parameter, RR_F32, 0, 0};
    job.flags = RR_COUNT;
    job.out = out;
    rr_strategy_find("loop", &job.strategy);
    if (!out || (!device && rr_device_open(spec, &own)))
        fprintf(stderr, "warp-iterations: can't open the device %s\n", spec);
    else
        status = run(device ? device : own, &job, warp, loops, out, result);
    rr_device_close(&own);
    free(out);
    return status;
}
