/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Runs the particles of particles_kernel.h, and the same ones on the CPU with samples of rr_run. Usage: particles HEADER
 * FOLDER */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl.h"
#include "reroll.h"

/* COUNT is not a multiple of GROUP: in the last group some lanes have no particle. */
enum { COUNT = 1000, GROUP = 40, STEPS = 60 };

struct particles {
    float energy[COUNT];
    uint32_t collisions[COUNT];
};

static rr_job job_of(const char *sampler, uint64_t stream, int step, float *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = RR_F32;
    job.stream = rr_stream_make(4711, stream);
    job.stream.next = (uint64_t)step * COUNT;
    job.rows = COUNT;
    job.out = out;
    return job;
}

static int run_on_cpu(struct particles *p)
{
    static float chance[COUNT], loss[COUNT], shape[COUNT];
    rr_device *cpu;
    int failed = rr_device_open("cpu", &cpu) != RR_OK;
    for (int i = 0; i < COUNT; ++i) {
        p->energy[i] = 30;
        p->collisions[i] = 0;
        shape[i] = 0.5f + 0.25f * (float)(i % 4);
    }
    for (int step = 0; step < STEPS && !failed; ++step) {
        rr_job uniform = job_of("uniform", 0, step, chance), gamma = job_of("gamma", 1, step, loss);
        gamma.param[0] = (rr_param){shape, RR_F32, sizeof *shape, 0};
        failed = rr_run(cpu, &uniform, NULL) != RR_OK || rr_run(cpu, &gamma, NULL) != RR_OK;
        for (int i = 0; i < COUNT; ++i) {
            if (!(p->energy[i] > 0 && chance[i] < 0.125f * (float)(i % 4 + 1))) continue;
            p->energy[i] -= loss[i];
            ++p->collisions[i];
        }
    }
    rr_device_close(&cpu);
    return -failed;
}

static int run_on(cl_device_id device, char **files, const struct particles *want)
{
    static struct particles have;
    const uint64_t seed = 4711;
    const cl_uint count = COUNT, steps = STEPS;
    struct kernel k = kernel_build(device, files[0], files[1], "particles_kernel.h", "particles");
    kernel_value(&k, &seed, 8);
    kernel_value(&k, &count, 4);
    kernel_value(&k, &steps, 4);
    const cl_mem energy = kernel_memory(&k, NULL, sizeof have.energy),
                 collisions = kernel_memory(&k, NULL, sizeof have.collisions);
    kernel_run(&k, COUNT / GROUP + 1, GROUP);
    kernel_read(&k, energy, have.energy, sizeof have.energy);
    kernel_read(&k, collisions, have.collisions, sizeof have.collisions);
    const int same = !memcmp(&have, want, sizeof have);
    printf("%s: %d particles, %d steps, same bits as the CPU: %s\n", k.device, COUNT, STEPS, same ? "yes" : "NO");
    clReleaseMemObject(energy);
    clReleaseMemObject(collisions);
    kernel_free(&k);
    return !same;
}

int main(int argc, char **argv)
{
    static struct particles want;
    cl_device_id devices[16];
    int wrong = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: particles HEADER FOLDER\n");
        return 2;
    }
    const unsigned count = devices_find(devices, 16);
    if (!count) {
        printf("no OpenCL device\n");
        return 3;
    }
    if (run_on_cpu(&want)) {
        fprintf(stderr, "the CPU failed\n");
        return 1;
    }
    for (unsigned d = 0; d < count; ++d) wrong |= run_on(devices[d], argv + 1, &want);
    return wrong;
}
