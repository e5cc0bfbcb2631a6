/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The errors of the inverse error functions. Each inverse CDF is evaluated for every f32 u in [2^-126, 1/2), and
 * erfinv(1 - 2 u) = normal / sqrt 2 is compared with ours in f64, which is within 4 ulp of a double. Quick: every 1021st u.
 * A row is a quarter of a binade of u. */
#include "study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* f32 patterns of a quarter; exponent fields */
enum { CHUNK = 1 << 15, QUARTER = 1 << 21, FIRST = 1, BINADES = 125, STEP = 1021 };
static const char *const names[] = {"icdf-fast", "icdf-giles", "icdf"};
enum { NAMES = sizeof names / sizeof names[0] };

typedef struct work {
    float u[CHUNK], x[CHUNK];
    double wide[CHUNK], exact[CHUNK];
    double absolute[NAMES], relative[NAMES];   /* the largest so far */
} work;

static int transform(const study *s, const char *name, rr_type dtype, size_t n, const void *points, void *out)
{
    rr_transform_job job = RR_TRANSFORM_INIT;
    job.method = rr_transform_find(name);
    job.dtype = dtype;
    job.n = n;
    job.points = points;
    job.out = out;
    return rr_transform(s->numbers, &job, NULL) ? study_fail(s, "a transform failed") : 0;
}

static int compare(const study *s, work *w, size_t n)
{
    for (size_t i = 0; i < n; ++i) w->wide[i] = w->u[i];
    if (transform(s, "icdf", RR_F64, n, w->wide, w->exact)) return 1;
    for (unsigned m = 0; m < NAMES; ++m) {
        if (transform(s, names[m], RR_F32, n, w->u, w->x)) return 1;
        for (size_t i = 0; i < n; ++i) {
            const double error = fabs(w->x[i] - w->exact[i]);
            w->absolute[m] = fmax(w->absolute[m], error * M_SQRT1_2);
            w->relative[m] = fmax(w->relative[m], error / fabs(w->exact[i]));
        }
    }
    return 0;
}

/* Patterns first ... first + QUARTER - 1. */
static int quarter(const study *s, work *w, uint32_t first)
{
    const uint32_t step = s->quick ? STEP : 1;
    memset(w->absolute, 0, sizeof w->absolute);
    memset(w->relative, 0, sizeof w->relative);
    for (uint32_t at = 0; at < QUARTER; ) {
        size_t n = 0;
        for (; n < CHUNK && at < QUARTER; ++n, at += step) {
            const uint32_t pattern = first + at;
            memcpy(&w->u[n], &pattern, 4);
        }
        if (compare(s, w, n)) return 1;
    }
    return 0;
}

int erfinv_write(FILE *csv, const study *s)
{
    work *w = malloc(sizeof *w);
    int status = w ? 0 : study_fail(s, "no memory");
    fprintf(csv, "method,u,absolute,relative\n");
    for (uint32_t q = 0; q < 4 * BINADES && !status; ++q) {
        const uint32_t first = (FIRST << 23) + q * QUARTER;
        float u;
        memcpy(&u, &first, 4);
        status = quarter(s, w, first);
        for (unsigned m = 0; m < NAMES && !status; ++m)
            fprintf(csv, "%s,%.9g,%.4g,%.4g\n", names[m], u, w->absolute[m], w->relative[m]);
    }
    free(w);
    return status;
}
