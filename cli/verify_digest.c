/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The digest: FNV-1a (64 bits) over the samples of fixed jobs, each sample as little-endian bytes: every sampler in the
 * order of the list, every dtype, every variant of verify_jobs.c, 10000 samples. It doesn't depend on the machine, the
 * device or --quick; it changes when a sampler is added or its bits version is. */
#include "verify_report.h"

#include <inttypes.h>
#include <string.h>

enum { DIGEST_SAMPLES = 10000 };

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

static rr_status hash_job(const rr_device *device, const rr_sampler *s, rr_type type, int variant, uint64_t *hash)
{
    const size_t size = dtype_size(type);
    rr_job job;
    verify_params params;
    verify_job_make(&job, &params, s, type, variant, DIGEST_SAMPLES);
    const rr_status status = rr_run(device, &job, NULL);
    for (uint64_t k = 0; !status && k < job.rows * job.cols; ++k)
        *hash = hash_sample(*hash, (const char *)job.out + k * size, size);
    verify_job_end(&job, &params);
    return status;
}

void verify_digest(verify_report *report)
{
    const rr_sampler *s;
    uint64_t hash = 0xcbf29ce484222325u;
    rr_status status = RR_OK;
    rr_device *device = verify_open(report, "digest", report->device);
    if (!device) return;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (int type = RR_F32; type <= RR_U64; ++type)
            for (int v = 0; s->dtypes >> type & 1 && !s->outside && v < VERIFY_VARIANTS && !status; ++v)
                status = hash_job(device, s, (rr_type)type, v, &hash);
    if (status) verify_add(report, "digest", false, "%s", rr_status_text(status));
    else verify_add(report, "digest", true, "%016" PRIx64, hash);
    rr_device_close(&device);
}
