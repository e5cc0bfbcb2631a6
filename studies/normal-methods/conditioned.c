/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tails by conditioning, where samples are too rare to be counted. The input points are in the corner that a method maps to
 * the tail: v uniform on (0, 1),
 *
 *     inverse CDF       u = v 2^-k          |z| is beyond the t with Q(t) = 2^-k, Q(x) = erfc(x / sqrt 2) / 2
 *     Box-Muller        u = v 2^-k          the radius r is beyond the t with exp(-t^2 / 2) = 2^-k
 *     polar             x^2 + y^2 = v 2^-k  as Box-Muller
 *
 * The outputs must have the distribution conditional on the tail: Q(|z|) 2^k, or exp(-r^2 / 2) 2^k, is uniform on (0, 1).
 * The test is Kolmogorov's. (A ziggurat has no input points; tests/statistics/tail.h feeds words to it.) */
#include "study.h"

#include <math.h>
#include <stdlib.h>

enum { N = 1 << 18, QUICK_N = 1 << 14 };
static const int powers[] = {8, 16, 24, 32, 48, 64, 96, 120, 256, 512, 1000};
enum { POWERS = sizeof powers / sizeof powers[0], F32_LAST = 120 };   /* numbers below 2^-126 are denormal in f32 */

/* The transforms of the study's methods. */
static const struct {
    const char *method, *transform;
    enum { INVERSE, CARTESIAN, POLAR } map;
} ways[] = {{"inverse: fast erfinv", "icdf-fast", INVERSE}, {"inverse: Giles's erfinv", "icdf-giles", INVERSE},
            {"inverse: ours", "icdf", INVERSE},             {"Box-Muller", "cartesian", CARTESIAN},
            {"polar", "polar-inside", POLAR}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static void put(rr_type dtype, void *x, size_t i, double value)
{
    if (dtype == RR_F64) ((double *)x)[i] = value;
    else ((float *)x)[i] = (float)value;
}

static double get(rr_type dtype, const void *x, size_t i)
{
    return dtype == RR_F64 ? ((const double *)x)[i] : ((const float *)x)[i];
}

/* n points in the corner 2^-k, from 2 n uniforms v. */
static void corner(unsigned way, rr_type dtype, int k, size_t n, const double *v, void *points)
{
    for (size_t i = 0; i < n; ++i) {
        const double angle = 2 * M_PI * v[n + i], radius = sqrt(ldexp(v[i], -k));
        if (ways[way].map == INVERSE) {
            put(dtype, points, i, ldexp(v[i], -k));
            continue;
        }
        put(dtype, points, 2 * i, ways[way].map == POLAR ? radius * cos(angle) : ldexp(v[i], -k));
        put(dtype, points, 2 * i + 1, ways[way].map == POLAR ? radius * sin(angle) : v[n + i]);
    }
}

/* The value for sample i that must be uniform; 0 for NaN and infinities, which a method may return at its limits, 1 for
 * samples that are not beyond t. */
static double fraction(unsigned way, rr_type dtype, int k, const void *z, size_t i)
{
    double x = fabs(get(dtype, z, i)), q;
    if (ways[way].map == INVERSE) {
        q = ldexp(0.5 * erfc(x * M_SQRT1_2), k);
    } else {
        x = hypot(get(dtype, z, 2 * i), get(dtype, z, 2 * i + 1));
        q = exp(k * M_LN2 - x * x / 2);
    }
    return q > 0 ? fmin(q, 1) : 0;
}

/* sqrt(n) times the largest distance of the distribution of n values from the uniform; sorts the values. */
static double distance(double *q, size_t n)
{
    double max = 0;
    qsort(q, n, sizeof *q, study_increasing);
    for (size_t i = 0; i < n; ++i)
        max = fmax(max, fmax(q[i] - (double)i / (double)n, (double)(i + 1) / (double)n - q[i]));
    return max * sqrt((double)n);
}

/* P(the distance is larger) in the limit of large n. */
static double kolmogorov(double d)
{
    double sum = 0;
    if (d < 0.2) return 1;
    for (int i = 1; i <= 100; ++i) sum += (i % 2 ? 2 : -2) * exp(-2.0 * i * i * d * d);
    return fmin(fmax(sum, 0), 1);
}

/* The t beyond which all samples of the corner must be. */
static double threshold(unsigned way, int k)
{
    double low = 0, high = 40;
    if (ways[way].map != INVERSE) return sqrt(2 * M_LN2 * k);
    for (int i = 0; i < 60; ++i) {
        const double t = (low + high) / 2;
        if (ldexp(0.5 * erfc(t * M_SQRT1_2), k) > 1) low = t;
        else high = t;
    }
    return low;
}

typedef struct work {
    double v[2 * N], q[N], points[2 * N], z[2 * N];
} work;

static int write_row(FILE *csv, const study *s, unsigned way, rr_type dtype, int k, work *w)
{
    const size_t n = s->quick ? QUICK_N : N;
    rr_transform_job job = RR_TRANSFORM_INIT;
    rr_stream uniforms = rr_stream_make(SEED, STREAM_FAR + (uint64_t)k);
    if (rr_fill_uniform_f64(s->numbers, &uniforms, 2 * n, w->v, 0, 1)) return study_fail(s, "can't draw uniforms");
    corner(way, dtype, k, n, w->v, w->points);
    job.method = rr_transform_find(ways[way].transform);
    job.dtype = dtype;
    job.n = n;
    job.points = w->points;
    job.out = w->z;
    if (rr_transform(s->numbers, &job, NULL)) return study_fail(s, "a transform failed");
    double max = 0;
    for (size_t i = 0; i < n; ++i) {
        w->q[i] = fraction(way, dtype, k, w->z, i);
        max = fmax(max, fabs(get(dtype, w->z, i * job.method->coords)));
    }
    const double d = distance(w->q, n);
    fprintf(csv, "%s,%s,%d,%.4f,%zu,%.5g,%.4g,%.3g\n", ways[way].method, dtype == RR_F64 ? "f64" : "f32", k,
            threshold(way, k), n, max, d, kolmogorov(d));
    return 0;
}

int conditioned_write(FILE *csv, const study *s)
{
    work *w = malloc(sizeof *w);
    int status = w ? 0 : study_fail(s, "no memory");
    fprintf(csv, "method,dtype,power,beyond,samples,most,distance,p\n");
    for (unsigned way = 0; way < WAYS; ++way)
        for (int wide = 0; wide < 2; ++wide)
            for (unsigned i = 0; i < POWERS && !status; ++i)
                if (wide || powers[i] <= F32_LAST)
                    status = write_row(csv, s, way, wide ? RR_F64 : RR_F32, powers[i], w);
    free(w);
    return status;
}
