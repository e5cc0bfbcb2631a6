/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A GPU as a device: the calls of rr_target_cuda and rr_target_opencl. */
#include <stdio.h>
#include <string.h>

#include "gpu.h"

static rr_status open_gpu(const rr_target *target, const char *what, rr_device *d, rr_result *result)
{
    rr_gpu *gpu;
    const rr_status status = rr_gpu_open(target->backend, what ? what : "", d->warp, &gpu, result);
    if (status == RR_ERR_ARGUMENT) return RR_ERR_DEVICE;   /* the device's string is wrong */
    if (status != RR_OK) return status;
    gpu->tile = d->tile;
    d->own = gpu;
    d->name = target->name;
    d->lanes[0] = d->lanes[1] = gpu->facts.lanes;
    d->self = gpu->facts.self;
    d->arch = gpu->facts.arch;
    d->issue = gpu->facts.issue;
    return RR_OK;
}

static void close_gpu(rr_device *d) { rr_gpu_close(d->own); }

static int list(const rr_target *target, unsigned number, rr_listed *l)
{
    rr_engine_facts facts;
    if (!target->backend->list(number, l->name, &facts, l->why)) return 0;
    l->lanes = l->why[0] ? 0 : facts.lanes;
    l->across = l->why[0] ? "" : facts.across;
    snprintf(l->model, sizeof l->model, "%s", facts.name);
    return 1;
}

static const char *describe(const rr_device *d, uint32_t *warp, uint32_t *tile, uint32_t *threads)
{
    const rr_gpu *gpu = d->own;
    if (warp) *warp = gpu->facts.lanes;
    if (tile) *tile = gpu->tile;
    if (threads) *threads = 1;
    return gpu->facts.name;
}

static void *context(const rr_device *d)
{
    const rr_gpu *gpu = d->own;
    return gpu->backend->context(gpu->engine);
}

static rr_status allocate(const rr_device *d, size_t size, void **allocate, uint32_t *flags)
{
    const rr_gpu *gpu = d->own;
    rr_memory memory = 0;
    const rr_status status = gpu->backend->alloc(gpu->engine, size, &memory, NULL);
    *allocate = (void *)(uintptr_t)memory;
    *flags = strcmp(gpu->backend->name, "opencl") ? 0 : RR_CL_OUT;
    return status;
}

static void deallocate(const rr_device *d, void *allocate)
{
    const rr_gpu *gpu = d->own;
    gpu->backend->release(gpu->engine, (rr_memory)(uintptr_t)allocate);
}

const rr_target_calls rr_gpu_calls = {
    .open = open_gpu, .close = close_gpu, .list = list, .describe = describe, .place = rr_gpu_place, .run = rr_gpu_run,
    .hold = rr_gpu_hold, .let_go = rr_gpu_let_go, .transform = rr_gpu_transform, .prepare = rr_gpu_prepare,
    .enqueue = rr_gpu_enqueue, .wait = rr_gpu_wait, .context = context, .allocate = allocate, .deallocate = deallocate,
};
