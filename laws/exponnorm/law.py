# SPDX-License-Identifier: MIT OR Apache-2.0
"""exponnorm, from its normal and its exponential in f64: 5 and 3 ulps for these, 3 for the sum, which may cancel."""
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import FEW, TYPES, Case, quantiles
from oracle import F64, Answers, fraction, given, other_family, real, standard_normal


def exponnorm(t, launch, i, params):
    k, loc, scale = (real(p) for p in params)
    z, used = standard_normal(F64, other_family(launch, 47, True), i)
    _, e, _, more = modules.law("exponential").exponential(F64, other_family(launch, 48, True), i, (params[0],))
    e = real(e)
    x = loc + scale * (z + e)
    off = (scale * (5 * abs(z) + 3 * e + 2 * abs(z + e)) + abs(loc)) * 2 * mpf(2) ** -53
    return 0, fraction(x), int(off / mpf(2) ** t.quantum(fraction(x))) + 2, used or more


# ---- Cells ----


def cdf(x, k, loc, scale):
    y, k = (x - loc) / scale, mpf(k)
    return mp.ncdf(y) - mp.exp(1 / (2 * k * k) - y / k + mp.log(mp.ncdf(y - 1 / k)))


def check():
    assert abs(cdf(mpf(2), 1.5, 0, 1) - stats.exponnorm(1.5).cdf(2)) < 1e-12


def points(t, k, loc, scale):
    return quantiles(stats.exponnorm(k, loc, scale))


def cells():
    return [Case("exponnorm(%g,%g,%g)" % p, kind, FEW, p, points, cdf)
            for kind in TYPES for p in ((1.5, 0.0, 1.0), (0.2, 3.0, 2.0))]


# f32 is f64, rounded: tests/exact/bits/counts.c. The stages' own answers prove their words.
ANSWERS = {"exponnorm":
           Answers(exponnorm, 47, given("1.5 0 1", "0.2 3 2", "1e30 0 1", "1e-30 1 1"), types=(F64,), bases=lambda t: [])}
CELLS = {"exponnorm": cells}
