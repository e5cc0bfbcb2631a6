# SPDX-License-Identifier: MIT OR Apache-2.0
"""negative-binomial: exact counts. The gamma of its first stage is off by a few ulps, which moves a count with a probability of
1e-14 times its mean; no case that is here is so near."""
import mpmath
from mpmath import mpf
from scipy import stats

import rooms
from cells import DRAWS, FEW, Counts, count_quantiles
from oracle import F64, I64, Answers, given, other_family

GAMMA = 21
POISSON = 22


def negative_binomial(t, launch, i, params):
    n, p = params
    j, mean, _, used = rooms.law("gamma").gamma(F64, other_family(launch, GAMMA, True), i, (n, F64.number("1")))
    if j is None:
        return None, 0, 0, used
    lam = F64.rn(F64.rn(mean) * F64.rn(F64.rn(1 - p) / p))
    _, k, ulps, more = rooms.law("poisson").poisson(t, other_family(launch, POISSON, False), i, (lam,))
    return 0, k, ulps, used or more


# ---- Cells ----


def cdf(k, n, p):
    return mpmath.betainc(n, k + 1, 0, p, regularized=True) if p < 1 else mpf(1)


def points(n, p):
    return count_quantiles(stats.nbinom(n, p))


def negative_binomial_cells():
    yield Counts("negative-binomial(5,0.1)", DRAWS, (5.0, 0.1), cdf, least=0, points=points)
    yield Counts("negative-binomial(0.3,0.5)", FEW, (0.3, 0.5), cdf, least=0)
    yield Counts("negative-binomial(2000,0.01)", FEW, (2000.0, 0.01), cdf, least=0, points=points)


ANSWERS = {"negative_binomial": Answers(negative_binomial, GAMMA, given("5 0.1", "0.3 0.5", "2000 0.01", "2.5 1", "12 0.999"), types=(I64,),
                                        bases=lambda t: [])}   # its stages' words are the proof of their own laws
CELLS = {"negative_binomial": negative_binomial_cells}
