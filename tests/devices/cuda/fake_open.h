/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The fake driver of the build folder, for tests that use it by the public functions. */
#ifndef TESTS_FAKE_OPEN_H
#define TESTS_FAKE_OPEN_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "fake_cuda.h"

/* Opens it as the driver and the compiler of this process. NULL: it is not built. */
static inline void *fake_open(const fake_cuda_control **fake)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tests/devices/libfake_cuda.so", getenv("BUILD") ? getenv("BUILD") : "build");
    setenv("REROLL_CUDA", path, 1);
    setenv("REROLL_NVRTC", path, 1);
    void *library = dlopen(path, RTLD_NOW);
    *fake = library ? dlsym(library, "fake_cuda") : NULL;
    return *fake ? library : NULL;
}

/* True if anything is left allocated. */
static inline int fake_holds(const fake_cuda_control *fake)
{
    const fake_cuda_live l = fake->live();
    return l.contexts || l.streams || l.modules || l.memory || l.host;
}

#endif
