/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The job of `reroll transform`: everything that determines the bytes of its output. */
#ifndef TRANSFORM_JOB_H
#define TRANSFORM_JOB_H

#include "options.h"
#include "reroll_points.h"
#include "cli/base/cli.h"
#include "cli/files/npy.h"
#include "cli/job/request.h"
#include "cli/output/record.h"

typedef struct transform_request {
    const char *value[TO_COUNT];    /* the options as typed */
    const rr_transform_info *method; /* NULL: points are written as they are */
    transform_option source;
    rr_points_job set;              /* the whole set, if points are generated */
    char *path, *column;            /* the file of points, and a column of it, or NULL */
    npy_array array;
    uint64_t n;                     /* number of points */
    unsigned width;                 /* coordinates per point */
    unsigned parts;                 /* calls of the method per point, each for 1 or 2 coordinates */
    unsigned dims;
    uint64_t shape[2];              /* of the output, before points are left out */
    rr_type dtype;
    format format;
    double mean, sd;
    rr_stream stream;               /* next: index of the first point */
    char *text;                     /* of the job file given to --job */
    struct json *parsed;            /* its JSON, whose strings `value` points to */
    char *made;                     /* a value composed from it, or NULL */
    const char *digest;             /* the digest of the points' file in it, or NULL */
    char seed[SEED_SIZE];           /* the number chosen for --seed random, otherwise "" */
} transform_request;

/* Points `at` to at + n - 1 of the input, each with `width` coordinates of the dtype. */
exit_status transform_points(const transform_request *request, const rr_device *device, uint64_t at, uint64_t n, void *out);

#endif
