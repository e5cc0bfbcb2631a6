/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How costly is rejection when points are brought along? Box-Muller of given points: Cartesian, polar without and with
 * replacement, polar of points that were made in the disc; after Schloss ("Just how costly is rejection sampling
 * anyway?", Algorithm Archive).
 *
 *     point-transforms FOLDER [--quick] [--device SPEC]      writes three tables into FOLDER (README.md has the columns) */
#include "study.h"

#include <math.h>

const method methods[METHODS] = {
    {"cartesian", RR_POINTS_UNIFORM, 0},
    {"polar-without-replacement", RR_POINTS_SQUARE, 1 - M_PI / 4},
    {"polar-with-replacement", RR_POINTS_SQUARE, 0},
    {"polar-inside", RR_POINTS_DISC, 0},
};

int points_make(const study *s, const rr_device *device, rr_points_kind kind, rr_type dtype, uint64_t n, double low, void *out)
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

int points_transform(const study *s, const rr_device *device, const char *name, rr_type dtype, uint64_t n, const void *points,
                     void *out, uint64_t *nans)
{
    rr_transform_job job = RR_TRANSFORM_INIT;
    rr_result result = RR_RESULT_INIT;
    job.method = rr_transform_find(name);
    job.dtype = dtype;
    job.n = n;
    job.points = points;
    job.stream = rr_stream_make(SEED, STREAM_ROLLS);
    job.out = out;
    if (rr_transform(device, &job, &result)) return study_fail(s, result.message);
    if (nans) *nans = result.failed;
    return 0;
}

static const study_table tables[] = {{"time.csv", time_write}, {"warp.csv", warp_write}, {"pictures.csv", pictures_write}};

int main(int argc, char **argv)
{
    return study_main(argc, argv, "point-transforms", tables, sizeof tables / sizeof tables[0]);
}
