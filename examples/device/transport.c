/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Steps of particles in a rod on a GPU: one free path per particle, with the mean of its kind, goes to transport_sink.h,
 * which moves the particle and counts; no path is stored. Then in two passes: paths are stored, and the same functions read
 * them. Positions, directions and counts are the same to the last bit. Usage: transport DEVICE FOLDER */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "sink_host.h"
#include "transport_sink.h"

enum { PARTICLES = 20000, STEPS = 6 };

typedef struct particles {
    float where[PARTICLES], way[PARTICLES];
    rr_index64 out[2];
    unsigned int collisions[BINS];
} particles;

static float mean[PARTICLES];   /* free path */

static void start(particles *p)
{
    memset(p, 0, sizeof *p);
    for (int i = 0; i < PARTICLES; ++i) {
        p->way[i] = 1;
        mean[i] = 0.1f + 0.3f * (float)(i % 4);
    }
}

/* A step takes PARTICLES indices. */
static rr_job job_of(int step)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("exponential");
    job.dtype = RR_F32;
    job.stream = rr_stream_make(1949, 0);
    job.stream.next = (uint64_t)step * PARTICLES;
    job.rows = PARTICLES;
    job.param[0] = (rr_param){mean, RR_F32, sizeof *mean, 0};
    return job;
}

static void must(rr_status status, const rr_result *result)
{
    if (status == RR_OK) return;
    fprintf(stderr, "%s\n", result->message);
    exit(1);
}

static void in_one_pass(const rr_device *gpu, particles *p, const char *text, int is_object)
{
    rr_result result = RR_RESULT_INIT;
    rr_sink sink = RR_SINK_INIT;
    void *const means = buffer_make(mean, sizeof mean);
    sink.text = text;
    sink.memory[0] = buffer_make(p->where, sizeof p->where);
    sink.memory[1] = buffer_make(p->way, sizeof p->way);
    sink.memory[2] = buffer_make(p->out, sizeof p->out);
    sink.memory[3] = buffer_make(p->collisions, sizeof p->collisions);
    for (int step = 0; step < STEPS; ++step) {   /* enqueued in order, without waiting */
        rr_job job = job_of(step);
        job.param[0].data = means;
        job.flags = is_object ? RR_CL_PARAM(0) : 0;
        must(rr_fuse(gpu, &job, &sink, NULL, &result), &result);
    }
    must(rr_wait(gpu, NULL, &result), &result);
    buffer_read(sink.memory[0], p->where, sizeof p->where);
    buffer_read(sink.memory[1], p->way, sizeof p->way);
    buffer_read(sink.memory[2], p->out, sizeof p->out);
    buffer_read(sink.memory[3], p->collisions, sizeof p->collisions);
    for (int i = 0; i < 4; ++i) buffer_free(sink.memory[i]);
    buffer_free(means);
}

static void in_two(const rr_device *gpu, particles *p)
{
    static float path[PARTICLES];
    const rr_sink_memory memory = {{p->where, p->way, p->out, p->collisions}};
    for (int step = 0; step < STEPS; ++step) {
        rr_result result = RR_RESULT_INIT;
        rr_job job = job_of(step);
        rr_taker t;
        job.out = path;
        must(rr_run(gpu, &job, &result), &result);
        rr_taker_begin(&t, &memory);
        for (rr_index64 i = 0; i < PARTICLES; ++i) rr_taker_take(&t, &memory, i, path[i]);
        rr_taker_end(&t, &memory);
    }
}

int main(int argc, char **argv)
{
    static particles one, two;
    rr_device *gpu;
    if (argc != 3) {
        fprintf(stderr, "usage: transport DEVICE FOLDER\n");
        return 2;
    }
    if (rr_device_open(argv[1], &gpu) != RR_OK || !rr_device_context(gpu)) {
        printf("%s is no GPU that is usable here\n", argv[1]);
        return 3;
    }
    memory_open(gpu, argv[1]);
    char *text = text_read(argv[2], "transport_sink.h");
    start(&one);
    start(&two);
    in_one_pass(gpu, &one, text, strncmp(argv[1], "cuda", 4) != 0);
    in_two(gpu, &two);
    const int same = !memcmp(&one, &two, sizeof one);
    printf("transport: %llu particles left at the end, %llu at the start, of %d in %d steps; one pass "
           "has the bits of two: %s\n",
           one.out[1], one.out[0], PARTICLES, STEPS, same ? "yes" : "NO");
    free(text);
    memory_close();
    rr_device_close(&gpu);
    return !same || !one.out[0] || !one.out[1];
}
