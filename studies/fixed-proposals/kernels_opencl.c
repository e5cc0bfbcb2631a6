/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "kernels.h"

#include "targets/opencl/library.h"

#include <stdlib.h>

rr_kernel *kernel_open_opencl(rr_engine *engine, const char *text, rr_result *result)
{
    rr_kernel *k = calloc(1, sizeof *k);
    cl_int error = 0;
    if (!k) return NULL;
    k->engine = engine;
    pthread_mutex_init(&k->lock, NULL);
    if (!rr_cl_build(engine, text, &k->program, result)) {
        k->kernel = engine->cl->clCreateKernel(k->program, "rr_gpu_kernel", &error);
        if (k->kernel) return k;
        rr_cl_fail(result, "clCreateKernel", error);
    }
    kernel_close_opencl(engine, k);
    return NULL;
}

void kernel_close_opencl(rr_engine *engine, rr_kernel *kernel)
{
    if (kernel->kernel) engine->cl->clReleaseKernel(kernel->kernel);
    if (kernel->program) engine->cl->clReleaseProgram(kernel->program);
    pthread_mutex_destroy(&kernel->lock);
    free(kernel);
}
