/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The CUDA driver as a library that is opened at run time: the types and constants that we use, and a table of its
 * functions. They are declared here so that the build needs no NVIDIA header. Names are those of the CUDA Driver API manual
 * ("Data types used by CUDA driver" has types, constants and error codes). */
#ifndef RR_CUDA_LIBRARY_H
#define RR_CUDA_LIBRARY_H

#include <stddef.h>

typedef int CUresult, CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;

/* CUresult */
enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
    CUDA_ERROR_CONTAINED = 226,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    CUDA_ERROR_UNKNOWN = 999
};

/* CUdevice_attribute */
enum {
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76
};

/* CUpointer_attribute, and CUmemorytype */
enum { CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2, CU_POINTER_ATTRIBUTE_IS_MANAGED = 8, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9 };
enum { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2 };

/* CU_STREAM_LEGACY */
#define RR_CUDA_LEGACY ((CUstream)1)

/* CUstream_flags, flags of cuMemHostAlloc, CUstreamCaptureStatus, CUstreamCaptureMode */
enum { CU_STREAM_DEFAULT = 0 };
enum { CU_MEMHOSTALLOC_PORTABLE = 1 };
enum { CU_STREAM_CAPTURE_STATUS_NONE = 0 };
enum { CU_STREAM_CAPTURE_MODE_RELAXED = 2 };

typedef struct rr_cuda {
    void *handle;   /* of dlopen */
#define RR_CALL(name, symbol, arguments) CUresult (*name) arguments;
#include "targets/cuda/calls.h"
#undef RR_CALL
} rr_cuda;

/* Opens the library and initializes the driver; 0: nothing is open, and why is the reason. */
int rr_cuda_open(rr_cuda *cuda, char why[160]);
void rr_cuda_close(rr_cuda *cuda);

/* The driver's text for an error. */
const char *rr_cuda_text(const rr_cuda *cuda, CUresult code);

#endif
