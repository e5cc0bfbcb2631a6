/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls of the driver: pushes and pops the engine's context, and interprets errors. */
#include <stdio.h>

#include "cuda.h"

/* ---- Errors ---- */

/* For all but three of these errors the manual states: "This leaves the process in an inconsistent state and any further
 * CUDA work will return the same error. To continue using CUDA, the process must be terminated and relaunched." The other
 * three mean that the driver is shut down, that the context is destroyed, and an unknown error: the next call would fail as
 * well. */
static int is_final(CUresult code)
{
    static const CUresult final[] = {
        CUDA_ERROR_ECC_UNCORRECTABLE, CUDA_ERROR_NVLINK_UNCORRECTABLE, CUDA_ERROR_CONTAINED, CUDA_ERROR_ILLEGAL_ADDRESS,
        CUDA_ERROR_LAUNCH_TIMEOUT, CUDA_ERROR_ASSERT, CUDA_ERROR_HARDWARE_STACK_ERROR, CUDA_ERROR_ILLEGAL_INSTRUCTION,
        CUDA_ERROR_MISALIGNED_ADDRESS, CUDA_ERROR_INVALID_ADDRESS_SPACE, CUDA_ERROR_INVALID_PC, CUDA_ERROR_LAUNCH_FAILED,
        CUDA_ERROR_DEINITIALIZED, CUDA_ERROR_CONTEXT_IS_DESTROYED, CUDA_ERROR_UNKNOWN,
    };
    for (size_t i = 0; i < sizeof final / sizeof *final; ++i)
        if (code == final[i]) return 1;
    return 0;
}

/* Reports an error. The first final error is kept, since all later ones follow from it. */
rr_status rr_cuda_fail(rr_engine *e, CUresult code, const char *doing, rr_result *result)
{
    const char *text = rr_cuda_text(&e->cuda, code);
    if (is_final(code)) {
        pthread_mutex_lock(&e->lock);
        if (!e->is_broken)
            snprintf(e->broken, sizeof e->broken, "%s, %s: %s; this process can no longer use it", e->name, doing, text);
        e->is_broken = 1;
        pthread_mutex_unlock(&e->lock);
    }
    if (e->is_broken) return rr_fail(result, RR_ERR_DEVICE, "%s", e->broken);
    const rr_status status = code == CUDA_ERROR_OUT_OF_MEMORY ? RR_ERR_MEMORY : RR_ERR_DEVICE;
    return rr_fail(result, status, "%s, %s: %s", e->name, doing, text);
}

/* ---- Visits ---- */

rr_status rr_cuda_enter(rr_visit *v)
{
    rr_engine *e = v->engine;
    if (e->is_broken && !v->freeing) return rr_fail(v->result, RR_ERR_DEVICE, "%s", e->broken);
    CUresult code = e->cuda.cuCtxPushCurrent(e->context);
    v->pushed = !code;
    v->mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    if (v->relaxed && !code) {
        code = e->cuda.cuThreadExchangeStreamCaptureMode(&v->mode);
        v->relaxed = !code;
    }
    if (!code) return RR_OK;
    if (v->freeing) return rr_cuda_fail(e, code, v->doing, v->result);
    return v->pushed ? rr_cuda_leave(v, code) : rr_cuda_fail(e, code, v->doing, v->result);
}

rr_status rr_cuda_leave(rr_visit *v, CUresult code)
{
    rr_engine *e = v->engine;
    CUcontext ours;
    if (v->pushed && v->relaxed) {
        const CUresult back = e->cuda.cuThreadExchangeStreamCaptureMode(&v->mode);
        if (!code) code = back;
    }
    if (v->pushed) {
        const CUresult back = e->cuda.cuCtxPopCurrent(&ours);
        if (!code) code = back;
    }
    return code ? rr_cuda_fail(e, code, v->doing, v->result) : RR_OK;
}
