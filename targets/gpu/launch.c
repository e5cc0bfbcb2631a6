/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From a job to launches: the kernel, the words of the launch, and the distribution of samples among warps. */
#include <math.h>
#include <string.h>

#include "gpu.h"

static const char *const sampler_idents[] = {
#define RR_SAMPLER(module, name, ...) #name,
#include "laws/list.h"
#undef RR_SAMPLER
};
static const char *const strategy_idents[] = {
#define RR_STRATEGY(kind, ...) #kind,
#include "engine/strategies/list.h"
#undef RR_STRATEGY
};

const char *rr_gpu_sampler_ident(unsigned number) { return sampler_idents[number]; }

_Static_assert(RR_F32 == (rr_type)RR_CONTAINER_F32 && RR_U64 == (rr_type)RR_CONTAINER_U64, "containers are the types");
/* The smallest limit that OpenCL allows for all arguments of a kernel (CL_DEVICE_MAX_PARAMETER_SIZE). */
_Static_assert(sizeof(rr_launch) + RR_GPU_POINTERS * sizeof(uint64_t) <= 1024, "a launch and its pointers are too large");
_Static_assert(RR_GPU_ROW_OWN < RR_TILE_SETUP && RR_GPU_CHOICE_FIRST < RR_TILE_SETUP,
               "words that stand in the set-up's place");

/* True if the parameters are valid. They must be constant and in host memory. */
static int good_values(const rr_call *call)
{
    double space[RR_MAX_PARAMS];
    const void *value[RR_MAX_PARAMS];
    for (uint32_t p = 0; p < call->sampler->params; ++p) rr_param_values(call, p, 0, 1, &space[p], &value[p]);
    return rr_slot_good(call, value, 0, 0);
}

/* RR_PLAIN for such parameters, 0 if they are bad. With constant parameters all samples need the auxiliary draw, or none. */
static int plain_of(const rr_call *call)
{
    double v[RR_MAX_PARAMS];
    if (!good_values(call)) return 0;
    rr_values_at(call, 0, v);
    return call->sampler->aux && !(call->sampler->aux(v) > 0) ? 2 : 1;
}

int rr_gpu_plain(const rr_call *call, rr_plain_known known)
{
    const rr_job *job = &call->job;
    if (call->strategy.kind != RR_KIND_compact || job->index || call->flip) return 0;
    if (call->varies || call->remote & ((1u << RR_MAX_PARAMS) - 1)) return 0;
    /* For output on the host, run.c aligns the device's buffer, and parameters are checked chunk by chunk (tile.c). */
    if (known == RR_KNOWN_NOTHING) return 1;
    if (call->sink) return plain_of(call);
    if (!(call->remote & RR_REMOTE_OUT)) return good_values(call) ? plain_of(call) : !rr_gpu_reads(call);
    const uint64_t out = job->flags & RR_CL_OUT ? 0 : (uintptr_t)job->out;   /* a cl_mem is aligned */
    const int laid = known == RR_KNOWN_VALUES || call->half || (out - call->out_width * job->stream.next) % RR_GPU_WIDE == 0;
    return laid ? plain_of(call) : 0;
}

rr_status rr_gpu_kernel(const rr_call *call, int plain, int may_make, const rr_kernel **kernel, rr_result *result)
{
    rr_gpu *const gpu = rr_gpu_of(call->device);
    const rr_kernel_request request = {
        .sampler = call->user ? "user" : rr_gpu_sampler_ident(call->number),
        .user = call->user ? rr_gpu_kept(gpu, call->user_lanes) : NULL,
        .counts = call->sampler->counts,
        .params = call->sampler->params,
        .strategy = rr_own_windows(call) ? "inverted" : strategy_idents[call->strategy.kind],
        .wide = (int)call->wide,
        .counting = (call->job.flags & RR_COUNT) != 0,
        .constant = plain,
        .sink = call->sink ? rr_gpu_kept(gpu, call->sink->text) : NULL,
        .whole = call->job.dtype == RR_U32,
    };
    if (call->sink && !request.sink) return rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a sink");
    if (call->user && !request.user) return rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a distribution");
    if (request.wide && !gpu->facts.wide) return rr_fail(result, RR_ERR_DEVICE, "%s has no f64", gpu->facts.name);
    return gpu->backend->kernel(gpu->engine, &request, may_make, kernel, result);
}

