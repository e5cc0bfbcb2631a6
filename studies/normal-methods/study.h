/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the parts of this study share: the methods, and the histogram of the quality test. */
#ifndef STUDY_H
#define STUDY_H

#include "../common.h"

/* Where draws come from: a stream for each purpose. */
enum { SEED = 3, STREAM_SPEED = 1, STREAM_QUALITY = 100, STREAM_TAILS = 200, STREAM_UNIFORM = 300 };

/* A method, and the samplers that give its columns "1 sample" and "2 samples": Box-Muller throws an output away in the first. */
typedef struct method {
    const char *name, *one, *two;
} method;

enum { METHODS = 7 };
extern const method methods[METHODS];

/* A job that draws standard normals. */
rr_job normal_job(const char *sampler, rr_type dtype, uint64_t stream, uint64_t n, void *out);

/* ---- histogram.c: bins and the error of a histogram ---- */

/* BINS bins of one width on [-REACH, REACH), and everything beyond at each end in one more. */
enum { BINS = 1000, ALL_BINS = BINS + 2 };
#define REACH 5.0

typedef struct histogram {
    uint64_t n, count[ALL_BINS];
} histogram;

void histogram_add(histogram *h, const float *x, size_t n);

/* The sum over bins of |count / n - probability|. */
double histogram_error(const histogram *h);

/* What that sum is on average for n samples whose bins have the probabilities of the ideal normal plus `excess` (NULL: none),
 * and the standard deviation of it. */
double expected_error(double n, const double *excess, double *deviation);

/* What the bins of Winitzki's formula have more than they should: its inverse is known in closed form. */
void winitzki_excess(double excess[ALL_BINS]);

/* ---- The parts; each writes one table. 0, or 1 after a message. ---- */

int speed_write(FILE *csv, const study *s);
int quality_write(FILE *csv, const study *s);
int expected_write(FILE *csv, const study *s);
int erfinv_write(FILE *csv, const study *s);
int sobol_write(FILE *csv, const study *s);
int slopes_write(FILE *csv, const study *s);
int tails_write(FILE *csv, const study *s);

#endif
