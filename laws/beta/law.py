# SPDX-License-Identifier: MIT OR Apache-2.0
"""Betas, and Snedecor's F.

Errors: 8 ulps for exp and the products, plus the effect on e^v of the logit's error, 2 eps absolute and 3 (both shapes > 1:
7) eps relative."""
import functools

import mpmath
import numpy as np
import scipy
import scipy.special as sp
from mpmath import mp, mpf

from cells import DRAWS, FEW, LEVELS, MANY, TAIL, TYPES, Case
from oracle import (ATTEMPTS, F64, M32, Answers, first_words, fraction, given, hunt, join, other_family, plain, real,
                    representable, second_uniforms, unit)


def beta_uniforms(t, launch, i, j):
    """The smaller of U and 1 - U, whether U is above 1/2, whether LOW words were used; the second uniform."""
    h, q = i // 2, i // 4
    if t.wide:
        def first(purpose):
            return join(*launch.block(h, j, 0, purpose)[i % 2 * 2:][:2])
        v = plain(t, join(launch.block(q, j, 1, 0)[i % 4], launch.block(q, j, 1, 1)[i % 4]))
    else:
        def first(purpose):
            return launch.block(h, j, 0, purpose)[i % 2]
        v, _, _ = unit(t, launch.block(h, j)[2 + i % 2], lambda: launch.block(h, j, 0, 1)[2 + i % 2])
    w = first(0)
    above = w >> (t.bits - 1)
    flip = (2 ** t.bits - 1) * above
    u, _, used = unit(t, w ^ flip, lambda: first(1) ^ flip)
    return real(u), above, used, real(v)


def cheng(a, b):
    """The spread of Cheng's proposals: BB where both shapes are above 1, else BC."""
    return mpmath.sqrt((a + b - 2) / (2 * a * b - a - b)) if min(a, b) > 1 else 1 / min(a, b)


def beta_odds(t, launch, i, a, b):
    """attempt (None: within rounding, or past ATTEMPTS), v with the odds (a / b) e^v, its error, whether LOW words were
    used"""
    turn, eps, low_used = cheng(a, b) * (-1 if a < b else 1), mpf(2) ** -t.digits, False

    def chance(l, hat):
        """Target over cover at the logit: x^a (1 - x)^b relative to its value at the mode; the proposals have 4 U (1 -
        U)."""
        w = a / b * mpmath.exp(turn * l)
        x, rest = w / (1 + w), 1 / (1 + w)
        return mpmath.exp(a * mpmath.log(x * (a + b) / a) + b * mpmath.log(rest * (a + b) / b)) / hat

    for j in range(ATTEMPTS):
        u, above, used, second = beta_uniforms(t, launch, i, j)
        low_used = low_used or used
        l = mpmath.log((1 - u) / u) * (1 if above else -1)
        off = eps * (2 + (7 if min(a, b) > 1 else 3) * abs(l))
        chances = [chance(v, 4 * u * (1 - u)) for v in (l - off, l, l + off)]
        if min(chances) - 64 * eps <= second <= max(chances) + 64 * eps:
            return None, mpf(0), mpf(0), low_used
        if second < chances[1]:
            return j, turn * l, abs(turn) * off, low_used
    return None, mpf(0), mpf(0), low_used


def beta(t, launch, i, params):
    a, b = (real(p) for p in params)
    j, v, off, used = beta_odds(t, launch, i, a, b)
    w, eps = a / b * mpmath.exp(v), mpf(2) ** -t.digits
    x = representable(t, w / (1 + w))
    wrong = (off + 8 * eps) * w / (1 + w) ** 2 + 2 * eps * min(w, 1) / (1 + w)
    return j, x, int(wrong / mpf(2) ** t.quantum(x)) + 2, used


def f_law(t, launch, i, params):
    j, v, off, used = beta_odds(t, launch, i, *(real(p) / 2 for p in params))
    return j, representable(t, mpmath.exp(v)), int(off / mpf(2) ** -t.digits) + 8, used


