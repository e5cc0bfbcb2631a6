/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Finds which of a call's pointers are in the memory of the GPU, and checks that kernels can use that memory. */
#include <string.h>

#include "gpu.h"

static rr_status place(const rr_gpu *gpu, const void *pointer, int object, const char *name, int *remote, rr_result *result)
{
    rr_place p = object && pointer ? RR_PLACE_DEVICE : RR_PLACE_HOST;   /* NULL is a default value, or none */
    const rr_status status = object || !pointer ? RR_OK : gpu->backend->place(gpu->engine, pointer, &p, result);
    if (status != RR_OK) return status;
    if (p == RR_PLACE_OTHER) return rr_fail(result, RR_ERR_ARGUMENT, "%s is in the memory of another GPU", name);
    *remote = p == RR_PLACE_DEVICE;
    return RR_OK;
}

static const char *type_name(rr_type type)
{
    return type == RR_F64 ? "f64" : type == RR_F32 ? "f32" : type == RR_I64 ? "i64" : "u64";
}

/* If other memory of the job is the device's, kernels check the host's integer parameters as 64-bit words: they must be
 * integers, and constant. */
static rr_status check_integers(const rr_call *call, rr_result *result)
{
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        double v;
        if (call->remote >> p & 1) continue;
        if (call->varies >> p & 1)
            return rr_fail(result, RR_ERR_ARGUMENT,
                           "parameter %s varies and is host memory, where other memory of the job is the GPU's",
                           call->sampler->param[p].name);
        if (!rr_integer_at(call, p, 0, &v))
            return rr_fail(result, RR_ERR_ARGUMENT, "parameter %s is not an integer that the dtype accepts",
                           call->sampler->param[p].name);
    }
    return RR_OK;
}

/* A parameter in device memory is one value, or has strides that are multiples of its type, which is the kernel's. */
static rr_status check_param(const rr_call *call, uint32_t p, rr_result *result)
{
    const rr_job *job = &call->job;
    const rr_param *q = &job->param[p];
    const rr_type type = rr_param_type(call->sampler, job->dtype);
    const ptrdiff_t width = (ptrdiff_t)call->width;
    const int own = rr_own_weights(call) && call->sizes.lists >> p & 1 && !rr_has_logits(call->sampler);
    if (!own && (call->sampler->fixed | rr_call_whole_params(call)) >> p & 1)
        return rr_fail(result, RR_ERR_ARGUMENT, "parameter %s must be in host memory, because the host makes a table of it",
                       call->sampler->param[p].name);
    /* A kernel that loads from a misaligned address destroys the CUDA context of the process. */
    if (!(job->flags & RR_CL_PARAM(p)) && (uintptr_t)q->data % (uintptr_t)width)
        return rr_fail(result, RR_ERR_ARGUMENT, "parameter %s is not aligned to its type", call->sampler->param[p].name);
    if (q->type != type)
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "parameter %s is in GPU memory: there it must have the kernel's dtype (%s)",
                       call->sampler->param[p].name, type_name(type));
    if (own ? rr_gpu_choices_may_stay(call) : !(call->varies >> p & 1) || rr_gpu_may_spread(call, p)) return RR_OK;
    return rr_fail(result, RR_ERR_ARGUMENT, "the strides of parameter %s must be multiples of its type's size, and not "
                   "negative for a cl_mem", call->sampler->param[p].name);
}

rr_status rr_gpu_place(rr_call *call, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    const rr_job *job = &call->job;
    rr_status status;
    int is = 0;
    call->remote = 0;
    if ((call->stages || call->sampler->row_stages) && !gpu->facts.wide)
        return rr_fail(result, RR_ERR_DEVICE, "%s can't draw %s: composite samplers need f64, which it lacks",
                       gpu->facts.name, call->sampler->name);
    if (call->sampler->counts && !gpu->facts.wide)
        return rr_fail(result, RR_ERR_DEVICE, "%s can't draw %s: counts need f64, which it lacks", gpu->facts.name,
                       call->sampler->name);
    if (strcmp(gpu->backend->name, "opencl") && job->flags & RR_CL_ANY)
        return rr_fail(result, RR_ERR_ARGUMENT, "flags RR_CL_... are for OpenCL devices");
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        if ((status = place(gpu, job->param[p].data, (job->flags & RR_CL_PARAM(p)) != 0, call->sampler->param[p].name,
                            &is, result)) != RR_OK ||
            (is && (status = check_param(call, p, result)) != RR_OK)) return status;
        call->remote |= (uint32_t)is << p;
    }
    if ((status = place(gpu, job->index, (job->flags & RR_CL_INDEX) != 0, "index", &is, result)) != RR_OK) return status;
    if (is && !(job->flags & RR_CL_INDEX) && (uintptr_t)job->index % 8)
        return rr_fail(result, RR_ERR_ARGUMENT, "index is not aligned to its type");
    if (is) call->remote |= RR_REMOTE_INDEX;
    if ((status = place(gpu, job->out, (job->flags & RR_CL_OUT) != 0, "out", &is, result)) != RR_OK) return status;
    if (is) call->remote |= RR_REMOTE_OUT;
    return call->remote && call->sampler->integers ? check_integers(call, result) : RR_OK;
}
