# SPDX-License-Identifier: MIT OR Apache-2.0
"""geometric: exact counts from exact bits; there is no answer where E / c is within rounding of an integer."""
import math

import mpmath
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import DRAWS, FEW, Counts, count_quantiles
from oracle import ATTEMPTS, I64, Answers, Q, given, real


def geometric(t, launch, i, params):
    p = params[0]
    m = 1
    while p * m < Q(1, 2 ** 9):
        m *= 2
    if p == 1:
        return 0, 1, 0, False
    rate = -mpmath.log1p(-real(p))
    for j in range(ATTEMPTS):
        u, v = modules.law("poisson").digits(launch, i, j)
        x = -mpmath.log(real(u)) / (m * rate)
        if abs(x - mpmath.nint(x)) <= x * mpf(2) ** -49:
            return None, 0, 0, False
        low = math.floor(m * v)
        loss = -mpmath.expm1(-rate * low)
        if abs(real(m * v - low) - loss) < mpf(2) ** -50 and m > 1:
            return None, 0, 0, False
        if real(m * v - low) >= loss:
            return j, 1 + m * int(mpmath.floor(x)) + low, 0, False
    raise SystemExit("geometric: more attempts than ATTEMPTS")


def discrete_laplace(t, launch, i, params):
    a, m = params[0], 1
    while a * m < Q(1, 2 ** 9):
        m *= 2
    for j in range(ATTEMPTS):
        u, v = modules.law("poisson").digits(launch, i, j)
        negative = v >= Q(1, 2)
        v = m * (2 * v - negative)
        x = -mpmath.log(real(u)) / (m * real(a))
        low = math.floor(v)
        loss = -mpmath.expm1(-real(a) * low)
        near = abs(real(v - low) - loss) < mpf(2) ** -50 and m > 1
        if near or (mpmath.nint(x) > 0 and abs(x - mpmath.nint(x)) <= x * mpf(2) ** -49):
            return None, 0, 0, False
        k = m * int(mpmath.floor(x)) + low
        if real(v - low) >= loss and not (negative and k == 0):
            return j, -k if negative else k, 0, False
    return None, 0, 0, False


# ---- Cells ----


def cdf(k, p):
    return -mp.expm1(k * mp.log1p(-mpf(p))) if p < 1 else mpf(1)


def points(p):
    if p > 1e-3:
        return count_quantiles(stats.geom(p))
    return sorted({max(1, math.ceil(-math.log1p(-level) / p))
                   for level in [k / 64 for k in range(1, 64)] + [1 - 2. ** -k for k in range(7, 20)]})


def geometric_cells():
    for p in (0.3, 0.9, 0.999, 2. ** -9):
        yield Counts("geometric(%g)" % p, DRAWS, (p,), cdf, points=points)
    for p in (2. ** -9 * (1 - 2. ** -53), 1e-3, 1e-8, 1e-13):
        yield Counts("geometric(%.9g)" % p, FEW, (p,), cdf, points=points)


def discrete_laplace_cdf(k, a):
    """By the nearer tail."""
    tail = mpmath.exp(-(mpf(k) + 1 if k >= 0 else -mpf(k)) * mpf(a)) / (1 + mpmath.exp(-mpf(a)))
    return 1 - tail if k >= 0 else tail


def discrete_laplace_points(a):
    ends = {math.floor(math.log(64 / k) / a) for k in range(1, 65)} | {math.floor(k * math.log(2) / a) for k in range(7, 20)}
    return sorted(ends | {-k - 1 for k in ends})


def discrete_laplace_cells():
    for a, label, draws in ((2.0, "2", DRAWS), (0.1, "0.1", DRAWS), (2. ** -9, "2^-9", FEW),
                            (2. ** -9 * (1 - 2. ** -53), "below-2^-9", FEW),
                            (1e-8, "1e-8", FEW), (1e-13, "1e-13", FEW)):
        yield Counts("discrete-laplace(%s)" % label, draws, (a,), discrete_laplace_cdf, points=discrete_laplace_points)


ANSWERS = {"discrete_laplace": Answers(discrete_laplace, 30, given(
    "0.1", "1", "20", "1e300", "0.01", "0.001953125", "0.0019531", "1e-3", "1e-6", "1e-9", "1e-10", "1e-13", "1e-17"),
                                       types=(I64,)),
           "geometric": Answers(geometric, 25, given("0.3", "1", "0.999", "0.5", "0.01", "0.001953125", "0.0019531", "1e-3",
                                                     "1e-6", "1e-9", "4e-10",
                                                     "1e-10", "1e-13", "1e-17"), types=(I64,))}
CELLS = {"geometric": geometric_cells, "discrete_laplace": discrete_laplace_cells}