def beta_prime(t, launch, i, params):
    a, b, scale = (real(p) for p in params)
    j, v, off, used = beta_odds(t, launch, i, a, b)
    return j, representable(t, mpmath.exp(v) * a / b * scale), int(off / mpf(2) ** -t.digits) + 11, used


def pert(t, launch, i, params):
    """Shapes in doubles; the beta's ulps are scaled to its term of the sum."""
    low, mode, high, weight = params
    rn = F64.rn
    by = rn(weight / rn(high - low))
    j, x, ulps, used = beta(F64, other_family(launch, 99, True), i,
                            (rn(by * rn(mode - low) + 1), rn(by * rn(high - mode) + 1)))
    part = real(x) * real(high - low)
    value = real(low) + part
    quantum = lambda x: mpf(2) ** F64.quantum(fraction(x))
    return j, fraction(value), int((ulps + 2) * quantum(part) / quantum(value)) + 2, used


def first_low(t, launch, i):
    w = launch.block(i // 2)[i % 2 * 2 if t.wide else i % 2]
    return min(w, M32 - w) < (2 ** 21 if t.wide else 2 ** 24)


@functools.lru_cache(maxsize=None)
def deep(t, launch):
    """The 6 indices among 2^18 whose first uniform is nearest to 0 or 1: there LOW words change the logit."""
    b = first_words(launch, np.arange(500, 500 + 2 ** 17, dtype=np.uint64))
    w = np.stack([b[0], b[2 if t.wide else 1]], axis=1).ravel()     # indices 1000, 1001, ...
    return [1000 + int(k) for k in np.argsort(np.minimum(w, M32 - w), kind="stable")[:6]]


def rare(t, launch):
    return hunt(first_low)(t, launch) + deep(t, launch)


# ---- Cells ----

def beta_fraction(a, b, x):
    """The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method, for x below the mean."""
    tiny, d, c = mpf(10) ** -200, 1 / (1 - (a + b) * x / (a + 1)), mpf(1)
    h, m = d, 0
    while True:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for e in (even, odd):
            d, c = 1 / (1 + e * d or tiny), 1 + e / c or tiny
            h *= c * d
        if abs(c * d - 1) < mpf(10) ** -25:
            return h


def beta_cdf(a, b, x):
    """P(Beta(a, b) <= x) for mpf x."""
    if x <= 0 or x >= 1:
        return mpf(1 if x > 0 else 0)
    a, b = mpf(a), mpf(b)
    front = mp.exp(a * mp.log(x) + b * mp.log1p(-x) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b))
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


def check():
    """The continued fraction compared with mpmath."""
    for a, b, x in ((2, 3, 0.3), (0.5, 0.5, 0.9), (0.0025, 0.0025, 1e-30), (40, 1.5, 0.97), (1e-3, 50, 1e-9)):
        assert abs(beta_cdf(a, b, mpf(x)) - mp.betainc(a, b, 0, mpf(x), regularized=True)) < mpf(10) ** -22


def beta_points(t, a, b):
    points = [float(sp.betaincinv(a, b, p)) for p in LEVELS] + [1 - float(sp.betaincinv(b, a, p)) for p in LEVELS]
    points += [0.0, 0.5, float(np.nextafter(t(0), t(1))), float(np.nextafter(t(1), t(0)))]
    return [p for p in points if p < 1]


def beta_cells():
    shapes = (0.5, 0.5), (2, 3), (2.5e-3, 2.5e-3), (1e6, 1e6), (1e-3, 1e6), (40, 1.5), (0.3, 4)
    for kind, t in TYPES.items():
        for a, b in ((float(t(a)), float(t(b))) for a, b in shapes):
            yield Case("beta(%g,%g)" % (a, b), kind, DRAWS, (a, b), beta_points, lambda x, a, b: beta_cdf(a, b, x))


