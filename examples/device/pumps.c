/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Ten pumps on a device: every chain is a thread (pumps_kernel.h), and must end in the same state as with the library's jobs
 * on the CPU (examples/pumps/chains.c). Usage: pumps HEADER FOLDER DATA */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chains.h"
#include "opencl.h"

enum { CHAINS = 512, SWEEPS = 12 };

/* Runs the chains on the CPU. */
static int run_on_cpu(struct chains *chains, const struct model *model)
{
    rr_device *cpu;
    int failed = rr_device_open("cpu", &cpu) != RR_OK;
    if (failed || chains_make(chains, model, cpu, CHAINS)) return -1;
    chains_start(chains, 1987, (rr_strategy){0, 0});
    for (int sweep = 0; sweep < SWEEPS && !failed; ++sweep) failed = chains_sweep(chains, 0, NULL) != RR_OK;
    rr_device_close(&cpu);
    return -failed;
}

static int run_on(cl_device_id device, char **files, const struct chains *want)
{
    static float hours[MAX_PUMPS], rate[CHAINS * MAX_PUMPS], beta[CHAINS];
    const rr_stream root = rr_stream_make(1987, 0), rates = rr_derive_name(root, "rates"),
                    betas = rr_derive_name(root, "beta");
    const cl_uint chains = CHAINS, sweeps = SWEEPS, pumps = (cl_uint)want->model->pumps;
    struct kernel k = kernel_build(device, files[0], files[1], "pumps_kernel.h", "pumps");
    for (cl_uint p = 0; p < pumps; ++p) hours[p] = (float)want->model->hours[p];
    kernel_value(&k, &rates.seed, 8);
    kernel_value(&k, &rates.stream, 8);
    kernel_value(&k, &betas.seed, 8);
    kernel_value(&k, &betas.stream, 8);
    kernel_value(&k, &chains, 4);
    kernel_value(&k, &pumps, 4);
    kernel_value(&k, &sweeps, 4);
    kernel_value(&k, &want->beta_shape, 4);
    kernel_value(&k, &want->model->prior_rate, 8);
    const cl_mem shapes = kernel_memory(&k, want->rate_shape, pumps * sizeof(float)),
                 times = kernel_memory(&k, hours, pumps * sizeof(float));
    const cl_mem rate_memory = kernel_memory(&k, NULL, CHAINS * pumps * sizeof(float)),
                 beta_memory = kernel_memory(&k, NULL, sizeof beta);
    kernel_run(&k, CHAINS / 64, 64);
    kernel_read(&k, rate_memory, rate, CHAINS * pumps * sizeof(float));
    kernel_read(&k, beta_memory, beta, sizeof beta);
    const int same = chains_same(want, rate, beta);
    printf("%s: %d chains, %d sweeps, same bits as the CPU: %s\n", k.device, CHAINS, SWEEPS, same ? "yes" : "NO");
    const cl_mem memory[] = {shapes, times, rate_memory, beta_memory};
    for (int m = 0; m < 4; ++m) clReleaseMemObject(memory[m]);
    kernel_free(&k);
    return !same;
}

int main(int argc, char **argv)
{
    cl_device_id devices[16];
    struct model model = {.alpha = 1.802, .prior_shape = 0.1, .prior_rate = 1};
    struct chains want;
    int wrong = 0;
    if (argc != 4) {
        fprintf(stderr, "usage: pumps HEADER FOLDER DATA\n");
        return 2;
    }
    if (model_read(&model, argv[3], stderr)) return 2;
    const unsigned count = devices_find(devices, 16);
    if (!count) {
        printf("no OpenCL device\n");
        return 3;
    }
    if (run_on_cpu(&want, &model)) {
        fprintf(stderr, "the CPU failed\n");
        return 1;
    }
    for (unsigned d = 0; d < count; ++d) wrong |= run_on(devices[d], argv + 1, &want);
    chains_free(&want);
    return wrong;
}
