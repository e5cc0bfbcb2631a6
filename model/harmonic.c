/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Harmonic numbers to 2^40 and beyond: sums up to 64, above that the Euler-Maclaurin series (its first term left out is
 * below 1e-19 of the result). */
#include "model.h"

#define DIRECT 64

rr_long rr_harmonic(rr_long t)
{
    static const rr_long euler = 0.57721566490153286060651209008240243L;
    rr_long sum = 0;
    if (t <= DIRECT) {
        for (rr_long k = t; k >= 1; --k) sum += 1 / k;
        return sum;
    }
    const rr_long x = 1 / (t * t);
    return logl(t) + euler + 1 / (2 * t) - x * (1 / 12.0L - x * (1 / 120.0L - x * (1 / 252.0L - x / 240.0L)));
}

rr_long rr_harmonic_squares(rr_long t)
{
    rr_long sum = 0;
    if (t <= DIRECT) {
        for (rr_long k = t; k >= 1; --k) sum += 1 / (k * k);
        return sum;
    }
    const rr_long x = 1 / (t * t);
    const rr_long all = RR_MODEL_PI * RR_MODEL_PI / 6;
    return all - 1 / t + x / 2 - x / t * (1 / 6.0L - x * (1 / 30.0L - x * (1 / 42.0L - x / 30.0L)));
}
