/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Moments of N by the model: Ridley and Forget, Eq. 9. E[N^4] = sum over n >= 0 of ((n + 1)^4 - n^4) P(N > n). */
#include "study.h"

#include <reroll_model.h>

double acceptance(double rho)
{
    return (double)(float)(1 - rho);
}

static double fourth_moment(rr_chance c, unsigned lanes)
{
    double sum = 0, last = 1;
    for (double n = 0; last > 1e-14 * sum; ++n) {
        last = ((n + 1) * (n + 1) * (n + 1) * (n + 1) - n * n * n * n) * rr_model_loop_survival(c, lanes, n);
        sum += last;
    }
    return sum;
}

expected model_moments(double accept, unsigned lanes)
{
    const rr_chance c = rr_chance_accept(accept);
    expected e;
    e.mean = rr_model_loop_mean(c, lanes);
    e.mean_variance = rr_model_loop_variance(c, lanes);
    e.mean_square = e.mean_variance + e.mean * e.mean;
    e.square_variance = fourth_moment(c, lanes) - e.mean_square * e.mean_square;
    return e;
}
