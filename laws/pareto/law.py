# SPDX-License-Identifier: MIT OR Apache-2.0
"""Pareto II, the power distribution and the generalized Pareto, as functions of the exponential E of the same index.

E is within 2 ulp (3 in f64) and the exponent has one more rounding, so it is within 7 2^-p, where p is the type's
precision."""
import math

import mpmath
from mpmath import mp, mpf

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import Answers, fraction, given, hunt, minus_log, real, representable, shared_word, shared_word_low, unit


def exponential(t, launch, i):
    u, upper, used = unit(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))
    return minus_log(u, upper), used


def pareto(t, launch, i, params):
    a, scale = (real(p) for p in params)
    e, used = exponential(t, launch, i)
    return 0, representable(t, scale * mpmath.expm1(e / a)), int(7 * (e / a + 1)) + 3, used


def power(t, launch, i, params):
    e, used = exponential(t, launch, i)
    x = e / real(params[0])
    return 0, representable(t, mpmath.exp(-x)), int(7 * x) + 2, used


def genpareto(t, launch, i, params):
    c, loc, scale = (real(p) for p in params)
    e, used = exponential(t, launch, i)
    x = c * e
    part = scale * (mpmath.expm1(x) / c if x else e)
    value = representable(t, loc + part)
    if abs(value) in (0, float("inf")):
        return 0, value, 3, used
    error = part * real(t.eps) * (8 * abs(x) + 16)
    return 0, value, int(error / mpf(2) ** t.quantum(value)) + 2, used


# ---- Cells ----

SWITCHES = [-math.log(q) for q in (math.sqrt(0.5), 2.0 ** -8, 2.0 ** -11)]


def cases(name, sets, of, cdf):
    """of(e, *params): the sample that the exponential e gives."""
    tails = [math.log(1 / q) for q in TAIL] + [-math.log1p(-q) for q in LEVELS] + SWITCHES
    def points(t, *p):
        return [of(e, *p) for e in tails]
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, MANY, p, points, cdf)
                    for kind in TYPES for p in sets]


def pareto_cdf(x, a, scale):
    return -mp.expm1(-a * mp.log1p(x / scale)) if x > 0 else mpf(0)


def genpareto_cdf(x, c, loc, scale):
    z = (x - loc) / scale
    if z <= 0:
        return mpf(0)
    if c < 0 and -c * z >= 1:
        return mpf(1)
    return -mp.expm1(-mp.log1p(c * z) / c) if c else -mp.expm1(-z)


SHAPES = given("0.1 0 1", "-0.5 3 2", "0 0 1", "1e-30 0 1", "2 1 0.5", "-20 0 1", "1e5 0 1", "1e3 0 1e-36")
ANSWERS = {
    "pareto": Answers(pareto, 2, given("3 1", "0.37 2.5", "0.02 1e-20", "1e6 1", "1e30 1e30"), hunt(shared_word_low)),
    "power": Answers(power, 2, given("3", "0.37", "0.02", "1e6"), hunt(shared_word_low)),
    "genpareto": Answers(genpareto, 2, SHAPES, hunt(shared_word_low)),
}
CELLS = {
    "pareto": cases("pareto", ((3, 2), (0.5, 1)), lambda e, a, scale: scale * math.expm1(e / a), pareto_cdf),
    "power": cases("power", ((3,), (0.25,)), lambda e, a: math.exp(-e / a),
                   lambda x, a: min(mpf(1), x ** mpf(a)) if x > 0 else mpf(0)),
    "genpareto": cases("genpareto", ((0.25, 0, 1), (0, 3, 2), (-0.5, 0, 1)),
                       lambda e, c, loc, scale: loc + scale * (math.expm1(c * e) / c if c else e), genpareto_cdf),
}
