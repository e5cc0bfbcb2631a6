/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The posterior of the pump model without random numbers: given beta, the rates are independent gammas, so that everything
 * is an integral over beta alone. */
#ifndef PUMPS_EXACT_H
#define PUMPS_EXACT_H

#include "model.h"

struct exact {
    const struct model *model;
    size_t nodes;
    double *beta;        /* the nodes at which the marginal posterior of beta is evaluated */
    double *weight;      /* the weights of the nodes; their sum is 1 */
    struct moments rate[MAX_PUMPS];
    struct moments beta_moments;
    double error;        /* the largest relative change when the step was halved for the last time */
};

/* Fills *exact; the model must outlive it. Returns 0, or -1 without memory or convergence. */
int exact_make(struct exact *exact, const struct model *model);
void exact_free(struct exact *exact);

/* The posterior density of log(rate_k), at the rate x. */
double exact_log_density(const struct exact *exact, size_t pump, double x);

#endif
