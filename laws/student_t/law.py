# SPDX-License-Identifier: MIT OR Apache-2.0
"""Student's t.

5 ulps for logarithm, quotient, expm1, product, root, cosine (10 where df < 1); 4 x / 2 more for the exponent's roundings."""
import math

import mpmath
import scipy
from mpmath import mp, mpf

from cells import DRAWS, LEVELS, TYPES, Case
from oracle import Answers, fraction, given, hunt, minus_log, own_pair, own_pair_low, real, representable, unit


def student_t(t, launch, i, params):
    df = mp.inf if params[0] == math.inf else real(params[0])
    loc, scale = (real(p) for p in params[1:])
    words, low = own_pair(t, launch, i)
    u, upper, used = unit(t, words[0], low)
    x = 2 * minus_log(u, upper) / df
    angle = 2 * mp.pi * mpf(2 * words[1] + 1) / mpf(2) ** (t.bits + 1)
    square = df * mpmath.expm1(x) if df < mp.inf else 2 * minus_log(u, upper)
    one = mpmath.sqrt(square) * mpmath.cos(angle)
    ulps = (10 if df < 1 else 5) + 2 * x
    value = representable(t, loc + scale * one)
    if abs(value) in (0, math.inf):
        return 0, value, 3, used
    quantum = lambda v: mpf(2) ** t.quantum(fraction(v))
    return 0, value, int(ulps * quantum(scale * one) / quantum(loc + scale * one)) + 2, used


# ---- Cells ----

def student_cdf(df, t):
    """From the density's hypergeometric integral; 50 digits leave enough after the cancellation in the tails."""
    if df == math.inf:
        return mp.ncdf(t)
    df = mpf(df)
    c = mp.exp(mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2)) / mp.sqrt(mp.pi * df)
    return mpf(1) / 2 + t * c * mp.hyp2f1(0.5, (df + 1) / 2, 1.5, -t * t / df)


def points(t, df, loc, scale):
    if loc:
        return [loc + scale * float(scipy.stats.t.ppf(k / 64, df)) for k in range(1, 64)]
    x = [float(scipy.stats.t.ppf(p, min(df, 1e300))) for p in LEVELS]
    return x + [-v for v in x] + [0.0]


def cdf(x, df, loc, scale):
    return student_cdf(df, (x - loc) / scale)


def student_t_cells():
    for kind, t in TYPES.items():
        for df in (0.7, 1, 4, 1e6, math.inf):
            yield Case("student-t(%g)" % df, kind, DRAWS, (float(t(df)), 0, 1), points, cdf)
        yield Case("student-t(4,3,2)", kind, DRAWS, (4, 3, 2), points, cdf)


ANSWERS = {"student_t": Answers(student_t, 8, given(
    "0.03 0 1", "0.7 0 1", "1 0 1", "4 0 1", "1e6 0 1", "1e30 0 1", "4 3 2", "0.01 0 1e-30", "inf 0 1"),
                                hunt(own_pair_low), fed=given("4 0 1"))}
CELLS = {"student_t": student_t_cells}
