# SPDX-License-Identifier: MIT OR Apache-2.0
"""negative-binomial: exact counts. The gamma of its first stage is off by a few ulps, which moves a count with a probability
of 1e-14 times its mean; no case that is here is so near."""
import mpmath
from mpmath import mpf
from scipy import stats

import rooms
from cells import DRAWS, FEW, Counts, count_quantiles
from oracle import F64, I64, Answers, given, other_family

def mixed(t, launch, i, n, scale, families):
    """Poisson of a gamma of shape n times scale."""
    j, mean, _, used = rooms.law("gamma").gamma(F64, other_family(launch, families[0], True), i, (n, F64.number("1")))
    if j is None:
        return None, 0, 0, used
    _, k, ulps, more = rooms.law("poisson").poisson(t, other_family(launch, families[1], False), i,
                                                    (F64.rn(F64.rn(mean) * scale),))
    return 0, k, ulps, used or more


def negative_binomial(t, launch, i, params):
    n, p = params
    return mixed(t, launch, i, n, F64.rn(F64.rn(1 - p) / p), (21, 22))


def negative_binomial_mean(t, launch, i, params):
    mu, n = params
    return mixed(t, launch, i, n, F64.rn(mu / n), (82, 83))


# ---- Cells ----


def cdf(k, n, p):
    return mpmath.betainc(n, k + 1, 0, p, regularized=True) if p < 1 else mpf(1)


def points(n, p):
    return count_quantiles(stats.nbinom(n, p))


def negative_binomial_cells():
    yield Counts("negative-binomial(5,0.1)", DRAWS, (5.0, 0.1), cdf, least=0, points=points)
    yield Counts("negative-binomial(0.3,0.5)", FEW, (0.3, 0.5), cdf, least=0)
    yield Counts("negative-binomial(2000,0.01)", FEW, (2000.0, 0.01), cdf, least=0, points=points)


def negative_binomial_mean_cells():
    for mu, n in ((45.0, 5.0), (0.3, 0.3)):
        yield Counts("negative-binomial-mean(%g,%g)" % (mu, n), DRAWS, (mu, n),
                     lambda k, mu, n: cdf(k, n, n / (n + mpf(mu))), least=0,
                     points=lambda mu, n: points(n, n / (n + mu)))


ANSWERS = {"negative_binomial_mean":
           Answers(negative_binomial_mean, 82, given("45 5", "0.3 0.3", "0 1", "1e12 10", "3 1e8"), types=(I64,),
                                             bases=lambda t: []),
           "negative_binomial": Answers(negative_binomial, 21, given("5 0.1", "0.3 0.5", "2000 0.01", "2.5 1", "12 0.999"),
                                        types=(I64,),
                                        bases=lambda t: [])}   # its stages' words are the proof of their own laws
CELLS = {"negative_binomial_mean": negative_binomial_mean_cells, "negative_binomial": negative_binomial_cells}
