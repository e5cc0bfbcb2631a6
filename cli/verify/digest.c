/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Computes digests: FNV-1a (64 bits) over the samples of fixed jobs, each sample as little-endian bytes. A sampler's digest
 * is over every dtype and every variant of jobs.c, 10000 samples each, and must equal the one in its descriptor; the total
 * is over the digests of all samplers, in the order of the list. They do not depend on machine, device or --quick. A
 * sampler's digest changes with its bits version; the total also changes when a sampler is added. */
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

/* Ends early after a signal that is watched for. */
rr_status verify_digest_of_all(const rr_device *device, uint64_t *total)
{
    const rr_sampler_info *s;
    rr_status status = RR_OK;
    *total = start;
    for (size_t i = 0; (s = sampler_at(i)) && !status && !interrupted(); ++i) {
        uint64_t digest;
        if (s->outside) continue;
        status = verify_digest_of(device, s, (rr_strategy){0, 0}, VERIFY_DIGEST_SAMPLES, &digest);
        *total = hash_bytes(*total, digest, sizeof digest);
    }
    return status;
}

verify_hash verify_digest(verify_report *report, const rr_device *device, const rr_sampler_info *s)
{
    verify_hash hash;
    char check[80];
    hash.status = verify_digest_of(device, s, (rr_strategy){0, 0}, VERIFY_DIGEST_SAMPLES, &hash.digest);
    snprintf(check, sizeof check, "digest %s", s->name);
    for (int type = RR_F32; type <= RR_U64; ++type)
        if (s->dtypes >> type & 1) report->counts.drawn += VERIFY_VARIANTS * VERIFY_DIGEST_SAMPLES;
    if (hash.status) verify_add(report, check, false, "%s", rr_status_text(hash.status));
    else if (hash.digest == s->digest) verify_add(report, check, true, "%016" PRIx64, hash.digest);
    else verify_add(report, check, false, "%016" PRIx64 ", recorded is %016" PRIx64, hash.digest, s->digest);
    return hash;
}

void verify_digest_total(verify_report *report, const verify_hash *hash)
{
    const rr_sampler_info *s;
    uint64_t total = start;
    for (size_t i = 0; (s = sampler_at(i)); ++i) {
        if (s->outside) continue;
        if (hash[i].status) {
            verify_add(report, "digest", false, "none: %s has none", s->name);
            return;
        }
        total = hash_bytes(total, hash[i].digest, sizeof hash[i].digest);
    }
    verify_add(report, "digest", true, "%016" PRIx64, total);
}
