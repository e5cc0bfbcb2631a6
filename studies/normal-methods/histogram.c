/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The histogram of the quality test, and its error for perfect samples.
 *
 * The count of a bin of probability p is nearly normal with mean n (p + b) and variance n p (1 - p), where b is the method's
 * excess probability there. So the mean of |count / n - p|, with s^2 = p (1 - p) / n, is
 *     s sqrt(2 / pi) exp(-b^2 / 2 s^2) + b erf(b / s sqrt 2)
 * and its variance is s^2 + b^2 minus the square of that. The thousand bins are nearly independent. */
#include "study.h"

#include <math.h>

static double edge(unsigned bins, unsigned bin)
{
    return bin == 0 ? -INFINITY : bin == bins + 2 ? INFINITY : -REACH + (bin - 1) * (2 * REACH / bins);
}

/* P(X <= x) - 1/2. */
static double half_law(double x)
{
    return 0.5 * erf(x * M_SQRT1_2);
}

/* The same for an X from an exact uniform by Winitzki's formula, the inverse of
 * erf x = sqrt(1 - exp(-x^2 (4 / pi + a x^2) / (1 + a x^2))). */
static double winitzki_half_law(double x)
{
    const double a = 0.147, t = 0.5 * x * x;
    if (isinf(x)) return copysign(0.5, x);
    return copysign(0.5 * sqrt(-expm1(-t * (4 / M_PI + a * t) / (1 + a * t))), x);
}

static double probability(double (*law)(double), unsigned bins, unsigned bin)
{
    const double a = edge(bins, bin), b = edge(bins, bin + 1);
    /* In the tails the difference of two numbers near 1/2 would cancel. */
    if (law == half_law && a > 0) return 0.5 * (erfc(a * M_SQRT1_2) - erfc(b * M_SQRT1_2));
    if (law == half_law && b < 0) return 0.5 * (erfc(-b * M_SQRT1_2) - erfc(-a * M_SQRT1_2));
    return law(b) - law(a);
}

/* Computed in doubles, so that rounding does not move a sample across an edge. */
void histogram_add(histogram *h, const float *x, size_t n)
{
    const double scale = h->bins / (2 * REACH), end = h->bins;
    for (size_t i = 0; i < n; ++i) {
        const double at = (x[i] + REACH) * scale;
        ++h->count[at < 0 ? 0 : at >= end ? h->bins + 1 : 1 + (unsigned)at];
    }
    h->n += n;
}

double histogram_error(const histogram *h)
{
    double sum = 0;
    for (unsigned i = 0; i < h->bins + 2; ++i)
        sum += fabs((double)h->count[i] / (double)h->n - probability(half_law, h->bins, i));
    return sum;
}

static double expected_error(double (*law)(double), unsigned bins, double n, double *deviation)
{
    double sum = 0, variance = 0;
    for (unsigned i = 0; i < bins + 2; ++i) {
        const double p = probability(half_law, bins, i), s = sqrt(p * (1 - p) / n), b = probability(law, bins, i) - p;
        const double mean = s * sqrt(2 / M_PI) * exp(-b * b / (2 * s * s)) + b * erf(b / (s * M_SQRT2));
        sum += mean;
        variance += s * s + b * b - mean * mean;
    }
    if (deviation) *deviation = sqrt(variance);
    return sum;
}

double perfect_error(unsigned bins, double n, double *deviation)
{
    return expected_error(half_law, bins, n, deviation);
}

double winitzki_error(unsigned bins, double n, double *deviation)
{
    return expected_error(winitzki_half_law, bins, n, deviation);
}
