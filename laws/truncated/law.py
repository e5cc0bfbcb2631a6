# SPDX-License-Identifier: MIT OR Apache-2.0
"""Distributions between low and high: F and 1 - F of the untruncated distribution are mixed in 200 digits and inverted, by
the uniform of family 2, by its distance to the nearer end. The lane texts explain the ulps."""
import math

import mpmath
from mpmath import mp, mpf

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import Answers, ends_low, given, hunt, real, representable, two_sides

DIGITS = 200


class Law:
    """A distribution in units of scale from loc: below(z) = F, above(z) = 1 - F, at(f, s) the z of the two."""

    def __init__(self, below, above, at):
        self.below, self.above, self.at = below, above, at

    def between(self, low, high, u, rest):
        """The quantile at u = 1 - rest of the distribution between low and high; rest and u have full relative precision."""
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
    """below(z) = F; size(v) is the absolute value at the distance v to the nearer end."""
    return Law(below, lambda z: below(-z), lambda f, s: size(s) if s < f else -size(f))


LAPLACE = symmetric(lambda z: mpmath.exp(z) / 2 if z < 0 else 1 - mpmath.exp(-z) / 2, lambda v: -mpmath.log(2 * v))
LOGISTIC = symmetric(lambda z: 1 / (1 + mpmath.exp(-z)), lambda v: mpmath.log1p(-v) - mpmath.log(v))

GUMBEL = Law(lambda z: mpmath.exp(-mpmath.exp(-z)), lambda z: -mpmath.expm1(-mpmath.exp(-z)),
             lambda f, s: -mpmath.log(-mpmath.log1p(-s) if s < f else -mpmath.log(f)))


def answer(law_of, error_of, loc_at=None, shapes=1):
    """error_of(z, l, h, *shapes): in half ulps of 1, in units of scale. loc_at: the index of the location parameter."""
    def draw(t, launch, i, params):
        v, _, sign, used = two_sides(t, launch, i)
        with mp.workdps(DIGITS):
            p = [mpf(p) if p in (math.inf, -math.inf) else real(p) for p in params]
            loc, scale, shape = p[2] if loc_at else mpf(0), (*p[2 + shapes:], mpf(1))[0], p[2:2 + shapes]
            l, h = (p[0] - loc) / scale, (p[1] - loc) / scale
            u, rest = (1 - v, v) if sign > 0 else (v, 1 - v)
            z = law_of(*shape).between(l, h, u, rest)
            x, error = loc + scale * z, scale * error_of(z, l, h, *shape) * real(t.eps)
            value = representable(t, x)
            ulps = 3 if abs(value) in (0, float("inf")) else int(error / mpf(2) ** t.quantum(value)) + 2
        return 0, value, ulps, used
    return draw


def weibull_error(z, l, h, a):
    """By the forms of truncated_weibull.h; where two meet, the larger bound."""
    w = INFINITE if l == 0 or h == INFINITE else a * mpmath.log(h / l)
    near = 60 * (min(z - l, z) + z * mpmath.log(z / l)) if l > 0 else mpf(0)
    across = (20 * (1 + (mpmath.log(h / z) if h < INFINITE else 0)) + 60 / a) * z
    surely = l > 0 and (w < 0.99 or l ** a > 0.26)
    return near if surely else across if w > 1.01 and not (l > 0 and l ** a > 0.24) else max(near, across)


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


# ---- Power tails ----

INFINITE = mpf("inf")


def cauchy_below(z):
    """F, with full relative precision on both sides."""
    return mpmath.atan(-1 / z) / mpmath.pi if z < 0 else mpf(1) / 2 + mpmath.atan(z) / mpmath.pi


CAUCHY = symmetric(cauchy_below, lambda v: mpmath.cot(mpmath.pi * v))


def power_of(z, a):
    """z^a, 0 and infinity included."""
    return (INFINITE if a < 0 else mpf(0)) if z == 0 else (mpf(0) if a < 0 else INFINITE) if z == INFINITE else z ** a


def frechet(a):
    return Law(lambda z: mpmath.exp(-power_of(z, -a)), lambda z: -mpmath.expm1(-power_of(z, -a)),
                       lambda f, s: (-mpmath.log1p(-s) if s < f else -mpmath.log(f)) ** (-1 / a))


def log_logistic(c):
    return Law(lambda z: 1 / (1 + power_of(z, -c)), lambda z: 1 / (1 + power_of(z, c)),
                       lambda f, s: (f / s) ** (1 / c))


def genpareto(c):
    """1 - F is (1 + c z)^(-1/c); F is small only near 0."""
    def log(z):
        """-log(1 - F)."""
        if z == INFINITE or 1 + c * z <= 0:
            return INFINITE
        return z if c == 0 else mpmath.log1p(c * z) / c
    return Law(lambda z: -mpmath.expm1(-log(z)), lambda z: mpmath.exp(-log(z)),
                       lambda f, s: -mpmath.log(s) if c == 0 else mpmath.expm1(-c * mpmath.log(s)) / c)


