# SPDX-License-Identifier: MIT OR Apache-2.0
"""poisson: exact counts. PTRS with its constants as doubles, 1.2 for 1.1328 (hat.py); inversion below 10, from 128 bits."""
import functools
import math

import mpmath
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import DRAWS, Counts, count_quantiles
from oracle import ATTEMPTS, F64, I64, Q, Answers, fraction, given, other_family, real


def check():
    """The filter's expansion has an error of rho below 2^-36 for a Poisson distribution (engine/draws/inverse.h)."""
    expansion = modules.law("binomial").expansion
    with mp.workdps(40):
        for lam in (160, 1000):
            for at in (-6.2, -3, 0, 1.5, 6.2):
                b = mpf(math.floor(lam + at * math.sqrt(lam)) + 1)
                y = mpmath.sign(b - lam) * mpmath.sqrt(2 * (b * mpmath.log(b / lam) + lam - b))
                gamma = mpmath.gamma(b) * mpmath.exp(b) * b ** (mpf(1) / 2 - b) / mpmath.sqrt(2 * mp.pi)
                f = mpmath.gammainc(b, lam, mp.inf, regularized=True)
                rest = (f - mpmath.ncdf(y)) / mpmath.npdf(y) - expansion(mpf(-1), mpf(0), b, y) / gamma
                assert abs(rest) < mpf(2) ** -36


