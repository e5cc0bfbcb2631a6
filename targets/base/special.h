/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Special functions that the quantile functions share, in the arithmetic of engine/math. */
#ifndef RR_BASE_SPECIAL_H
#define RR_BASE_SPECIAL_H

#include "engine/lanes/lane.h"
#include "engine/math/gamma_ratio.h"
#include "engine/math/log.h"
#include "engine/math/log1p.h"
#include "engine/math/pow.h"

#define RR_HALF_LOG_TWO_PI 0x1.d67f1c864beb5p-1

/* log(Gamma(z) e^z z^(1/2-z) / sqrt(2 pi)) for z >= 12; the term left out is below 3e-18. */
static inline double rr_stirling_tail(double z)
{
    const double s = 1 / (z * z);
    const double far = 1 / 1680. - s * (1 / 1188. - s * (691 / 360360. - s * (1 / 156.)));
    return (1 / 12. - s * (1 / 360. - s * (1 / 1260. - s * far))) / z;
}

/* log Gamma(z) for 0 < z <= 2^1000. */
static inline double rr_log_gamma(double z)
{
    double product = 1;
    for (; z < 12; z += 1) product *= z;
    return (z - 0.5) * rr_log(z) - z + RR_HALF_LOG_TWO_PI + rr_stirling_tail(z) - rr_log(product);
}

/* log Gamma(a + 1) for 0 < a < 20. */
static inline double rr_log_gamma1(double a) { return rr_log_gamma(a + 1); }

/* y - log(1 + y). */
static inline double rr_excess(double y)
{
    if (RR_GAMMA_LOW <= y && y <= RR_GAMMA_HIGH) return y * y * (0.5 - y * (1 / 3. - y * rr_gamma_q_series(y)));
    return y - rr_log1p(y);
}

/* v^(1/p), given log v, corrected for the rounding of the exponent. */
static inline double rr_power_of(double v, double log_v, double p)
{
    const double root = 1 / p, rest = rr_fma(-root, p, 1), x = rr_pow(v, root);
    return x + x * (log_v * (root * rest));
}

/* Halley's step from Newton's, with the factor limited to 1/2 ... 2; bend = step f''/(2 f'), with its sign. */
static inline double rr_halley(double step, double bend)
{
    return step / rr_min(rr_max(1 + bend, 0.5), 2);
}

#endif
