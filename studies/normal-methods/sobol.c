/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Low discrepancy: the root mean square error over several scramblings of an integral over normals, for Sobol points with
 * Owen's scrambling through the inverse CDF and through Box-Muller, and for random points.
 *
 *     smooth   exp(S / 2), S = sum of z / sqrt d; mean exp(1 / 8)
 *     kink     max(S, 0); mean 1 / sqrt(2 pi) */
#include "study.h"

#include <math.h>
#include <stdlib.h>

enum { SCRAMBLES = 32, QUICK_SCRAMBLES = 16, FIRST = 4, LAST = 20, QUICK_LAST = 12, SIZES = LAST - FIRST + 1 };
static const uint32_t dimensions[] = {2, 8};
enum { DIMENSIONS = 2, INTEGRANDS = 2, MAPS = 3 };
static const char *const maps[MAPS] = {"Sobol: inverse", "Sobol: Box-Muller", "random"};
static const char *const integrands[INTEGRANDS] = {"smooth", "kink"};

/* Sums of squared errors over scramblings; at the end the roots of their means. */
static double rmse[DIMENSIONS][MAPS][INTEGRANDS][SIZES];
static int measured;

static int last_size(const study *s)
{
    return s->quick ? QUICK_LAST : LAST;
}

static int make_normals(const study *s, unsigned map, uint32_t dims, uint64_t scramble, uint64_t n, double *z)
{
    rr_points_job points = RR_POINTS_INIT;
    rr_transform_job transform = RR_TRANSFORM_INIT;
    points.kind = map == 2 ? RR_POINTS_UNIFORM : RR_POINTS_SOBOL;
    points.dims = dims;
    points.stream = rr_stream_make(SEED, STREAM_UNIFORM + scramble);
    points.scramble = map == 2 ? RR_SCRAMBLE_NONE : RR_SCRAMBLE_OWEN;
    points.scramble_seed = scramble;
    points.n = n;
    points.out = z;
    transform.method = rr_transform_find(map == 1 ? "cartesian" : "icdf");
    transform.n = n * dims / transform.method->coords;
    transform.points = transform.out = z;
    if (rr_points(s->numbers, &points, NULL) || rr_transform(s->numbers, &transform, NULL))
        return study_fail(s, "points failed");
    return 0;
}

/* Adds the errors for the first 2^FIRST, 2^(FIRST+1), ... points of one sequence. */
static void add_errors(const study *s, unsigned d, unsigned map, const double *z)
{
    const uint32_t dims = dimensions[d];
    const double scale = 1 / sqrt(dims), truth[INTEGRANDS] = {exp(0.125), 1 / sqrt(2 * M_PI)};
    double sum[INTEGRANDS] = {0, 0};
    uint64_t i = 0;
    for (int size = FIRST; size <= last_size(s); ++size) {
        for (; i < 1ull << size; ++i) {
            double t = 0;
            for (uint32_t c = 0; c < dims; ++c) t += z[i * dims + c];
            t *= scale;
            sum[0] += exp(t / 2);
            sum[1] += fmax(t, 0);
        }
        for (unsigned f = 0; f < INTEGRANDS; ++f) {
            const double error = sum[f] / (double)i - truth[f];
            rmse[d][map][f][size - FIRST] += error * error;
        }
    }
}

/* Both tables use the same numbers, which the first one computes. */
static int measure(const study *s)
{
    const uint64_t n = 1ull << last_size(s);
    const unsigned scrambles = s->quick ? QUICK_SCRAMBLES : SCRAMBLES;
    double *z = measured ? NULL : malloc(n * dimensions[DIMENSIONS - 1] * sizeof *z);
    int status = measured || z ? 0 : study_fail(s, "no memory");
    for (unsigned d = 0; d < DIMENSIONS && !measured; ++d)
        for (unsigned map = 0; map < MAPS; ++map) {
            for (unsigned k = 0; k < scrambles && !status; ++k) {
                status = make_normals(s, map, dimensions[d], k + 1, n, z);
                if (!status) add_errors(s, d, map, z);
            }
            for (unsigned f = 0; f < INTEGRANDS; ++f)
                for (unsigned i = 0; i < SIZES; ++i) rmse[d][map][f][i] = sqrt(rmse[d][map][f][i] / scrambles);
        }
    free(z);
    measured = 1;
    return status;
}

int sobol_write(FILE *csv, const study *s)
{
    const int status = measure(s);
    fprintf(csv, "points,dimensions,integrand,samples,rmse\n");
    for (unsigned d = 0; d < DIMENSIONS; ++d)
        for (unsigned map = 0; map < MAPS; ++map)
            for (unsigned f = 0; f < INTEGRANDS; ++f)
                for (int size = FIRST; size <= last_size(s); ++size)
                    fprintf(csv, "%s,%u,%s,%llu,%.5g\n", maps[map], dimensions[d], integrands[f], 1ull << size,
                            rmse[d][map][f][size - FIRST]);
    return status;
}

/* Least squares of log rmse against log n: rmse ~ n^slope. Its standard error is computed from the residuals. */
static double slope(const double *y, unsigned n, double *error)
{
    double mx = 0, my = 0, xx = 0, xy = 0, rest = 0;
    for (unsigned i = 0; i < n; ++i) {
        mx += i / (double)n;
        my += log2(y[i]) / n;
    }
    for (unsigned i = 0; i < n; ++i) {
        xx += (i - mx) * (i - mx);
        xy += (i - mx) * (log2(y[i]) - my);
    }
    for (unsigned i = 0; i < n; ++i) rest += pow(log2(y[i]) - my - xy / xx * (i - mx), 2);
    *error = sqrt(rest / (n - 2) / xx);
    return xy / xx;
}

int slopes_write(FILE *csv, const study *s)
{
    const unsigned n = (unsigned)(last_size(s) - FIRST + 1);
    const int status = measure(s);
    fprintf(csv, "points,dimensions,integrand,slope,slope_error\n");
    for (unsigned d = 0; d < DIMENSIONS; ++d)
        for (unsigned f = 0; f < INTEGRANDS; ++f)
            for (unsigned map = 0; map < MAPS; ++map) {
                double error;
                const double b = slope(rmse[d][map][f], n, &error);
                fprintf(csv, "%s,%u,%s,%.3f,%.3f\n", maps[map], dimensions[d], integrands[f], b, error);
            }
    return status;
}
