/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Declarations that the parts of this study share: distributions of the shapes, acceptance by method, time. */
#ifndef STUDY_H
#define STUDY_H

#include "../common.h"
#include "../timing.h"

#include <reroll_model.h>
#include <reroll_sampler.h>

/* A stream for each purpose. */
enum { SEED = 4, STREAM_SHAPES = 1, STREAM_GAMMA, STREAM_SURROGATE, STREAM_PLAIN, STREAM_ACCEPT, STREAM_TIME,
       STREAM_REGISTERS };

/* ---- shapes.c: the choice of shapes ---- */

typedef enum spread { POINT, UNIFORM, LOG_UNIFORM } spread;
typedef struct shape_law {
    spread kind;
    double low, high;
} shape_law;

/* The study's default: a decade on each side of 1, so that boosted and unboosted shapes are equally frequent. */
extern const shape_law WIDE;

double shape_quantile(shape_law law, double u);
void shape_text(shape_law law, char text[64]);

/* n shapes by the quantile of uniforms. 0, or 1 after a message. */
int shapes_draw(const study *s, shape_law law, size_t n, double *shape);

/* ---- accept.c: methods ---- */

/* boosted: as in the library, shape + 1 if shape < 1. plain: Marsaglia and Tsang's proposal without the boost, which is
 * right for every shape > 1/3 and does not exist below. squeeze: boosted; proposals that do not pass the printed squeeze
 * are rejected. */
typedef enum method { BOOSTED, PLAIN, SQUEEZE, METHODS } method;
extern const char *const method_names[METHODS];

rr_chance method_chance(method m, double shape);

/* Fractions of proposals at a shape that are inside, x > -1 / c, and that pass the printed squeeze, u < 1 - 0.0331 x^4. */
double printed_inside(double shape);
double printed_squeeze(double shape);

/* log of target over proposal at x: x^2/2 + d - d v + d log v; -infinity if there is no proposal. */
double log_ratio(double shape, double x);

/* Draws samples of the plain method from the library's normals and uniforms: failed[m] counts samples whose first m
 * proposals are all rejected, m = 1 ... MOST. 0, or 1 after a message. */
enum { MAX = 16 };
typedef struct plain_counts {
    uint64_t samples, attempts, undecided, failed[MAX + 1];
} plain_counts;
int plain_measure(const study *s, double shape, uint64_t samples, uint64_t stream, plain_counts *counts);

/* ---- job.c ---- */

/* A job of the study; shape may be NULL (no parameter). dtype is that of out and of the shapes. */
rr_job job_make(const char *sampler, rr_type dtype, const char *strategy, uint64_t n, const void *shape, void *out);
size_t type_size(rr_type dtype);
const char *type_name(rr_type dtype);

/* ---- The parts; each writes one table. 0, or 1 after a message. ---- */

int mixture_write(FILE *csv, const study *s);
int failures_write(FILE *csv, const study *s);
int batches_write(FILE *csv, const study *s);
int breakdown_write(FILE *csv, const study *s);
int registers_write(FILE *csv, const study *s);
int acceptance_write(FILE *csv, const study *s);
int formulas_write(FILE *csv, const study *s);
int curves_write(FILE *csv, const study *s);

#endif
