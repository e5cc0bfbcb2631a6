# SPDX-License-Identifier: MIT OR Apache-2.0
"""Powers of gammas by stages: the generalized normal, Maxwell. The lane texts derive the ulps."""
import math

import mpmath
from mpmath import mp, mpf
from scipy import special

import modules
from cells import FEW, LEVELS, TYPES, Case
from oracle import F64, Answers, fraction, given, other_family, real


def near(t, loc, part, error):
    return modules.law("weibull").near(t, loc, part, error)


def generalized_normal(t, launch, i, params):
    beta, loc, scale = params
    j, log, ulps, used = modules.law("gamma").loggamma(F64, other_family(launch, 97, True), i, (F64.rn(1 / beta),))
    _, u, _, more = modules.law("uniform").uniform(F64, other_family(launch, 98, True), i, (F64.number("-1"), F64.number("1")))
    l = real(log) / real(beta)
    part = real(scale) * mpmath.exp(l) * (-1 if u < 0 else 1)
    error = abs(part) * (ulps * mpf(2) ** F64.quantum(log) / real(beta) + real(F64.eps) * (2 * abs(l) + 6))
    return (j, *near(F64, real(loc), part, error), used or more)


def maxwell(t, launch, i, params):
    j, x, ulps, used = modules.law("gamma").chi(F64, other_family(launch, 96, True), i, (F64.number("3"),))
    return j, fraction(real(x) * real(params[0])), ulps + 2, used


# ---- Cells ----


def gamma_points(a):
    return [x for q in LEVELS[::2] for x in (float(special.gammaincinv(a, q)), float(special.gammainccinv(a, q))) if x > 0]


def gamma_cdf(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


def cases(name, sets, points, cdf, kinds=TYPES):
    return lambda: [Case("%s(%s)" % (name, ",".join("%g" % x for x in p)), kind, FEW, p, lambda t, *p: points(*p), cdf)
                    for kind in kinds for p in sets]


def signed_cdf(x, beta, loc, scale):
    z = (x - mpf(loc)) / scale
    return (1 + mp.sign(z) * gamma_cdf(1 / mpf(beta), abs(z) ** mpf(beta))) / 2


def signed_points(beta, loc, scale):
    sizes = [x ** (1 / beta) for x in gamma_points(1 / beta)]
    return [loc + s * scale * x for x in sizes for s in (-1, 1)]


ANSWERS = {
    "generalized_normal": Answers(generalized_normal, 97, given("1.5 0 1", "0.5 3 2", "100 0 1", "0.01 0 1", "1e6 1 1"),
                                  types=(F64,),
                                  bases=lambda t: []),   # the stages' own answers prove their words
    "maxwell": Answers(maxwell, 96, given("1", "0.3"), types=(F64,), bases=lambda t: []),
}
CELLS = {
    "generalized_normal": cases("generalized-normal", ((1.5, 0, 1), (6, 3, 2)), signed_points, signed_cdf),
    "maxwell": cases("maxwell", ((2,),), lambda scale: [scale * math.sqrt(2 * x) for x in gamma_points(1.5)],
                     lambda x, scale: gamma_cdf(mpf(1.5), (x / scale) ** 2 / 2) if x > 0 else mpf(0)),
}
