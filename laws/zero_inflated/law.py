# SPDX-License-Identifier: MIT OR Apache-2.0
"""Counts with extra zeros: exact counts, 0 where the exact Bernoulli variate of family 150 is 1, else the count of the other
stages. Reals of these have errors of a few ulps, which change a count with a probability of 1e-13; no case here is so
near."""
import mpmath
from mpmath import mpf
from scipy import stats

import modules
from cells import DRAWS, FEW, Counts, count_quantiles
from oracle import F64, I64, Q, Answers, fraction, given, other_family, real


def law(name):
    return modules.law(name)


def extra(t, launch, i, pi, count):
    """0, or count()."""
    if law("bernoulli").bernoulli(t, other_family(launch, 150, False), i, (pi,))[1]:
        return 0, 0, 0, False
    return count()


def zero_inflated_poisson(t, launch, i, params):
    lam, pi = params
    return extra(t, launch, i, pi, lambda: law("poisson").poisson(t, other_family(launch, 151, False), i, (lam,)))


def zero_inflated_negative_binomial(t, launch, i, params):
    n, p, pi = params
    scale = F64.rn(F64.rn(1 - p) / p)
    return extra(t, launch, i, pi, lambda: law("negative_binomial").mixed(t, launch, i, n, scale, (152, 153)))


def zero_inflated_binomial(t, launch, i, params):
    n, p, pi = params
    return extra(t, launch, i, pi, lambda: law("binomial").binomial(t, other_family(launch, 154, False), i, (n, p)))


def first(launch, i, family, end, scale):
    """An exponential of that scale below end scale."""
    wide = other_family(launch, family, True)
    return F64.rn(law("bounded").truncated_exponential(F64, wide, i, (end, Q(0), scale))[1])


def hurdle_poisson(t, launch, i, params):
    lam, pi = params

    def count():
        rest = max(F64.rn(lam - first(launch, i, 155, lam, Q(1))), Q(0))
        j, k, ulps, used = law("poisson").poisson(t, other_family(launch, 156, False), i, (rest,))
        return j, k + 1, ulps, used
    return extra(t, launch, i, pi, count)


def positive_negative_binomial(t, launch, i, params):
    """In many digits, from the formula of draw/positive.h."""
    n, p = params
    end = fraction(-mpmath.log(real(p)))
    y = first(launch, i, 157, max(F64.rn(n * F64.rn(end)), F64.number("1e-300")), F64.rn(1 / n))
    j, g, _, used = law("gamma").gamma(F64, other_family(launch, 158, True), i, (F64.rn(n + 1), Q(1)))
    if j is None:
        return None, 0, 0, used
    mean = F64.rn(fraction(real(g) * mpmath.expm1(real(max(end - y, Q(0))))))
    j, k, ulps, more = law("poisson").poisson(t, other_family(launch, 159, False), i, (mean,))
    return None if j is None else 0, k + 1, ulps, used or more


def hurdle_negative_binomial(t, launch, i, params):
    n, p, pi = params
    return extra(t, launch, i, pi, lambda: positive_negative_binomial(t, launch, i, (n, p)))


# ---- Cells ----


def inflated(cdf):
    """The CDF of a count with the CDF cdf(k, ...) that is 0 with the added probability pi, the last parameter."""
    return lambda k, *p: mpf(p[-1]) + (1 - mpf(p[-1])) * cdf(k, *p[:-1])


def positive(cdf):
    """Given that the count is not 0."""
    def of(k, *p):
        none = cdf(0, *p)
        return (cdf(k, *p) - none) / (1 - none) if k > 0 else mpf(0)
    return of


def poisson_cdf(k, lam):
    return law("poisson").cdf(k, lam)


def negative_binomial_cdf(k, n, p):
    return law("negative_binomial").cdf(k, n, p)


def binomial_cdf(k, n, p):
    return mpmath.betainc(n - k, k + 1, 0, 1 - mpf(p), regularized=True) if k < n else mpf(1)


