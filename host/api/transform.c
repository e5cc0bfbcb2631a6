/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Transforms of points: a job is checked, shared by threads, and cut into batches, on which the kernels run. Nothing is
 * allocated but for threads. */
#include <string.h>

#include "host/internal.h"
#include "laws/descriptor.h"
#include "targets/cpu/isa.h"
#include "engine/lanes/fpenv.h"

/* Points of a batch, whose queues lie on the stack; points that a thread takes at a time, 100 us and more of work. */
#define BATCH 4096u
#define SLACK 32u
#define PIECE 65536u

/* The methods that callers name: those whose coordinates lie in an interval. */
static const rr_transform_info infos[] = {
#define RR_TRANSFORM(ident, name, coords, low, high, refuses, help) {name, help, refuses, coords, low, high},
#include "transforms/list.h"
#undef RR_TRANSFORM
};

const rr_transform_info *rr_transform_list(size_t number)
{
    for (size_t i = 0; i < RR_TRANSFORMS; ++i)
        if (infos[i].high > infos[i].low && !number--) return &infos[i];
    return NULL;
}

const rr_transform_info *rr_transform_find(const char *name)
{
    const rr_transform_info *info;
    for (size_t i = 0; name && (info = rr_transform_list(i)); ++i)
        if (!strcmp(info->name, name)) return info;
    return NULL;
}

/* Pointers are compared: what a stranger points to is not looked at. */
static int is_listed(const rr_transform_info *method)
{
    const rr_transform_info *info;
    for (size_t i = 0; (info = rr_transform_list(i)); ++i)
        if (info == method) return 1;
    return 0;
}

/* What a thread does, and what it has found. */
typedef struct work {
    rr_batch_fn *pass;
    rr_batch batch;        /* of the job's first point */
    unsigned width;        /* bytes of a number */
    uint64_t first;        /* index of the job's first point */
    uint64_t failed, failed_first;
} work;

/* The lowest NaN of a batch that begins with point number `at`. */
static void find_first(work *w, const rr_batch *b, uint64_t at)
{
    for (uint32_t k = 0; k < b->n; ++k) {
        const double z = rr_value_at(b->zx, k * b->step, w->width);
        if (z == z) continue;
        if (w->failed_first > at + k) w->failed_first = at + k;
        return;
    }
}

static void run(void *state, uint64_t from, uint64_t n)
{
    work *w = state;
    uint32_t queue[2][BATCH + SLACK];
    rr_batch b = w->batch;
    const uint64_t stride = w->batch.step * w->width / sizeof(rr_scalar);   /* the host's rr_scalar is a float */
    b.queue[0] = queue[0];
    b.queue[1] = queue[1];
    for (uint64_t at = from; at < from + n; at += b.n) {
        b.n = from + n - at < BATCH ? (uint32_t)(from + n - at) : BATCH;
        b.x = w->batch.x ? w->batch.x + at * stride : NULL;
        b.y = w->batch.y ? w->batch.y + at * stride : NULL;
        b.zx = w->batch.zx + at * stride;
        b.zy = w->batch.zy ? w->batch.zy + at * stride : NULL;
        b.base_lo = (uint32_t)(w->first + at);
        b.base_hi = (uint32_t)((w->first + at) >> 32);
        const uint32_t refused = w->pass(&b);
        w->failed += refused;
        if (refused) find_first(w, &b, at);
    }
}

static void merge(void *to_state, const void *from_state)
{
    work *to = to_state;
    const work *from = from_state;
    to->failed += from->failed;
    if (to->failed_first > from->failed_first) to->failed_first = from->failed_first;
}

static void run_all(const rr_device *device, work *w, uint64_t n)
{
    const rr_sharing how = {sizeof *w, NULL, run, NULL, merge, device->threads, PIECE};
    rr_share(&how, w, n);
}

static work work_of(const rr_device *device, unsigned which, rr_type dtype, rr_stream s)
{
    const unsigned wide = dtype == RR_F64;
    work w = {.pass = device->isa->transform[wide][which], .width = wide ? 8 : 4, .first = s.next,
              .failed_first = UINT64_MAX};
    rr_launch_key(&w.batch.key, s, RR_FAMILY_ROLLS, wide);
    w.batch.cap = RR_CAP8;
    return w;
}

void rr_transform_draw(const rr_device *device, enum rr_transform_number which, rr_type dtype, rr_stream s, uint64_t n,
                       void *out)
{
    work w = work_of(device, which, dtype, s);
    w.batch.step = 2;
    w.batch.zx = out;
    w.batch.zy = (rr_scalar *)(void *)((char *)out + w.width);
    rr_value_set(&w.batch.mean, 0, w.width, 0);
    rr_value_set(&w.batch.sd, 0, w.width, 1);
    run_all(device, &w, n);
}

