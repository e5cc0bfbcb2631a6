/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Declarations that the files of this backend share: an open GPU, and visits of its context.
 *
 * The context is the device's primary one, which all libraries of a process share, so that the caller's memory and streams
 * (of the CUDA runtime, of PyTorch) are valid in it. It is never reset. */
#ifndef RR_CUDA_CUDA_H
#define RR_CUDA_CUDA_H

#include <pthread.h>
#include <stdatomic.h>

#include "targets/gpu/engine.h"
#include "library.h"
#include "nvrtc.h"

#define RR_CUDA_WARPS 4       /* of a thread block: RR_WARPS of engine/lanes/cuda.h */
#define RR_CUDA_OLDEST_SM 75  /* compute capability 7.5, of Turing */

struct rr_kernel {
    rr_kernel *next;
    rr_kernel_request request;
    CUmodule module;
    CUfunction function;
    uint32_t fill;                /* thread blocks that fit on a multiprocessor, by registers and shared memory */
};

struct rr_engine {
    rr_cuda cuda;
    rr_nvrtc nvrtc;               /* the newest whose code the driver accepts, as far as is known; may be closed */
    CUdevice device;
    CUcontext context;
    char name[32];                /* "cuda:0" */
    int sm, driver;               /* 10 * compute capability; 1000 major + 10 minor */
    uint32_t block;               /* threads */
    pthread_mutex_t lock;         /* of the list, and of `broken` until is_broken */
    pthread_mutex_t making;       /* held while a kernel is made, one at a time; existing kernels are found without it */
    rr_kernel *kernels;
    atomic_int is_broken;         /* an error after which the driver rejects all further work of this process ... */
    char broken[160];             /* ... and its message */
};

struct rr_queue {
    rr_engine *engine;
    CUstream stream;
    int own;                      /* created by this library, which destroys it */
};

/* A period in which the context is current: its purpose, and where errors are reported. While any thread captures in the
 * global mode, the driver forbids allocating, freeing and loading, and such a call invalidates the capture. These calls are
 * not part of the graph and do not harm it, so they are made in relaxed mode. */
typedef struct rr_visit {
    rr_engine *engine;
    const char *doing;            /* "copying to the device" */
    rr_result *result;
    int relaxed;
    int freeing;                  /* continues after errors */
    int pushed, mode;             /* of rr_cuda_enter */
} rr_visit;

/* Between a successful enter and its leave the context is current. code: the driver's result in between; leave reports the
 * first error of that and of its own calls. */
rr_status rr_cuda_enter(rr_visit *visit);
rr_status rr_cuda_leave(rr_visit *visit, CUresult code);

/* Reports an error; for a broken engine the error that broke it. */
rr_status rr_cuda_fail(rr_engine *engine, CUresult code, const char *doing, rr_result *result);

/* devices.c */
int rr_cuda_list(unsigned number, char name[32], rr_engine_facts *facts, char why[160]);
rr_status rr_cuda_engine_open(const char *what, uint32_t warp, rr_engine **engine, rr_engine_facts *facts,
                              rr_result *result);
void rr_cuda_engine_close(rr_engine *engine);

/* compile.c */
rr_status rr_cuda_kernel(rr_engine *engine, const rr_kernel_request *request, int may_make, const rr_kernel **kernel,
                         rr_result *result);
uint32_t rr_cuda_fill(const rr_kernel *kernel);
void rr_cuda_forget_kernels(rr_engine *engine);   /* within a visit */
char *rr_cuda_kernel_text(const rr_kernel_request *request);   /* to be freed */

/* bundle.c: code that was compiled beforehand. Its directory, if there is one; the name of the file for a kernel and its
 * text; and the contents of the file, to be freed, NULL if there is none. */
int rr_cuda_bundle_folder(char *path, size_t size);
void rr_cuda_bundle_name(const rr_kernel_request *request, const char *text, char name[160]);
void *rr_cuda_bundle_get(const rr_kernel_request *request, const char *text);

#endif
