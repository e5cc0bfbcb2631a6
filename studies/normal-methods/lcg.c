/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The paper's remark: "Box-Muller is more sensitive to quality of the uniform random numbers fed to it, especially with
 * common LCG-based generators". Box-Muller and the inverse are applied on the device to numbers of an LCG,
 * x -> a x + c mod m, two consecutive ones per point, and samples in each tail are counted. After a small first number,
 * i.e. a large radius, an LCG with a small `a` always has an angle near 0 (H. Neave, Applied Statistics 22 (1973) 92). */
#include "study.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLES = 1 << 26, QUICK_SAMPLES = 1 << 22, CHUNK = 1 << 20, ENDS = 2, FAR = 2 };
static const double distances[FAR] = {3, 4};

/* m = 0: Philox. */
static const struct lcg {
    const char *name;
    uint64_t a, c, m;
} lcgs[] = {{"131 mod 2^35", 131, 0, 1ull << 35},
            {"RANDU", 65539, 0, 1ull << 31},
            {"minimal standard", 16807, 0, (1ull << 31) - 1},
            {"Numerical Recipes", 1664525, 1013904223, 1ull << 32},
            {"Philox", 0, 0, 0}};
enum { LCGS = sizeof lcgs / sizeof *lcgs };
static const char *const ways[] = {"cartesian", "icdf"};   /* Box-Muller, the inverse */

/* The next n numbers on (0, 1), in f64, so that all bits of the generator are used. */
static int next_numbers(const study *s, const struct lcg *g, uint64_t *state, uint64_t at, uint64_t n, double *u)
{
    rr_points_job job = RR_POINTS_INIT;
    for (uint64_t k = 0; k < n && g->m; ++k) {
        *state = (g->a * *state + g->c) % g->m;
        u[k] = ((double)*state + 0.5) / (double)g->m;
    }
    if (g->m) return 0;
    job.kind = RR_POINTS_UNIFORM;
    job.dtype = RR_F64;
    job.high = 1;
    job.stream = rr_stream_make(SEED, STREAM_LCG);
    job.stream.next = at / 2;
    job.n = n / 2;
    job.out = u;
    return rr_points(s->numbers, &job, NULL) != RR_OK;
}

static int transform(const study *s, const char *way, uint64_t n, const double *u, double *z)
{
    rr_transform_job job = RR_TRANSFORM_INIT;
    job.method = rr_transform_find(way);
    job.dtype = RR_F64;
    job.n = n / job.method->coords;
    job.points = u;
    job.out = z;
    return rr_transform(s->numbers, &job, NULL) != RR_OK;
}

static void count_far(const double *z, uint64_t n, uint64_t count[FAR][ENDS])
{
    for (uint64_t k = 0; k < n; ++k)
        for (unsigned f = 0; f < FAR; ++f) {
            count[f][0] += z[k] < -distances[f];
            count[f][1] += z[k] > distances[f];
        }
}

static int write_generator(FILE *csv, const study *s, const struct lcg *g, double *u, double *z)
{
    const uint64_t n = s->quick ? QUICK_SAMPLES : SAMPLES;
    uint64_t state = 20261, count[2][FAR][ENDS] = {{{0}}};
    for (uint64_t at = 0; at < n; at += CHUNK) {
        if (next_numbers(s, g, &state, at, CHUNK, u)) return 1;
        for (unsigned way = 0; way < 2; ++way) {
            if (transform(s, ways[way], CHUNK, u, z)) return 1;
            count_far(z, CHUNK, count[way]);
        }
    }
    for (unsigned way = 0; way < 2; ++way)
        for (unsigned f = 0; f < FAR; ++f)
            for (unsigned end = 0; end < ENDS; ++end) {
                const double expected = (double)n * erfc(distances[f] / sqrt(2)) / 2, seen = (double)count[way][f][end];
                fprintf(csv, "%s,%s,%g,%llu,%.0f,%.4g,%.4g\n", g->name, ways[way], end ? distances[f] : -distances[f],
                        (unsigned long long)n, seen, expected, (seen - expected) / sqrt(expected));
            }
    return 0;
}

int lcg_write(FILE *csv, const study *s)
{
    double *const u = malloc(CHUNK * sizeof *u), *const z = malloc(CHUNK * sizeof *z);
    int status = u && z ? 0 : study_fail(s, "no memory");
    fprintf(csv, "generator,method,beyond,samples,seen,expected,z\n");
    for (const struct lcg *g = lcgs; g < lcgs + LCGS && !status; ++g)
        if (write_generator(csv, s, g, u, z)) status = study_fail(s, "a transform failed");
    free(u);
    free(z);
    return status;
}
