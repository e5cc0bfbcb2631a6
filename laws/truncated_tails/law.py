# SPDX-License-Identifier: MIT OR Apache-2.0
"""Laws of power tails between low and high, by the oracle of laws/truncated: F and 1 - F of the untruncated law are mixed
in 200 digits. The lane texts say where the ulps come from."""
import math

import mpmath
from mpmath import mp, mpf

import rooms
from oracle import Answers, ends_low, given, hunt, real, representable, two_sides

between = rooms.law("truncated")
INFINITE = mpf("inf")


def cauchy_below(z):
    """F, to all digits on both sides."""
    return mpmath.atan(-1 / z) / mpmath.pi if z < 0 else mpf(1) / 2 + mpmath.atan(z) / mpmath.pi


CAUCHY = between.symmetric(cauchy_below, lambda v: mpmath.cot(mpmath.pi * v))


def power_of(z, a):
    """z^a, 0 and infinity included."""
    return (INFINITE if a < 0 else mpf(0)) if z == 0 else (mpf(0) if a < 0 else INFINITE) if z == INFINITE else z ** a


def frechet(a):
    return between.Law(lambda z: mpmath.exp(-power_of(z, -a)), lambda z: -mpmath.expm1(-power_of(z, -a)),
                       lambda f, s: (-mpmath.log1p(-s) if s < f else -mpmath.log(f)) ** (-1 / a))


def log_logistic(c):
    return between.Law(lambda z: 1 / (1 + power_of(z, -c)), lambda z: 1 / (1 + power_of(z, c)),
                       lambda f, s: (f / s) ** (1 / c))


def genpareto(c):
    """1 - F is (1 + c z)^(-1/c); F is small only near 0."""
    def log(z):
        """-log(1 - F)."""
        if z == INFINITE or 1 + c * z <= 0:
            return INFINITE
        return z if c == 0 else mpmath.log1p(c * z) / c
    return between.Law(lambda z: -mpmath.expm1(-log(z)), lambda z: mpmath.exp(-log(z)),
                       lambda f, s: -mpmath.log(s) if c == 0 else mpmath.expm1(-c * mpmath.log(s)) / c)


class Power:
    """Of the density x^(a - 1)."""

    def __init__(self, a):
        self.a = a

    def between(self, low, high, u, rest):
        a = self.a
        if a == 0:
            return low * (high / low) ** u
        return (rest * power_of(low, a) + u * power_of(high, a)) ** (1 / a)


def answer(law_of, error_of, loc_at=None):
    """error_of(z, l, h, a): in half ulps of 1, in units of scale. loc_at: which parameter is the location."""
    def draw(t, launch, i, params):
        v, _, sign, used = two_sides(t, launch, i)
        with mp.workdps(between.DIGITS):
            p = [mpf(p) if p in (math.inf, -math.inf) else real(p) for p in params]
            loc, scale = p[2] if loc_at else mpf(0), p[3] if len(p) > 3 else mpf(1)
            l, h = (p[0] - loc) / scale, (p[1] - loc) / scale
            u, rest = (1 - v, v) if sign > 0 else (v, 1 - v)
            z = law_of(p[2]).between(l, h, u, rest)
            x, error = loc + scale * z, scale * error_of(z, l, h, p[2]) * real(t.eps)
            value = representable(t, x)
            ulps = 3 if abs(value) in (0, float("inf")) else int(error / mpf(2) ** t.quantum(value)) + 2
        return 0, value, ulps, used
    return draw


def cauchy_error(z, l, h, a):
    if h < -l:
        z, l, h = -z, -h, -l
    if l >= 0:
        return 60 * (z - l + (h - z if h <= 2 * z else 0))
    return 60 * (h - l if h <= 1 else 1 + abs(z))


def frechet_error(z, l, h, a):
    """As of a Gumbel of log z, and what the logarithms of the ends are off."""
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


def power_cells(x, l, h, a):
    return mpmath.log(x / l) / mpmath.log(h / l) if a == 0 else \
        (power_of(x, a) - power_of(l, a)) / (power_of(h, a) - power_of(l, a))


def power_cases():
    def points(t, *p):
        low, high, a = (mpf(x) for x in p)
        with mp.workdps(between.DIGITS):
            return [float(Power(a).between(low, high, u, rest)) for u, rest in between.levels()]

    def cdf(x, *p):
        low, high, a = (mpf(y) for y in p)
        if not low < x < high:
            return mpf(x >= high)
        with mp.workdps(between.DIGITS):
            return power_cells(x, low, high, a)
    return between.listed("truncated-power", points, cdf, ((1, 100, -1.35), (0, 3, 0.5), (2, 2.5, 0)))


ENDS = hunt(ends_low)
CAUCHY_SETS = given(*between.TWO_TEXT, "-inf inf 1 2", "-inf 1e20 0 1", "1e6 2e30 0 1", "1e20 inf 3 1e-3",
                    "1000 1000.01 0 1", "-1e30 1e-20 0 1", "-40 -39 1e3 2", "-1e4 1e5 0 1", "0 inf 0 3")
SHAPED = given(*between.WEIBULL_TEXT, "1e-30 1e-29 3 1", "1e25 inf 2 1", "0 1e-12 0.5 1", "1e-10 1e10 4 1",
               "1 1.0000005 1 1", "5 6 0.7 1e5")
PARETO = given("0 10 0.3 1", "0 inf 0.5 2", "1000 1000.01 0.3 2", "1e20 inf 0.6 1", "0 1e-10 0.5 1", "5 5 1 1",
               "0.25 4 0.01 1", "1 1e30 100 1", "0 3 -0.25 1", "0 inf -0.5 1", "1 2 0 0.5", "40 inf 0 1",
               "0.999 1 -1 1", "3 3.5 -0.25 1", "1 7 1e-20 2")
POWER = given("1 100 -1.35", "0 3 0.5", "2 2.5 0", "1e-30 1e30 0", "1 inf -2", "0 1e-20 7", "5 5 -1", "1 1.000001 100",
              "1 2 1e-25", "1e-3 1 -1e4", "0 1 0.01", "3 4 1000")
ANSWERS = {
    "truncated_cauchy": Answers(answer(lambda loc: CAUCHY, cauchy_error, True), 2, CAUCHY_SETS, ENDS),
    "truncated_frechet": Answers(answer(frechet, frechet_error), 2, SHAPED, ENDS),
    "truncated_log_logistic": Answers(answer(log_logistic, log_logistic_error), 2, SHAPED, ENDS),
    "truncated_genpareto": Answers(answer(genpareto, genpareto_error), 2, PARETO, ENDS),
    "truncated_power": Answers(answer(Power, power_error), 2, POWER, ENDS),
}
CELLS = {
    "truncated_cauchy": between.cases("truncated-cauchy", lambda loc: CAUCHY, False,
                                      ((-1, 5, 1, 2), (8, math.inf, 0, 1), (-0.5, 0.25, 0, 1))),
    "truncated_frechet": between.cases("truncated-frechet", frechet, True,
                                       ((0.5, 4, 1.5, 2), (8, math.inf, 2, 1), (0, 0.5, 1, 1))),
    "truncated_log_logistic": between.cases("truncated-log-logistic", log_logistic, True,
                                            ((0.5, 4, 1.5, 2), (8, math.inf, 3, 1), (0, 0.125, 0.5, 1))),
    "truncated_genpareto": between.cases("truncated-genpareto", genpareto, True,
                                         ((0.5, 4, 0.25, 2), (64, math.inf, 0.5, 1), (1, 3, -0.25, 1))),
    "truncated_power": power_cases(),
}