class Power:
    """The distribution of density x^(a - 1)."""

    def __init__(self, a):
        self.a = a

    def between(self, low, high, u, rest):
        a = self.a
        if a == 0:
            return low * (high / low) ** u
        return (rest * power_of(low, a) + u * power_of(high, a)) ** (1 / a)


def cauchy_error(z, l, h, a):
    if h < -l:
        z, l, h = -z, -h, -l
    if l >= 0:
        return 60 * (z - l + (h - z if h <= 2 * z else 0))
    return 60 * (h - l if h <= 1 else 1 + abs(z))


def frechet_error(z, l, h, a):
    """As for a Gumbel variate log z, plus the errors of the ends' logarithms."""
    y, top = a * mpmath.log(z), INFINITE if h == INFINITE else a * mpmath.log(h)
    low = -INFINITE if l == 0 else a * mpmath.log(l)
    if top <= 1:
        less = top - y
        return (60 + 8 * abs(top)) * z * less / a + 8 * min(h - z, z)
    if low >= 0:
        return 70 * z * (min(1, top - low) + y - low) / a + 8 * min(z - l, z)
    return (70 + 16 * (abs(low) if low > -50 else 0)) * z * (1 + abs(y)) / a + 8 * z


def log_logistic_error(z, l, h, c):
    if l > 0 and (h / l) ** c <= mpmath.exp(20) or h * l >= 1 and l >= 1 or h * l < 1 and h <= 1:
        end = 1 / h if h * l < 1 else l
        part = abs(mpmath.log(end * z if h * l < 1 else z / end))
        return 60 * (min(abs(z - (h if h * l < 1 else l)), z) + z * part)
    y = abs(c * mpmath.log(z))
    return ((60 * (2 + y) + 16 * y) / c + 6) * z


def genpareto_error(z, l, h, c):
    s = 1 + c * l
    k = c * (z - l) / s
    t = (z - l) / s if c == 0 else mpmath.log1p(k) / c
    return 48 * ((1 + abs(c * t)) * (z - l) if c >= 0 else (z - l) + t * (s + c * (z - l)))


def power_error(z, l, h, a):
    end = h if a > 0 else l
    t = abs(mpmath.log(z / end))
    return 48 * (min(abs(z - end), z) + z * t)


# ---- Cells ----


def levels():
    far = [2.0 ** -8, 2.0 ** -11]
    return [(mpf(q), 1 - mpf(q)) for q in LEVELS + far] + [(1 - mpf(q), mpf(q)) for q in TAIL + far]


def listed(name, points, cdf, sets):
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, MANY, p, points, cdf)
                    for kind in TYPES for p in sets]


def cases(name, law_of, positive, sets, shapes=1):
    def standard(p):
        shape = (mpf(x) for x in p[2:2 + shapes])
        return law_of(*shape), mpf(0) if positive else mpf(p[2]), mpf((*p[2 + shapes:], 1)[0])
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


def power_cells(x, l, h, a):
    return mpmath.log(x / l) / mpmath.log(h / l) if a == 0 else \
        (power_of(x, a) - power_of(l, a)) / (power_of(h, a) - power_of(l, a))


def power_cases():
    def points(t, *p):
        low, high, a = (mpf(x) for x in p)
        with mp.workdps(DIGITS):
            return [float(Power(a).between(low, high, u, rest)) for u, rest in levels()]

    def cdf(x, *p):
        low, high, a = (mpf(y) for y in p)
        if not low < x < high:
            return mpf(x >= high)
        with mp.workdps(DIGITS):
            return power_cells(x, low, high, a)
    return listed("truncated-power", points, cdf, ((1, 100, -1.35), (0, 3, 0.5), (2, 2.5, 0)))


ENDS = hunt(ends_low)
TWO_TEXT = ("-1 2 0 1", "-inf inf 0 1", "3 3.001 0 1", "-1e-6 2e-6 0 1", "-2 -1e-3 0 1", "500 inf 0 1", "-inf -40 1 0.3",
            "-20 0.5 3 2", "-0.9 1 0 1", "-1 1.1 0 1", "0 7 0 1", "1e-20 2e-20 0 1", "-60 4 0 1",
            "0 1e-30 0 1e10", "-3e-33 1e-33 0 1e20")
WEIBULL_TEXT = ("0 2 2 1", "0 inf 1.5 2", "40 inf 2 1", "1 1.00001 3 2", "0.5 4 0.3 1", "1 2 0.01 1", "1e-20 1e10 0.5 1",
                "3 7 40 5", "100 inf 1 1", "1e-3 1.9e-3 2 1")
