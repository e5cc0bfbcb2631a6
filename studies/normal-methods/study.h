/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Declarations that the parts of this study share: the methods, and the histogram of the quality test. */
#ifndef STUDY_H
#define STUDY_H

#include "../common.h"

/* A stream for each purpose. */
enum { SEED = 3, STREAM_SPEED = 1, STREAM_QUALITY = 100, STREAM_TAILS = 200, STREAM_UNIFORM = 300, STREAM_FAR = 400,
       STREAM_LCG = 500, STREAM_DENSITY = 600 };

/* ---- methods.c ---- */

/* A method, and the samplers of its columns "1 sample" and "2 samples": in the first Box-Muller drops an output. */
typedef struct method {
    const char *name, *one, *two;
} method;

enum { METHODS = 7 };
extern const method methods[METHODS];

/* A job that draws standard normals. */
rr_job normal_job(const char *sampler, rr_type dtype, uint64_t stream, uint64_t n, void *out);

/* ---- histogram.c: bins and the error of a histogram ---- */

/* Bins of equal width on [-REACH, REACH), and one more for the rest at each end. */
enum { MIN_BINS = 2, MAX_BINS = 10000 };
#define REACH 5.0

typedef struct histogram {
    unsigned bins;   /* between -REACH and REACH */
    uint64_t n, count[MAX_BINS + 2];
} histogram;

void histogram_add(histogram *h, const float *x, size_t n);

/* The sum over bins of |count / n - probability|. */
double histogram_error(const histogram *h);

/* The mean of that sum for n samples of the ideal normal, or of exact uniforms through Winitzki's formula (whose inverse is
 * known in closed form); and, unless NULL, its standard deviation. */
double perfect_error(unsigned bins, double n, double *deviation);
double winitzki_error(unsigned bins, double n, double *deviation);

/* ---- quality.c ---- */

/* Reads SAMPLES and BINS from the environment. 0, or 1 after a message. */
int quality_settings(const char *name);

/* ---- The parts; each writes one table. 0, or 1 after a message. ---- */

int density_write(FILE *csv, const study *s);
int speed_write(FILE *csv, const study *s);
int document_write(FILE *csv, const study *s);
int quality_write(FILE *csv, const study *s);
int expected_write(FILE *csv, const study *s);
int bins_write(FILE *csv, const study *s);
int erfinv_write(FILE *csv, const study *s);
int sobol_write(FILE *csv, const study *s);
int slopes_write(FILE *csv, const study *s);
int tails_write(FILE *csv, const study *s);
int conditioned_write(FILE *csv, const study *s);
int lcg_write(FILE *csv, const study *s);

#endif
