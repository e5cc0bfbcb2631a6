# SPDX-License-Identifier: MIT OR Apache-2.0
"""Extreme values, from E = -log U (weibull: -log(1 - U)), U measured from its nearer end; rayleigh and gompertz, from
the exponential.

E is within 3.3 ulp, which is less than a relative 7 2^-p, p the type's precision; the lane texts explain its effect."""
import math

import mpmath
from mpmath import mp, mpf

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import (Answers, ends_low, fraction, given, hunt, minus_log, real, representable, shared_word, shared_word_low,
                    two_sides, unit)


def exponential_of(t, launch, i, mirrored=False):
    v, _, sign, used = two_sides(t, launch, i)
    return -mpmath.log1p(-v) if (sign > 0) != mirrored else -mpmath.log(v), used


def near(t, loc, part, error):
    """loc + part, where part is within that error; a product and a sum add theirs."""
    x = loc + part
    top = 2 ** (t.ebits - 1)
    if not -top - 160 < mpmath.log(abs(x), 2) < top:      # neither 0 nor infinite; may be denormal
        return representable(t, x), 3
    return fraction(x), int(error / mpf(2) ** t.quantum(fraction(x))) + 2


def weibull(t, launch, i, params):
    a, scale = (real(p) for p in params)
    e, used = exponential_of(t, launch, i, True)
    return 0, representable(t, scale * mpmath.exp(mpmath.log(e) / a)), int(7 / a) + 3, used


def frechet(t, launch, i, params):
    a, loc, scale = (real(p) for p in params)
    e, used = exponential_of(t, launch, i)
    part = scale * mpmath.exp(-mpmath.log(e) / a)
    return (0, *near(t, loc, part, part * real(t.eps) * (7 / a + 5)), used)


def gumbel(t, launch, i, params):
    loc, scale = (real(p) for p in params)
    e, used = exponential_of(t, launch, i)
    log = mpmath.log(e)
    return (0, *near(t, loc, -scale * log, scale * real(t.eps) * (7 + 2 * abs(log))), used)


def genextreme(t, launch, i, params):
    c, loc, scale = (real(p) for p in params)
    e, used = exponential_of(t, launch, i)
    log = mpmath.log(e)
    z = c * log
    part = -scale * log if z == 0 else -scale * mpmath.expm1(z) / c
    # the derivative by log e is e^z; z has one more rounding, which the quotient by z turns into at most |z| of the value
    error = scale * mpmath.exp(z) * (7 + 2 * abs(log)) + abs(part) * (10 + 2 * abs(z))
    return (0, *near(t, loc, part, real(t.eps) * error), used)


def rayleigh(t, launch, i, params):
    u, upper, used = unit(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))
    return 0, fraction(mpmath.sqrt(2 * minus_log(u, upper)) * real(params[0])), 4, used


def gompertz(t, launch, i, params):
    c, scale = (real(p) for p in params)
    u, upper, used = unit(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))
    return 0, representable(t, scale * mpmath.log1p(minus_log(u, upper) / c)), 9 if t.wide else 7, used


# ---- Cells ----

FAR = [2.0 ** -8, 2.0 ** -11]     # LOW words begin


def cases(name, sets, of, cdf):
    """of(e, *params): the sample that the exponential e gives."""
    tails = [math.log(1 / q) for q in TAIL + FAR] + [-math.log1p(-q) for q in LEVELS + FAR]
    def points(t, *p):
        return [of(e, *p) for e in tails]
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, MANY, p, points, cdf)
                    for kind in TYPES for p in sets]


def weibull_cdf(x, a, scale):
    return -mp.expm1(-(x / scale) ** mpf(a)) if x > 0 else mpf(0)


def frechet_cdf(x, a, loc, scale):
    return mp.exp(-((x - loc) / scale) ** -mpf(a)) if x > loc else mpf(0)


def genextreme_cdf(x, c, loc, scale):
    z = (x - loc) / scale
    if c == 0:
        return mp.exp(-mp.exp(-z))
    y = 1 - c * z
    return mp.exp(-y ** (1 / mpf(c))) if y > 0 else mpf(c > 0)


def genextreme_of(e, c, loc, scale):
    return loc - scale * (math.expm1(c * math.log(e)) / c if c else math.log(e))


SHAPES = given("0.1 0 1", "-0.5 3 2", "0 0 1", "1e-30 0 1", "2 1 0.5", "-20 0 1", "1e5 0 1", "1e3 0 1e-36")
ANSWERS = {
    "weibull": Answers(weibull, 2, given("2 1", "0.37 2.5", "1e-3 1", "1e6 1"), hunt(ends_low)),
    "frechet": Answers(frechet, 2, given("2 0 1", "0.37 3 2.5", "1e-3 0 1", "1e6 0 1"), hunt(ends_low)),
    "gumbel": Answers(gumbel, 2, given("0 1", "3 2"), hunt(ends_low)),
    "genextreme": Answers(genextreme, 2, SHAPES, hunt(ends_low)),
    "rayleigh": Answers(rayleigh, 2, given("1", "0.37"), hunt(shared_word_low)),
    "gompertz": Answers(gompertz, 2, given("0.1 1", "1e-4 2.5", "30 0.37", "1e-30 1e-30", "1e25 1"), hunt(shared_word_low)),
}
CELLS = {
    "weibull": cases("weibull", ((1.5, 2), (0.25, 1)), lambda e, a, scale: scale * e ** (1 / a), weibull_cdf),
    "frechet": cases("frechet", ((2, 1, 2), (0.5, 0, 1)), lambda e, a, loc, scale: loc + scale * e ** (-1 / a), frechet_cdf),
    "gumbel": cases("gumbel", ((0, 1), (3, 2)), lambda e, loc, scale: loc - scale * math.log(e),
                    lambda x, loc, scale: mp.exp(-mp.exp(-(x - loc) / scale))),
    "genextreme": cases("genextreme", ((0.25, 0, 1), (0, 3, 2), (-0.5, 0, 1)), genextreme_of, genextreme_cdf),
    "rayleigh": cases("rayleigh", ((2,),), lambda e, scale: scale * math.sqrt(2 * e),
                      lambda x, scale: -mp.expm1(-(x / scale) ** 2 / 2)),
    "gompertz": cases("gompertz", ((0.1, 2), (3, 1)), lambda e, c, scale: scale * math.log1p(e / c),
                      lambda x, c, scale: -mp.expm1(-c * mp.expm1(x / scale)) if x > 0 else mpf(0)),
}