/* The smallest and the largest accepted value of a parameter, in the dtype. */
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

/* The same for integers, mapped to unsigned numbers in the same order (engine/strategies/gpu/good.h). */
static void set_integer_ranges(const rr_call *call, rr_launch *l)
{
    const rr_type type = call->job.dtype;
    const uint64_t turn = type == RR_U64 ? 0 : UINT64_C(1) << 63;
    const int narrow = type == RR_I32 || type == RR_U32;
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        l->range[p].low.space = narrow ? (uint64_t)(int64_t)call->range[p]->low ^ turn : 0;
        l->range[p].high.space = narrow ? (uint64_t)(int64_t)call->range[p]->high ^ turn : UINT64_MAX;
    }
    l->range[RR_FEW_PARAMS - 1].low.space = turn;
}

void rr_gpu_launch_start(const rr_call *call, rr_launch *l)
{
    const rr_sampler *s = call->sampler;
    memset(l, 0, sizeof *l);
    l->key = call->key;
    l->cap = s->cap;
    l->flip = call->flip;
    l->indexed = call->job.index != NULL;
    l->number = call->strategy_number;
    l->more = call->strategy_more;
    for (uint32_t p = 0; p < s->params && !s->integers; ++p) set_range(&l->range[p], call->range[p], call->width);
    if (s->integers) set_integer_ranges(call, l);
    /* Integer samples of u64 are stored as their 64 bits. */
    l->container = (uint32_t)(s->integers && call->job.dtype == RR_U64 ? RR_I64 : call->job.dtype);
    l->cell = call->half ? 4 : call->out_width;
    const uint64_t failed_bits = rr_failed_bits(call->job.dtype);
    l->failed_lo = (uint32_t)failed_bits;
    l->failed_hi = (uint32_t)(failed_bits >> 32);
}

/* Slots of a tile, so that all warps that fit on the device get the same number of tiles of the same size: one if that is
 * not too large. */
static uint32_t tile_capacity(const rr_gpu *gpu, uint64_t warps, uint64_t slots)
{
    const uint32_t asked = gpu->tile;
    const uint64_t tiles = (slots + warps * RR_GPU_TILE - 1) / (warps * RR_GPU_TILE) * warps;
    const uint64_t capacity = asked ? asked : (slots + tiles - 1) / tiles;
    const uint64_t turn = RR_GPU_TURN * gpu->facts.lanes, whole = asked || turn < RR_GPU_ALIGN ? RR_GPU_ALIGN : turn;
    const uint64_t rounded = (capacity + whole - 1) / whole * whole;
    return rounded < 1u << 20 ? (uint32_t)rounded : 1u << 20;
}

uint32_t rr_gpu_launch_slots(const rr_gpu *gpu, const rr_kernel *kernel, uint64_t index, uint64_t at, uint32_t n,
                             rr_launch *l)
{
    const uint32_t warps = gpu->facts.warps;
    const uint64_t max = (uint64_t)gpu->facts.units * gpu->backend->fill_of(kernel);
    const uint64_t slots = (uint64_t)n + RR_GPU_ALIGN - 1;   /* the first tile may begin before the chunk */
    l->n = n;
    l->capacity = tile_capacity(gpu, max * warps, slots);
    l->base_lo = (uint32_t)index;
    l->base_hi = (uint32_t)(index >> 32);
    l->element_lo = (uint32_t)at;
    l->element_hi = (uint32_t)(at >> 32);
    const uint64_t tiles = (slots + l->capacity - 1) / l->capacity, blocks = (tiles + warps - 1) / warps;
    return (uint32_t)(blocks < max ? blocks : max);
}

