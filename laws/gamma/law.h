/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Descriptor fields that the methods of the gamma share; gamma.c has the rest. */
#ifndef RR_GAMMA_LAW_H
#define RR_GAMMA_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_gamma;

/* Each method has its own range of shapes. */
#define RR_GAMMA_LAW .law = "gamma", .about = &rr_law_gamma, .dtypes = RR_REALS, .params = 2
#define RR_GAMMA_SCALE {"scale", "scale, 1 / rate", 1, RR_POSITIVE}

/* Moments of the square root of s times a gamma variate of shape a. */
static inline rr_moments rr_gamma_root_moments(double a, double s)
{
    const double r = exp(rr_log_gamma(a + 0.5) - rr_log_gamma(a)) * sqrt(s);
    return rr_central(r, a * s, r * (a + 0.5) * s, a * (a + 1) * s * s);
}

#endif