TWO = given(*TWO_TEXT)
WEIBULL = given(*WEIBULL_TEXT, "1e-5 1e-4 10 1", "1e-4 5e-4 50 1e3", "1e-20 1.9e-20 3 1", "1e-9 2e-9 400 1", "0 2e-5 71 1",
                "1 inf 1000 0.99", "1 1.00001 1e4 0.999", "3e17 6e34 5e-3 6.6e-9", "0 1e12 2e-4 5e11", "1e-30 1e-29 1e-6 1",
                "1e20 1e30 0.5 1e-10")
PARETO = given("0 10 3 1", "0 inf 2 1", "1000 1000.01 3 2", "1e20 inf 1.5 1", "0 1e-10 2 1", "5 5 1 1", "0.25 4 100 1",
               "1 1e30 0.01 1", "0 5e-29 0.37 2e21", "1e-22 6e35 0.09 2e-22", "1e-30 1e-29 1e-6 1e20")
CAUCHY_SETS = given(*TWO_TEXT, "-inf inf 1 2", "-inf 1e20 0 1", "1e6 2e30 0 1", "1e20 inf 3 1e-3",
                    "1000 1000.01 0 1", "-1e30 1e-20 0 1", "-40 -39 1e3 2", "-1e4 1e5 0 1", "0 inf 0 3")
SHAPED = given(*WEIBULL_TEXT, "1e-30 1e-29 3 1", "1e25 inf 2 1", "0 1e-12 0.5 1", "1e-10 1e10 4 1",
               "1 1.0000005 1 1", "5 6 0.7 1e5")
TAILS = given("0 10 0.3 1", "0 inf 0.5 2", "1000 1000.01 0.3 2", "1e20 inf 0.6 1", "0 1e-10 0.5 1", "5 5 1 1",
               "0.25 4 0.01 1", "1 1e30 100 1", "0 3 -0.25 1", "0 inf -0.5 1", "1 2 0 0.5", "40 inf 0 1",
               "0.999 1 -1 1", "3 3.5 -0.25 1", "1 7 1e-20 2", "0 6e-22 27 4e32", "1e37 2e37 1e4 1", "1e-20 6e-20 -0.5 1e30")
POWERS = given("1 100 -1.35", "0 3 0.5", "2 2.5 0", "1e-30 1e30 0", "1 inf -2", "0 1e-20 7", "5 5 -1", "1 1.000001 100",
              "1 2 1e-25", "1e-3 1 -1e4", "0 1 0.01", "3 4 1000")
ANSWERS = {
    "truncated_weibull": Answers(answer(weibull, weibull_error), 2, WEIBULL, ENDS),
    "truncated_pareto": Answers(answer(pareto, pareto_error), 2, PARETO, ENDS),
    "truncated_gumbel": Answers(answer(lambda loc: GUMBEL, gumbel_error, True), 2, TWO, ENDS),
    "truncated_laplace": Answers(answer(lambda loc: LAPLACE, two_tails_error(32, 32, 40), True), 2, TWO, ENDS),
    "truncated_logistic": Answers(answer(lambda loc: LOGISTIC, two_tails_error(80, 48, 48), True), 2, TWO, ENDS),
    "truncated_cauchy": Answers(answer(lambda loc: CAUCHY, cauchy_error, True), 2, CAUCHY_SETS, ENDS),
    "truncated_frechet": Answers(answer(frechet, frechet_error), 2, SHAPED, ENDS),
    "truncated_log_logistic": Answers(answer(log_logistic, log_logistic_error), 2, SHAPED, ENDS),
    "truncated_genpareto": Answers(answer(genpareto, genpareto_error), 2, TAILS, ENDS),
    "truncated_power": Answers(answer(Power, power_error), 2, POWERS, ENDS),
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
    "truncated_cauchy": cases("truncated-cauchy", lambda loc: CAUCHY, False,
                                      ((-1, 5, 1, 2), (8, math.inf, 0, 1), (-0.5, 0.25, 0, 1))),
    "truncated_frechet": cases("truncated-frechet", frechet, True,
                                       ((0.5, 4, 1.5, 2), (8, math.inf, 2, 1), (0, 0.5, 1, 1))),
    "truncated_log_logistic": cases("truncated-log-logistic", log_logistic, True,
                                            ((0.5, 4, 1.5, 2), (8, math.inf, 3, 1), (0, 0.125, 0.5, 1))),
    "truncated_genpareto": cases("truncated-genpareto", genpareto, True,
                                         ((0.5, 4, 0.25, 2), (64, math.inf, 0.5, 1), (1, 3, -0.25, 1))),
    "truncated_power": power_cases(),
}