def digits(launch, i, j):
    """(U, V)"""
    words = launch.block(i // 2, j), launch.block(i // 2, j, 0, 1)
    side = launch.block(i, j, 0, 4)
    u = [words[0][i % 2], words[1][i % 2], side[0], side[1]]
    v = [words[0][2 + i % 2], words[1][2 + i % 2], side[2], side[3]]
    return tuple((sum(Q(w, 2 ** (32 * k + 32)) for k, w in enumerate(x)) + Q(1, 2 ** 129)) for x in (u, v))


def constants(lam):
    """b, a and A, as doubles."""
    rn = F64.rn
    root = rn(Q(int(mp.floor(mp.sqrt(real(lam)) * 2 ** 200)), 2 ** 200))
    c = [F64.number(x) for x in ("2.53", "0.931", "0.02483", "-0.059", "1.2", "3.4", "1.1239")]
    b = rn(root * c[0] + c[1])
    a = rn(b * c[2] + c[3])
    return a, b, rn(1 / rn(rn(c[4] / rn(b - c[5])) + c[6]))


def invert(lam, u):
    p = mpmath.exp(-real(lam))
    f, k = p, 0
    while real(u) >= f:
        k += 1
        p *= real(lam) / k
        f += p
    return k


def transformed(t, launch, i, lam):
    a, b, scale = constants(lam)
    for j in range(ATTEMPTS):
        u, v = digits(launch, i, j)
        side = 1 if u >= Q(1, 2) else -1
        u = 1 - u if side > 0 else u
        k = math.floor(lam + F64.number("0.43") + side * (Q(1, 2) - u) * (2 * a / u + b))
        if k < 0:
            continue
        mass = -real(lam) + k * mpmath.log(real(lam)) - mpmath.loggamma(k + 1)
        excess = mpmath.log(real(a / u ** 2 + b) * real(scale)) + mass - mpmath.log(real(v))
        if abs(excess) < mpf(2) ** -40:
            return None, k, 0, False
        if excess >= 0:
            return j, k, 0, False
    return None, 0, 0, False


def poisson(t, launch, i, params):
    lam = params[0]
    if lam < 10:
        return 0, invert(lam, digits(launch, i, 0)[0]), 0, False
    return transformed(t, launch, i, lam)


def poisson_log(t, launch, i, params):
    """e^x is within 1.03 ulp, which changes a count with a probability of 1e-16 times its mean."""
    return poisson(t, other_family(launch, 80, False), i, (F64.rn(fraction(mpmath.exp(real(params[0])))),))


def zero_truncated_poisson(t, launch, i, params):
    """T has an error of 14 ulps, which changes a count with a probability of 1e-14; no case here is so near."""
    lam, = params
    point = modules.law("bounded").truncated_exponential(F64, other_family(launch, 100, True), i, (lam, Q(0), Q(1)))[1]
    j, k, ulps, used = poisson(t, other_family(launch, 101, False), i, (max(F64.rn(lam - F64.rn(point)), Q(0)),))
    return j, k + 1, ulps, used


@functools.lru_cache
def window(lam, low, high):
    """The first count with a probability that matters, and cumulative probabilities from it on, given a count in the
    window."""
    spread = 14 * math.sqrt(lam) + 110
    first, last = max(int(low), math.floor(lam - spread)), min(high, math.ceil(max(low, lam) + spread))
    first = min(first, int(high))
    terms = [mpf(1)]
    for k in range(first + 1, int(last) + 1):
        terms.append(terms[-1] * real(lam) / k)
    whole, sums, total = mpmath.fsum(terms), [], mpf(0)
    for term in terms:
        total += term
        sums.append(total / whole)
    return first, sums


def poisson_icdf(t, launch, i, params):
    return modules.law("categorical").invert(launch, i, *window(*params))


# ---- Cells ----


def cdf(k, lam):
    return mpmath.gammainc(k + 1, lam, regularized=True)


def small(lam):
    """P(X <= k) as a sum, for means that are not large."""
    terms = [mpmath.exp(-mpf(lam))]

    def until(k, lam):
        while len(terms) <= k:
            terms.append(terms[-1] * mpf(lam) / len(terms))
        return mpmath.fsum(terms[:k + 1])
    return until


def points(lam):
    return count_quantiles(stats.poisson(lam))


def poisson_cells():
    for lam in (0.01, 3.0, 9.999, 10.0, 12.5, 50.0):
        yield Counts("poisson(%g)" % lam, DRAWS, (lam,), small(lam), least=0)
    for lam in (1e3, 1e6):
        yield Counts("poisson(%g)" % lam, DRAWS, (lam,), cdf, least=0, points=points)


def poisson_log_cells():
    for x in (-1.0, 4.0):
        yield Counts("poisson-log(%g)" % x, DRAWS, (x,), lambda k, x: cdf(k, mpmath.exp(x)), least=0,
                     points=lambda x: count_quantiles(stats.poisson(math.exp(x))))


def positive_cells():
    for lam in (0.1, 4.0, 50.0):
        whole = small(lam)
        none = mpmath.exp(-mpf(lam))
        yield Counts("zero-truncated-poisson(%g)" % lam, DRAWS, (lam,),
                     lambda k, lam, whole=whole, none=none: (whole(k, lam)
                                                             - none) / (1 - none) if k > 0 else mpf(0), least=1)


def icdf_cells():
    """All counts, and those of a window."""
    yield Counts("poisson:icdf(3)", DRAWS, (3.0, 0.0, math.inf), lambda k, lam, *_: small(lam)(k, lam), least=0)
    below, whole = small(50.0)(39, 50.0), small(50.0)(60, 50.0)
    yield Counts("poisson:icdf(50,40,60)", DRAWS, (50.0, 40.0, 60.0),
                 lambda k, lam, *_: (min(small(lam)(k, lam),
                                         whole) - below) / (whole - below) if k >= 40 else mpf(0), least=40)


ANSWERS = {"poisson_icdf": Answers(poisson_icdf, 2, given("3 0 1e9", "50 40 60", "0 0 5", "1e-5 2 9", "1000 0 1e9",
                                                          "1e6 1003000 1e9", "30 0 3"),
                                   types=(I64,)),
           "zero_truncated_poisson": Answers(zero_truncated_poisson, 100, given("4", "0.1", "1e-20", "12.5", "300", "1e9"),
                                             types=(I64,),
                                             bases=lambda t: []),
           "poisson_log": Answers(poisson_log, 80, given("4", "-1", "2.4", "13", "-700", "34.5"), types=(I64,),
                                  bases=lambda t: []),
           "poisson": Answers(poisson, 20, given("50", "0", "3", "9.99", "10", "1e6", "1e15", "0.001"), types=(I64,))}
CELLS = {"poisson_icdf": icdf_cells, "zero_truncated_poisson": positive_cells, "poisson": poisson_cells,
         "poisson_log": poisson_log_cells}
