/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* studies/fixed-proposals/kernels_cuda.c on the CUDA driver of the tests: whichever call fails, there is no kernel, one
 * message, and nothing stays allocated. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "targets/cuda/cuda.h"
#include "studies/fixed-proposals/kernels.h"
#include "tests/devices/cuda/fake_cuda.h"

static const char text[] = "RR_KERNEL void rr_gpu_kernel(void) {}\n";   /* as that driver has it */

static int fail(const char *call, const char *what)
{
    fprintf(stderr, "kernels_cuda: %s: %s\n", call, what);
    return 1;
}

/* The call of that number fails; returns 1 on an error. *call: its name, NULL if there are fewer calls. */
static int check(rr_engine *engine, const fake_cuda_control *fake, long at, const char **call)
{
    rr_result result = RR_RESULT_INIT;
    const long modules = fake->live().modules;
    fake->fail_at(at, 2);   /* out of memory; later calls are well */
    rr_kernel *kernel = kernel_open_cuda(engine, text, &result);
    const char *name = *call = fake->failed();
    fake->fail_at(0, 0);
    if (!name) name = "no call fails";
    if (!*call && !kernel) return fail(name, "no kernel");
    if (kernel && (!kernel->module || !kernel->function)) return fail(name, "a kernel that is none");
    if (kernel && *call && !strncmp(name, "cu", 2)) return fail(name, "the error is lost");
    if (!kernel && !result.message[0]) return fail(name, "nothing is said");
    if (kernel) kernel_close_cuda(engine, kernel);
    if (fake->current()) return fail(name, "a context is current");
    return fake->live().modules == modules ? 0 : fail(name, "a module is left");
}

int main(void)
{
    rr_engine_facts facts;
    rr_result result = RR_RESULT_INIT;
    rr_engine *engine;
    void *library = dlopen(getenv("REROLL_CUDA"), RTLD_NOW);
    const fake_cuda_control *fake = library ? dlsym(library, "fake_cuda") : NULL;
    if (!fake) return fail("dlopen", "REROLL_CUDA names no driver of the tests");
    if (rr_backend_cuda.open("0", 0, &engine, &facts, &result)) return fail("open", result.message);
    const char *call;
    long calls = 0;
    int status;
    do status = check(engine, fake, ++calls, &call);
    while (!status && call);
    rr_backend_cuda.close(engine);
    printf("%ld calls\n", calls - 1);
    return status || calls <= 8;   /* the compiler's, and enter, load, function, leave */
}
