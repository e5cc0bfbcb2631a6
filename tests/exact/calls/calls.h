/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What tests of the C interface share: a small job, a refusal, a sample that is withheld. */
#ifndef RR_TESTS_EXACT_CALLS_H
#define RR_TESTS_EXACT_CALLS_H

#include "tests/support/support.h"

static const uint64_t NAN64 = 0x7ff8000000000000u;
static const uint32_t NAN32 = 0x7fc00000u;

/* What stands in place of a sample that is withheld. */
static inline int is_withheld(rr_type dtype, const void *p)
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

#endif
