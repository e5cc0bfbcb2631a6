# SPDX-License-Identifier: MIT OR Apache-2.0
"""The built-in `density`, exp(-x^4/4): with w = x^4/4, P(|X| > x) is the upper incomplete gamma function of 1/4 and w, over
Gamma(1/4). A sample is the quantile of some v (1 + e), |e| <= 2^-22 (f32), 2^-40 (f64), within 4 ulps of the piece's
largest number, which is at most the quantile of v/2, plus 2 of the sum with loc."""
import math

import mpmath
import scipy.special as sp
from mpmath import mp, mpf

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import Answers, ends_low, fraction, given, hunt, real, shared_word, shared_word_low, unit

QUARTER = mpf(1) / 4


def quantile(v):
    """x >= 0 with P(X > x) = v <= 1/2."""
    if v == 0.5:
        return mpf(0)
    start = mpf(sp.gammainccinv(0.25, float(2 * v)))
    step = lambda w: (mpmath.gammainc(QUARTER, w, regularized=True) - 2
                      * v) / (w ** (QUARTER - 1) * mpmath.exp(-w) / mpmath.gamma(QUARTER))
    w = start
    for _ in range(60):
        by = step(w)
        w = w + by if w + by > 0 else w / 2
        if abs(by) < w * mpf(10) ** -25:
            break
    return mpmath.root(4 * w, 4)


def density_at(x):
    return mpmath.exp(-x ** 4 / 4) * mpmath.sqrt(2) / mpmath.gamma(QUARTER)


def density(t, launch, i, params):
    loc, scale = (real(p) for p in params)
    w, mask = shared_word(t, launch, i), 2 ** t.bits - 1
    flip = mask if w >> (t.bits - 1) else 0
    v, _, used = unit(t, w ^ flip, lambda: shared_word(t, launch, i, 0, 1) ^ flip)
    v = max(real(v), mpf(2) ** -64)
    size = quantile(v)
    x = loc + scale * (size if flip else -size)
    quantum = lambda y: mpf(2) ** t.quantum(fraction(y))
    off = scale * (mpf(2) ** (-40 if t.wide else -22) * v / density_at(size) + 4 * quantum(quantile(v / 2)))
    return 0, fraction(x), int(off / quantum(x)) + 2, used


ANSWERS = {"density":
           Answers(density, 2, given("0 1", "1.5 0.37"), hunt(ends_low), fed=lambda t: [])}   # tails: tests/law/quantiles


# ---- Cells ----


def cdf(x, loc, scale):
    y = (x - loc) / scale
    tail = mpmath.gammainc(QUARTER, y ** 4 / 4, regularized=True) / 2
    return tail if y < 0 else 1 - tail


def points(t, loc, scale):
    levels = [float(p) for p in LEVELS] + [float(p) for p in TAIL] + [1 - float(p) for p in TAIL]
    size = lambda v: float(quantile(mpf(v)))
    return [loc + scale * (-size(p) if p <= 0.5 else size(1 - p)) for p in levels]


def density_cells():
    return [Case("density(%g,%g)" % p, kind, MANY, p, points, cdf) for kind in TYPES for p in ((0, 1), (3, 0.5))]


CELLS = {"density": density_cells}