def table_points(t, a, b):
    """Cells end where the table's tails begin, v = 2^-8, at borders of its rows, and at the median."""
    borders = [2.0 ** -8, 3 * 2.0 ** -9, 2.0 ** -7, 2.0 ** -4, 2.0 ** -2, 0.375, 0.5]
    more = [float(sp.betaincinv(a, b, v)) for v in borders] + [1 - float(sp.betaincinv(b, a, v)) for v in borders]
    return [p for p in beta_points(t, a, b) + more if p < 1]


def table_cells():
    for kind, t in TYPES.items():
        for a, b in ((float(t(a)), float(t(b))) for a, b in ((0.3, 0.3), (0.5, 4), (2, 3), (40, 1.5), (1000, 700))):
            yield Case("beta:table(%g,%g)" % (a, b), kind, MANY, (a, b), table_points, lambda x, a, b: beta_cdf(a, b, x))


def f_points(t, a, b):
    return [float(scipy.stats.f.ppf(p, a, b)) for p in LEVELS] + [float(scipy.stats.f.isf(p, a, b)) for p in TAIL] + [1.0]


def f_cdf(x, a, b):
    return beta_cdf(mpf(a) / 2, mpf(b) / 2, a * x / (a * x + b)) if x > 0 else mpf(0)


def f_cells():
    return [Case("f(%g,%g)" % p, kind, DRAWS, p, f_points, f_cdf) for kind in TYPES for p in ((3, 7), (0.5, 2))]


def prime_points(t, a, b, scale):
    return [scale * x for x in (float(scipy.stats.betaprime.ppf(p, a, b)) for p in LEVELS)] + \
        [scale * float(scipy.stats.betaprime.isf(p, a, b)) for p in TAIL]


def prime_cdf(x, a, b, scale):
    return beta_cdf(mpf(a), mpf(b), x / (x + mpf(scale))) if x > 0 else mpf(0)


def prime_cells():
    return [Case("beta-prime(%g,%g,%g)" % p, kind, DRAWS, p, prime_points, prime_cdf)
            for kind in TYPES for p in ((2, 3, 1), (0.5, 4, 2))]


def shapes_of(low, mode, high, weight):
    return tuple(1 + weight * d / mpf(high - low) for d in (mode - low, high - mode))


def pert_points(t, low, *rest):
    a, b = map(float, shapes_of(low, *rest))
    return [low + (rest[1] - low) * x for x in beta_points(t, a, b) if x > 0]


def pert_cdf(x, low, mode, high, weight):
    return beta_cdf(*shapes_of(low, mode, high, weight), (x - mpf(low)) / (mpf(high) - low))


def pert_cells():
    return [Case("pert(%g,%g,%g,%g)" % p, kind, FEW, p, pert_points, pert_cdf)
            for kind in TYPES for p in ((0, 2, 6, 4), (-1, -1, 3, 2))]


ANSWERS = {
    "beta_prime": Answers(beta_prime, 7, given("2 3 1", "0.5 4 2", "1e-3 20 1", "1e5 6 1e-3", "0.02 0.02 1"), rare,
                          fed=given("0.5 0.5 1"),
                          bases=second_uniforms),
    "pert": Answers(pert, 99, given("0 2 6 4", "-1 -1 3 2", "0 1 1 1000", "1 1.5 2 0"), types=(F64,), bases=lambda t: []),
    "beta": Answers(beta, 7, given("2 3", "3 2", "0.5 0.5", "1 1", "0.01 0.02", "0.3 1e3", "40 1.5", "1e6 1e6", "0.01 1e30"),
                    rare, fed=given("0.5 0.5", "2 3"), bases=second_uniforms),
    "f": Answers(f_law, 7, given("3 7", "7 3", "1 1", "0.05 0.3", "1e5 6", "1e30 0.02"), rare, fed=given("1 1"),
                 bases=second_uniforms),
}
CELLS = {"beta_prime": prime_cells, "pert": pert_cells, "beta": beta_cells, "beta_table": table_cells, "f": f_cells}
ELSEWHERE = {("beta_table", "answers"): "tests/law/tables/beta_table.c: the table's quantiles and values against mpmath's"}
