# SPDX-License-Identifier: MIT OR Apache-2.0
"""Noncentral chi-squared, F and t, from their stages in f64; the attempt is the largest of the stages' attempts.

Ulps: those of the gammas and the normal, and one for each product, quotient and root."""
import mpmath
import scipy.special as sp
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import FEW, TYPES, Case, quantiles
from oracle import F64, Q, Answers, fraction, given, other_family, real, standard_normal


def parts(launch, i, *stages):
    """The samples of the stages: (family, shape, scale) of a gamma."""
    gamma = modules.law("gamma").gamma
    return [gamma(F64, other_family(launch, family, True), i, (shape, scale)) for family, shape, scale in stages]


def count(launch, i, family, nonc):
    return modules.law("poisson").poisson(F64, other_family(launch, family, False), i, (nonc / 2,))


def noncentral_chi2(t, launch, i, params):
    df, nonc = params
    first, n, _, _ = count(launch, i, 36, nonc)
    if not df and not n:
        return first, Q(0), 3, False
    (j, x, ulps, used), = parts(launch, i, (37, F64.rn(df / 2 + n), Q(2)))
    if first is None or j is None:
        return None, Q(0), 0, used
    return max(first, j), x, min(ulps, 10 ** 9), used


def noncentral_f(t, launch, i, params):
    above, below, nonc = params
    first, n, _, _ = count(launch, i, 38, nonc)
    x, y = parts(launch, i, (39, F64.rn(above / 2 + n), F64.rn(2 / above)), (40, below / 2, F64.rn(2 / below)))
    if first is None or x[0] is None or y[0] is None:
        return None, Q(0), 0, False
    return max(first, x[0], y[0]), fraction(real(x[1]) / real(y[1])), min(2 * (x[2] + y[2]) + 2, 10 ** 9), x[3] or y[3]


def noncentral_t(t, launch, i, params):
    df, nc = params
    z, used = standard_normal(F64, other_family(launch, 41, True), i)
    (j, y, ulps, more), = parts(launch, i, (42, df / 2, F64.rn(2 / df)))
    if j is None:
        return None, Q(0), 0, used
    x = z + real(nc)
    off = 5 * mpf(2) ** (F64.quantum(fraction(z)) - F64.quantum(fraction(x))) + ulps + 4
    return j, fraction(x / mpmath.sqrt(real(y))), int(off), used or more


# ---- Cells ----


def chi2_cdf(x, df, nonc):
    """A sum over the counts."""
    gamma_cdf, half = modules.law("gamma").gamma_cdf, mpf(nonc) / 2
    top = int(nonc / 2 + 20 * (nonc / 2 + 1) ** 0.5 + 60)
    return mpmath.fsum(mp.exp(-half + n * (mp.log(half) if n else 0) - mp.loggamma(n + 1))
                       * gamma_cdf(mpf(df) / 2 + n, x / 2)
                       for n in range(top))


def f_cdf(x, above, below, nonc):
    half, u = mpf(nonc) / 2, above * x / (above * x + below)
    top = int(nonc / 2 + 20 * (nonc / 2 + 1) ** 0.5 + 60)
    return mpmath.fsum(mp.exp(-half + n * (mp.log(half) if n else 0) - mp.loggamma(n + 1)) *
                       mpmath.betainc(mpf(above) / 2 + n, mpf(below) / 2, 0, u, regularized=True) for n in range(top))


def t_cdf(x, df, nc):
    """For x >= 0 the series in u = x^2 / (x^2 + df) (Lenth, Applied Statistics 38 (1989) 185); below by symmetry."""
    if x < 0:
        return 1 - t_cdf(-x, df, -nc)
    c, half, u = mpf(nc), mpf(nc) ** 2 / 2, x * x / (x * x + df)
    total = mp.ncdf(-c)
    for n in range(int(half + 20 * (float(half) + 1) ** 0.5 + 60)):
        p = mp.exp(-half) * half ** n / mp.gamma(n + 1) if half or not n else mpf(0)
        q = c / mp.sqrt(2) * mp.exp(-half) * half ** n / mp.gamma(n + mpf(3) / 2)
        total += (p * mpmath.betainc(n + mpf(1) / 2, mpf(df) / 2, 0, u, regularized=True) +
                  q * mpmath.betainc(n + 1, mpf(df) / 2, 0, u, regularized=True)) / 2
    return total


def check():
    assert abs(chi2_cdf(mpf(9), 3, 4) - sp.chndtr(9, 3, 4)) < 1e-11
    assert abs(f_cdf(mpf(2), 3, 20, 4) - sp.ncfdtr(3, 20, 4, 2)) < 1e-9
    assert abs(t_cdf(mpf(2), 12, 1.5) - sp.nctdtr(12, 1.5, 2)) < 1e-9


def cells(label, law, cdf, sets):
    def points(t, *p):
        return quantiles(law(*p))
    return lambda: [Case("%s(%s)" % (label, ",".join("%g" % x for x in p)), kind, FEW, p, points, cdf)
                    for kind in TYPES for p in sets]


# f32 is f64, rounded: tests/exact/bits/counts.c. The stages' own answers prove their words.
ANSWERS = {
    "noncentral_chi2": Answers(noncentral_chi2, 36, given("3 20", "0.5 1", "1 0", "1e3 1e6", "1e30 1e15",
                                                              "0 0", "0 2", "1e-30 1", "1e-300 3"), types=(F64,),
                               bases=lambda t: []),
    "noncentral_f": Answers(noncentral_f, 38, given("3 20 4", "10 40 0", "0.5 0.5 100", "1e3 1e3 1e3",
                                                        "1e-30 4 3", "3 0.125 2", "0.01 0.4 0"), types=(F64,),
                            bases=lambda t: []),
    "noncentral_t": Answers(noncentral_t, 41, given("12 1.5", "30 -4", "1 0", "0.5 10", "1e10 1e3", "0.125 2", "0.3 -1"), types=(F64,),
                            bases=lambda t: []),
}
CELLS = {
    "noncentral_chi2": cells("noncentral-chi2", stats.ncx2, chi2_cdf, ((3.0, 20.0), (0.5, 1.0))),
    "noncentral_f": cells("noncentral-f", stats.ncf, f_cdf, ((3.0, 20.0, 4.0),)),
    "noncentral_t": cells("noncentral-t", stats.nct, t_cdf, ((12.0, 1.5), (3.0, -2.0), (0.25, 1.0))),
}