def points(frozen):
    return lambda *p: [0, 1] + count_quantiles(frozen(*p))


def zero_inflated_poisson_cells():
    for lam, pi in ((4.0, 0.3), (50.0, 0.01), (0.1, 0.5)):
        yield Counts("zero-inflated-poisson(%g,%g)" % (lam, pi), DRAWS, (lam, pi), inflated(poisson_cdf), least=0)


def zero_inflated_negative_binomial_cells():
    for n, p, pi in ((5.0, 0.1, 0.3), (0.3, 0.5, 0.2)):
        yield Counts("zero-inflated-negative-binomial(%g,%g,%g)" % (n, p, pi), DRAWS, (n, p, pi),
                     inflated(negative_binomial_cdf), least=0, points=points(lambda n, p, _: stats.nbinom(n, p)))


def zero_inflated_binomial_cells():
    for n, p, pi in ((100.0, 0.3, 0.2), (10.0, 0.5, 0.9)):
        yield Counts("zero-inflated-binomial(%g,%g,%g)" % (n, p, pi), DRAWS, (n, p, pi), inflated(binomial_cdf), least=0)


def hurdle_poisson_cells():
    for lam, pi in ((4.0, 0.3), (0.1, 0.5)):
        yield Counts("hurdle-poisson(%g,%g)" % (lam, pi), DRAWS, (lam, pi), inflated(positive(poisson_cdf)), least=0)


NEGATIVE = (5.0, 0.1), (0.3, 0.5), (0.01, 0.01), (40.0, 0.999)


def hurdle_negative_binomial_cells():
    for n, p in NEGATIVE[:2]:
        yield Counts("hurdle-negative-binomial(%g,%g,0.3)" % (n, p), DRAWS, (n, p, 0.3),
                     inflated(positive(negative_binomial_cdf)), least=0, points=points(lambda n, p, _: stats.nbinom(n, p)))


def positive_negative_binomial_cells():
    for n, p in NEGATIVE:
        yield Counts("positive-negative-binomial(%g,%g)" % (n, p), FEW, (n, p), positive(negative_binomial_cdf),
                     points=points(stats.nbinom) if n == 5 else None)


def answers(draw, family, *sets):
    """Its stages' own answers prove their words."""
    return Answers(draw, family, given(*sets), types=(I64,), bases=lambda t: [])


ANSWERS = {
    "zero_inflated_poisson": answers(zero_inflated_poisson, 150, "4 0.3", "50 0.01", "0 0.5", "1e9 0", "3 1", "4 1e-300"),
    "zero_inflated_negative_binomial": answers(zero_inflated_negative_binomial, 150, "5 0.1 0.3", "0.3 0.5 0.01",
                                               "2000 0.01 0", "2.5 1 0.5"),
    "zero_inflated_binomial": answers(zero_inflated_binomial, 150, "100 0.3 0.2", "10 0.5 0.9", "1e9 0.1 0", "7 1 0.5"),
    "hurdle_poisson": answers(hurdle_poisson, 150, "4 0.3", "0.1 0.5", "1e-20 0", "300 0.01", "5 1"),
    "hurdle_negative_binomial": answers(hurdle_negative_binomial, 150, "5 0.1 0.3", "0.3 0.5 0.01", "3 0.9 1", "5 1 0.5"),
    "positive_negative_binomial": answers(positive_negative_binomial, 157, "5 0.1", "0.3 0.5", "1e-20 0.01",
                                                "2000 0.01", "1e-6 0.999999", "40 0.9", "3 1"),
}
CELLS = {
    "zero_inflated_poisson": zero_inflated_poisson_cells,
    "zero_inflated_negative_binomial": zero_inflated_negative_binomial_cells,
    "zero_inflated_binomial": zero_inflated_binomial_cells,
    "hurdle_poisson": hurdle_poisson_cells,
    "hurdle_negative_binomial": hurdle_negative_binomial_cells,
    "positive_negative_binomial": positive_negative_binomial_cells,
}
