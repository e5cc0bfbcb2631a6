/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Computes the posterior by quadrature. The rates integrate out in closed form and leave, for beta,
 *
 *     p(beta | data)  ~  beta^(prior_shape - 1) exp(-prior_rate beta) prod_k beta^alpha / (beta + t_k)^(alpha + s_k).
 *
 * In u = log(beta) this is analytic in the strip |Im u| < pi/2, and falls off exponentially on the left and double
 * exponentially on the right. For such integrands the trapezoidal sum converges geometrically in 1/step (the bound is
 * exp(-2 pi (pi/2) / step)): step 1/8 has rounding errors only. The step is halved until the result does not change. */
#include "exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_STEP 0.5
#define TOLERANCE 1e-12
#define MAX_NODES 65536
#define NEGLIGIBLE 80.0   /* exp(-80) = 2e-35 of the peak */

/* The logarithm of the density of u = log(beta), up to a constant; the Jacobian turns prior_shape - 1 into
 * prior_shape. */
static double log_density(const struct model *model, double u)
{
    double beta = exp(u);
    double sum = model->prior_shape * u - model->prior_rate * beta;
    for (size_t k = 0; k < model->pumps; ++k) {
        sum += model->alpha * u - (model->alpha + model->failures[k]) * log(beta + model->hours[k]);
    }
    return sum;
}

/* Finds the peak by ternary search: the density has only one. */
static double find_peak(const struct model *model)
{
    double low = -50, high = 50;
    for (int i = 0; i < 200; ++i) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (log_density(model, a) < log_density(model, b)) low = a; else high = b;
    }
    return (low + high) / 2;
}

/* Finds where the density becomes negligible, from the peak in the direction of `step`. */
static double find_edge(const struct model *model, double peak, double step)
{
    double top = log_density(model, peak), u = peak;
    while (log_density(model, u) > top - NEGLIGIBLE) u += step;
    return u;
}

static int place_nodes(struct exact *exact, double peak, double low, double high, double step)
{
    size_t nodes = (size_t)((high - low) / step) + 1;
    if (nodes > MAX_NODES) return -1;
    exact_free(exact);
    exact->beta = malloc(nodes * sizeof *exact->beta);
    exact->weight = malloc(nodes * sizeof *exact->weight);
    if (!exact->beta || !exact->weight) return -1;
    double top = log_density(exact->model, peak), total = 0;
    for (size_t i = 0; i < nodes; ++i) {
        double u = low + (double)i * step;
        exact->beta[i] = exp(u);
        total += exact->weight[i] = exp(log_density(exact->model, u) - top);
    }
    for (size_t i = 0; i < nodes; ++i) exact->weight[i] /= total;
    exact->nodes = nodes;
    return 0;
}

static struct moments beta_moments(const struct exact *exact)
{
    double mean = 0, variance = 0;
    for (size_t i = 0; i < exact->nodes; ++i) mean += exact->weight[i] * exact->beta[i];
    for (size_t i = 0; i < exact->nodes; ++i) {
        double off = exact->beta[i] - mean;
        variance += exact->weight[i] * off * off;
    }
    return (struct moments){mean, sqrt(variance)};
}

/* Given beta, rate_k is Gamma(shape alpha + s_k, rate beta + t_k). The variance is the mean of the conditional variance
 * plus the variance of the conditional mean: no difference of large terms. */
static struct moments rate_moments(const struct exact *exact, size_t k)
{
    double shape = exact->model->alpha + exact->model->failures[k], hours = exact->model->hours[k];
    double mean = 0, variance = 0;
    for (size_t i = 0; i < exact->nodes; ++i) mean += exact->weight[i] * shape / (exact->beta[i] + hours);
    for (size_t i = 0; i < exact->nodes; ++i) {
        double rate = exact->beta[i] + hours, off = shape / rate - mean;
        variance += exact->weight[i] * (shape / (rate * rate) + off * off);
    }
    return (struct moments){mean, sqrt(variance)};
}

static double change(struct moments old, struct moments new)
{
    return fmax(fabs(old.mean / new.mean - 1), fabs(old.sd / new.sd - 1));
}

/* Fills in the moments from the nodes; returns the largest relative change. */
static double integrate(struct exact *exact)
{
    struct moments beta = beta_moments(exact);
    double largest = change(exact->beta_moments, beta);
    exact->beta_moments = beta;
    for (size_t k = 0; k < exact->model->pumps; ++k) {
        struct moments rate = rate_moments(exact, k);
        largest = fmax(largest, change(exact->rate[k], rate));
        exact->rate[k] = rate;
    }
    return largest;
}

int exact_make(struct exact *exact, const struct model *model)
{
    memset(exact, 0, sizeof *exact);
    exact->model = model;
    double peak = find_peak(model);
    double low = find_edge(model, peak, -FIRST_STEP), high = find_edge(model, peak, FIRST_STEP);
    double step = FIRST_STEP;
    do {
        if (place_nodes(exact, peak, low, high, step)) {
            exact_free(exact);
            return -1;
        }
        exact->error = integrate(exact);
        step /= 2;
    } while (!(exact->error <= TOLERANCE));
    return 0;
}

void exact_free(struct exact *exact)
{
    free(exact->beta);
    free(exact->weight);
    exact->beta = exact->weight = NULL;
    exact->nodes = 0;
}

double exact_log_density(const struct exact *exact, size_t pump, double x)
{
    double shape = exact->model->alpha + exact->model->failures[pump], hours = exact->model->hours[pump];
    double constant = shape * log(x) - lgamma(shape), sum = 0;
    for (size_t i = 0; i < exact->nodes; ++i) {
        double rate = exact->beta[i] + hours;
        sum += exact->weight[i] * exp(constant + shape * log(rate) - rate * x);
    }
    return sum;
}
