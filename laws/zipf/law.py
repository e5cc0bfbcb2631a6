# SPDX-License-Identifier: MIT OR Apache-2.0
"""zipf: exact counts, from 128 digits of U and 64 of V. Parameters of the draw in many digits, not as doubles."""
import mpmath
from mpmath import mp, mpf

import rooms
from cells import DRAWS, FEW, Counts
from oracle import ATTEMPTS, I64, Q, Answers, given, real

BINADES = 63
NEAR = mpf(2) ** -38


def binade(e, v):
    """2^e and the first e digits of V."""
    return (1 << e) + int(v * 2 ** e)


def zipf(t, launch, i, params):
    a = min(real(params[0]), mpf(200))
    ratio = 2 ** (1 - a)
    for j in range(ATTEMPTS):
        u, v = rooms.law("poisson").digits(launch, i, j)
        at = ratio ** BINADES + real(u) * (1 - ratio ** BINADES)
        y = mpmath.log(at, 2) / (1 - a)
        e = min(int(mpmath.floor(y)), BINADES - 1)
        k = binade(e, v)
        limit = ratio ** (e + 1) + (1 - ratio) * mpf(2) ** e * mpf(k) ** -a      # of R + U M
        if abs(y - mpmath.nint(y)) < NEAR or abs(at / limit - 1) < NEAR:
            return None, k, 0, False
        if at < limit:
            return j, k, 0, False
    return None, 0, 0, False


# ---- Cells ----


def cdf(k, a):
    """The counts above 2^63 are nothing for these a, but for what the condition is there for."""
    whole = mpmath.zeta(a) - mpmath.zeta(a, mpf(2) ** 63)
    return (mpmath.zeta(a) - mpmath.zeta(a, k + 1)) / whole


def points(a):
    """Counts to 40, and octaves of them."""
    last = int(min(mpf(63), 24 / (mpf(a) - 1)))
    return list(range(1, 40)) + [2 ** e * m // 4 for e in range(6, last) for m in (4, 5, 6, 7)]


def zipf_cells():
    yield Counts("zipf(2)", DRAWS, (2.0,), cdf, points=points)
    yield Counts("zipf(1.3)", DRAWS, (1.3,), cdf, points=points)
    yield Counts("zipf(4)", DRAWS, (4.0,), cdf, points=points)
    yield Counts("zipf(1.0001)", FEW, (1.0001,), cdf, points=lambda a: [2 ** e for e in range(63)])


ANSWERS = {"zipf": Answers(zipf, 26,
                           given("2", "1.1", "1.5", "4", "12", "1.0000000000000002", "1.00001", "150", "1e4", "1e300"),
                           types=(I64,))}
CELLS = {"zipf": zipf_cells}
