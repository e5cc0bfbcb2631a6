/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by the tests of the C interface: a small job, samples of a distribution, a failed sample. */
#ifndef RR_TESTS_EXACT_CALLS_H
#define RR_TESTS_EXACT_CALLS_H

#include "tests/support/support.h"

static const uint64_t NAN64 = 0x7ff8000000000000u;
static const uint32_t NAN32 = 0x7fc00000u;

/* The value of a failed sample. */
static inline int is_failed(rr_type dtype, const void *p)
{
    const uint64_t zero = 0;
    return !memcmp(p, dtype == RR_F64 ? (const void *)&NAN64 : dtype == RR_F32 ? (const void *)&NAN32 : (const void *)&zero,
                   width(dtype));
}

static inline rr_job gamma_job(float *out, uint64_t n)
{
    static const float shape = 2;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.rows = n;
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.out = out;
    return job;
}

/* Draws a distribution without parameters on a device that is opened for it. */
static inline rr_status draw_law(const char *device, const char *strategy, const rr_sampler *law, rr_type type,
                                 uint32_t flags, uint64_t first, uint64_t n, void *out)
{
    rr_device *d;
    rr_job job = RR_JOB_INIT;
    assert_int_equal(rr_device_open(device, &d), RR_OK);
    assert_int_equal(rr_strategy_find(strategy, &job.strategy), RR_OK);
    job.sampler = law;
    job.dtype = type;
    job.stream = rr_stream_make(20, 0);
    job.stream.next = first;
    job.rows = n;
    job.flags = flags;
    job.out = out;
    const rr_status status = rr_run(d, &job, NULL);
    rr_device_close(&d);
    return status;
}

#endif
