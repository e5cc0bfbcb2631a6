/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What `reroll transform` is to do: everything that decides the bytes of its output. */
#ifndef TRANSFORM_JOB_H
#define TRANSFORM_JOB_H

#include "options.h"
#include "reroll_points.h"
#include "cli/base/cli.h"
#include "cli/files/npy.h"
#include "cli/job/request.h"
#include "cli/output/record.h"

typedef struct transform_request {
    const char *value[TO_COUNT];    /* what was typed */
    const rr_transform_info *method; /* NULL: points are written as they are */
    transform_option source;
    rr_points_job set;              /* where points are made: the whole set */
    char *path;                     /* of the file of points, or NULL */
    npy_array array;
    uint64_t n;                     /* points, */
    unsigned width;                 /* of so many coordinates, */
    unsigned parts;                 /* which the method takes in so many parts */
    unsigned dims;
    uint64_t shape[2];              /* of the output, before points are left out */
    rr_type dtype;
    format format;
    double mean, sd;
    rr_stream stream;               /* next: number of the first point */
    char *text;                     /* of the job file that is remade, */
    struct json *told;              /* what it says, to which value points, */
    char *made;                     /* the one value that is made of what it says, or NULL, */
    const char *digest;             /* and that of the points' file, or NULL */
    char seed[SEED_SIZE];           /* that of --seed random, else "" */
} transform_request;

/* Points number `at` to at + n - 1 of those that are transformed, of width coordinates of the dtype. */
exit_status transform_points(const transform_request *request, const rr_device *device, uint64_t at, uint64_t n, void *out);

#endif
