# SPDX-License-Identifier: MIT OR Apache-2.0
"""genextreme and burr between low and high, as in laws/truncated. The lane texts explain the ulps."""
import math

import mpmath
from mpmath import mpf

import modules
from oracle import Answers, ends_low, given, hunt

MODULE = modules.law("truncated")
Law = MODULE.Law
answer = MODULE.answer
cases = MODULE.cases
power_of = MODULE.power_of
INFINITE = MODULE.INFINITE


def genextreme(c):
    """F is e^-E, E = (1 - c z)^(1/c)."""
    def exponential(z):
        if c == 0:
            return mpmath.exp(-z)
        return power_of(max(1 - c * z, mpf(0)), 1 / c)
    def at(f, s):
        e = -mpmath.log1p(-s) if s < f else -mpmath.log(f)
        return -mpmath.log(e) if c == 0 else (1 - e ** c) / c
    return Law(lambda z: mpmath.exp(-exponential(z)), lambda z: -mpmath.expm1(-exponential(z)), at)


def burr(c, d):
    def hazard(z):
        return d * mpmath.log1p(power_of(z, c))
    return Law(lambda z: -mpmath.expm1(-hazard(z)), lambda z: mpmath.exp(-hazard(z)),
               lambda f, s: power_of(mpmath.expm1(-(mpmath.log(s) if s < f else mpmath.log1p(-f)) / d), 1 / c))


def genextreme_error(z, l, h, c):
    """As for a Gumbel variate, plus the errors of the ends; a small change of it changes z by t times as much."""
    t = 1 - c * z
    if t <= 0:
        return mpf(0)
    def of(x):
        if abs(x) == INFINITE or 1 - c * x <= 0:
            return mpmath.sign(x if abs(x) == INFINITE else c) * INFINITE
        return x if c == 0 else -mpmath.log1p(-c * x) / c
    y, low, high = of(z), of(l), of(h)
    if high <= 1:
        less = z - 1 / c if c < 0 and c * (y - high) > 0.71 else h - z
        return t * (60 + 14 * abs(high)) * (high - y) + 10 * min(less, h - z)
    if low >= 0:
        return t * 60 * (min(1, high - low) + y - low) + 10 * (z - l)
    return t * (70 + 16 * (abs(low) if low > -50 else 0)) * (1 + abs(y)) + 10 * abs(z)


def burr_error(z, l, h, c, d):
    """By the three forms of truncated_burr.h."""
    y, low, high, log = (-INFINITE if x == 0 else mpmath.log(x) * c for x in (z, l, h, d ** (1 / c)))
    if low >= 0 or low > -20 and high - low <= 20:
        return (min(abs(z - l), z) + z * (y - low) / c) * (60 + 10 * max(0, -low))
    if high >= -40 and y - low <= 1:
        return (min(abs(z - l), z) + z * (y - low) / c) * (60 + 10 * abs(low))
    if high >= -40:
        return ((60 * (2 + mpmath.log1p(mpmath.exp(y))) + 20 * abs(y)) / c + 8) * z
    n, top = low + log, high + log
    if n >= -1:
        return (min(abs(z - l), z) + z * (y - low) / c) * (60 + 10 * abs(low) + 5 * abs(log))
    if top <= 0:
        return 70 * z * (min(1, top - n) + high - y) / c + 10 * min(h - z, z)
    return (70 + 20 * (abs(n) if n > -50 else 0)) * z * (1 + abs(y) + abs(log)) / c + 8 * z


ENDS = hunt(ends_low)
EXTREMES = given("-1 2 0.1 1", "-inf inf 0.5 1", "-inf inf -0.3 2", "3 3.001 0.25 1", "-1e-6 2e-6 -2 1", "-2 -1e-3 0 1",
                 "500 inf -0.01 1", "-inf -40 0.05 0.3", "-20 0.5 0.01 2", "-1 1.1 -0.9 1", "0 7 1e-20 1", "1.5 2 0.5 1",
                 "0.9999 1 1 1", "-3 -1.999 -0.5 1", "-1e30 1e30 4 1", "1e20 inf -3 1e-10", "1e-20 2e-20 0.7 1",
                 "-60 4 -1e-3 1", "3 3 0.1 2", "-2.5e38 2.5e38 0.5 3e38", "-1e38 -9e37 1e4 1", "1 1.0000005 -1 1",
                 "1 1.4e27 -146 1", "0.003 1.5e5 -41 1", "7e-36 1.8e-33 1.7 4e23", "-1e-30 1e-33 -8 1e20")
BURRS = given("0 2 2 3", "0 inf 1.5 0.5", "40 inf 2 1", "1 1.00001 3 2", "0.5 4 0.3 1e-6", "1 2 0.01 5", "1e-20 1e10 0.5 1",
              "3 7 40 5", "100 inf 1 1e-3", "1e-3 1.9e-3 2 1e6", "1e-10 1.5e-10 4 1e6", "1e-3 1.2e-3 8 1e10", "0 1e-3 8 100",
              "1e-7 2e-7 1.35 1e10", "1e-8 1e-5 1.8 1e10", "0 1e-5 2 1e10", "1e-8 3e-2 2 0.3", "1e-12 inf 3 1e8", "5 5 1 1",
              "1e25 inf 2 0.01", "1 1.0000005 1 1", "1e-3 2e-3 3.1 1e6", "0.2 0.9 1e6 2", "0.5 inf 1e-3 1e6",
              "0.9 inf 1 1e6", "0.5 inf 1e-4 1e7", "1e-3 inf 2 1e8", "1e-9 inf 1 1e9")
WIDE_BURRS = given("1e-7 2e-7 2.6 1e20", "1e-8 1e-7 2.7 1e20", "0 1e-7 3 1e30", "1e-12 1e-6 3 1e19", "1e-30 2e-29 1.4 7",
                   "0.5 inf 1e-12 1e16", "5e-6 inf 3e-19 1e22", "1e-8 inf 4 1e30")
ANSWERS = {
    "truncated_genextreme": Answers(answer(genextreme, genextreme_error), 2, EXTREMES, ENDS),
    "truncated_burr": Answers(answer(burr, burr_error, shapes=2), 2,
                              lambda t: BURRS(t) + (WIDE_BURRS(t) if t.wide else []), ENDS),
}
CELLS = {
    "truncated_genextreme": cases("truncated-genextreme", genextreme, True,
                                  ((-1, 4, 0.25, 2), (8, math.inf, -0.25, 1), (-math.inf, -1.5, 0.125, 1))),
    "truncated_burr": cases("truncated-burr", burr, True,
                            ((0.5, 4, 1.5, 2), (8, math.inf, 2, 0.5), (0, 2.0 ** -20, 2, 2.0 ** 33)), shapes=2),
}
