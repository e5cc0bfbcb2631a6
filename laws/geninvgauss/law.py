# SPDX-License-Identifier: MIT OR Apache-2.0
"""geninvgauss, attempt by attempt from the hat's definition.

Ulps: with u half an ulp of 1, s has a relative error of 8 u, the ends of the level 64 u, and 1 / g' 40 u plus the effect of
8 u of s, 8 u s g'' / g'."""
import functools
import math

import mpmath
from mpmath import mp, mpf

import modules
from cells import FEW, TYPES, Case
from oracle import (ATTEMPTS, F64, Answers, Q, first_of_two, fraction, given, hunt, other_family, real, second_of_two,
                    second_uniforms, sides, standard_normal)


def bend(d):
    return mp.expm1(d) - d


class Side:
    """To the right of the mode, with the factor a of e^d: s, the level's end, the tail's 1 / slope, s g'' / g' there."""

    def __init__(self, a, b, more):
        q = mp.sqrt(2 / (a + b))
        self.s = min(mp.log1p(1 / a + q), 1 / b + q)
        g, slope = a * bend(self.s) + b * bend(-self.s), a * mp.expm1(self.s) - b * mp.expm1(-self.s)
        self.end = self.s - g / slope + more * self.s
        self.tail = (1 + more) / slope
        self.kappa = self.s * (a * mp.exp(self.s) + b * mp.exp(-self.s)) / slope


@functools.lru_cache(maxsize=None)
def hat(p, b, digits):
    """A, B, x0, the right side, the left side."""
    with mp.workprec(1200):
        most = (mp.sqrt(p * p + b * b) + abs(p)) / 2
        least, x0, more = b * b / (4 * most), 2 * most / b, mpf(2) ** (6 - digits)
        a, b, x0 = (most, least, x0) if p >= 0 else (least, most, 1 / x0)
        return a, b, x0, Side(a, b, more), Side(b, a, more)


def geninvgauss(t, launch, i, params):
    p, b, scale = (real(x) for x in params)
    a, b, x0, right, left = hat(p, b, t.digits)
    low_used, unit = False, mpf(2) ** -t.digits
    for j in range(ATTEMPTS):
        v, _, sign, used = sides(t, first_of_two(t, launch, i, j), lambda: first_of_two(t, launch, i, j, 1))
        u, low_used = second_of_two(t, launch, i, j)[0], low_used or used
        area = left.end + left.tail + right.end + right.tail
        below, above = (v if sign < 0 else 1 - v) * area, (1 - v if sign < 0 else v) * area
        side, rest = (left, below) if below < left.tail else (right, above)
        out = max(-mp.log(rest / side.tail), mpf(0))
        d = right.end + right.tail - above
        if out:
            d = (side.end + out * side.tail) * (1 if side is right else -1)
        place = unit * (64 * (left.s + right.s) + (40 + 8 * side.kappa) * out * side.tail + 4 * abs(d))
        g = a * bend(d) + b * bend(-d)
        steep = abs(a * mp.expm1(d) - b * mp.expm1(-d)) + 1 / side.tail
        bound = mp.exp(out - g)
        assert bound <= 1
        if abs(mp.log(u / bound)) <= place * steep + unit * (128 + 8 * side.kappa + 24 * g + 8 * out):
            return None, Q(0), 0, low_used
        if u < bound:
            return j, fraction(x0 * mp.exp(d) * scale), int(mp.ceil(place / unit)) + 10, low_used
    raise SystemExit("geninvgauss: more attempts than ATTEMPTS")


def generalized_hyperbolic(t, launch, i, params):
    p, a, b, scale = params
    g = F64.rn(fraction(mp.sqrt(real(F64.rn(F64.rn(a - b) * F64.rn(a + b))))))
    j, v, ulps, used = geninvgauss(F64, other_family(launch, 166, True), i, (p, g, F64.rn(1 / g)))
    if j is None:
        return None, Q(0), 0, used
    z, more = standard_normal(F64, other_family(launch, 167, True), i)
    v, b, scale = real(v), real(b), real(scale)
    x, eps = scale * (b * v + mp.sqrt(v) * z), real(F64.eps)
    error = scale * eps * (2 * ulps * abs(b) * v + (ulps + 16) * mp.sqrt(v) * abs(z)) + 4 * eps * abs(x)
    return (j, *modules.law("weibull").near(F64, mpf(0), x, error), used or more)


# ---- Cells ----


@functools.lru_cache(maxsize=None)
def law(p, b):
    """The density of log x, its mode, and an approximate standard deviation."""
    a, c, x0, right, left = hat(mpf(p), mpf(b), 53)
    return (lambda d: mp.exp(-a * bend(d) - c * bend(-d))), mp.log(x0), left.s, right.s


@functools.lru_cache(maxsize=None)
def area(p, b, low, high):
    """From one multiple of a step to another; high may have any value."""
    return mp.quad(law(p, b)[0], [low, high])


