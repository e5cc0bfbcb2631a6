# SPDX-License-Identifier: MIT OR Apache-2.0
"""Functions of e^E for an exponential E: Burr XII, Kumaraswamy. E = -log(1 - U), with U counted from its nearer end, is
within 7 2^-p, p the bits of the type; the lane texts derive the errors of the variates."""
import math

import mpmath
from mpmath import mp, mpf

import modules
from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import Answers, ends_low, given, hunt, real


def exponential(t, launch, i):
    return modules.law("weibull").exponential_of(t, launch, i, True)


def near(t, part, error):
    return modules.law("weibull").near(t, 0, part, error)


def burr(t, launch, i, params):
    c, d, scale = (real(p) for p in params)
    e, used = exponential(t, launch, i)
    y = e / d
    log = mpmath.log(mpmath.expm1(y))
    part = scale * mpmath.exp(log / c)
    return (0, *near(t, part, part * real(t.eps) * ((10 * (1 + y) + 6 * abs(log)) / c + 6)), used)


def kumaraswamy(t, launch, i, params):
    a, b = (real(p) for p in params)
    e, used = exponential(t, launch, i)
    q = mpmath.exp(-e / b)
    x = mpmath.exp((mpmath.log1p(-q) if q < 0.2928 else mpmath.log(-mpmath.expm1(-e / b))) / a)
    off = 16 * (1 + e / b) * q / a if a < 1 and q < 0.2928 else 12 / a
    return (0, *near(t, x, x * real(t.eps) * (off + 5)), used)


# ---- Cells ----


def cases(name, sets, of, cdf):
    """of(e, *params): the variate of the exponential e."""
    tails = [math.log(1 / q) for q in TAIL] + [-math.log1p(-q) for q in LEVELS + [2.0 ** -8, 2.0 ** -11]]
    def points(t, *p):
        return [of(e, *p) for e in tails]
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, MANY, p, points, cdf)
                    for kind in TYPES for p in sets]


def burr_cdf(x, c, d, scale):
    return -mp.expm1(-d * mp.log1p((x / scale) ** mpf(c))) if x > 0 else mpf(0)


def kumaraswamy_cdf(x, a, b):
    return -mp.expm1(b * mp.log1p(-x ** mpf(a))) if 0 < x < 1 else mpf(x >= 1)


ANSWERS = {
    "burr": Answers(burr, 2, given("2 3 1", "0.37 0.5 2.5", "1e-2 20 1", "1e6 1e3 1", "5 1e-3 1e-20"), hunt(ends_low)),
    "kumaraswamy": Answers(kumaraswamy, 2, given("2 3", "0.37 0.5", "1e-2 20", "1e6 1e3", "5 1e-3", "1e-4 0.1",
                                                     "1e-20 0.02"), hunt(ends_low)),
}
CELLS = {
    "burr": cases("burr", ((2, 3, 1), (0.5, 4, 2)), lambda e, c, d, scale: scale * math.expm1(e / d) ** (1 / c), burr_cdf),
    "kumaraswamy": cases("kumaraswamy", ((2, 3), (0.5, 0.5)), lambda e, a, b: (-math.expm1(-e / b)) ** (1 / a),
                         kumaraswamy_cdf),
}
