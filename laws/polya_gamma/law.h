/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Text that the descriptors of the Polya-Gamma distributions share. */
#ifndef RR_POLYA_GAMMA_LAW_H
#define RR_POLYA_GAMMA_LAW_H

#include "laws/descriptor.h"

/* PG(1, z) is the sum of E_k / ((k - 1/2)^2 + z^2 / (4 pi^2)) over 2 pi^2, E_k exponential: cumulants are sums of powers.
 * Such a sum is the midpoint rule for an integral, whose relative error is below e^-z: the whole integral for a large z, its
 * rest from 2000 on for others. */
static inline double rr_polya_cumulant(double z, int n)
{
    const double rest = z * z / 39.47841760435743, factor = (n == 2 ? 1 : 6) * pow(19.739208802178716, -n);
    if (z >= 60) return factor * RR_PI * (n == 2 ? 1. / 4 : 5. / 32) * pow(rest, 0.5 - n);
    double sum = pow(2000, 1 - 2 * n) / (2 * n - 1);
    for (int k = 2000; k > 0; --k) sum += pow((k - 0.5) * (k - 0.5) + rest, -n);
    return sum * factor;
}

/* PG(b, z) is the sum of b variates of PG(1, z). */
static inline rr_moments rr_polya_moments(double b, double tilt)
{
    const double z = fabs(tilt), v = b * rr_polya_cumulant(z, 2);
    return (rr_moments){b * (z < 1e-4 ? 0.25 : tanh(z / 2) / (2 * z)), v, b * rr_polya_cumulant(z, 4) + 3 * v * v};
}

#define RR_POLYA_TILT {"z", "tilt: the linear predictor; its sign has no effect", 0, RR_BETWEEN(-1e8, 1e8)}
#define RR_POLYA_TILTS RR_SAME("c", "z"), RR_SAME("psi", "z"), RR_SAME("tilt", "z")

#endif
