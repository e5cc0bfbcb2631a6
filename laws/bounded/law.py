# SPDX-License-Identifier: MIT OR Apache-2.0
"""Distributions on an interval, as functions of the distance v of one uniform to its nearer end: arcsine, loguniform, the
truncated exponential. The lane texts derive the ulps."""
import math

import mpmath
from mpmath import mp, mpf

import modules
from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import Answers, ends_low, fraction, given, hunt, real, two_sides


def located(t, loc, part, ulps):
    return modules.law("laplace").located(t, loc, part, ulps)


def arcsine(t, launch, i, params):
    low, high = (real(p) for p in params)
    v, _, sign, used = two_sides(t, launch, i)
    y = (high - low) * mpmath.sin(mp.pi * v / 2) ** 2
    return (0, *(located(t, low, y, 7) if sign < 0 else located(t, high, -y, 7)), used)


def loguniform(t, launch, i, params):
    low, high = (real(p) for p in params)
    v, _, sign, used = two_sides(t, launch, i)
    l = mpmath.log(high / low)
    off = 0 if high <= 2 * low else abs(mpmath.log(low)) + abs(mpmath.log(high))
    x = low * mpmath.exp(v * l) if sign < 0 else high * mpmath.exp(-v * l)
    return 0, fraction(x), int(2 * v * (2 * l + off)) + 4, used


def truncated_exponential(t, launch, i, params):
    b, loc, scale = (real(p) for p in params)
    v, _, sign, used = two_sides(t, launch, i)
    m = -mpmath.expm1(-b)
    x = -mpmath.log1p(-v * m) if sign < 0 else -mpmath.log(v * m + mpmath.exp(-b)) if b > 1 else -mpmath.log1p(-(1 - v) * m)
    return (0, *located(t, loc, scale * x, 14), used)


# ---- Cells ----


def cases(name, sets, quantile, cdf):
    """quantile(v, *params) for P(X <= x) = v, and for P(X > x) = v where v < 0."""
    def points(t, *p):
        far = [2.0 ** -8, 2.0 ** -11]
        return [quantile(q, *p) for q in LEVELS + far] + [quantile(-q, *p) for q in TAIL + far]
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, MANY, p, points, cdf)
                    for kind in TYPES for p in sets]


def arcsine_quantile(q, low, high):
    y = (high - low) * math.sin(math.pi * abs(q) / 2) ** 2
    return low + y if q > 0 else high - y


def arcsine_cdf(x, low, high):
    return mpf(x >= high) if not low < x < high else 2 / mp.pi * mp.asin(mp.sqrt((x - mpf(low)) / (mpf(high) - low)))


def loguniform_quantile(q, low, high):
    return low * (high / low) ** q if q > 0 else high * (high / low) ** q


def loguniform_cdf(x, low, high):
    return mpf(x >= high) if not low < x < high else mp.log(x / low) / mp.log(mpf(high) / low)


def truncated_quantile(q, b, loc, scale):
    m = -math.expm1(-b)
    return loc - scale * (math.log1p(-q * m) if q > 0 else math.log(-q * m + math.exp(-b)))


def truncated_cdf(x, b, loc, scale):
    z = (x - mpf(loc)) / scale
    return mpf(z >= b) if not 0 < z < b else mp.expm1(-z) / mp.expm1(-mpf(b))


ANSWERS = {
    "arcsine": Answers(arcsine, 2, given("0 1", "-1.5 2", "-1e-20 1e30", "3 4"), hunt(ends_low)),
    "loguniform": Answers(loguniform, 2, given("0.01 100", "1 1.5", "1 2", "1e-30 1e30", "7 7", "1000 1000.5"),
                          hunt(ends_low)),
    "truncated_exponential": Answers(truncated_exponential, 2,
                                     given("2 0 1", "0.5 3 2", "30 -1 1", "1e-20 0 1", "1e20 0 1", "0.7 0 1"),
                                     hunt(ends_low)),
}
CELLS = {
    "arcsine": cases("arcsine", ((0, 1), (-1, 3)), arcsine_quantile, arcsine_cdf),
    "loguniform": cases("loguniform", ((0.015625, 64), (1, 1.5)), loguniform_quantile, loguniform_cdf),
    "truncated_exponential": cases("truncated-exponential", ((2, 0, 1), (20, 1, 3), (0.25, 0, 1)), truncated_quantile,
                                   truncated_cdf),
}
