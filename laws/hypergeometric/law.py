# SPDX-License-Identifier: MIT OR Apache-2.0
"""hypergeometric: exact counts. Transformed rejection with its constants as doubles, and inversion below s l = 12 N."""
import math

import mpmath
from mpmath import mp, mpf
from scipy import stats

import rooms
from cells import DRAWS, FEW, Counts, count_quantiles
from oracle import ATTEMPTS, F64, I64, Q, Answers, given, real


def constants(s, l, n):
    """a, b and (2.83 + 5.1 / b), as doubles."""
    rn = F64.rn
    c = [F64.number(x) for x in ("2.53", "1.15", "0.0248", "0.01", "-0.0873", "5.1", "2.83")]
    square = rn(rn(rn(s * l) / n) * rn(rn((n - l) / n) * rn((n - s) / (n - 1))))
    root = rn(Q(int(mp.floor(mp.sqrt(real(square)) * 2 ** 200)), 2 ** 200))
    b = rn(root * c[0] + c[1])
    return rn(b * c[2] + rn(rn(l / n) * c[3] + c[4])), b, rn(rn(c[5] / b) + c[6])


def log_choose(n, k):
    return mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)


def log_mass(k, s, l, n):
    return log_choose(l, k) + log_choose(n - l, s - k) - log_choose(n, s)


def invert(s, l, n, u):
    s, l, n = int(s), int(l), int(n)
    mass = mp.exp(log_mass(0, s, l, n))
    f, k = mass, 0
    while real(u) >= f and k < s:
        k += 1
        mass *= mpf((s - k + 1) * (l - k + 1)) / (k * (n - l - s + k))
        f += mass
    return k


def transformed(launch, i, s, l, n):
    a, b, area = constants(s, l, n)
    for j in range(ATTEMPTS):
        u, v = rooms.law("poisson").digits(launch, i, j)
        side = 1 if u >= Q(1, 2) else -1
        u = 1 - u if side > 0 else u
        k = math.floor(s * l / n + Q(1, 2) + side * (Q(1, 2) - u) * (2 * a / u + b))
        if not 0 <= k <= s:
            continue
        hat = mpmath.log(real(a / u ** 2 + b) * mp.sqrt(2 * mp.pi) / real(area))
        excess = hat + log_mass(k, int(s), int(l), int(n)) - mpmath.log(real(v))
        if abs(excess) < mpf(2) ** -38:
            return None, k
        if excess >= 0:
            return j, k
    return None, 0


def hypergeometric(t, launch, i, params):
    good, bad, taken = params
    n = good + bad
    of, drawn = min(good, bad), min(taken, n - taken)
    s, l = min(of, drawn), max(of, drawn)
    with mp.workdps(120):   # log-gamma of 2^53 and the sums of it
        if s == 0 or F64.rn(s * l) < F64.rn(12 * n):
            j, k = 0, invert(s, l, n, rooms.law("poisson").digits(launch, i, 0)[0])
        else:
            j, k = transformed(launch, i, s, l, n)
    if good > bad:
        k = int(drawn) - k
    return j, int(good) - k if drawn < taken else k, 0, False


# ---- Cells ----


def exact(good, bad, taken):
    """P(X <= k), a sum over all counts."""
    good, bad, taken = int(good), int(bad), int(taken)
    terms = [math.comb(good, k) * math.comb(bad, taken - k) if taken - k <= bad else 0 for k in range(min(good, taken) + 1)]
    return lambda k, *_: mpf(sum(terms[:k + 1])) / sum(terms)


def points(good, bad, taken):
    return count_quantiles(stats.hypergeom(int(good + bad), int(good), int(taken)))


def hypergeometric_cells():
    for p in ((20.0, 80.0, 10.0), (23.0, 24.0, 23.0), (24.0, 24.0, 24.0), (70.0, 30.0, 60.0), (300.0, 700.0, 100.0),
              (1e3, 5e3, 71.0), (1e3, 5e3, 73.0), (400.0, 7000.0, 150.0)):
        yield Counts("hypergeometric(%g,%g,%g)" % p, DRAWS, p, exact(*p), least=max(0, int(p[2] - p[1])))
    p = (1e5, 3e5, 4e4)
    yield Counts("hypergeometric(%g,%g,%g)" % p, FEW, p, sums(*p), least=0, points=points)


def sums(good, bad, taken):
    """The same from the mode on, terms beyond 40 sd left out."""
    good, bad, taken = int(good), int(bad), int(taken)
    sd = math.sqrt(taken * good * bad / (good + bad)) / (good + bad) ** 0.5
    middle = taken * good // (good + bad)
    first, last = max(0, taken - bad, int(middle - 40 * sd)), min(good, taken, int(middle + 40 * sd))
    terms, total = {}, mpf(0)
    term = mpf(1)
    for k in range(middle, last + 1):
        terms[k] = term
        term = term * (good - k) * (taken - k) / ((k + 1) * (bad - taken + k + 1))
    term = mpf(1)
    for k in range(middle, first, -1):
        term = term * k * (bad - taken + k) / ((good - k + 1) * (taken - k + 1))
        terms[k - 1] = term
    total = mpmath.fsum(terms.values())
    return lambda k, *_: mpmath.fsum(terms[i] for i in range(first, min(k, last) + 1)) / total


ANSWERS = {"hypergeometric": Answers(hypergeometric, 29, given(
    "300 700 100", "700 300 100", "300 700 900", "700 300 900", "24 24 24", "23 24 23", "20 80 10", "0 0 0", "0 5 3",
    "5 0 3", "5 6 0", "5 6 11", "1 1 1", "64 400 64", "65 400 65", "1e12 1e12 1000",
    "4503599627370496 4503599627370496 4503599627370496", "1e15 8e15 70", "3e8 9e15 3e8",
    "1 9007199254740991 4503599627370496", "9007199254740991 1 9007199254740991"), types=(I64,))}
CELLS = {"hypergeometric": hypergeometric_cells}