void rr_gpu_launch_params(const rr_call *call, const rr_tile *t, rr_launch *l)
{
    const unsigned width = call->width;
    const uint32_t params = (1u << RR_MAX_PARAMS) - 1;
    /* The kernel checks parameters in device memory, and sets bad samples to NaN or 0 if the host cannot write to the
     * output. For a call without device memory tile.c does both. */
    const int looks = rr_gpu_reads(call) || call->remote & params;
    if (looks || (call->remote && !call->good(call, t))) l->checks = call->sampler->params;
    l->varies = t->varies;
    l->points = 0;
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        if (t->varies >> p & 1) continue;
        if (t->param[p]) memcpy(&l->uniform[p], t->param[p], width);
        else l->points |= 1u << p;
    }
}

uint32_t rr_gpu_launch_chunk(const rr_call *call, const rr_kernel *kernel, const rr_tile *t, uint64_t at, uint32_t n,
                             rr_launch *l)
{
    rr_tile own = *t;
    rr_gpu_launch_params(call, t, l);
    /* The set-up has the same bits on every device; the kernel computes it from parameters that the host cannot read. */
    l->prepared = !l->points;
    if (l->prepared) {
        call->device->host->calls->setup(call, &own);
        memcpy(&l->setup, &own.setup, sizeof l->setup);
    }
    return rr_gpu_launch_slots(rr_gpu_of(call->device), kernel, call->job.stream.next + at, at, n, l);
}

rr_status rr_gpu_rows(const rr_call *call, int may_make, uint32_t *chunk, const rr_kernel **kernel, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    const rr_job *job = &call->job;
    const char *const step = call->sizes.covariances ? "lower" : call->sampler->row_stages ? "unit" : "softmax";
    const rr_kernel_request request = {.sampler = call->whole ? rr_gpu_sampler_ident(call->number) : NULL,
                                       .strategy = call->whole ? "whole" : step, .wide = call->whole || call->wide};
    *kernel = NULL;
    if (!rr_is_row(call->sampler)) return RR_OK;
    if (call->sampler->outside || job->cols > *chunk) {
        if (!call->remote) return RR_OK;
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "rows of %llu columns of %s are made on the host: out and parameters must be host memory",
                       (unsigned long long)job->cols, call->sampler->name);
    }
    *chunk -= (uint32_t)(*chunk % job->cols);
    if (rr_gpu_has_total(call)) return RR_OK;
    return gpu->backend->kernel(gpu->engine, &request, may_make, kernel, result);
}

rr_status rr_gpu_launch_rows(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                             const rr_launch *launch, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    const uint64_t cols = call->job.cols;
    rr_launch l = *launch;
    l.n = (uint32_t)(launch->n / cols);
    l.number = (uint32_t)cols;
    return rr_gpu_launch_step(gpu, queue, kernel, (uint64_t)l.n * gpu->facts.lanes, memory, &l, result);   /* warp per row */
}

rr_status rr_gpu_launch_step(const rr_gpu *gpu, rr_queue *queue, const rr_kernel *kernel, uint64_t threads,
                             const rr_memory *memory, const rr_launch *launch, rr_result *result)
{
    const uint64_t block = (uint64_t)gpu->facts.warps * gpu->facts.lanes, blocks = (threads + block - 1) / block;
    const uint64_t max = (uint64_t)gpu->facts.units * gpu->backend->fill_of(kernel);
    return gpu->backend->launch(queue, kernel, (uint32_t)(blocks < max ? blocks : max), memory, launch, result);
}

void rr_gpu_point(int is_object, const void *pointer, uint64_t byte, unsigned slot, rr_memory *memory, rr_launch *l)
{
    /* A cl_mem is an object and not an address. */
    memory[slot] = (rr_memory)(uintptr_t)pointer + (is_object ? 0 : byte);
    l->at[slot] = is_object ? byte : 0;
}
