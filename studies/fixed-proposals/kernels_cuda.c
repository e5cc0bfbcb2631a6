/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "kernels.h"

#include "targets/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Compiles with the NVRTC that the library uses; the caller frees the image. */
static char *compile(rr_engine *engine, const char *text, rr_result *result)
{
    char target[24], option[40], why[160] = "no NVRTC is found that knows this GPU", *image = NULL;
    const char *const options[] = {option, "--std=c++17"};
    size_t size;
    if (engine->nvrtc.handle && rr_nvrtc_target(&engine->nvrtc, engine->sm, target)) {
        snprintf(option, sizeof option, "-arch=%s", target);
        image = rr_nvrtc_compile(&engine->nvrtc, text, options, 2, !strncmp(target, "sm_", 3), &size, why);
    }
    if (!image) rr_fail(result, RR_ERR_DEVICE, "%s: %.120s", engine->name, why);
    return image;
}

rr_kernel *kernel_open_cuda(rr_engine *engine, const char *text, rr_result *result)
{
    rr_visit v = {.engine = engine, .doing = "loading a kernel", .result = result, .relaxed = 1};
    char *image = compile(engine, text, result);
    rr_kernel *k = image ? calloc(1, sizeof *k) : NULL;
    rr_status status = RR_ERR_MEMORY;
    if (k && !(status = rr_cuda_enter(&v))) {
        CUresult code = engine->cuda.cuModuleLoadData(&k->module, image);
        if (!code) code = engine->cuda.cuModuleGetFunction(&k->function, k->module, "rr_gpu_kernel");
        status = rr_cuda_leave(&v, code);
    }
    free(image);
    if (!status) return k;
    if (k) kernel_close_cuda(engine, k);
    return NULL;
}

void kernel_close_cuda(rr_engine *engine, rr_kernel *kernel)
{
    rr_visit v = {.engine = engine, .doing = "unloading a kernel", .relaxed = 1, .freeing = 1};
    if (kernel->module && !rr_cuda_enter(&v)) rr_cuda_leave(&v, engine->cuda.cuModuleUnload(kernel->module));
    free(kernel);
}
