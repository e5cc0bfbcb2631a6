# SPDX-License-Identifier: MIT OR Apache-2.0
"""Functions of the standard normal Z of the same index: Johnson's SU and SB, Levy, Birnbaum and Saunders. The 5 ulp of Z
are a relative 10 2^-p."""
import math

import mpmath
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import DRAWS, LEVELS, TYPES, Case
from oracle import Answers, given, hunt, pair_low, real, representable, standard_normal


def near(t, loc, part, error):
    return modules.law("weibull").near(t, loc, part, error)


def shifted(t, launch, i, a, b):
    """y, and its error bound in 2^-p."""
    z, used = standard_normal(t, launch, i)
    y = (z - a) / b
    return y, 10 * abs(z) / b + 3 * abs(y), used


def johnson_su(t, launch, i, params):
    a, b, loc, scale = (real(p) for p in params)
    y, off, used = shifted(t, launch, i, a, b)
    part = scale * mpmath.sinh(y)
    return (0, *near(t, loc, part, real(t.eps) * (scale * mpmath.cosh(y) * off + 12 * abs(part))), used)


def johnson_sb(t, launch, i, params):
    a, b, loc, scale = (real(p) for p in params)
    y, off, used = shifted(t, launch, i, a, b)
    part = scale / (1 + mpmath.exp(-y))
    return (0, *near(t, loc, part, real(t.eps) * part * (off + 12)), used)


def levy(t, launch, i, params):
    loc, scale = (real(p) for p in params)
    z, used = standard_normal(t, launch, i)
    part = scale / z ** 2
    return (0, *near(t, loc, part, real(t.eps) * part * 26), used)


def birnbaum_saunders(t, launch, i, params):
    c, scale = (real(p) for p in params)
    z, used = standard_normal(t, launch, i)
    y = c * z / 2
    bound = 22 * abs(y) / mpmath.sqrt(1 + y * y) + 8
    return 0, representable(t, scale * mpmath.exp(2 * mpmath.asinh(y))), int(bound) + 1, used


# ---- Cells ----


def both_sides():
    normal = stats.norm()
    return [float(normal.ppf(q)) for q in LEVELS] + [float(normal.isf(q)) for q in LEVELS]


def cases(name, sets, of, cdf):
    """of(z, *params): the sample that the normal z gives."""
    def points(t, *p):
        return [of(z, *p) for z in both_sides()]
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, DRAWS, p, points, cdf)
                    for kind in TYPES for p in sets]


def su_cdf(x, a, b, loc, scale):
    return mp.ncdf(a + b * mp.asinh((x - mpf(loc)) / scale))


def sb_cdf(x, a, b, loc, scale):
    z = (x - mpf(loc)) / scale
    return mpf(z >= 1) if not 0 < z < 1 else mp.ncdf(a + b * mp.log(z / (1 - z)))


def saunders_cdf(x, c, scale):
    return mp.ncdf(2 * mp.sinh(mp.log(x / mpf(scale)) / 2) / c) if x > 0 else mpf(0)


def levy_cdf(x, loc, scale):
    return mp.erfc(mp.sqrt(scale / (2 * (x - mpf(loc))))) if x > loc else mpf(0)


ANSWERS = {
    "johnson_su": Answers(johnson_su, 3, given("0 1 0 1", "2 0.5 3 2", "-100 3 0 0.1", "0 1e6 0 1", "1 0.01 0 1e-30",
                                              "0 0.01 0 2e-45"), hunt(pair_low)),
    "johnson_sb": Answers(johnson_sb, 3, given("0 1 0 1", "2 0.5 3 2", "-100 3 0 0.1", "0 1e6 0 1", "1 0.01 0 1e-30"),
                          hunt(pair_low)),
    "levy": Answers(levy, 3, given("0 1", "3 2.5", "-1 1e-20"), hunt(pair_low)),
    "birnbaum_saunders": Answers(birnbaum_saunders, 3, given("1 1", "0.1 2.5", "1e-30 1", "1e3 1e-20", "1e15 1"),
                                 hunt(pair_low)),
}
CELLS = {
    "johnson_su": cases("johnson-su", ((0, 1, 0, 1), (2, 0.5, 3, 2)),
                        lambda z, a, b, loc, scale: loc + scale * math.sinh((z - a) / b), su_cdf),
    "johnson_sb": cases("johnson-sb", ((0, 1, 0, 1), (2, 0.5, 3, 2)),
                        lambda z, a, b, loc, scale: loc + scale / (1 + math.exp((a - z) / b)), sb_cdf),
    "levy": cases("levy", ((0, 1), (3, 0.5)), lambda z, loc, scale: loc + scale / z ** 2 if z else loc + scale, levy_cdf),
    "birnbaum_saunders": cases("birnbaum-saunders", ((1, 1), (0.2, 3)),
                               lambda z, c, scale: scale * math.exp(2 * math.asinh(c * z / 2)), saunders_cdf),
}
