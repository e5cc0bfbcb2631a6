# SPDX-License-Identifier: MIT OR Apache-2.0
"""Distributions with two tails, as functions of one uniform's distances to its nearer end, v, and to 1/2, c.

The bounds are ulps of the variate before loc and scale; `located` converts them into ulps of the sum. Each lane text
explains its bound:
    laplace 5, logistic 6, cauchy and half-cauchy 8, hyperbolic-secant 10; log-logistic 2, and 6 / c for the odds
    asymmetric-laplace   scale times the factor of its side times (8 + 4 y) 2^-p, y the size of the logarithm
    triangular     5 (8 where the mode is near that end) of the distance from the end that it is measured from"""
import math

import mpmath
from mpmath import mp, mpf

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import Answers, ends_low, fraction, given, hunt, real, representable, two_sides


def located(t, loc, part, ulps):
    """loc + part, with part within `ulps`."""
    quantum = lambda x: mpf(2) ** t.quantum(fraction(x))
    return fraction(loc + part), int(ulps * quantum(part) / quantum(loc + part)) + 2


def two_sided(size, ulps):
    """loc + scale times size(v, c) with the sign of U - 1/2."""
    def draw(t, launch, i, params):
        loc, scale = (real(p) for p in params)
        v, c, sign, used = two_sides(t, launch, i)
        return (0, *located(t, loc, scale * sign * size(v, c), ulps), used)
    return draw


def tangent_of(c, v):
    """tan(pi c), c + v = 1/2."""
    return mpmath.tan(mp.pi * c) if c < v else 1 / mpmath.tan(mp.pi * v)


laplace = two_sided(lambda v, c: -mpmath.log(2 * v) if c > 0.125 else -mpmath.log1p(-2 * c), 5)
logistic = two_sided(lambda v, c: mpmath.log1p(2 * c / v), 6)
cauchy = two_sided(lambda v, c: tangent_of(c, v), 8)
hyperbolic_secant = two_sided(lambda v, c: 2 * mpmath.atanh(mpmath.tan(mp.pi * c / 2)) if c < v
                              else -mpmath.log(mpmath.tan(mp.pi * v / 2)), 10)


def half_cauchy(t, launch, i, params):
    loc, scale = (real(p) for p in params)
    v, c, sign, used = two_sides(t, launch, i)
    x = mpmath.tan(mp.pi * v / 2)
    return (0, *located(t, loc, scale * (1 / x if sign > 0 else x), 8), used)


def log_logistic(t, launch, i, params):
    c, scale = (real(p) for p in params)
    v, _, sign, used = two_sides(t, launch, i)
    return 0, representable(t, scale * mpmath.exp(sign * mpmath.log((1 - v) / v) / c)), int(6 / c) + 3, used


def triangular(t, launch, i, params):
    left, mode, right = (real(p) for p in params)
    v, _, sign, used = two_sides(t, launch, i)
    u, above, width = (v, 1 - v, right - left) if sign < 0 else (1 - v, v, right - left)
    low = u * width < mode - left
    share, rest = (mode - left) / width, (right - mode) / width
    p = u * share if low else above * rest
    if p > 0.25 and min(share, rest) < 0.125:
        part = width * (above + u * rest if low else u + above * share) / (1 + mpmath.sqrt(p))
        return (0, *(located(t, right, -part, 8) if low else located(t, left, part, 8)), used)
    part = width * mpmath.sqrt(p)
    return (0, *(located(t, left, part, 5) if low else located(t, right, -part, 5)), used)


def asymmetric_laplace(t, launch, i, params):
    kappa, loc, scale = (real(p) for p in params)
    v, _, sign, used = two_sides(t, launch, i)
    u, above = (v, 1 - v) if sign < 0 else (1 - v, v)
    left = u * (1 + kappa ** -2) < 1
    y = -mpmath.log(u * (1 + kappa ** -2) if left else above * (1 + kappa ** 2))
    part = scale * (kappa if left else 1 / kappa)
    ulps = int(part * real(t.eps) * (8 + 4 * y) / mpf(2) ** t.quantum(fraction(loc + (-part if left else part) * y))) + 2
    return 0, representable(t, loc + (-part if left else part) * y), ulps, used


# ---- Cells ----

FAR = [2.0 ** -8, 2.0 ** -11]     # LOW words begin


def cases(name, sets, quantile, cdf):
    """quantile(v, *params) for P(X <= x) = v, and for P(X > x) = v where v < 0."""
    def points(t, *p):
        return [quantile(q, *p) for q in LEVELS + FAR] + [quantile(-q, *p) for q in TAIL + FAR]
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, MANY, p, points, cdf)
                    for kind in TYPES for p in sets]


