/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that the parts of this study share: the distribution, its acceptance, its jobs. */
#ifndef STUDY_H
#define STUDY_H

#include "../common.h"

enum { SEED = 6, STREAM_KERNEL = 1, STREAM_ACCEPT, STREAM_TIME, STREAM_ENERGY };

/* ---- physics.c ---- */

/* Opens dbrc.h; 0, or 1 after a message. rr_law_close closes it. */
int law_open(const study *s, const rr_sampler **law);

/* The fraction of accepted proposals, by integration: temperature in kelvin, energy in eV, the parameters of the law. */
double acceptance(double temperature, double energy);

/* A job of n neutrons of one energy, at that temperature. The job keeps the pointers to both. */
rr_job job_make(const rr_sampler *law, rr_type dtype, const double *temperature, const double *energy, uint64_t n,
                void *out);

/* ---- The parts; each writes one table. 0, or 1 after a message. ---- */

int kernel_write(FILE *csv, const study *s);
int spectrum_write(FILE *csv, const study *s);
int acceptance_write(FILE *csv, const study *s);
int strategies_write(FILE *csv, const study *s);
int verdict_write(FILE *csv, const study *s);

#endif
