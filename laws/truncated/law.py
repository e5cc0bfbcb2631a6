# SPDX-License-Identifier: MIT OR Apache-2.0
"""Laws between low and high: F and 1 - F of the untruncated law are mixed in 200 digits, and inverted, by the uniform
of family 2, by its distance to the nearer end. The lane texts say where the ulps come from."""
import math

import mpmath
from mpmath import mp, mpf

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import Answers, ends_low, given, hunt, real, representable, two_sides

DIGITS = 200


class Law:
    """Of a law in units of scale from loc: below(z) = F, above(z) = 1 - F, at(f, s) the z of the two."""

    def __init__(self, below, above, at):
        self.below, self.above, self.at = below, above, at

    def between(self, low, high, u, rest):
        """The quantile at u = 1 - rest of the law between low and high; rest and u have all their digits."""
        f, s = (rest * part(low) + u * part(high) for part in (self.below, self.above))
        return self.at(f, s)


def weibull(a):
    def at(f, s):
        e = -mpmath.log(s) if s < f else -mpmath.log1p(-f)
        return mpmath.exp(mpmath.log(e) / a) if e > 0 else mpf(0)
    return Law(lambda z: -mpmath.expm1(-z ** a), lambda z: mpmath.exp(-z ** a), at)


def pareto(a):
    return Law(lambda z: -mpmath.expm1(-a * mpmath.log1p(z)), lambda z: mpmath.exp(-a * mpmath.log1p(z)),
               lambda f, s: mpmath.expm1(-mpmath.log(s) / a))


def symmetric(below, size):
    """below(z) = F; size(v) of the distance v to the nearer end."""
    return Law(below, lambda z: below(-z), lambda f, s: size(s) if s < f else -size(f))


LAPLACE = symmetric(lambda z: mpmath.exp(z) / 2 if z < 0 else 1 - mpmath.exp(-z) / 2, lambda v: -mpmath.log(2 * v))
LOGISTIC = symmetric(lambda z: 1 / (1 + mpmath.exp(-z)), lambda v: mpmath.log1p(-v) - mpmath.log(v))

GUMBEL = Law(lambda z: mpmath.exp(-mpmath.exp(-z)), lambda z: -mpmath.expm1(-mpmath.exp(-z)),
             lambda f, s: -mpmath.log(-mpmath.log1p(-s) if s < f else -mpmath.log(f)))


def answer(law_of, error_of, positive):
    """error_of(z, l, h, a): in half ulps of 1, in units of scale."""
    def draw(t, launch, i, params):
        v, _, sign, used = two_sides(t, launch, i)
        with mp.workdps(DIGITS):
            low, high, third, scale = (mpf(p) if p in (math.inf, -math.inf) else real(p) for p in params)
            loc = mpf(0) if positive else third
            l, h = (low - loc) / scale, (high - loc) / scale
            u, rest = (1 - v, v) if sign > 0 else (v, 1 - v)
            z = law_of(third).between(l, h, u, rest)
            x, error = loc + scale * z, scale * error_of(z, l, h, third) * real(t.eps)
            value = representable(t, x)
            ulps = 3 if abs(value) in (0, float("inf")) else int(error / mpf(2) ** t.quantum(value)) + 2
        return 0, value, ulps, used
    return draw


def weibull_error(z, l, h, a):
    return (60 + 60 / a) * z


def pareto_error(z, l, h, a):
    t = a * mpmath.log1p((z - l) / (1 + l))
    return 40 * (1 + t / a) * (1 + l) * mpmath.expm1(t / a)


def two_tails_error(beyond, central, across):
    def error(z, l, h, a):
        if h < -l:
            z, l, h = -z, -h, -l
        return beyond * (z - l) if l >= 0 else central * (h - l) if h <= 1 else across * (1 + abs(z))
    return error


def gumbel_error(z, l, h, a):
    return 60 * (h - z) if h <= 1 else 60 * (min(1, h - l) + z - l) if l >= 0 else 60 * (1 + abs(z))


# ---- Cells ----


