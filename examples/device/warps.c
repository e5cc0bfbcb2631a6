/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Appendix A of Ridley and Forget on a device (warps_kernel.h), compared with the same sums on the CPU from rr_run, and with
 * the model's mean. Usage: warps HEADER FOLDER */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl.h"
#include "reroll.h"

enum { LANES = 32, LOOPS = 1000, PROBABILITIES = 9 };

/* Sums the largest number of each warp, from numbers that the library draws. */
static int sums_on_cpu(const float *accept, uint64_t *sums)
{
    static uint32_t number[LOOPS * LANES];
    rr_device *cpu;
    rr_job job = RR_JOB_INIT;
    int failed = rr_device_open("cpu", &cpu) != RR_OK;
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.stream = rr_stream_make(2021, 0);
    job.rows = LOOPS * LANES;
    job.out = number;
    for (int g = 0; g < PROBABILITIES && !failed; ++g) {
        job.param[0] = (rr_param){&accept[g], RR_F32, 0, 0};
        failed = rr_run(cpu, &job, NULL) != RR_OK;
        job.stream.next += job.rows;
        for (int outer = 0; outer < LOOPS; ++outer) {
            uint64_t max = 0;
            for (int lane = 0; lane < LANES; ++lane)
                max = number[outer * LANES + lane] > max ? number[outer * LANES + lane] : max;
            sums[2 * g] += max;
            sums[2 * g + 1] += max * max;
        }
    }
    rr_device_close(&cpu);
    return -failed;
}

/* Equation 8: the sum over n of 1 - (1 - rho^n)^t. */
static double model_mean(double accept)
{
    double mean = 0, left = 1;
    for (int n = 0; n < 100000 && left > 1e-12; ++n) {
        left = 1 - pow(1 - pow(1 - accept, n), LANES);
        mean += left;
    }
    return mean;
}

static int run_on(cl_device_id device, char **files, const float *accept, const uint64_t *want)
{
    const uint64_t seed[2] = {2021, 0};
    const cl_uint lanes = LANES, loops = LOOPS;
    uint64_t sums[2 * PROBABILITIES];
    struct kernel k = kernel_build(device, files[0], files[1], "warps_kernel.h", "warps");
    kernel_value(&k, &seed[0], 8);
    kernel_value(&k, &seed[1], 8);
    kernel_value(&k, &lanes, 4);
    kernel_value(&k, &loops, 4);
    const cl_mem accepts = kernel_memory(&k, accept, PROBABILITIES * sizeof *accept),
                 out = kernel_memory(&k, NULL, sizeof sums);
    kernel_run(&k, PROBABILITIES, LANES);
    kernel_read(&k, out, sums, sizeof sums);
    const int same = !memcmp(sums, want, sizeof sums);
    printf("%s: %d warps of %d lanes, same sums as the CPU: %s\n", k.device, PROBABILITIES * LOOPS, LANES,
           same ? "yes" : "NO");
    clReleaseMemObject(accepts);
    clReleaseMemObject(out);
    kernel_free(&k);
    return !same;
}

/* Checks that a mean of LOOPS iterations is within 5 standard errors of the model's. */
static int compare_with_model(const float *accept, const uint64_t *sums)
{
    int wrong = 0;
    printf("accept   iterations   model   deviation (standard errors)\n");
    for (int g = 0; g < PROBABILITIES; ++g) {
        const double mean = (double)sums[2 * g] / LOOPS, variance = (double)sums[2 * g + 1] / LOOPS - mean * mean;
        const double off = (mean - model_mean(accept[g])) / sqrt(variance / LOOPS);
        printf("%6.2f   %10.3f  %6.3f   %+.2f\n", accept[g], mean, model_mean(accept[g]), off);
        wrong |= !(fabs(off) < 5);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    cl_device_id devices[16];
    float accept[PROBABILITIES];
    uint64_t want[2 * PROBABILITIES] = {0};
    if (argc != 3) {
        fprintf(stderr, "usage: warps HEADER FOLDER\n");
        return 2;
    }
    const unsigned count = devices_find(devices, 16);
    if (!count) {
        printf("no OpenCL device\n");
        return 3;
    }
    for (int g = 0; g < PROBABILITIES; ++g) accept[g] = 0.1f * (float)(g + 1);
    if (sums_on_cpu(accept, want)) {
        fprintf(stderr, "the CPU failed\n");
        return 1;
    }
    int wrong = compare_with_model(accept, want);
    for (unsigned d = 0; d < count; ++d) wrong |= run_on(devices[d], argv + 1, accept, want);
    return wrong;
}