static rr_status check_numbers(const rr_transform_job *job, rr_result *result)
{
    const double most = job->dtype == RR_F64 ? 1.7976931348623157e308 : 3.40282346638528859812e38;
    const double mean = job->dtype == RR_F64 ? job->mean : (double)(float)job->mean;
    const double sd = job->dtype == RR_F64 ? job->sd : (double)(float)job->sd;
    if (!(mean >= -most && mean <= most))
        return rr_fail(result, RR_ERR_PARAM, "mean = %g is outside its range [%g, %g]", job->mean, -most, most);
    if (!(sd > 0 && sd <= most)) return rr_fail(result, RR_ERR_PARAM, "sd = %g is outside its range (0, %g]", job->sd, most);
    return RR_OK;
}

static rr_status check(const rr_device *device, const rr_transform_job *job, rr_result *result)
{
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (!job || job->size != sizeof *job)
        return rr_fail(result, RR_ERR_ARGUMENT, "job is NULL or its size is not set: start from RR_TRANSFORM_INIT");
    if (!is_listed(job->method))
        return rr_fail(result, RR_ERR_ARGUMENT, "method is not one of rr_transform_list");
    if (job->dtype != RR_F32 && job->dtype != RR_F64)
        return rr_fail(result, RR_ERR_ARGUMENT, "dtype is not RR_F32 or RR_F64");
    if (job->columns & ~1) return rr_fail(result, RR_ERR_ARGUMENT, "columns is not 0 or 1");
    const unsigned width = job->dtype == RR_F64 ? 8 : 4;
    if (job->n > UINT64_MAX / 16) return rr_fail(result, RR_ERR_ARGUMENT, "n is too large");
    const rr_status status = check_numbers(job, result);
    if (status != RR_OK || !job->n) return status;
    if (!job->points || (uintptr_t)job->points % width)
        return rr_fail(result, RR_ERR_ARGUMENT, "points is NULL or not aligned to its type");
    if (!job->out || (uintptr_t)job->out % width)
        return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL or not aligned to its type");
    const uint64_t bytes = job->n * job->method->coords * width;
    if (job->out != job->points && rr_overlap(job->out, bytes, job->points, 0, bytes))
        return rr_fail(result, RR_ERR_OVERLAP, "out overlaps points, and is not points");
    if (job->stream.next > UINT64_MAX - (job->n - 1))
        return rr_fail(result, RR_ERR_INDEX, "the last index, stream.next + n - 1, is past 2^64 - 1");
    return RR_OK;
}

static rr_status transform(const rr_device *device, const rr_transform_job *job, rr_result *result)
{
    const rr_status status = check(device, job, result);
    if (status != RR_OK || !job->n) return status;
    const unsigned coords = job->method->coords;
    work w = work_of(device, (unsigned)(job->method - infos), job->dtype, job->stream);
    const uint64_t to_second = (job->columns ? job->n : 1) * w.width;
    w.batch.step = coords == 2 && !job->columns ? 2 : 1;
    w.batch.x = job->points;
    w.batch.zx = job->out;
    if (coords == 2) {
        w.batch.y = (const rr_scalar *)(const void *)((const char *)job->points + to_second);
        w.batch.zy = (rr_scalar *)(void *)((char *)job->out + to_second);
    }
    rr_value_set(&w.batch.mean, 0, w.width, job->mean);
    rr_value_set(&w.batch.sd, 0, w.width, job->sd);
    if (device->gpu) {
        uint64_t done = 0;
        const rr_status drawn = rr_gpu_transform(device, (unsigned)(job->method - infos), job, &w.batch, &done, result);
        /* What a device leaves undone when it fails half-way the host does: out is untouched or complete. */
        if (drawn != RR_OK && done) run(&w, done, job->n - done);
        return drawn;
    }
    run_all(device, &w, job->n);
    if (result) {
        result->failed = w.failed;
        result->failed_index = w.failed_first;
    }
    return RR_OK;
}

rr_status rr_transform(const rr_device *device, const rr_transform_job *job, rr_result *result)
{
    if (result && result->size != sizeof *result) return RR_ERR_ARGUMENT;
    if (result) *result = (rr_result)RR_RESULT_INIT;
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = transform(device, job, result);
    rr_fpenv_leave(saved);
    return status;
}
