/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tails: the number of n samples beyond 4, 5 and 6 standard deviations, and the largest of them, in f32 and f64. (Samples
 * farther out are too rare to be counted; the tests feed words whose leading bits are all zero.) */
#include "study.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 1 << 15, BEYOND = 3, FROM = 4 };

static void count(rr_type dtype, const void *x, size_t n, uint64_t beyond[BEYOND], double *max)
{
    for (size_t i = 0; i < n; ++i) {
        const double a = fabs(dtype == RR_F64 ? ((const double *)x)[i] : ((const float *)x)[i]);
        if (a <= FROM) continue;
        for (unsigned k = 0; k < BEYOND; ++k) beyond[k] += a > FROM + k;
        *max = fmax(*max, a);
    }
}

static int write_row(FILE *csv, const study *s, const method *m, rr_type dtype, void *out)
{
    const uint64_t n = s->quick ? 1 << 20 : 1 << 28;
    uint64_t beyond[BEYOND] = {0};
    double max = 0;
    rr_job job = normal_job(m->two, dtype, STREAM_TAILS, CHUNK, out);
    for (uint64_t at = 0; at < n; at += CHUNK) {
        job.stream.next = at;
        if (rr_run(s->numbers, &job, NULL)) return study_fail(s, "a sampler failed");
        count(dtype, out, CHUNK, beyond, &max);
    }
    fprintf(csv, "%s,%s,%llu,%.5g", m->name, dtype == RR_F64 ? "f64" : "f32", (unsigned long long)n, max);
    for (unsigned k = 0; k < BEYOND; ++k)
        fprintf(csv, ",%llu,%.4g", (unsigned long long)beyond[k], (double)n * erfc((FROM + k) * M_SQRT1_2));
    fprintf(csv, "\n");
    return 0;
}

int tails_write(FILE *csv, const study *s)
{
    void *out = malloc(CHUNK * 8);
    int status = out ? 0 : study_fail(s, "no memory");
    fprintf(csv, "method,dtype,samples,most,beyond_4,expected_4,beyond_5,expected_5,beyond_6,expected_6\n");
    for (const method *m = methods; m < methods + METHODS - 1; ++m)
        for (int wide = 0; wide < 2 && !status; ++wide) status = write_row(csv, s, m, wide ? RR_F64 : RR_F32, out);
    free(out);
    return status;
}
