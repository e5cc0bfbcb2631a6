/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "probe.h"
#include "cli/base/progress.h"

#include <stdlib.h>

enum { MIN = 64, MAX = 4096 };

static const double enough = 0.01;   /* seconds: another rank may take five times as long */

static uint64_t whole_rows(const job *job, uint64_t count)
{
    const uint64_t row = sampler_is_row(job->sampler) ? job->cols : 1, rows = (count + row - 1) / row * row;
    return rows < job->count ? rows : job->count;
}

static exit_status digest_of(const job_ready *ready, uint64_t count, char digest[RR_SHA256_TEXT])
{
    const size_t bytes = count * dtype_size(ready->job->dtype);
    void *numbers = get_memory(bytes);
    job_state found = JOB_STATE_NEW;
    rr_sha256 hash;
    const exit_status status = job_draw(ready, ready->job->start, count, numbers, &found, NULL);
    rr_sha256_start(&hash);
    rr_sha256_add(&hash, numbers, bytes);
    rr_sha256_finish(&hash, digest);
    free(numbers);
    return status;
}

exit_status probe_digest(const job *job, const rr_device *device, uint64_t count, char digest[RR_SHA256_TEXT])
{
    job_ready ready;
    exit_status status = job_prepare(job, device, false, &ready);
    if (!status) status = digest_of(&ready, count, digest);
    job_release(&ready);
    return status;
}

/* The first draw is not timed, because it may compile a kernel. */
static uint64_t size_of(const job_ready *ready)
{
    char digest[RR_SHA256_TEXT];
    uint64_t count = whole_rows(ready->job, MIN);
    if (digest_of(ready, count, digest)) return count;
    for (double seconds = 0; seconds < enough / 2 && count < MAX;) {
        const double start = seconds_now();
        const uint64_t more = whole_rows(ready->job, 2 * count);
        if (more == count || digest_of(ready, more, digest)) break;
        seconds = seconds_now() - start;
        if (seconds < enough) count = more;
    }
    return count;
}

uint64_t probe_size(const job *job, const rr_device *device)
{
    job_ready ready;
    const bool fails = job_prepare(job, device, false, &ready);
    const uint64_t count = fails ? whole_rows(job, MIN) : size_of(&ready);
    job_release(&ready);
    return count;
}
