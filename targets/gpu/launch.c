/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From a job to launches: which kernel, what it is told, and how its samples are dealt to warps. */
#include <math.h>
#include <string.h>

#include "gpu.h"
#include "targets/cpu/isa.h"
#include "targets/cpu/kernels.h"

static const char *const sampler_idents[] = {
#define RR_SAMPLER(room, name, draw, widths) #name,
#include "laws/list.h"
#undef RR_SAMPLER
};
static const char *const strategy_idents[] = {
#undef RR_STRATEGY
#define RR_STRATEGY(kind, name, form, help, number) #kind,
#include "engine/strategies/list.h"
#undef RR_STRATEGY
};

/* Are the parameters good, none of which varies or lies in the memory of the device? */
static int good_values(const rr_part *part, unsigned width)
{
    double space[RR_MAX_PARAMS];
    const void *value[RR_MAX_PARAMS];
    for (uint32_t p = 0; p < part->job->sampler->params; ++p)
        rr_param_values(part->job, p, 0, 1, width, &space[p], &value[p]);
    return rr_slot_good(part->job->sampler, value, 0, 0, width);
}

int rr_gpu_plain(const rr_part *part, int known)
{
    const rr_job *job = part->job;
    const unsigned width = job->dtype == RR_F64 ? 8 : 4;
    if (part->strategy.kind != RR_KIND_compact || job->index || job->flags & RR_ANTITHETIC) return 0;
    for (uint32_t p = 0; p < job->sampler->params; ++p)
        if (part->remote >> p & 1 || rr_param_varies(job, p)) return 0;
    /* What comes to the host gpu_run.c lays as it must lie, and its parameters are looked at chunk by chunk (tile.c). */
    if (!known || !(part->remote & RR_REMOTE_OUT)) return 1;
    const uint64_t out = job->flags & RR_CL_OUT ? 0 : (uintptr_t)job->out;   /* a cl_mem is aligned */
    return (out - width * job->stream.next) % RR_GPU_WIDE == 0 && good_values(part, width);
}

rr_status rr_gpu_kernel(const rr_part *part, int plain, int may_make, const rr_kernel **kernel, rr_result *result)
{
    const rr_gpu *gpu = part->device->gpu;
    const rr_kernel_request request = {
        .sampler = sampler_idents[rr_sampler_number(part->job->sampler)],
        .strategy = strategy_idents[part->strategy.kind],
        .wide = part->job->dtype == RR_F64,
        .counting = (part->job->flags & RR_COUNT) != 0,
        .plain = plain,
    };
    if (request.wide && !gpu->facts.wide) return rr_fail(result, RR_ERR_DEVICE, "%s has no f64", gpu->facts.name);
    return gpu->backend->kernel(gpu->engine, &request, may_make, kernel, result);
}

/* The ends of a parameter's range that are still good, in the dtype. */
static void set_range(rr_gpu_range *to, const rr_range *r, unsigned width)
{
    double low = r->low, high = r->high;
    if (width == 4) {
        if (r->low_open) low = nextafterf((float)low, INFINITY);
        if (r->high_open) high = nextafterf((float)high, -INFINITY);
    } else {
        if (r->low_open) low = nextafter(low, INFINITY);
        if (r->high_open) high = nextafter(high, -INFINITY);
    }
    rr_value_set(&to->low, 0, width, low);
    rr_value_set(&to->high, 0, width, high);
}

void rr_gpu_launch_start(const rr_part *part, rr_launch *l)
{
    const rr_sampler *s = part->job->sampler;
    const unsigned width = part->job->dtype == RR_F64 ? 8 : 4;
    memset(l, 0, sizeof *l);
    l->key = part->key;
    l->cap = s->cap;
    l->flip = part->job->flags & RR_ANTITHETIC ? 0xffffffffu : 0;
    l->indexed = part->job->index != NULL;
    rr_strategy_numbers(part->strategy, &l->number, &l->more);
    if (part->remote) l->checks = s->params;
    for (uint32_t p = 0; p < s->params; ++p) set_range(&l->range[p], rr_param_range(s, p, width), width);
    if (part->job->dtype == RR_F32) l->withheld_lo = 0x7fc00000u;
    if (part->job->dtype == RR_F64) l->withheld_hi = 0x7ff80000u;
}

