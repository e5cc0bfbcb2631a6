# SPDX-License-Identifier: MIT OR Apache-2.0
"""negative-binomial: exact counts. The gamma of its first stage has an error of a few ulps, which changes a count with a
probability of 1e-14 times its mean; no case here is so near."""
import mpmath
from mpmath import mpf
from scipy import stats

import modules
from cells import DRAWS, FEW, Counts, count_quantiles
from oracle import F64, I64, Answers, given, other_family

def mixed(t, launch, i, n, scale, families):
    """A Poisson count whose mean is a gamma of shape n times scale."""
    j, mean, _, used = modules.law("gamma").gamma(F64, other_family(launch, families[0], True), i, (n, F64.number("1")))
    if j is None:
        return None, 0, 0, used
    _, k, ulps, more = modules.law("poisson").poisson(t, other_family(launch, families[1], False), i,
                                                    (F64.rn(F64.rn(mean) * scale),))
    return 0, k, ulps, used or more


def negative_binomial(t, launch, i, params):
    n, p = params
    return mixed(t, launch, i, n, F64.rn(F64.rn(1 - p) / p), (21, 22))


def negative_binomial_mean(t, launch, i, params):
    mu, n = params[0], min(params[1], F64.rn(2 ** 120))
    return mixed(t, launch, i, n, F64.rn(mu / n), (82, 83))


def beta_negative_binomial(t, launch, i, params):
    """(1 - p) / p is a beta-prime of shapes b and a, within a few ulps."""
    n, a, b = params
    one = F64.number("1")
    j, odds, _, used = modules.law("beta").beta_prime(F64, other_family(launch, 163, True), i, (b, a, one))
    if j is None:
        return None, 0, 0, used
    j, k, ulps, more = mixed(t, launch, i, n, F64.rn(odds), (164, 165))
    return j, k, ulps, used or more


# ---- Cells ----


def beta_negative_cdf(n, a, b):
    """Sums of P(k) = C(n + k - 1, k) B(a + n, b + k) / B(a, b), by ratios."""
    n, a, b = mpf(n), mpf(a), mpf(b)
    terms = [mpmath.beta(a + n, b) / mpmath.beta(a, b)]
    sums = [terms[0]]

    def until(k, *_):
        while len(sums) <= k:
            j = len(sums)
            terms.append(terms[-1] * (n + j - 1) * (b + j - 1) / (j * (a + b + n + j - 1)))
            sums.append(sums[-1] + terms[-1])
        return sums[k]
    return until


def beta_negative_binomial_cells():
    for n, a, b in ((5.0, 20.0, 3.0), (0.5, 3.0, 2.0), (10.0, 1.0, 0.5)):
        yield Counts("beta-negative-binomial(%g,%g,%g)" % (n, a, b), DRAWS, (n, a, b), beta_negative_cdf(n, a, b), least=0,
                     points=lambda *_: list(range(12)) + [2 ** e * m // 4 for e in range(3, 14) for m in (4, 5, 6, 7)])


def cdf(k, n, p):
    return mpmath.betainc(n, k + 1, 0, p, regularized=True) if p < 1 else mpf(1)


def points(n, p):
    return count_quantiles(stats.nbinom(n, p))


def negative_binomial_cells():
    yield Counts("negative-binomial(5,0.1)", DRAWS, (5.0, 0.1), cdf, least=0, points=points)
    yield Counts("negative-binomial(0.3,0.5)", FEW, (0.3, 0.5), cdf, least=0)
    yield Counts("negative-binomial(2,1e-09)", FEW, (2.0, 1e-9), cdf, least=0, points=points)
    yield Counts("negative-binomial(2000,0.01)", FEW, (2000.0, 0.01), cdf, least=0, points=points)


def negative_binomial_mean_cells():
    for mu, n in ((45.0, 5.0), (0.3, 0.3)):
        yield Counts("negative-binomial-mean(%g,%g)" % (mu, n), DRAWS, (mu, n),
                     lambda k, mu, n: cdf(k, n, n / (n + mpf(mu))), least=0,
                     points=lambda mu, n: points(n, n / (n + mu)))


ANSWERS = {"beta_negative_binomial":
           Answers(beta_negative_binomial, 163, given("5 20 3", "0.5 3 2", "10 1 0.5", "2000 1e6 1e-3", "3 0.75 1"),
                   types=(I64,), bases=lambda t: []),
           "negative_binomial_mean":
           Answers(negative_binomial_mean, 82, given("45 5", "0.3 0.3", "0 1", "1e12 10", "3 1e8", "3 1e12", "50 1e30",
                                             "7 inf", "1 1e-9"), types=(I64,),
                                             bases=lambda t: []),
           "negative_binomial": Answers(negative_binomial, 21, given("5 0.1", "0.3 0.5", "2000 0.01", "2.5 1", "12 0.999", "1 1e-8",
                                                               "1e9 0.9", "1e20 0.999999999999", "0.25 1e-9",
                                                               "3 9.99e-7", "1e-20 1e-300"),
                                        types=(I64,),
                                        bases=lambda t: [])}   # its stages' own answers prove their words
CELLS = {"beta_negative_binomial": beta_negative_binomial_cells,
         "negative_binomial_mean": negative_binomial_mean_cells, "negative_binomial": negative_binomial_cells}
