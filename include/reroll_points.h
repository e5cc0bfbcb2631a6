/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points and what transforms make of them: grids, uniform and low-discrepancy sets; normals by polar methods or inversion.
 * Part of reroll.h, which includes it. */
#ifndef REROLL_POINTS_H
#define REROLL_POINTS_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Points ------------------------------------------------------------------------------------------------------- */

typedef enum rr_points_kind {
    RR_POINTS_GRID = 1,   /* 1 or 2 dimensions: coordinate low + i (high - low) / m, i = 1 ... m, last dimension fastest; so
                             that high is a coordinate and low is none. m = grid, or the least m with m * m >= grid */
    RR_POINTS_UNIFORM,    /* any dimensions: sampler uniform(low, high), component c of point i with index i * dims + c */
    RR_POINTS_SQUARE,     /* 2 dimensions: what the polar methods propose, uniform on (-1, 1)^2, no coordinate ever 0 */
    RR_POINTS_DISC,       /* 2 dimensions: uniform on the unit disc: the first proposal in it, of which SQUARE is number 0 */
    RR_POINTS_DISC_MAP,   /* 2 dimensions: uniform on the unit disc: sqrt(U) cos 2 pi V, sqrt(U) sin 2 pi V */
    RR_POINTS_SOBOL,      /* up to RR_MAX_DIMS dimensions: Joe and Kuo's numbers, 30 bits, Gray code order, as in SciPy */
    RR_POINTS_HALTON      /* up to RR_MAX_DIMS dimensions: the first primes */
} rr_points_kind;

/* Of SOBOL and HALTON. Scrambled points are uniform one by one, and keep what makes the set even. */
typedef enum rr_scramble {
    RR_SCRAMBLE_NONE,
    RR_SCRAMBLE_SHIFT,    /* digital shift: to every digit a digit of one random number is added, without carry */
    RR_SCRAMBLE_OWEN      /* nested: a random permutation of every digit, one for each string of digits before it */
} rr_scramble;

#define RR_MAX_DIMS 64

/* Points stream.next ... stream.next + n - 1, dims numbers each, to out. Point i is a pure function of (kind, dims, low,
 * high, grid, seed, stream, scramble, scramble_seed, dtype) and i; and its first coordinates do not depend on dims, but for
 * UNIFORM. Set size with RR_POINTS_INIT. */
typedef struct rr_points_job {
    size_t size;
    rr_points_kind kind;
    rr_type dtype;            /* RR_F32 or RR_F64; RR_U32: the integers k of SOBOL, of which points are (k + 1/2) / 2^30 */
    uint32_t dims;
    double low, high;         /* of GRID, UNIFORM, SOBOL and HALTON; the last two stay between them, where the dtype must
                                 have a number */
    uint64_t grid;            /* of GRID */
    rr_stream stream;         /* next: number of the first point, below 2^30 for SOBOL, 2^32 for HALTON; the rest of it for
                                 UNIFORM, SQUARE, DISC and DISC_MAP */
    rr_scramble scramble;
    uint64_t scramble_seed;
    uint64_t n;
    void *out;
} rr_points_job;

#define RR_POINTS_INIT \
    { sizeof(rr_points_job), RR_POINTS_SOBOL, RR_F64, 2, 0.0, 1.0, 0, {0, 0, 0}, RR_SCRAMBLE_NONE, 0, 0, NULL }

/* Makes points. result may be NULL. Where it fails out is untouched. */
RR_API rr_status rr_points(const rr_device *device, const rr_points_job *job, rr_result *result);

/* The points of a grid of `grid` in 2 dimensions: the least square number that is not below, 0 where that passes 2^64. */
RR_API uint64_t rr_points_square(uint64_t grid);

/* ---- Transforms ---------------------------------------------------------------------------------------------------- */

/* A way to make normals of points that the caller has. */
typedef struct rr_transform_info {
    const char *name;         /* "polar-with-replacement" */
    const char *help;
    const char *refuses;      /* which points become NaN: "outside the disc, or at 0"; "" where none does */
    uint32_t coords;          /* numbers of a point, and of what becomes of it: 1 or 2 */
    double low, high;         /* where coordinates lie */
} rr_transform_info;

/* As rr_sampler_list and rr_sampler_find. Static. */
RR_API const rr_transform_info *rr_transform_list(size_t number);
RR_API const rr_transform_info *rr_transform_find(const char *name);

/* n points become mean + sd * (their normals). Set size with RR_TRANSFORM_INIT. */
typedef struct rr_transform_job {
    size_t size;
    const rr_transform_info *method;
    rr_type dtype;            /* RR_F32 or RR_F64, of points and of out */
    uint64_t n;
    const void *points;       /* n * coords numbers: x0 y0 x1 y1 ..., or, with columns, x0 x1 ... y0 y1 ... */
    int columns;              /* 0 or 1, of points and of out */
    double mean, sd;          /* finite, sd > 0 in the dtype */
    rr_stream stream;         /* of polar-with-replacement: what is rolled for point i belongs to index stream.next + i */
    void *out;                /* as points, and may be points */
} rr_transform_job;

#define RR_TRANSFORM_INIT { sizeof(rr_transform_job), NULL, RR_F64, 0, NULL, 0, 0.0, 1.0, {0, 0, 0}, NULL }

/* Transforms points. A point that a method refuses (outside the disc; u = 0 or 1 for an inverse CDF) becomes NaN, which is
 * no failure: result->failed says how many there are, result->failed_index the lowest. Where it fails out is untouched. */
RR_API rr_status rr_transform(const rr_device *device, const rr_transform_job *job, rr_result *result);

#ifdef __cplusplus
}
#endif

#endif
