/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Digests: FNV-1a (64 bits) over the samples of fixed jobs, each sample as little-endian bytes. A sampler's is over every
 * dtype and every variant of jobs.c, 10000 samples each, and must be the one that its descriptor says; the total is over
 * those of all samplers, in the order of the list. They don't depend on the machine, the device or --quick. A sampler's
 * changes with its bits version; the total also where a sampler is added. */
#include "report.h"
#include "cli/base/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint64_t start = 0xcbf29ce484222325u;

static uint64_t hash_bytes(uint64_t hash, uint64_t bits, size_t size)
{
    for (size_t b = 0; b < size; ++b) hash = (hash ^ (bits >> 8 * b & 0xff)) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_sample(uint64_t hash, const char *sample, size_t size)
{
    uint64_t bits = 0;
    uint32_t half;
    if (size == 8) memcpy(&bits, sample, 8);
    else {
        memcpy(&half, sample, 4);
        bits = half;
    }
    return hash_bytes(hash, bits, size);
}

static rr_status hash_job(const rr_device *device, const rr_sampler_info *s, rr_type type, int variant, rr_strategy strategy,
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

rr_status verify_digest_of(const rr_device *device, const rr_sampler_info *s, rr_strategy strategy, uint64_t samples,
                           uint64_t *digest)
{
    rr_status status = RR_OK;
    *digest = start;
    for (int type = RR_F32; type <= RR_U64; ++type)
        for (int v = 0; s->dtypes >> type & 1 && v < VERIFY_VARIANTS && !status; ++v)
            status = hash_job(device, s, (rr_type)type, v, strategy, samples, digest);
    return status;
}

/* Adds the checks of all samplers to report, where it is not NULL. Ends early after a signal that is watched for. */
static rr_status add_digests(verify_report *report, const rr_device *device, uint64_t *total)
{
    const rr_sampler_info *s;
    rr_status status = RR_OK;
    *total = start;
    for (size_t i = 0; (s = sampler_at(i)) && !status && !interrupted(); ++i) {
        uint64_t digest;
        char check[80];
        if (s->outside) continue;
        status = verify_digest_of(device, s, (rr_strategy){0, 0}, VERIFY_DIGEST_SAMPLES, &digest);
        *total = hash_bytes(*total, digest, sizeof digest);
        if (!report || status) continue;
        snprintf(check, sizeof check, "digest %s", s->name);
        if (digest == s->digest) verify_add(report, check, true, "%016" PRIx64, digest);
        else verify_add(report, check, false, "%016" PRIx64 ", recorded is %016" PRIx64, digest, s->digest);
    }
    return status;
}

rr_status verify_digest_of_all(const rr_device *device, uint64_t *total)
{
    return add_digests(NULL, device, total);
}

void verify_digest(verify_report *report)
{
    uint64_t total;
    rr_device *device = verify_open(report, "digest", report->device);
    if (!device) return;
    const rr_status status = add_digests(report, device, &total);
    if (status) verify_add(report, "digest", false, "%s", rr_status_text(status));
    else verify_add(report, "digest", true, "%016" PRIx64, total);
    rr_device_close(&device);
}
