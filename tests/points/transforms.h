/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs of transforms, points for them, and single numbers of f32 and f64 arrays. */
#ifndef RR_TESTS_POINTS_TRANSFORMS_H
#define RR_TESTS_POINTS_TRANSFORMS_H

#include <math.h>

#include "tests/support/support.h"

enum { MANY = 140001 };   /* enough for two threads */
static double points[2 * MANY], want[2 * MANY], have[2 * MANY];

static inline rr_transform_job job_for(const char *method, rr_type dtype, uint64_t n, const void *from, void *out)
{
    rr_transform_job job = RR_TRANSFORM_INIT;
    job.method = rr_transform_find(method);
    if (!job.method) fail_msg("no method %s", method);
    job.dtype = dtype;
    job.n = n;
    job.points = from;
    job.out = out;
    job.stream = rr_stream_make(11, 12);
    return job;
}

static inline uint64_t run_on(const rr_device *where, const rr_transform_job *job, uint64_t *first)
{
    rr_result result = RR_RESULT_INIT;
    if (rr_transform(where, job, &result)) fail_msg("%s: %s", job->method->name, result.message);
    if (first) *first = result.failed_index;
    return result.failed;
}

static inline uint64_t run(const rr_transform_job *job)
{
    return run_on(device("cpu"), job, NULL);
}

/* Reads a number of an array of either type; set likewise. */
static inline double at(const void *x, uint64_t i, rr_type dtype)
{
    return dtype == RR_F64 ? ((const double *)x)[i] : (double)((const float *)x)[i];
}

static inline void put(void *x, uint64_t i, rr_type dtype, double v)
{
    if (dtype == RR_F64) ((double *)x)[i] = v;
    else ((float *)x)[i] = (float)v;
}

static inline uint64_t bits(const void *x, uint64_t i, rr_type dtype)
{
    uint64_t b = 0;
    memcpy(&b, (const char *)x + i * width(dtype), width(dtype));
    return b;
}

/* Numbers of the methods' intervals, a few of them outside or at an end, in the type. */
static inline void make_points(const rr_transform_info *m, rr_type dtype, uint64_t n, void *x)
{
    static const double odd[] = {0, 1, -1, 2, -0.0, 1e-30, -1e-38, INFINITY, -INFINITY, NAN, 0.5, 0.25};
    for (uint64_t i = 0; i < n * m->coords; ++i) {
        const uint64_t r = mix(i);
        put(x, i, dtype, r % 97 == 0 ? odd[r / 97 % 12] : m->low + (m->high - m->low) * ((double)(r >> 12) * 0x1p-52));
    }
}

#endif
