/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The model of the example, and its data.
 *
 *     failures_k ~ Poisson(rate_k * hours_k)
 *     rate_k     ~ Gamma(shape alpha, rate beta)
 *     beta       ~ Gamma(shape prior_shape, rate prior_rate)
 */
#ifndef PUMPS_MODEL_H
#define PUMPS_MODEL_H

#include <stddef.h>
#include <stdio.h>

#define MAX_PUMPS 64

struct model {
    double alpha, prior_shape, prior_rate;
    size_t pumps;
    double failures[MAX_PUMPS];
    double hours[MAX_PUMPS];    /* operating time, in thousands of hours */
};

/* A mean and a standard deviation, of a rate or of beta. */
struct moments {
    double mean, sd;
};

/* Reads pump,failures,thousand_hours with a heading line. Returns 0, or -1 after a message to `errors`. */
int model_read(struct model *model, const char *path, FILE *errors);

#endif
