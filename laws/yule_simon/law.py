# SPDX-License-Identifier: MIT OR Apache-2.0
"""yule-simon: exact counts. The exponential of its first stage has an error of a few ulps, which changes a count with a
probability of 1e-15 times the count; no case here is so near."""
import mpmath
from mpmath import mpf

import modules
from cells import DRAWS, FEW, Counts
from oracle import F64, I64, Answers, fraction, given, other_family, real

EXPONENTIAL = 51
GEOMETRIC = 52


def yule_simon(t, launch, i, params):
    scale = F64.rn(1 / params[0])
    _, w, _, _ = modules.law("exponential").exponential(F64, other_family(launch, EXPONENTIAL, True), i, (scale,))
    p, smallest = F64.rn(fraction(mpmath.exp(-real(F64.rn(w))))), F64.number("1e-17")
    if p < smallest and params[0] < F64.number("0.75"):
        return None, 0, 0, False    # no count
    p = max(p, smallest)
    j, k, _, used = modules.law("geometric").geometric(t, other_family(launch, GEOMETRIC, False), i, (p,))
    return None if j is None else 0, k, 0, used


# ---- Cells ----


def cdf(k, alpha):
    return 1 - k * mpmath.beta(k, mpf(alpha) + 1)


def points(alpha):
    """Counts to 16, and quarters of octaves until little probability is left."""
    last = min(int(28 / alpha), 52)
    return list(range(1, 16)) + [2 ** e * m // 4 for e in range(4, last) for m in (4, 5, 6, 7)]


def check():
    terms = (mpf(1.5) * mpmath.beta(n, mpf(2.5)) for n in range(1, 8))
    assert abs(cdf(7, 1.5) - mpmath.fsum(terms)) < mpf(10) ** -30


def yule_simon_cells():
    for alpha, draws in ((2.0, DRAWS), (0.75, FEW), (0.5, FEW), (8.0, FEW), (1000.0, FEW)):
        yield Counts("yule-simon(%g)" % alpha, draws, (alpha,), cdf, points=points)


ANSWERS = {"yule_simon": Answers(yule_simon, EXPONENTIAL, given("2", "0.75", "1.5", "30", "1e6", "0.7499999999999999", "0.5", "0.25"), types=(I64,),
                                 bases=lambda t: [])}   # its stages' own answers prove their words
CELLS = {"yule_simon": yule_simon_cells}
