/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cost of rejection for given points: Box-Muller, Cartesian, polar without and with replacement, and polar of points
 * that were made in the disc; after J. Schloss ("Just how costly is rejection sampling anyway?", Algorithm Archive).
 *
 *     point-transforms FOLDER [--quick] [--device SPEC]      writes its tables into FOLDER (README.md has the columns) */
#include "study.h"

#include <math.h>

const method methods[METHODS] = {
    {"cartesian", RR_POINTS_UNIFORM, 0},
    {"polar-without-replacement", RR_POINTS_SQUARE, 1 - M_PI / 4},
    {"polar-with-replacement", RR_POINTS_SQUARE, 0},
    {"polar-inside", RR_POINTS_DISC, 0},
    {"icdf-fast", RR_POINTS_UNIFORM, 0},
    {"icdf-giles", RR_POINTS_UNIFORM, 0},
    {"icdf", RR_POINTS_UNIFORM, 0},
};

int points_make(const study *s, const rr_device *device, rr_points_kind kind, rr_type dtype, uint64_t n, double low,
                void *out)
{
    rr_points_job job = RR_POINTS_INIT;
    job.kind = kind;
    job.dtype = dtype;
    job.low = low;
    job.high = 1;
    job.grid = n;
    job.stream = rr_stream_make(SEED, STREAM_POINTS);
    job.n = n;
    job.out = out;
    return rr_points(device, &job, NULL) ? study_fail(s, "points failed") : 0;
}

int points_transform(const study *s, const rr_device *device, const char *name, rr_type dtype, uint64_t n,
                     const void *points, void *out, uint64_t *nans)
{
    rr_transform_job job = RR_TRANSFORM_INIT;
    rr_result result = RR_RESULT_INIT;
    job.method = rr_transform_find(name);
    job.dtype = dtype;
    job.n = n * 2 / job.method->coords;
    job.points = points;
    job.stream = rr_stream_make(SEED, STREAM_ROLLS);
    job.out = out;
    if (rr_transform(device, &job, &result)) return study_fail(s, result.message);
    if (nans) *nans = result.failed;
    return 0;
}

static const study_table tables[] = {{"time.csv", time_write},
                                     {"document.csv", document_write},
                                     {"warp.csv", warp_write},
                                     {"sorted.csv", sorted_write},
                                     {"pictures.csv", pictures_write}};

static const char *const limits[] = {
    "the times of memory: 512 x 512 points fit in a cache and 4096 x 4096 do not"};

int main(int argc, char **argv)
{
    return study_main(argc, argv, &(study_plan){"point-transforms", tables, sizeof tables / sizeof tables[0], limits,
                                                sizeof limits / sizeof limits[0]});
}
