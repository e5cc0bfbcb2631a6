# SPDX-License-Identifier: MIT OR Apache-2.0
"""Functions of the standard normal Z of the same index, whose 5 ulp are 10 2^-p relatively: Johnson's SU and SB, Levy."""
import math

import mpmath
from mpmath import mp, mpf
from scipy import stats

import rooms
from cells import DRAWS, LEVELS, TYPES, Case
from oracle import Answers, given, hunt, pair_low, real, standard_normal


def near(t, loc, part, error):
    return rooms.law("weibull").near(t, loc, part, error)


def shifted(t, launch, i, a, b):
    """y, and what it is off by, in 2^-p."""
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


# ---- Cells ----


def both_sides():
    normal = stats.norm()
    return [float(normal.ppf(q)) for q in LEVELS] + [float(normal.isf(q)) for q in LEVELS]


def cases(name, sets, of, cdf):
    """of(z, *params): what the normal z makes."""
    def points(t, *p):
        return [of(z, *p) for z in both_sides()]
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, DRAWS, p, points, cdf)
                    for kind in TYPES for p in sets]


def su_cdf(x, a, b, loc, scale):
    return mp.ncdf(a + b * mp.asinh((x - mpf(loc)) / scale))


def sb_cdf(x, a, b, loc, scale):
    z = (x - mpf(loc)) / scale
    return mpf(z >= 1) if not 0 < z < 1 else mp.ncdf(a + b * mp.log(z / (1 - z)))


def levy_cdf(x, loc, scale):
    return mp.erfc(mp.sqrt(scale / (2 * (x - mpf(loc))))) if x > loc else mpf(0)


ANSWERS = {
    "johnson_su": Answers(johnson_su, 3, given("0 1 0 1", "2 0.5 3 2", "-100 3 0 0.1", "0 1e6 0 1", "1 0.01 0 1e-30",
                                              "0 0.01 0 2e-45"), hunt(pair_low)),
    "johnson_sb": Answers(johnson_sb, 3, given("0 1 0 1", "2 0.5 3 2", "-100 3 0 0.1", "0 1e6 0 1", "1 0.01 0 1e-30"),
                          hunt(pair_low)),
    "levy": Answers(levy, 3, given("0 1", "3 2.5", "-1 1e-20"), hunt(pair_low)),
}
CELLS = {
    "johnson_su": cases("johnson-su", ((0, 1, 0, 1), (2, 0.5, 3, 2)),
                        lambda z, a, b, loc, scale: loc + scale * math.sinh((z - a) / b), su_cdf),
    "johnson_sb": cases("johnson-sb", ((0, 1, 0, 1), (2, 0.5, 3, 2)),
                        lambda z, a, b, loc, scale: loc + scale / (1 + math.exp((a - z) / b)), sb_cdf),
    "levy": cases("levy", ((0, 1), (3, 0.5)), lambda z, loc, scale: loc + scale / z ** 2 if z else loc + scale, levy_cdf),
}
