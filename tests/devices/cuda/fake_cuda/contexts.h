/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Devices, and their contexts: one stack per thread. */
#ifndef RR_TESTS_DEVICES_FAKE_CUDA_CONTEXTS_H
#define RR_TESTS_DEVICES_FAKE_CUDA_CONTEXTS_H

enum { DEPTH = 16, DEVICES = 4 };
static char context_of[DEVICES];   /* only its address is used */
static _Thread_local void *stack[DEPTH];
static _Thread_local int depth, mode;   /* 0: global */

static int current_device(void)
{
    for (int d = 0; depth && d < DEVICES; ++d)
        if (stack[depth - 1] == &context_of[d]) return d;
    return -1;
}

#define IN_CONTEXT() \
    do { \
        if (current_device() < 0) return INVALID_CONTEXT; \
    } while (0)

/* Calls that a capture in global mode forbids to all threads, except in relaxed mode. */
#define UNSAFE() \
    do { \
        if (globally_captured && mode != CU_STREAM_CAPTURE_MODE_RELAXED) { \
            spoil_captures(); \
            return CAPTURE_UNSUPPORTED; \
        } \
    } while (0)
static void spoil_captures(void);

EXPORT CUresult cuInit(unsigned flags)
{
    CALL();
    return flags ? CUDA_ERROR_INVALID_VALUE : device_count ? 0 : CUDA_ERROR_NO_DEVICE;
}

EXPORT CUresult cuDriverGetVersion(int *version)
{
    CALL();
    *version = driver_version;
    return 0;
}

/* If NVRTC finds a driver as libcuda.so.1, it asks it for private tables, and assumes that this call exists. */
EXPORT CUresult cuGetExportTable(const void **table, const void *name)
{
    (void)name;
    *table = NULL;
    return CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuGetErrorString(CUresult code, const char **text)
{
    static _Thread_local char other[40];
    snprintf(other, sizeof other, "fake error %d", code);
    *text = code == 2 ? "out of memory" : code == 100 ? "no CUDA-capable device is detected"
            : code == 700 ? "an illegal memory access was encountered" : other;
    return 0;
}

EXPORT CUresult cuDeviceGetCount(int *n)
{
    CALL();
    *n = device_count;
    return 0;
}

EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CALL();
    if (ordinal < 0 || ordinal >= device_count) return 101;
    *device = ordinal;
    return 0;
}

EXPORT CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    CALL();
    snprintf(name, (size_t)size, "Fake %d", device);
    return 0;
}

EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    (void)device;
    CALL();
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = WARP; return 0;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = PROCESSORS; return 0;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1500000; return 0;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: *value = THREADS; return 0;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = SM / 10; return 0;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = SM % 10; return 0;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CALL();
    *context = (CUcontext)(void *)&context_of[device];
    count(&live.contexts, 1);
    return 0;
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    (void)device;
    count(&live.contexts, -1);
    CALL();
    return 0;
}

EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CALL();
    if (depth == DEPTH) abort();
    stack[depth++] = context;
    return 0;
}

EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    if (!depth) return INVALID_CONTEXT;
    *context = stack[--depth];
    CALL();
    return 0;
}

EXPORT CUresult cuCtxSynchronize(void)
{
    CALL();
    IN_CONTEXT();
    if (globally_captured) {
        spoil_captures();
        return CAPTURE_UNSUPPORTED;
    }
    count(&unfinished, -unfinished);
    ++turn;
    return 0;
}

EXPORT CUresult cuThreadExchangeStreamCaptureMode(int *other)
{
    const int code = call(__func__), before = mode;
    /* The pop is always done, as with functions that free. */
    if (code && *other == CU_STREAM_CAPTURE_MODE_RELAXED) return code;
    mode = *other;
    *other = before;
    return code;
}

#endif