/* Slots of a tile. Every warp gets one where there are few; where there are many each gets some, so that those which are
 * done early find more to do. */
static uint32_t tile_capacity(const rr_gpu *gpu, uint64_t n)
{
    const rr_engine_facts *f = &gpu->facts;
    const uint64_t warps = (uint64_t)f->units * f->fill * f->warps;
    const uint32_t asked = gpu->tile;
    uint64_t capacity = asked ? asked : n / warps + 1;
    if (!asked && capacity > 8192) capacity = n / (4 * warps) < 8192 ? 8192 : n / (4 * warps);
    const uint64_t turn = RR_GPU_TURN * f->lanes, whole = asked || turn < RR_GPU_ALIGN ? RR_GPU_ALIGN : turn;
    capacity = (capacity + whole - 1) / whole * whole;
    return capacity < 1u << 20 ? (uint32_t)capacity : 1u << 20;
}

uint32_t rr_gpu_launch_slots(const rr_gpu *gpu, uint64_t index, uint64_t at, uint32_t n, rr_launch *l)
{
    const rr_engine_facts *f = &gpu->facts;
    l->n = n;
    l->capacity = tile_capacity(gpu, n);
    l->base_lo = (uint32_t)index;
    l->base_hi = (uint32_t)(index >> 32);
    l->element_lo = (uint32_t)at;
    l->element_hi = (uint32_t)(at >> 32);
    /* Tiles may begin up to RR_GPU_ALIGN - 1 slots before the chunk. */
    const uint64_t tiles = ((uint64_t)n + RR_GPU_ALIGN - 1 + l->capacity - 1) / l->capacity;
    const uint64_t blocks = (tiles + f->warps - 1) / f->warps, most = (uint64_t)f->units * f->fill;
    return (uint32_t)(blocks < most ? blocks : most);
}

uint32_t rr_gpu_launch_chunk(const rr_part *part, const rr_tile *t, uint64_t at, uint32_t n, rr_launch *l)
{
    const rr_job *job = part->job;
    const rr_device *device = part->device;
    const unsigned wide = job->dtype == RR_F64, width = wide ? 8 : 4;
    rr_tile own = *t;
    l->varies = t->varies;
    l->points = 0;
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        if (t->varies >> p & 1) continue;
        if (t->param[p]) rr_value_set(&l->uniform[p], 0, width, rr_value_at(t->param[p], 0, width));
        else l->points |= 1u << p;
    }
    /* The set-up has the same bits wherever it is made; the kernel makes it from parameters that only it can see. */
    l->prepared = !l->points;
    if (l->prepared) {
        device->isa->ops[wide][rr_sampler_number(job->sampler)]->prepare(&own);
        memcpy(&l->setup, &own.setup, sizeof l->setup);
    }
    return rr_gpu_launch_slots(device->gpu, job->stream.next + at, at, n, l);
}

rr_status rr_gpu_rows(const rr_part *part, int may_make, uint32_t *chunk, const rr_kernel **kernel, rr_result *result)
{
    const rr_gpu *gpu = part->device->gpu;
    const rr_job *job = part->job;
    const rr_kernel_request request = {.strategy = job->sampler->matrix ? "lower" : "softmax", .wide = job->dtype == RR_F64};
    *kernel = NULL;
    if (!job->sampler->vector) return RR_OK;
    if (job->sampler->outside || job->cols > *chunk) {
        if (!part->remote) return RR_OK;
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "rows of %llu columns of %s are made on the host: out and parameters must be host memory",
                       (unsigned long long)job->cols, job->sampler->name);
    }
    *chunk -= (uint32_t)(*chunk % job->cols);
    return gpu->backend->kernel(gpu->engine, &request, may_make, kernel, result);
}

rr_status rr_gpu_launch_rows(const rr_part *part, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                             const rr_launch *launch, rr_result *result)
{
    const rr_gpu *gpu = part->device->gpu;
    const uint64_t cols = part->job->cols, most = (uint64_t)gpu->facts.units * gpu->facts.fill;
    rr_launch l = *launch;
    if (!kernel) return RR_OK;
    l.n = (uint32_t)(launch->n / cols);
    l.number = (uint32_t)cols;
    const uint64_t blocks = ((uint64_t)l.n + gpu->facts.warps - 1) / gpu->facts.warps;   /* enough for a row a warp */
    return gpu->backend->launch(queue, kernel, (uint32_t)(blocks < most ? blocks : most), memory, &l, result);
}

