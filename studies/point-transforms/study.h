/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Declarations that the parts of this study share: the methods, their points, calls. */
#ifndef STUDY_H
#define STUDY_H

#include "../common.h"

enum { SEED = 1, STREAM_POINTS = 1, STREAM_ROLLS, STREAM_WARP };

/* A method, and the kind of its points. */
typedef struct method {
    const char *name;
    rr_points_kind input;
    double nan_share;       /* predicted, for random points */
} method;

/* The paper's methods and their variants, which map points of a plane; then the inverse CDFs, which map single numbers. */
enum { PLANE_METHODS = 4, METHODS = 7 };
extern const method methods[METHODS];

/* n points of a kind into out, as x0 y0 x1 y1 ...; those of GRID and UNIFORM between low and 1. 0, or 1 after a message. */
int points_make(const study *s, const rr_device *device, rr_points_kind kind, rr_type dtype, uint64_t n, double low,
                void *out);

/* Transforms n points by the method of that name; nans, if not NULL: number of rejected points. 0, or 1 after a message. */
int points_transform(const study *s, const rr_device *device, const char *name, rr_type dtype, uint64_t n,
                     const void *points, void *out, uint64_t *nans);

/* ---- The parts; each writes one table. 0, or 1 after a message. ---- */

int time_write(FILE *csv, const study *s);
int document_write(FILE *csv, const study *s);
int warp_write(FILE *csv, const study *s);
int sorted_write(FILE *csv, const study *s);
int pictures_write(FILE *csv, const study *s);

#endif
