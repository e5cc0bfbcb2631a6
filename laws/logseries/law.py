# SPDX-License-Identifier: MIT OR Apache-2.0
"""logseries: exact counts, from 128 bits of U and 64 of V."""
import mpmath
from mpmath import mp, mpf

import modules
from cells import DRAWS, FEW, Counts
from oracle import ATTEMPTS, I64, Answers, given, real

NEAR = mpf(2) ** -36


def above(p):
    """C(e) for all binades."""
    sums = [mpf(0)]
    for e in range(62, -1, -1):
        sums.insert(0, sums[0] + p ** (2 ** e - 1))
    return sums


def logseries(t, launch, i, params):
    p = real(params[0])
    sums = above(p)
    for j in range(ATTEMPTS):
        u, v = modules.law("poisson").digits(launch, i, j)
        z = real(u) * sums[0]
        e = max(n for n in range(63) if z < sums[n])
        k = (1 << e) + int(v * 2 ** e)
        limit = sums[e + 1] + p ** (k - 1) * mpf(2) ** e / k
        if any(s and abs(z / s - 1) < NEAR for s in sums[1:] + [limit]):
            return None, k, 0, False
        if z < limit:
            return j, k, 0, False
    return None, 0, 0, False


# ---- Cells ----


def cdf(k, p):
    """1 - p^(k + 1) / (k + 1) 2F1(1, k + 1; k + 2; p) / -log(1 - p); by a sum where p is not near 1."""
    if p < 0.95:
        return mpmath.fsum(mpf(p) ** n / n for n in range(1, k + 1)) / -mpmath.log1p(-mpf(p))
    return 1 - mpmath.betainc(k + 1, 0, 0, mpf(p)) / -mpmath.log1p(-mpf(p))


def points(p):
    """Counts to 16, and quarters of octaves until little probability is left."""
    last = int(mpmath.log(16 / (1 - mpf(p)), 2))
    return list(range(1, 16)) + [2 ** e * m // 4 for e in range(4, last) for m in (4, 5, 6, 7)]


def check():
    assert abs(cdf(7, 0.95) - mpmath.fsum(mpf(0.95) ** n / n for n in range(1, 8))
               / -mpmath.log1p(-mpf(0.95))) < mpf(10) ** -30


def logseries_cells():
    for p in (0.3, 0.9):
        yield Counts("logseries(%g)" % p, DRAWS, (p,), cdf)
    yield Counts("logseries(0.9999)", DRAWS, (0.9999,), cdf, points=points)
    yield Counts("logseries(1-2^-40)", FEW, (1 - 2.0 ** -40,), cdf, points=points)


ANSWERS = {"logseries": Answers(logseries, 27,
                                given("0.9", "0.3", "0", "1e-300", "1e-6", "0.99999", "0.9999999999", "0.9999999999999999"),
                                types=(I64,))}
CELLS = {"logseries": logseries_cells}
