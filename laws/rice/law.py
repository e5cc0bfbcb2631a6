# SPDX-License-Identifier: MIT OR Apache-2.0
"""rice, from its two normals in f64: 5 ulps of each absolute value, one of the first's sum, 4 for squares, root and
product."""
import mpmath
from mpmath import mp, mpf
from scipy import stats

from cells import FEW, TYPES, Case, quantiles
from oracle import F64, Answers, fraction, given, other_family, real, standard_normal


def rice(t, launch, i, params):
    b, scale = (real(p) for p in params)
    (z, used), (y, more) = (standard_normal(F64, other_family(launch, family, True), i) for family in (45, 46))
    x = mpmath.sqrt((b + z) ** 2 + y ** 2)
    off = (5 * abs(z) + abs(b + z) + 5 * abs(y)) / x + 4
    return 0, fraction(x * scale), int(2 * off) + 2, used or more


# ---- Cells ----


def cdf(x, b, scale):
    """x^2 is noncentral chi-squared of two degrees of freedom: a sum over Poisson counts."""
    half, y = mpf(b) ** 2 / 2, (x / scale) ** 2 / 2
    term, total, gone = mp.exp(-half), mpf(0), mp.exp(-y)
    part = gone
    for n in range(200):
        total += term * (1 - gone)
        term *= half / (n + 1)
        part *= y / (n + 1)
        gone += part
    return total


def check():
    assert abs(cdf(mpf(2), 1.5, 1) - stats.rice(1.5).cdf(2)) < 1e-12


def points(t, b, scale):
    return quantiles(stats.rice(b, scale=scale))


def cells():
    return [Case("rice(%g,%g)" % p, kind, FEW, p, points, cdf) for kind in TYPES for p in ((1.5, 1.0), (0.0, 2.0))]


# f32 is f64, rounded: tests/exact/bits/counts.c. The stages' own answers prove their words.
ANSWERS = {"rice": Answers(rice, 45, given("1.5 1", "0 2", "1e30 1", "100 0.01"), types=(F64,), bases=lambda t: [])}
CELLS = {"rice": cells}
