/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* NVRTC, NVIDIA's compiler library for CUDA C++, opened at run time. Names are those of its manual. */
#ifndef RR_CUDA_NVRTC_H
#define RR_CUDA_NVRTC_H

#include <stddef.h>

typedef struct _nvrtcProgram *nvrtcProgram;
typedef int nvrtcResult;   /* 0: NVRTC_SUCCESS */

typedef struct rr_nvrtc {
    void *handle;   /* of dlopen; null: none is open */
    int version;    /* 1000 major + 10 minor, like the driver's version */
#define RR_CALL(name, arguments) nvrtcResult (*name) arguments;
#include "targets/cuda/nvrtc_calls.h"
#undef RR_CALL
} rr_nvrtc;

#define RR_NVRTC_ANY 1000000

/* Opens the first NVRTC of a version below `below`, in the order of the search; 0: there is none. */
int rr_nvrtc_open(rr_nvrtc *nvrtc, int below);
void rr_nvrtc_close(rr_nvrtc *nvrtc);

/* The compiler's target for a GPU of compute capability sm / 10: "sm_90", a cubin, if the compiler knows it; otherwise PTX
 * of the highest capability below it, such as "compute_89". 0: the compiler knows no target that this GPU can run. */
int rr_nvrtc_target(const rr_nvrtc *nvrtc, int sm, char target[24]);

/* Compiles; returns an image that the caller frees. NULL: why is the reason. */
char *rr_nvrtc_compile(const rr_nvrtc *nvrtc, const char *text, const char *const *options, int count, int cubin,
                       size_t *size, char why[160]);

#endif
