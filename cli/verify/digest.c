/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The digest: FNV-1a (64 bits) over the samples of fixed jobs, each sample as little-endian bytes: every sampler in the
 * order of the list, every dtype, every variant of verify_jobs.c, 10000 samples. It doesn't depend on the machine, the
 * device or --quick; it changes when a sampler is added or its bits version is. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

static uint64_t hash_sample(uint64_t hash, const char *sample, size_t size)
{
    uint64_t bits = 0;
    uint32_t half;
    if (size == 8) memcpy(&bits, sample, 8);
    else {
        memcpy(&half, sample, 4);
        bits = half;
    }
    for (size_t b = 0; b < size; ++b) hash = (hash ^ (bits >> 8 * b & 0xff)) * 0x100000001b3u;
    return hash;
}

static rr_status hash_job(const rr_device *device, const rr_sampler *s, rr_type type, int variant, rr_strategy strategy,
                          uint64_t samples, uint64_t *hash)
{
    const size_t size = dtype_size(type);
    rr_job job;
    verify_params params;
    verify_job_make(&job, &params, s, type, variant, samples);
    job.strategy = strategy;
    const rr_status status = rr_run(device, &job, NULL);
    for (uint64_t k = 0; !status && k < job.rows * job.cols; ++k)
        *hash = hash_sample(*hash, (const char *)job.out + k * size, size);
    verify_job_end(&job, &params);
    return status;
}

static bool asked(const rr_sampler *s, rr_type type, const rr_sampler *only)
{
    return s->dtypes >> type & 1 && !s->outside && (!only || only == s);
}

rr_status verify_digest_of(const rr_device *device, const rr_sampler *only, rr_strategy strategy, uint64_t samples,
                           uint64_t *digest)
{
    const rr_sampler *s;
    rr_status status = RR_OK;
    *digest = 0xcbf29ce484222325u;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (int type = RR_F32; type <= RR_U64; ++type)
            for (int v = 0; asked(s, (rr_type)type, only) && v < VERIFY_VARIANTS && !status; ++v)
                status = hash_job(device, s, (rr_type)type, v, strategy, samples, digest);
    return status;
}

void verify_digest(verify_report *report)
{
    uint64_t digest;
    rr_device *device = verify_open(report, "digest", report->device);
    if (!device) return;
    const rr_status status = verify_digest_of(device, NULL, (rr_strategy){0, 0}, VERIFY_DIGEST_SAMPLES, &digest);
    if (status) verify_add(report, "digest", false, "%s", rr_status_text(status));
    else verify_add(report, "digest", true, "%016" PRIx64, digest);
    rr_device_close(&device);
}
