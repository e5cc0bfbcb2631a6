/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Figure 2: the error of histograms of up to 1024^3 samples (SAMPLES in the environment says of how many), ten times over
 * with ten streams. Samples are counted as they are drawn, none is kept. */
#include "study.h"

#include <stdlib.h>

enum { CHUNK = 1 << 15, REPEATS = 10, FIRST_EXPONENT = 16 };

static uint64_t samples(const study *s)
{
    const char *given = getenv("SAMPLES");
    const double n = given ? strtod(given, NULL) : 0;
    if (n >= 1 && n <= 0x1p40) return (uint64_t)n;
    return s->quick ? 1 << 20 : 1ull << 30;
}

/* Writes a row at n = 2^16, 2^18, ... and at the end. */
static int repeat(FILE *csv, const study *s, const method *m, unsigned number, float *out)
{
    const uint64_t total = samples(s);
    uint64_t mark = 1ull << FIRST_EXPONENT;
    histogram h = {0, {0}};
    rr_job job = normal_job(m->two, RR_F32, STREAM_QUALITY + number, CHUNK, out);
    while (h.n < total) {
        job.rows = total - h.n < CHUNK ? total - h.n : CHUNK;
        if (rr_run(s->device, &job, NULL)) return study_fail(s, "a sampler failed");
        job.stream.next += job.rows;
        histogram_add(&h, out, job.rows);
        if (h.n == mark || h.n == total) fprintf(csv, "%s,%u,%llu,%.6g\n", m->name, number + 1, (unsigned long long)h.n, histogram_error(&h));
        if (h.n == mark) mark *= 4;
    }
    return 0;
}

int quality_write(FILE *csv, const study *s)
{
    float *out = malloc(CHUNK * sizeof *out);
    int status = out ? 0 : study_fail(s, "no memory");
    fprintf(csv, "method,repeat,samples,error\n");
    /* The last of the methods is Box-Muller once more. */
    for (const method *m = methods; m < methods + METHODS - 1 && !status; ++m)
        for (unsigned r = 0; r < REPEATS && !status; ++r) status = repeat(csv, s, m, r, out);
    free(out);
    return status;
}

/* The errors of perfect samples, with the 95 % range of a single repeat, and of perfect uniforms through Winitzki's formula. */
int expected_write(FILE *csv, const study *s)
{
    double excess[ALL_BINS], deviation;
    winitzki_excess(excess);
    fprintf(csv, "samples,perfect,perfect_low,perfect_high,fast\n");
    for (double n = 1 << FIRST_EXPONENT; n <= 0x1p34; n *= 2) {
        const double perfect = expected_error(n, NULL, &deviation);
        fprintf(csv, "%.0f,%.6g,%.6g,%.6g,%.6g\n", n, perfect, perfect - 1.959964 * deviation, perfect + 1.959964 * deviation,
                expected_error(n, excess, NULL));
    }
    (void)s;
    return 0;
}