@functools.lru_cache(maxsize=None)
def all_of(p, b):
    return 2 * mp.besselk(p, b) * mp.exp(b * mp.cosh(law(p, b)[1]) - p * law(p, b)[1])


def cdf(x, p, b, scale):
    """The integral of the density of log x over steps, from where it reaches 1e-45."""
    density, mode, left, right = law(p, b)
    d, step, total = mp.log(mpf(x) / scale) - mode, (left + right) / 4, mpf(0)
    low = -step
    while density(low) > mpf(10) ** -48:
        low -= step
    while low + step < d:
        total += area(p, b, low, low + step)
        low += step
    return min((total + (area(p, b, low, d) if d > low else 0)) / all_of(p, b), mpf(1))


def check():
    """p = -1/2 is the inverse Gaussian of mean 1 and scale b; and the whole density has the integral that the Bessel
    function gives."""
    for x in (mpf("0.3"), mpf(1), mpf(4)):
        r = mp.sqrt(2 / x)
        assert abs(mp.ncdf(r * (x - 1)) + mp.exp(4) * mp.ncdf(-r * (x + 1)) - cdf(x, -0.5, 2.0, 1.0)) < 1e-30
    assert abs(cdf(mpf(10) ** 9, 0.1, 0.001, 1.0) - 1) < 1e-30


def points(t, p, b, scale):
    _, mode, left, right = law(p, b)
    at = [mode + (left * k if k < 0 else right * k) / 12 for k in range(-48, 49)]
    return [scale * math.exp(float(x)) for x in at]


def geninvgauss_cells():
    some = (0.5, 2.0, 1.0), (-0.5, 2.0, 1.0), (0.0, 0.01, 1.0), (0.1, 0.001, 3.0), (-2.5, 1.0, 1.0), (40.0, 9.0, 1.0)
    some += (0.1, 1e-12, 1.0), (-0.04, 1e-13, 1.0)    # tails that are most of the hat
    for p, b, scale in some:
        for kind in TYPES:
            yield Case("geninvgauss(%g,%g,%g)" % (p, b, scale), kind, FEW, (p, b, scale), points, cdf)


def hyperbolic_cdf(x, p, a, b, scale):
    """The integral over V, in the logarithm of V: a smooth integrand that decays at both ends."""
    z, g = x / mpf(scale), mp.sqrt((mpf(a) - b) * (mpf(a) + b))
    def of(y):
        v = mp.exp(y)
        return mp.ncdf((z - b * v) / mp.sqrt(v)) * mp.exp(p * (y + mp.log(g)) - (1 / v + g * g * v) / 2)
    with mp.workdps(24):
        centre = mp.log(mp.sqrt(p * p + g * g) + p) - 2 * mp.log(g)
        steps = [centre + k for k in (-12, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 12)]
        return mp.quad(of, steps) / (2 * mp.besselk(p, g))


def hyperbolic_points(t, p, a, b, scale):
    g = math.sqrt((a - b) * (a + b))
    mean = (math.sqrt(p * p + g * g) + p) / (g * g)
    return [scale * (b * mean + math.sqrt(mean) * math.sinh(k / 12)) for k in range(-26, 27)]


def hyperbolic_cells():
    for params in ((1.0, 2.0, 0.5, 1.0), (-2.0, 10.0, -3.0, 2.0), (0.3, 0.5, 0.2, 1.0)):
        for kind in TYPES:
            yield Case("generalized-hyperbolic(%g,%g,%g,%g)" % params, kind, FEW, params, hyperbolic_points, hyperbolic_cdf,
                       24)


def first_low(t, launch, i):
    return sides(t, first_of_two(t, launch, i, 0), lambda: 0)[3]


def sets(t):
    """Common parameters, and the corners of the type's range."""
    corners = ("1e15 1e-140 1", "0 1e-140 1", "1e-9 1e-140 1") if t.wide else ("1e8 1e-14 1", "0 1e-14 1", "1e-9 1e-14 1")
    return given("0.5 1 1", "-0.5 2 3", "0 1 1",
                 "1e-3 1e-9 1", "0.03 1e-9 1", "-2.5 0.1 0.01", "100 7 1", "-1e6 1e3 1", "3 1e8 1",
                 "1 1e-6 1", "0.1 1e-12 1", "-0.04 1e-13 1", *corners)(t)


ANSWERS = {"generalized_hyperbolic": Answers(generalized_hyperbolic, 166, given(
               "1 2 0.5 1", "-2 10 -3 2", "0 1e-10 0 1", "-0.5 1 0.999999 1", "40 3 0.1 1e-3"), types=(F64,),
               bases=lambda t: []),   # f32 is f64, rounded. The stages' own answers prove their words
           "geninvgauss": Answers(geninvgauss, 67, sets, hunt(first_low), fed=given("0.5 1 1"), bases=second_uniforms)}
CELLS = {"geninvgauss": geninvgauss_cells, "generalized_hyperbolic": hyperbolic_cells}
