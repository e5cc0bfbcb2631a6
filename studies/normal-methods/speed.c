/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Table 1: the time of 2048 samples for each of 256 x 256 threads of a GPU, and of twice as many. Here the same totals, a
 * buffer that stays in the cache drawn over and over: nothing is kept, as nothing was there. */
#include "study.h"

#include <stdlib.h>

enum { CHUNK = 1 << 15, ROUNDS = 3 };   /* samples of a thread at a time */
static const uint64_t SAMPLES = 2048ull * 256 * 256;

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

typedef struct speed {
    FILE *csv;
    void *out;   /* CHUNK numbers for every thread */
} speed;

static int write_device(const study *s, const study_place *p, void *context)
{
    const speed *to = context;
    const uint64_t whole = s->quick ? SAMPLES / 512 : SAMPLES, n = p->emulates_fma ? whole / 64 : whole;
    const uint64_t chunk = (uint64_t)CHUNK * p->threads;
    for (int wide = 0; wide < 2; ++wide)
        for (const method *m = methods; m < methods + METHODS; ++m) {
            const rr_type dtype = wide ? RR_F64 : RR_F32;
            const double one = median_draw(p->device, m->one, dtype, chunk, n, to->out);
            const double two = median_draw(p->device, m->two, dtype, chunk, 2 * n, to->out);
            if (one < 0 || two < 0) return study_fail(s, "a sampler failed");
            fprintf(to->csv, "%s,%u,%s,%s,%llu,%.4g,%.4g,%.4g,%.4g\n", p->kind, p->threads, wide ? "f64" : "f32", m->name,
                    (unsigned long long)n, one * 1e3, two * 1e3, one * 1e9 / (double)n, two * 1e9 / (2 * (double)n));
        }
    return 0;
}

int speed_write(FILE *csv, const study *s)
{
    speed to = {csv, malloc((size_t)CHUNK * study_processors() * 8)};
    if (!to.out) return study_fail(s, "no memory");
    fprintf(csv, "device,threads,dtype,method,samples,ms_1,ms_2,ns_1,ns_2\n");
    const int status = study_devices(s, write_device, &to);
    free(to.out);
    return status;
}