def sided(size):
    """The quantile of a symmetric distribution; size(v) is its absolute value at the distance v to the nearer end."""
    def quantile(q, loc, scale):
        upper = q < 0 or q > 0.5
        v = -q if q < 0 else min(q, 1 - q)
        return loc + scale * (size(v) if upper else -size(v))
    return quantile


def laplace_cdf(x, loc, scale):
    z = (x - loc) / scale
    return mp.exp(z) / 2 if z < 0 else 1 - mp.exp(-z) / 2


def asymmetric_quantile(q, kappa, loc, scale):
    u, above = (1 + q, -q) if q < 0 else (q, 1 - q)
    if u * (1 + kappa ** -2) < 1:
        return loc + scale * kappa * math.log(u * (1 + kappa ** -2))
    return loc - scale / kappa * math.log(above * (1 + kappa ** 2))


def asymmetric_cdf(x, kappa, loc, scale):
    z, k2 = (x - loc) / scale, mpf(kappa) ** 2
    return mp.exp(z / kappa) * k2 / (1 + k2) if z < 0 else 1 - mp.exp(-z * kappa) / (1 + k2)


def triangular_quantile(q, left, mode, right):
    u, above = (1 + q, -q) if q < 0 else (q, 1 - q)
    width = right - left
    if u * width < mode - left:
        return left + math.sqrt(u * width * (mode - left))
    return right - math.sqrt(above * width * (right - mode))


def triangular_cdf(x, left, mode, right):
    if x <= left or x >= right:
        return mpf(x >= right)
    if x < mode:
        return (x - left) ** 2 / (mpf(right - left) * (mode - left))
    return 1 - (right - x) ** 2 / (mpf(right - left) * (right - mode))


def log_logistic_quantile(q, c, scale):
    odds = (1 + q) / -q if q < 0 else q / (1 - q)
    return scale * odds ** (1 / c)


def half_cauchy_quantile(q, loc, scale):
    return loc + scale * (1 / math.tan(-math.pi * q / 2) if q < 0 else math.tan(math.pi * q / 2))


BOTH = given("0 1", "3 2")
ANSWERS = {
    "laplace": Answers(laplace, 2, BOTH, hunt(ends_low)),
    "asymmetric_laplace": Answers(asymmetric_laplace, 2, given("2 0 1", "0.5 3 2", "1e-15 0 1", "1e-3 -1 1e-10", "1e15 0 1"),
                                  hunt(ends_low)),
    "logistic": Answers(logistic, 2, BOTH, hunt(ends_low)),
    "cauchy": Answers(cauchy, 2, BOTH, hunt(ends_low)),
    "half_cauchy": Answers(half_cauchy, 2, BOTH, hunt(ends_low)),
    "hyperbolic_secant": Answers(hyperbolic_secant, 2, BOTH, hunt(ends_low)),
    "log_logistic": Answers(log_logistic, 2, given("3 1", "0.37 2.5", "1e-3 1", "1e6 1"), hunt(ends_low)),
    "triangular": Answers(triangular, 2, given("0 0.5 1", "-1 2 5", "0 0 1", "0 1 1", "-1e30 0 1e-30", "0 1e-3 1",
                                                   "-4 -1e-6 0"), hunt(ends_low)),
}
PAIRS = ((0, 1), (3, 2))
CELLS = {
    "laplace": cases("laplace", PAIRS, sided(lambda v: -math.log(2 * v)), laplace_cdf),
    "asymmetric_laplace": cases("asymmetric-laplace", ((2, 0, 1), (0.3, 3, 2)), asymmetric_quantile, asymmetric_cdf),
    "logistic": cases("logistic", PAIRS, sided(lambda v: math.log((1 - v) / v)),
                      lambda x, loc, scale: 1 / (1 + mp.exp(-(x - loc) / scale))),
    "cauchy": cases("cauchy", PAIRS, sided(lambda v: 1 / math.tan(math.pi * v)),
                    lambda x, loc, scale: mp.atan2(scale, loc - x) / mp.pi),
    "half_cauchy": cases("half-cauchy", PAIRS, half_cauchy_quantile,
                         lambda x, loc, scale: max(mpf(0), 2 * mp.atan((x - loc) / scale) / mp.pi)),
    "hyperbolic_secant": cases("hyperbolic-secant", PAIRS, sided(lambda v: -math.log(math.tan(math.pi * v / 2))),
                               lambda x, loc, scale: 2 * mp.atan(mp.exp((x - loc) / scale)) / mp.pi),
    "log_logistic": cases("log-logistic", ((3, 1), (0.5, 2)), log_logistic_quantile,
                          lambda x, c, scale: 1 / (1 + (x / scale) ** -mpf(c)) if x > 0 else mpf(0)),
    "triangular": cases("triangular", ((0, 0.5, 1), (-1, 2, 5), (0, 0, 1), (0, 1, 1)), triangular_quantile, triangular_cdf),
}
