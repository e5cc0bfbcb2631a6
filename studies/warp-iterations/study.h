/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Declarations that the parts of this study share: moments of the iterations of a warp, measured and by the model. */
#ifndef STUDY_H
#define STUDY_H

#include "../common.h"

enum { PRINTED_WARP = 32, PRINTED_LOOPS = 1000 };

/* Sums of powers of N, the iterations of a warp. Fourth powers give the error of the mean square. */
typedef struct moments {
    uint64_t loops;
    double sum, squares, fourth;
} moments;

static inline void moments_add(moments *m, double n)
{
    const double s = n * n;
    ++m->loops;
    m->sum += n;
    m->squares += s;
    m->fourth += s * s;
}

/* E[N], E[N^2] and the variances of N and N^2 by Eq. 9. */
typedef struct expected {
    double mean, mean_square, mean_variance, square_variance;
} expected;

expected model_moments(double accept, unsigned lanes);

/* The probability nearest to 1 - rho that `attempts` draws exactly: its parameter is a float. */
double acceptance(double rho);

/* ---- The experiments ---- */

/* `loops` calls of a warp under strategy loop, on the warps of a device, or, if device is NULL, of a processor, which has
 * warps of any width. 0, or 1 after a message. */
int lanes_measure(const rr_device *device, unsigned warp, double accept, uint64_t loops, uint64_t stream, moments *result);

typedef enum generator { LCG_NEIGHBOURS, LCG_DRAWN, PHILOX_NEIGHBOURS, GENERATORS } generator;
extern const char *const generator_names[GENERATORS];

/* A lane with its own generator; lanes_seed gives lane i the seed first + i, or a drawn one. */
typedef struct lane {
    uint64_t state;      /* of an LCG; a key of Philox */
    uint64_t draws;      /* number of draws so far */
    uint32_t block[4];   /* of Philox, for two draws */
} lane;
void lanes_seed(generator g, uint64_t first, lane lanes[PRINTED_WARP]);

/* One outer loop of Appendix A: every lane draws until it accepts; fills attempts, returns the largest. */
unsigned lanes_loop(generator g, double accept, lane lanes[PRINTED_WARP], unsigned attempts[PRINTED_WARP]);

/* Writes start.csv: the first loops of many runs of each generator. 0, or 1 after a message. */
int start_write(FILE *csv, const study *s);

#endif
