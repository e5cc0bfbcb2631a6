/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Table 1: the time of 2048 samples for each of 256 x 256 threads of a GPU, and of twice as many. Here the same totals, a
 * buffer that stays in the cache drawn over and over: nothing is kept, as nothing was there. */
#include "study.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 15, ROUNDS = 3 };   /* samples of a thread at a time */
static const uint64_t SAMPLES = 2048ull * 256 * 256;

/* Samples for an instruction set: one of 64 where every fma is emulated. */
static uint64_t samples_of(const study *s, const char *kind)
{
    const uint64_t n = s->quick ? SAMPLES / 512 : SAMPLES;
    return strstr(kind, "scalar") || strstr(kind, "sse2") ? n / 64 : n;
}

/* Seconds that n samples take; below 0: it failed. */
static double draw(const rr_device *device, const char *sampler, rr_type dtype, uint64_t chunk, uint64_t n, void *out)
{
    rr_job job = normal_job(sampler, dtype, STREAM_SPEED, chunk, out);
    const double start = study_seconds();
    for (uint64_t at = 0; at < n; at += chunk) {
        job.stream.next = at;
        job.rows = n - at < chunk ? n - at : chunk;
        if (rr_run(device, &job, NULL)) return -1;
    }
    return study_seconds() - start;
}

static double median_draw(const rr_device *device, const char *sampler, rr_type dtype, uint64_t chunk, uint64_t n, void *out)
{
    double t[ROUNDS];
    draw(device, sampler, dtype, chunk, n / 16, out);   /* wakes the machine */
    for (unsigned r = 0; r < ROUNDS; ++r)
        if ((t[r] = draw(device, sampler, dtype, chunk, n, out)) < 0) return -1;
    return study_median(t, ROUNDS);
}

static int write_device(FILE *csv, const study *s, const char *kind, unsigned threads, void *out)
{
    const uint64_t n = samples_of(s, kind);
    char spec[64];
    rr_device *device;
    uint32_t used;
    snprintf(spec, sizeof spec, "%s,threads=%u", kind, threads);
    if (rr_device_open(spec, &device)) return study_fail(s, "can't open a device that is listed as available");
    rr_device_name(device, NULL, NULL, &used);
    const uint64_t chunk = (uint64_t)CHUNK * used;
    int status = 0;
    for (int wide = 0; wide < 2 && !status; ++wide)
        for (const method *m = methods; m < methods + METHODS && !status; ++m) {
            const rr_type dtype = wide ? RR_F64 : RR_F32;
            const double one = median_draw(device, m->one, dtype, chunk, n, out);
            const double two = median_draw(device, m->two, dtype, chunk, 2 * n, out);
            status = one < 0 || two < 0 ? study_fail(s, "a sampler failed") : 0;
            fprintf(csv, "%s,%u,%s,%s,%llu,%.4g,%.4g,%.4g,%.4g\n", kind, used, wide ? "f64" : "f32", m->name,
                    (unsigned long long)n, one * 1e3, two * 1e3, one * 1e9 / (double)n, two * 1e9 / (2 * (double)n));
        }
    rr_device_close(&device);
    return status;
}

int speed_write(FILE *csv, const study *s)
{
    rr_device_info info;
    rr_device *all;
    uint32_t processors = 1;
    if (rr_device_open("cpu,threads=0", &all) == RR_OK) {
        rr_device_name(all, NULL, NULL, &processors);
        rr_device_close(&all);
    }
    void *out = malloc((size_t)CHUNK * processors * 8);
    int status = out ? 0 : study_fail(s, "no memory");
    fprintf(csv, "device,threads,dtype,method,samples,ms_1,ms_2,ns_1,ns_2\n");
    for (size_t i = 0; rr_device_list(i, &info) && !status; ++i) {
        if (!info.available || strstr(info.name, "warp32")) continue;
        status = write_device(csv, s, info.name, 1, out);
        if (!status && processors > 1) status = write_device(csv, s, info.name, 0, out);
    }
    free(out);
    return status;
}
