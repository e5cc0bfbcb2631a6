/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Transforms of points: checks and prepares a job, and passes it to the device's target. */
#include <string.h>

#include "draw.h"
#include "host/call/call.h"
#include "laws/descriptor.h"
#include "engine/lanes/processor/fpenv.h"

/* The methods that callers can name: those with an interval of coordinates. */
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

/* Compares pointers only: an unknown pointer must not be read. */
static int is_listed(const rr_transform_info *method)
{
    const rr_transform_info *info;
    for (size_t i = 0; (info = rr_transform_list(i)); ++i)
        if (info == method) return 1;
    return 0;
}

static rr_point_call wait(const rr_device *device, enum rr_transform_number which, rr_type dtype, rr_stream s, uint64_t n)
{
    const unsigned wide = dtype == RR_F64;
    rr_point_call c = {.device = device, .which = which, .wide = wide, .width = wide ? 8 : 4, .coords = infos[which].coords,
                       .n = n, .first = s.next, .failed_first = UINT64_MAX};
    rr_launch_key(&c.batch.key, s, 1, RR_FAMILY_ROLLS, wide);
    c.batch.cap = RR_CAP8;
    return c;
}

void rr_transform_draw(const rr_device *device, enum rr_transform_number which, rr_type dtype, rr_stream s, uint64_t n,
                       void *out)
{
    rr_point_call c = wait(rr_host_of(device), which, dtype, s, n);
    c.batch.step = 2;
    c.batch.zx = out;
    c.batch.zy = (char *)out + c.width;
    rr_value_set(&c.batch.mean, 0, c.width, 0);
    rr_value_set(&c.batch.sd, 0, c.width, 1);
    c.device->calls->transform(&c, NULL);
}

/* The largest number of a dtype; a number rounded to it. */
static double max_of(rr_type dtype) { return dtype == RR_F64 ? 1.7976931348623157e308 : 3.40282346638528859812e38; }
static double rounded(rr_type dtype, double x) { return dtype == RR_F64 ? x : (double)(float)x; }

/* Parameter 0 of a job is the mean, 1 the standard deviation. */
static rr_status check_number(const rr_transform_job *job, int p, rr_result *result)
{
    const double max = max_of(job->dtype), given = p ? job->sd : job->mean, x = rounded(job->dtype, given);
    const rr_range range = {p ? 0 : -max, max, p, 0};
    char text[64];
    if ((p ? x > 0 : x >= -max) && x <= max) return RR_OK;
    rr_note_fault(result, RR_FAULT_RANGE, p, rr_value_of(given));
    if (result) result->range = range;
    rr_range_text(&range, text);
    return rr_fail(result, RR_ERR_PARAM, "%s = %g is outside its range %s", p ? "sd" : "mean", given, text);
}

static rr_status check(const rr_device *device, const rr_transform_job *job, rr_result *result)
{
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (!job || job->size != sizeof *job)
        return rr_fail_size(result, job, sizeof *job, "job", "RR_TRANSFORM_INIT");
    if (!is_listed(job->method))
        return rr_fail(result, RR_ERR_ARGUMENT, "method is not one of rr_transform_list");
    if (job->dtype != RR_F32 && job->dtype != RR_F64)
        return rr_fail(result, RR_ERR_ARGUMENT, "dtype is not RR_F32 or RR_F64");
    if (job->columns & ~1) return rr_fail(result, RR_ERR_ARGUMENT, "columns is not 0 or 1");
    const size_t width = rr_type_size(job->dtype);
    if (job->n > UINT64_MAX / 16) return rr_fail(result, RR_ERR_ARGUMENT, "n is too large");
    rr_status status = check_number(job, 0, result);
    if (status == RR_OK) status = check_number(job, 1, result);
    if (status != RR_OK || !job->n) return status;
    if (!job->points || (uintptr_t)job->points % width)
        return rr_fail(result, RR_ERR_ARGUMENT, "points is NULL or not aligned to its type");
    if (!job->out || (uintptr_t)job->out % width)
        return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL or not aligned to its type");
    const uint64_t bytes = job->n * job->method->coords * width;
    if (job->out != job->points && rr_overlap(job->out, bytes, job->points, 0, bytes))
        return rr_fail(result, RR_ERR_OVERLAP, "out overlaps points: use the same address or separate memory");
    if (job->stream.next > UINT64_MAX - (job->n - 1))
        return rr_fail(result, RR_ERR_INDEX, "the last index, stream.next + n - 1, is past 2^64 - 1");
    return RR_OK;
}

static rr_status transform(const rr_device *device, const rr_transform_job *job, rr_result *result)
{
    rr_status status = check(device, job, result);
    if (status != RR_OK || !job->n) return status;
    rr_point_call c = wait(device, (enum rr_transform_number)(job->method - infos), job->dtype, job->stream, job->n);
    const uint64_t to_second = (job->columns ? job->n : 1) * c.width;
    c.job = job;
    c.batch.step = c.coords == 2 && !job->columns ? 2 : 1;
    c.batch.x = job->points;
    c.batch.zx = job->out;
    if (c.coords == 2) {
        c.batch.y = (const char *)job->points + to_second;
        c.batch.zy = (char *)job->out + to_second;
    }
    rr_value_set(&c.batch.mean, 0, c.width, job->mean);
    rr_value_set(&c.batch.sd, 0, c.width, job->sd);
    status = device->calls->transform(&c, result);
    if (result) {
        result->failed = c.failed;
        result->failed_index = c.failed_first;
    }
    return status;
}

rr_status rr_transform(const rr_device *device, const rr_transform_job *job, rr_result *result)
{
    rr_older older RR_OLDER;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = transform(device, job, result);
    rr_fpenv_leave(saved);
    return status;
}