void rr_gpu_point(int is_object, const void *pointer, uint64_t byte, unsigned slot, rr_memory *memory, rr_launch *l)
{
    /* A cl_mem is an object, to which nothing can be added. */
    memory[slot] = (rr_memory)(uintptr_t)pointer + (is_object ? 0 : byte);
    l->at[slot] = is_object ? byte : 0;
}

/* ---- Where pointers lie ---- */

static rr_status place(const rr_gpu *gpu, const void *pointer, int object, const char *name, int *remote, rr_result *result)
{
    rr_place p = object ? RR_PLACE_DEVICE : RR_PLACE_HOST;
    const rr_status status = object || !pointer ? RR_OK : gpu->backend->place(gpu->engine, pointer, &p, result);
    if (status != RR_OK) return status;
    if (p == RR_PLACE_OTHER) return rr_fail(result, RR_ERR_ARGUMENT, "%s lies in the memory of another GPU", name);
    *remote = p == RR_PLACE_DEVICE;
    return RR_OK;
}

/* A parameter of the device is one value, or packed in the kernel's dtype. */
static rr_status check_param(const rr_job *job, uint32_t p, rr_result *result)
{
    const rr_param *q = &job->param[p];
    const rr_type type = job->dtype == RR_F64 ? RR_F64 : RR_F32;
    const ptrdiff_t width = type == RR_F64 ? 8 : 4;
    const int single = !rr_param_varies(job, p);
    if ((job->sampler->fixed | job->sampler->matrix) >> p & 1)
        return rr_fail(result, RR_ERR_ARGUMENT, "parameter %s must be host memory: a table is made of it there",
                       job->sampler->param[p].name);
    /* A kernel that loads from a crooked address takes the context of the whole process down. */
    if (!(job->flags & RR_CL_PARAM(p)) && (uintptr_t)q->data % (uintptr_t)width)
        return rr_fail(result, RR_ERR_ARGUMENT, "parameter %s is not aligned to its type", job->sampler->param[p].name);
    const int cols = job->cols == 1 || q->col_stride == width;
    const int packed = cols && (job->rows == 1 || q->row_stride == width * (ptrdiff_t)job->cols);
    if (q->type == type && (single || packed)) return RR_OK;
    return rr_fail(result, RR_ERR_ARGUMENT,
                   "parameter %s lies in the memory of the GPU: there it must be one value, or packed, of "
                   "the kernel's dtype (%s)", job->sampler->param[p].name, type == RR_F64 ? "f64" : "f32");
}

rr_status rr_gpu_remote(const rr_device *device, const rr_job *job, uint32_t *remote, rr_result *result)
{
    const uint32_t objects = RR_CL_OUT | RR_CL_INDEX | RR_CL_PARAM(0) | RR_CL_PARAM(1) | RR_CL_PARAM(2) | RR_CL_PARAM(3);
    const rr_gpu *gpu = device->gpu;
    rr_status status;
    int is = 0;
    *remote = 0;
    if (!gpu || strcmp(gpu->backend->name, "opencl"))
        if (job->flags & objects) return rr_fail(result, RR_ERR_ARGUMENT, "flags RR_CL_... are for OpenCL devices");
    if (!gpu) return RR_OK;
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        if ((status = place(gpu, job->param[p].data, (job->flags & RR_CL_PARAM(p)) != 0, job->sampler->param[p].name,
                            &is, result)) != RR_OK ||
            (is && (status = check_param(job, p, result)) != RR_OK)) return status;
        *remote |= (uint32_t)is << p;
    }
    if ((status = place(gpu, job->index, (job->flags & RR_CL_INDEX) != 0, "index", &is, result)) != RR_OK) return status;
    if (is && !(job->flags & RR_CL_INDEX) && (uintptr_t)job->index % 8)
        return rr_fail(result, RR_ERR_ARGUMENT, "index is not aligned to its type");
    if (is) *remote |= RR_REMOTE_INDEX;
    if ((status = place(gpu, job->out, (job->flags & RR_CL_OUT) != 0, "out", &is, result)) != RR_OK) return status;
    if (is) *remote |= RR_REMOTE_OUT;
    return RR_OK;
}
