/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Figure 1: the normal density at 0, 1/8 ... 6 standard deviations on both sides, the density of samples in bins of that
 * width, and the probabilities within and beyond |x|. */
#include "study.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 1 << 15, SIDE = 48, POINTS = 2 * SIDE + 1 };
#define WIDTH 0.125

/* Bin k is [x - WIDTH / 2, x + WIDTH / 2) about x = (k - SIDE) WIDTH. Samples farther out are not counted. */
static void count(const float *x, size_t n, uint64_t counted[POINTS])
{
    for (size_t i = 0; i < n; ++i) {
        const double bin = floor(x[i] / WIDTH + 0.5) + SIDE;
        if (bin >= 0 && bin < POINTS) ++counted[(unsigned)bin];
    }
}

static int draw(const study *s, uint64_t n, float *out, uint64_t counted[POINTS])
{
    rr_job job = normal_job("normal", RR_F32, STREAM_DENSITY, CHUNK, out);
    for (uint64_t at = 0; at < n; at += CHUNK) {
        job.stream.next = at;
        if (rr_run(s->numbers, &job, NULL)) return study_fail(s, "a sampler failed");
        count(out, CHUNK, counted);
    }
    return 0;
}

int density_write(FILE *csv, const study *s)
{
    const uint64_t n = s->quick ? 1 << 20 : 1 << 26;
    uint64_t counted[POINTS] = {0};
    float *out = malloc(CHUNK * sizeof *out);
    const int status = out ? draw(s, n, out, counted) : study_fail(s, "no memory");
    fprintf(csv, "x,density,samples,counted,within,beyond\n");
    for (int k = 0; k < POINTS && !status; ++k) {
        const double x = (k - SIDE) * WIDTH, far = fabs(x) * M_SQRT1_2;
        fprintf(csv, "%g,%.6g,%llu,%.6g,%.10g,%.10g\n", x, exp(-0.5 * x * x) / sqrt(2 * M_PI), (unsigned long long)n,
                (double)counted[k] / ((double)n * WIDTH), erf(far), erfc(far));
    }
    free(out);
    return status;
}
