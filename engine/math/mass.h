/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The logarithm of the probability of a count k under a Poisson distribution of mean m, and under a binomial, after Loader
 * (Fast and accurate computation of binomial probabilities, 2000): no term is larger than its contribution to the result, so
 * that nothing cancels.
 *
 *     -log P(k) = log(2 pi k) / 2 + S(k) + D(k, m)   for k > 0,   P(0) = e^-m,
 *     S(k) = log k! - (k + 1/2) log k + k - log(2 pi) / 2 = 1/(12 k) - 1/(360 k^3) + 1/(1260 k^5) - ...,
 *     D(k, m) = k log(k / m) + m - k >= 0;
 *
 *     binomial, of n and p, q = 1 - p, 0 < k < n:
 *     -log P(k) = log(2 pi k (n - k) / n) / 2 + S(k) + S(n - k) - S(n) + D(k, n p) + D(n - k, n q).
 *
 * With d = k - m, which is exact where they are near each other, and v = d / (k + m), log(k / m) = 2 artanh(v), so that
 *
 *     D = d v + 2 k v^3 (1/3 + v^2/5 + v^4/7 + ...).
 *
 * The series is used for |v| <= 1/8, where nine terms leave 2^-57 of it; otherwise k log(k / m) - d, whose terms are at most
 * nine times the difference. S is a table below 16 and five terms above (2^-50 absolute). */
#ifndef RR_MATH_MASS_H
#define RR_MATH_MASS_H

#include "log.h"

#if RR_DTYPE == 64
#include "stirling.h"

/* r: 1 / k, where k is not small. */
RR_FN rr_mask rr_stirling_small(rr_real k) { return rr_lt(k, rr_splat(RR_C(16))); }

RR_FN rr_real rr_stirling_by(rr_real k, rr_real r)
{
    rr_real table, unused;
    const rr_mask small = rr_stirling_small(k);
    const rr_real at = rr_select(small, k, rr_splat(RR_C(0))), s = r * r;
    rr_lookup16(rr_stirling_rows, rr_stirling_columns, rr_asbits(at + RR_C(0x1p52)) & 15u, &table, &unused);
    rr_real p = rr_splat(RR_C(0.000841750841750841750842));
    p = rr_fma(p, s, rr_splat(RR_C(-0.000595238095238095238095)));
    p = rr_fma(p, s, rr_splat(RR_C(0.000793650793650793650794)));
    p = rr_fma(p, s, rr_splat(RR_C(-0.00277777777777777777778)));
    p = rr_fma(p, s, rr_splat(RR_C(0.0833333333333333333333)));
    return rr_select(small, table, p * r);
}

RR_FN rr_real rr_stirling(rr_real k)
{
    return rr_stirling_by(k, rr_div(rr_splat(RR_C(1)), rr_select(rr_stirling_small(k), rr_splat(RR_C(16)), k)));
}

/* D(k, m) by the series; d is k - m, exact also for a mean that is not a number of the type. */
RR_FN rr_real rr_deviance_near(rr_real k, rr_real d, rr_real v)
{
    const rr_real s = v * v;
    rr_real p = rr_splat(RR_C(0.0526315789473684210526));
    p = rr_fma(p, s, rr_splat(RR_C(0.0588235294117647058824)));
    p = rr_fma(p, s, rr_splat(RR_C(0.0666666666666666666667)));
    p = rr_fma(p, s, rr_splat(RR_C(0.0769230769230769230769)));
    p = rr_fma(p, s, rr_splat(RR_C(0.0909090909090909090909)));
    p = rr_fma(p, s, rr_splat(RR_C(0.111111111111111111111)));
    p = rr_fma(p, s, rr_splat(RR_C(0.142857142857142857143)));
    p = rr_fma(p, s, rr_splat(RR_C(0.2)));
    p = rr_fma(p, s, rr_splat(RR_C(0.333333333333333333333)));
    return rr_fma(d, v, RR_C(2) * k * (v * s) * p);
}

RR_FN rr_mask rr_deviance_is_near(rr_real v) { return rr_le(rr_abs(v), rr_splat(RR_C(0.125))); }

/* By the logarithm. */
RR_FN rr_real rr_deviance_far(rr_real k, rr_real m, rr_real d)
{
    return k * rr_log(rr_div(rr_max(k, rr_splat(RR_C(1))), m)) - d;
}

RR_FN rr_real rr_deviance_by(rr_real k, rr_real m, rr_real d)
{
    const rr_real v = rr_div(d, k + m);
    return rr_select(rr_deviance_is_near(v), rr_deviance_near(k, d, v), rr_deviance_far(k, m, d));
}

/* The same for a quick test, which has v; lanes that are far are rare. */
RR_FN rr_real rr_deviance_quick(rr_real k, rr_real m, rr_real d, rr_real v)
{
    const rr_mask is_near = rr_deviance_is_near(v);
    const rr_real near = rr_deviance_near(k, d, v);
    return rr_some(rr_mnot(is_near)) ? rr_select(is_near, near, rr_deviance_far(k, m, d)) : near;
}

RR_FN rr_real rr_deviance(rr_real k, rr_real m) { return rr_deviance_by(k, m, k - m); }
#endif

#endif
