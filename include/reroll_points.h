/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points and their transforms: grids, uniform and low-discrepancy point sets, and normals made from them by polar methods
 * or inversion. reroll.h includes this file. */
#ifndef REROLL_POINTS_H
#define REROLL_POINTS_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Points ------------------------------------------------------------------------------------------------------- */

typedef enum rr_points_kind {
    RR_POINTS_GRID = 1,   /* 1 or 2 dimensions. Coordinates are low + i (high - low) / m, i = 1 ... m, so high is a
                             coordinate and low is not. The last dimension varies fastest. m = grid in 1 dimension; in 2, the
                             smallest m with m * m >= grid */
    RR_POINTS_UNIFORM,    /* any number of dimensions: sampler uniform(low, high); component c of point i has index i * dims
                             + c */
    RR_POINTS_SQUARE,     /* 2 dimensions: proposals of the polar methods, uniform on (-1, 1)^2; no coordinate is 0 */
    RR_POINTS_DISC,       /* 2 dimensions: uniform on the unit disc by rejection: the first proposal in the disc; proposal 0
                             is the point of SQUARE */
    RR_POINTS_DISC_MAP,   /* 2 dimensions: uniform on the unit disc by a map: sqrt(U) cos 2 pi V, sqrt(U) sin 2 pi V */
    RR_POINTS_SOBOL,      /* up to RR_MAX_DIMS dimensions: Joe and Kuo's numbers, 30 bits, Gray code order, as in SciPy */
    RR_POINTS_HALTON      /* up to RR_MAX_DIMS dimensions: the first primes */
} rr_points_kind;

/* Scrambles of SOBOL and HALTON. Each scrambled point is uniform, and the set keeps its low discrepancy. */
typedef enum rr_scramble {
    RR_SCRAMBLE_NONE,
    RR_SCRAMBLE_SHIFT,    /* digital shift: adds the digits of one random number per dimension, without carry */
    RR_SCRAMBLE_OWEN      /* nested: permutes every digit, with one random permutation per string of digits before it */
} rr_scramble;

#define RR_MAX_DIMS 64

/* A job that writes points stream.next ... stream.next + n - 1 to out, dims numbers each. Point i is a pure function of
 * (kind, dims, low, high, grid, seed, stream, scramble, scramble_seed, dtype) and i. Except for UNIFORM, the first
 * coordinates of a point do not depend on dims. Initialize a job with RR_POINTS_INIT. */
typedef struct rr_points_job {
    size_t size;
    rr_points_kind kind;
    rr_type dtype;            /* RR_F32 or RR_F64; RR_U32 with SOBOL: integers k, whose points are (k + 1/2) / 2^30 */
    uint32_t dims;
    double low, high;         /* limits of GRID, UNIFORM, SOBOL and HALTON. SOBOL and HALTON points are strictly between
                                 them, so the dtype must have a number between low and high */
    uint64_t grid;            /* number of points of GRID; in 2 dimensions it is rounded up to a square number */
    rr_stream stream;         /* next is the index of the first point, below 2^30 for SOBOL and 2^32 for HALTON. Seed and
                                 stream are used by UNIFORM, SQUARE, DISC and DISC_MAP */
    rr_scramble scramble;
    uint64_t scramble_seed;
    uint64_t n;
    void *out;
} rr_points_job;

#define RR_POINTS_INIT \
    { sizeof(rr_points_job), RR_POINTS_SOBOL, RR_F64, 2, 0.0, 1.0, 0, {0, 0, 0}, RR_SCRAMBLE_NONE, 0, 0, NULL }

/* Runs a points job. result may be NULL. After an error out is untouched. */
RR_API rr_status rr_points(const rr_device *device, const rr_points_job *job, rr_result *result);

/* Returns the number of points of a grid of `grid` in 2 dimensions: the smallest square number that is not below grid, or 0
 * if it is above 2^64 - 1. */
RR_API uint64_t rr_points_square(uint64_t grid);

/* ---- Transforms ---------------------------------------------------------------------------------------------------- */

/* A transform: a method that makes normals from the caller's points. */
typedef struct rr_transform_info {
    const char *name;         /* "polar-with-replacement" */
    const char *help;
    const char *refuses;      /* which points become NaN, such as "outside the disc, or at 0"; "": none */
    uint32_t coords;          /* numbers per point, in and out: 1 or 2 */
    double low, high;         /* limits of the coordinates */
} rr_transform_info;

/* Work as rr_sampler_list and rr_sampler_find do, for transforms. All returned data is static. */
RR_API const rr_transform_info *rr_transform_list(size_t number);
RR_API const rr_transform_info *rr_transform_find(const char *name);

/* A job that transforms n points to mean + sd * (their normals). Initialize it with RR_TRANSFORM_INIT. */
typedef struct rr_transform_job {
    size_t size;
    const rr_transform_info *method;
    rr_type dtype;            /* RR_F32 or RR_F64, of points and of out */
    uint64_t n;
    const void *points;       /* n * coords numbers: x0 y0 x1 y1 ...; with columns: x0 x1 ... y0 y1 ... */
    int columns;              /* 0 or 1, of points and of out */
    double mean, sd;          /* finite, sd > 0 in the dtype */
    rr_stream stream;         /* for polar-with-replacement: random bits for point i have index stream.next + i */
    void *out;                /* has the layout of points, and may be points */
} rr_transform_job;

#define RR_TRANSFORM_INIT { sizeof(rr_transform_job), NULL, RR_F64, 0, NULL, 0, 0.0, 1.0, {0, 0, 0}, NULL }

/* Runs a transform job. A point that a method does not accept (outside the disc; u = 0 or 1 for an inverse CDF) becomes
 * NaN. This is not an error: result->failed is the number of these points and result->failed_index the lowest. After an
 * error out is untouched. */
RR_API rr_status rr_transform(const rr_device *device, const rr_transform_job *job, rr_result *result);

#ifdef __cplusplus
}
#endif

#endif
