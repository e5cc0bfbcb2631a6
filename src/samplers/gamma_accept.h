/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Acceptance of Marsaglia and Tsang's proposal: p(a) = Gamma(a) e^d d^(1/2 - a) / sqrt(2 pi), d = a - 1/3, with a the
 * shape, or shape + 1 where the boost is used. Feeds the planner, never a bit, so libm may be used. */
#ifndef RR_GAMMA_ACCEPT_H
#define RR_GAMMA_ACCEPT_H

#include "descriptor.h"

static inline double rr_gamma_accept(const double *params)
{
    const double a = params[0] < 1 ? params[0] + 1 : params[0], d = a - 1.0 / 3;
    /* From a = 1e6 on 1 - p is below 1e-8, and the difference of large terms would be worse than that. */
    return a > 1e6 ? 1 : exp(lgamma(a) + d + (0.5 - a) * log(d) - 0.91893853320467274);
}

#define RR_SHAPE_RANGE {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}

#endif
