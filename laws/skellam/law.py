# SPDX-License-Identifier: MIT OR Apache-2.0
"""skellam: exact counts, differences of two exact counts."""
import mpmath
from mpmath import mpf

import modules
from cells import DRAWS, FEW, Counts
from oracle import I64, Answers, given, other_family

ADDED = 34
TAKEN = 35


def skellam(t, launch, i, params):
    draw = modules.law("poisson").poisson
    a, b = (draw(t, other_family(launch, family, False), i, (mu,))
            for family, mu in ((ADDED, params[0]), (TAKEN, params[1])))
    return None if a[0] is None or b[0] is None else 0, a[1] - b[1], 0, False


# ---- Cells ----


def cdf_from(mu1, mu2, least):
    """P(X <= k) as a sum from `least` on; the probability below it is less than 10^-40."""
    total, until = mpf(0), {}

    def cdf(k, mu1, mu2):
        nonlocal total
        for j in range(max(until, default=least - 1) + 1, k + 1):
            root = mpmath.sqrt(mpf(mu1) * mu2)
            total += mpmath.exp(-mpf(mu1) - mu2) * mpmath.sqrt(mpf(mu1) / mu2) ** j * mpmath.besseli(abs(j), 2 * root)
            until[j] = total
        return until[k] if k >= least else mpf(0)
    return cdf


def skellam_cells():
    for mu1, mu2, draws, least, first in ((20.0, 30.0, DRAWS, -140, -42), (0.5, 2.0, FEW, -50, -14)):
        yield Counts("skellam(%g,%g)" % (mu1, mu2), draws, (mu1, mu2), cdf_from(mu1, mu2, least), least=first)


ANSWERS = {"skellam": Answers(skellam, ADDED, given("20 30", "0 5", "5 0", "0.5 2", "1e6 1e9", "1e15 1e15"), types=(I64,),
                              bases=lambda t: [])}   # its stages' own answers prove their words
CELLS = {"skellam": skellam_cells}