def levels():
    far = [2.0 ** -8, 2.0 ** -11]
    return [(mpf(q), 1 - mpf(q)) for q in LEVELS + far] + [(1 - mpf(q), mpf(q)) for q in TAIL + far]


def listed(name, points, cdf, sets):
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, MANY, p, points, cdf)
                    for kind in TYPES for p in sets]


def cases(name, law_of, positive, sets):
    def standard(p):
        return law_of(mpf(p[2])), mpf(0) if positive else mpf(p[2]), mpf(p[3])
    def points(t, *p):
        law, loc, scale = standard(p)
        l, h = ((mpf(x) - loc) / scale for x in p[:2])
        with mp.workdps(DIGITS):
            return [float(loc + scale * law.between(l, h, u, rest)) for u, rest in levels()]
    def cdf(x, *p):
        law, loc, scale = standard(p)
        if not p[0] < x < p[1]:
            return mpf(x >= p[1])
        with mp.workdps(DIGITS):
            z, l, h = ((mpf(y) - loc) / scale for y in (x, *p[:2]))
            return (law.above(l) - law.above(z)) / (law.above(l) - law.above(h))
    return listed(name, points, cdf, sets)


ENDS = hunt(ends_low)
TWO_TEXT = ("-1 2 0 1", "-inf inf 0 1", "3 3.001 0 1", "-1e-6 2e-6 0 1", "-2 -1e-3 0 1", "500 inf 0 1", "-inf -40 1 0.3",
            "-20 0.5 3 2", "-0.9 1 0 1", "-1 1.1 0 1", "0 7 0 1", "1e-20 2e-20 0 1", "-60 4 0 1")
WEIBULL_TEXT = ("0 2 2 1", "0 inf 1.5 2", "40 inf 2 1", "1 1.00001 3 2", "0.5 4 0.3 1", "1 2 0.01 1", "1e-20 1e10 0.5 1",
                "3 7 40 5", "100 inf 1 1", "1e-3 1.9e-3 2 1")
TWO, WEIBULL = given(*TWO_TEXT), given(*WEIBULL_TEXT)
PARETO = given("0 10 3 1", "0 inf 2 1", "1000 1000.01 3 2", "1e20 inf 1.5 1", "0 1e-10 2 1", "5 5 1 1", "0.25 4 100 1",
               "1 1e30 0.01 1")
ANSWERS = {
    "truncated_weibull": Answers(answer(weibull, weibull_error, True), 2, WEIBULL, ENDS),
    "truncated_pareto": Answers(answer(pareto, pareto_error, True), 2, PARETO, ENDS),
    "truncated_gumbel": Answers(answer(lambda loc: GUMBEL, gumbel_error, False), 2, TWO, ENDS),
    "truncated_laplace": Answers(answer(lambda loc: LAPLACE, two_tails_error(32, 32, 40), False), 2, TWO, ENDS),
    "truncated_logistic": Answers(answer(lambda loc: LOGISTIC, two_tails_error(80, 48, 48), False), 2, TWO, ENDS),
}
CELLS = {
    "truncated_weibull": cases("truncated-weibull", weibull, True,
                               ((0.5, 4, 1.5, 2), (3, math.inf, 2, 1), (2, 2.5, 0.5, 1))),
    "truncated_pareto": cases("truncated-pareto", pareto, True, ((0.5, 4, 2, 3), (64, math.inf, 3, 1))),
    "truncated_gumbel": cases("truncated-gumbel", lambda loc: GUMBEL, False,
                              ((-1, 5, 1, 2), (8, math.inf, 0, 1), (-math.inf, -2, 0, 1))),
    "truncated_laplace": cases("truncated-laplace", lambda loc: LAPLACE, False,
                               ((-1, 5, 1, 2), (8, math.inf, 0, 1), (-0.5, 0.25, 0, 1))),
    "truncated_logistic": cases("truncated-logistic", lambda loc: LOGISTIC, False,
                                ((-1, 5, 1, 2), (-math.inf, -8, 0, 1), (-0.5, 0.25, 0, 1))),
}
