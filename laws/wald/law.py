# SPDX-License-Identifier: MIT OR Apache-2.0
"""wald, from its stages in f64.

Z has an error of 5 ulps, its square 11, t 13, s at most that of t plus 4; the root has 6 more."""
import mpmath
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import FEW, TYPES, Case, quantiles
from oracle import F64, Q, Answers, fraction, given, other_family, real, standard_normal


def root(launch, i, mean, scale, families):
    """(sample or None where the choice is within rounding, LOW words used)"""
    z, used = standard_normal(F64, other_family(launch, families[0], True), i)
    _, u, _, more = modules.law("uniform").uniform(F64, other_family(launch, families[1], True), i, (Q(0), Q(1)))
    t = mean * z ** 2 / (2 * scale)
    s = 1 + t + mpmath.sqrt(t * (t + 2))
    chance = real(u) * (s + 1)
    if abs(chance - 1) < mpf(2) ** -46:
        return None, used or more
    return mean * s if chance < 1 else mean / s, used or more


def wald(t, launch, i, params):
    x, used = root(launch, i, real(params[0]), real(params[1]), (43, 44))
    return (None, Q(0), 0, used) if x is None else (0, fraction(x), 24, used)


def normal_inverse_gaussian(t, launch, i, params):
    a, b, loc, scale = (real(p) for p in params)
    v, used = root(launch, i, 1 / mpmath.sqrt((a - b) * (a + b)), mpf(1), (71, 72))
    z, more = standard_normal(F64, other_family(launch, 73, True), i)
    if v is None:
        return None, Q(0), 0, used or more
    x = loc + scale * (b * v + mpmath.sqrt(v) * z)
    error = scale * real(F64.eps) * (60 * abs(b) * v + 45 * mpmath.sqrt(v) * abs(z)) + 2 * real(F64.eps) * abs(x)
    return (0, *modules.law("weibull").near(F64, loc, x - loc, error), used or more)


# ---- Cells ----


def wald_cdf(x, mean, scale):
    r, y = mp.sqrt(scale / x), x / mean
    return mp.ncdf(r * (y - 1)) + mp.exp(2 * mpf(scale) / mean + mp.log(mp.ncdf(-r * (y + 1))))


def check():
    assert abs(wald_cdf(mpf(1), 2, 3) - stats.invgauss(2 / 3, scale=3).cdf(1)) < 1e-12


def points(t, mean, scale):
    return quantiles(stats.invgauss(mean / scale, scale=scale))


def wald_cells():
    return [Case("wald(%g,%g)" % p, kind, FEW, p, points, wald_cdf)
            for kind in TYPES for p in ((2.0, 3.0), (1.0, 40.0), (50.0, 1.0))]


def nig_cdf(x, a, b, loc, scale):
    """The integral over V, in the logarithm of V: a smooth integrand that decays at both ends."""
    z, g = (x - mpf(loc)) / scale, mp.sqrt(mpf(a) ** 2 - mpf(b) ** 2)
    def of(y):
        v = mp.exp(y)
        return mp.ncdf((z - b * v) / mp.sqrt(v)) * mp.exp(g - (1 / v + g * g * v) / 2 - y / 2) / mp.sqrt(2 * mp.pi)
    centre = -mp.log(g)
    with mp.workdps(22):
        return mp.quad(of, [centre - 9, centre - 3, centre - 1, centre, centre + 1, centre + 3, centre + 9])


def nig_cells():
    return [Case("normal-inverse-gaussian(%g,%g,%g,%g)" % p, kind, FEW, p,
                 lambda t, a, b, loc, scale: quantiles(stats.norminvgauss(a, b, loc, scale))[::2], nig_cdf)
            for kind in TYPES for p in ((2.0, 0.5, 0.0, 1.0),)]


# f32 is f64, rounded: tests/exact/bits/counts.c. The stages' own answers prove their words.
ANSWERS = {
    "normal_inverse_gaussian": Answers(normal_inverse_gaussian, 71,
                                       given("2 0.5 0 1", "10 -3 1 2", "1e-10 0 0 1", "1 0.999999 0 1"),
                                       types=(F64,), bases=lambda t: []),
    "wald": Answers(wald, 43, given("2 3", "1 40", "1e30 1e-30", "1e-30 1e30", "50 1"), types=(F64,), bases=lambda t: []),
}
CELLS = {"normal_inverse_gaussian": nig_cells, "wald": wald_cells}
