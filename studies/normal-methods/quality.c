/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Figure 2: the error of histograms of up to 1024^3 samples, repeated with ten streams. Samples are counted when drawn and
 * not kept. Environment: SAMPLES is the number of samples, BINS the number of bins between -5 and 5. */
#include "study.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 15, REPEATS = 10, FIRST_EXPONENT = 16, USUAL_BINS = 1000 };
static const double FULL = 0x1p30, QUICK = 0x1p20, NORMAL_95 = 1.959964;
static double given_samples, given_bins = USUAL_BINS;   /* 0 samples: the number of the paper, or of QUICK */

int quality_settings(const char *name)
{
    return study_number(name, "SAMPLES", 1, 0x1p40, &given_samples) ||
           study_number(name, "BINS", MIN_BINS, MAX_BINS, &given_bins);
}

static uint64_t samples(const study *s)
{
    return (uint64_t)(given_samples > 0 ? given_samples : s->quick ? QUICK : FULL);
}

/* Writes a row at n = 2^16, 2^18, ... and at the end. */
static int repeat(FILE *csv, const study *s, const method *m, unsigned number, histogram *h, float *out)
{
    const uint64_t total = samples(s);
    uint64_t mark = 1ull << FIRST_EXPONENT;
    rr_job job = normal_job(m->two, RR_F32, STREAM_QUALITY + number, CHUNK, out);
    memset(h, 0, sizeof *h);
    h->bins = (unsigned)given_bins;
    while (h->n < total) {
        job.rows = total - h->n < CHUNK ? total - h->n : CHUNK;
        if (rr_run(s->device, &job, NULL)) return study_fail(s, "a sampler failed");
        job.stream.next += job.rows;
        histogram_add(h, out, job.rows);
        if (h->n == mark || h->n == total)
            fprintf(csv, "%s,%u,%u,%llu,%.6g\n", m->name, h->bins, number + 1, (unsigned long long)h->n,
                    histogram_error(h));
        if (h->n == mark) mark *= 4;
    }
    fflush(csv);   /* a full repeat takes minutes */
    return 0;
}

int quality_write(FILE *csv, const study *s)
{
    static histogram h;
    float *out = malloc(CHUNK * sizeof *out);
    int status = out ? 0 : study_fail(s, "no memory");
    fprintf(csv, "method,bins,repeat,samples,error\n");
    /* The last method repeats Box-Muller. */
    for (const method *m = methods; m < methods + METHODS - 1 && !status; ++m)
        for (unsigned r = 0; r < REPEATS && !status; ++r) status = repeat(csv, s, m, r, &h, out);
    free(out);
    return status;
}

/* The mean error of perfect samples, with the 95 % range of a repeat, and of perfect uniforms through Winitzki's formula. */
int expected_write(FILE *csv, const study *s)
{
    const unsigned bins = (unsigned)given_bins;
    (void)s;
    fprintf(csv, "bins,samples,perfect,perfect_low,perfect_high,fast\n");
    for (double n = 1 << FIRST_EXPONENT; n <= 0x1p34; n *= 2) {
        double deviation;
        const double perfect = perfect_error(bins, n, &deviation);
        fprintf(csv, "%u,%.0f,%.6g,%.6g,%.6g,%.6g\n", bins, n, perfect, perfect - NORMAL_95 * deviation,
                perfect + NORMAL_95 * deviation, winitzki_error(bins, n, NULL));
    }
    return 0;
}

/* The paper does not define its bins and their range. This table has the excess error of the fast erfinv at 1024^3 samples
 * by number of bins, and the number of samples from which its mean error is above the 95 % range of a perfect histogram. */
int bins_write(FILE *csv, const study *s)
{
    static const unsigned bins[] = {20, 50, 100, 200, 300, 400, 500, 700, 1000, 2000, 5000, 10000};
    (void)s;
    fprintf(csv, "bins,perfect,fast,worse,seen_from\n");
    for (unsigned i = 0; i < sizeof bins / sizeof bins[0]; ++i) {
        const double perfect = perfect_error(bins[i], FULL, NULL), fast = winitzki_error(bins[i], FULL, NULL);
        double n = 1, deviation = 0;
        while (winitzki_error(bins[i], n, NULL) < perfect_error(bins[i], n, &deviation) + NORMAL_95 * deviation) n *= 2;
        fprintf(csv, "%u,%.4g,%.4g,%.4g,%.0f\n", bins[i], perfect, fast, fast / perfect - 1, n);
    }
    return 0;
}
