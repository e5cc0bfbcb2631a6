/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sums and integrals of powers, for the descriptors of power laws on a range. */
#ifndef RR_ZIPF_LAW_H
#define RR_ZIPF_LAW_H

#include "laws/descriptor.h"

/* The integral of (t / unit)^-a over n counts from first on: from first - 1/2 to first + n - 1/2, which is not a double near
 * 2^53. */
static inline double rr_power_area(double first, double n, double a, double unit)
{
    const double s = 1 - a, low = first - 0.5, span = log1p(n / low);
    return low * exp(-a * log(low / unit)) * (fabs(s) * span < 1e-12 ? span : expm1(s * span) / s);
}

/* The sum of (k / low)^-a from low to high, beyond 1000 counts by the integral from half to half. */
static inline double rr_power_sum(double low, double high, double a)
{
    const double last = fmin(high, low + 999);
    double sum = 0;
    for (double k = last; k >= low; --k) sum += pow(k / low, -a);
    return high > last ? sum + rr_power_area(last + 1, high - last, a, low) : sum;
}

#endif
