# SPDX-License-Identifier: MIT OR Apache-2.0
"""binomial: exact counts. BTRS with its constants as doubles, and inversion from 128 bits below n p = 10."""
import functools
import math

import mpmath
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import DRAWS, FEW, Counts, count_quantiles
from oracle import ATTEMPTS, F64, I64, Q, Answers, fraction, given, other_family, real


def expansion(e, v, square, y, terms=14):
    """G rho of engine/draws/inverse.h; square: s^2."""
    r, q = [mpf(0), mpf(1)], [mpf(0), mpf(0), mpf(1)]
    for i in range(2, terms + 2):
        q.append(2 * (e * r[i - 1] - v * q[i - 1]) / (i + 1))
        r.append((q[i + 1] - sum(r[j] * r[i + 1 - j] for j in range(2, i))) / 2)
    g, moments = [mpf(1)], [mpf(0), mpf(1)]
    for i in range(1, terms + 1):
        g.append(-sum(r[j + 1] * g[i - j] for j in range(1, i + 1)))
        moments.append(y ** i + i * moments[i - 1])
    return -sum(g[i] * moments[i] / mpmath.sqrt(square) ** i for i in range(1, terms + 1))


def tail(n, p, k):
    """P(X <= k) by an independent sum, from k down."""
    term = total = mpmath.exp(log_mass(k, n, fraction(p)))
    while k > 0 and term > total * mpf(10) ** -26:
        term *= k * (1 - p) / ((n - k + 1) * p)
        total, k = total + term, k - 1
    return total


def check():
    """The error of the filter's expansion in rho, below 2^-36, and P(k) by it (engine/draws/inverse.h)."""
    with mp.workdps(40):
        for n, p in ((320, "0.5"), (700, "0.23"), (10 ** 9, "1.6e-7")):
            p = mpf(p)
            for at in (-6.2, 0, 6.2):
                k, whole = int(n * p + at * mpmath.sqrt(n * p * (1 - p))), n + 1
                a, b = mpf(n - k), mpf(k + 1)
                square, y = a * b / whole, 2 * (a * mpmath.log(a / (whole * (1 - p))) + b * mpmath.log(b / (whole * p)))
                y = mpmath.sign(b - whole * p) * mpmath.sqrt(y)
                beta = mpmath.beta(a, b) * mpmath.exp(-a * mpmath.log(a / whole) - b * mpmath.log(b / whole))
                beta *= mpmath.sqrt(square / (2 * mp.pi))
                rest = (tail(n, p, k) - mpmath.ncdf(y)) / mpmath.npdf(y)
                rest -= expansion((b - a) / whole, square / whole, square, y) / beta
                assert abs(rest) < mpf(2) ** -36
                mass = mpmath.npdf(y) * mpmath.sqrt(square) / (a * p * beta)
                assert abs(mass / mpmath.exp(log_mass(k, n, fraction(p))) - 1) < mpf(2) ** -80


def constants(n, p):
    """a, b and (2.83 + 5.1 / b), as doubles."""
    rn = F64.rn
    c = [F64.number(x) for x in ("2.53", "1.15", "0.0248", "0.01", "-0.0873", "5.1", "2.83")]
    square = rn(rn(n * p) * rn(1 - p))
    root = rn(Q(int(mp.floor(mp.sqrt(real(square)) * 2 ** 200)), 2 ** 200))
    b = rn(root * c[0] + c[1])
    return rn(b * c[2] + rn(p * c[3] + c[4])), b, rn(rn(c[5] / b) + c[6])


def invert(n, p, u):
    n, p = int(n), real(p)
    mass = (1 - p) ** n
    f, k = mass, 0
    while real(u) >= f and k < n:
        k += 1
        mass *= p / (1 - p) * (n - k + 1) / k
        f += mass
    return k


def log_mass(k, n, p):
    choose = mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)
    return choose + k * mpmath.log(real(p)) + (n - k) * mpmath.log(real(1 - p))


def transformed(launch, i, n, p):
    a, b, area = constants(n, p)
    for j in range(ATTEMPTS):
        u, v = modules.law("poisson").digits(launch, i, j)
        side = 1 if u >= Q(1, 2) else -1
        u = 1 - u if side > 0 else u
        k = math.floor(n * p + Q(1, 2) + side * (Q(1, 2) - u) * (2 * a / u + b))
        if not 0 <= k <= n:
            continue
        hat = mpmath.log(real(a / u ** 2 + b) * mp.sqrt(2 * mp.pi) / real(area))
        excess = hat + log_mass(k, int(n), p) - mpmath.log(real(v))
        if abs(excess) < mpf(2) ** -38:
            return None, k
        if excess >= 0:
            return j, k
    return None, 0


def binomial(t, launch, i, params):
    n, p = params
    less = min(p, 1 - p)
    if F64.rn(n * less) < 10:
        j, k = 0, invert(n, less, modules.law("poisson").digits(launch, i, 0)[0])
    else:
        j, k = transformed(launch, i, n, less)
    return j, k if less == p else int(n) - k, 0, False


def binomial_logit(t, launch, i, params):
    """The probability is within 3 ulps, which moves a count with a probability of 1e-16 times its mean."""
    n, x = params
    odds = mpmath.exp(-abs(real(x)))
    j, k, _, used = binomial(t, other_family(launch, 81, False), i, (n, F64.rn(fraction(odds / (1 + odds)))))
    return j, int(n) - k if x > 0 else k, 0, used


def beta_binomial(t, launch, i, params):
    """The odds are within a few ulps, which move a count with a probability of 1e-14 times the rarer outcome's mean; no case
    here is so near a boundary."""
    n, a, b = params
    j, odds, _, used = modules.law("beta").beta_prime(F64, other_family(launch, 49, True), i, (a, b, Q(1)))
    if j is None:
        return None, 0, 0, used
    return 0, by_odds(other_family(launch, 50, False), i, n, odds), 0, used


def by_odds(launch, i, n, odds):
    """A count whose probability is odds / (1 + odds): that of the rarer outcome is drawn, and taken from n for the other."""
    odds = fraction(odds)
    _, k, _, _ = binomial(I64, launch, i, (n, F64.rn(min(odds, 1) / (1 + odds))))
    return int(n) - k if odds > 1 else k


# ---- Cells ----


def exact(n, p):
    """P(X <= k), a sum from the nearer end."""
    q = 1 - mpf(p)
    terms = [mpmath.binomial(int(n), k) * mpf(p) ** k * q ** (int(n) - k) for k in range(int(n) + 1)]
    return lambda k, *_: mpmath.fsum(terms[:k + 1]) if k < n else mpf(1)


def cdf(k, n, p):
    return mpmath.betainc(n - k, k + 1, 0, 1 - mpf(p), regularized=True) if k < n else mpf(1)


def poissonian(k, n, p):
    """The same by a sum, for large n and small n p."""
    return mpmath.fsum(mpmath.binomial(int(n), j) * mpf(p) ** j * (1 - mpf(p)) ** (int(n) - j) for j in range(k + 1))


def points(n, p):
    return count_quantiles(stats.binom(int(n), p))


def binomial_cells():
    for n, p in ((1.0, 0.3), (20.0, 0.4999), (20.0, 0.5), (40.0, 0.25), (100.0, 0.3), (100.0, 0.7), (700.0, 0.1)):
        yield Counts("binomial(%g,%g)" % (n, p), DRAWS, (n, p), exact(n, p), least=0)
    yield Counts("binomial(1000,0.001238)", DRAWS, (1000.0, 0.001238), exact(1000.0, 0.001238), least=0)
    yield Counts("binomial(1e15,3e-15)", FEW, (1e15, 3e-15), poissonian, least=0)
    yield Counts("binomial(100000,0.01)", FEW, (1e5, 0.01), cdf, least=0, points=points)


def beta_mass(k, n, a, b):
    return mpmath.binomial(int(n), k) * mpmath.beta(k + mpf(a), n - k + mpf(b)) / mpmath.beta(a, b)


def beta_binomial_cells():
    for n, a, b in ((100.0, 2.0, 3.0), (10.0, 0.5, 0.5)):
        terms = [beta_mass(k, n, a, b) for k in range(int(n) + 1)]
        yield Counts("beta-binomial(%g,%g,%g)" % (n, a, b), DRAWS, (n, a, b),
                     lambda k, *_, terms=terms: mpmath.fsum(terms[:k + 1]) if k + 1 < len(terms) else mpf(1), least=0)


def binomial_logit_cells():
    for n, x in ((100.0, -1.0), (20.0, 2.0)):
        yield Counts("binomial-logit(%g,%g)" % (n, x), DRAWS, (n, x), exact(n, 1 / (1 + mpmath.exp(-x))), least=0)


@functools.lru_cache
def window(n, p, low, high):
    """As for the poisson."""
    spread, odds = 14 * math.sqrt(n * p * (1 - p)) + 110, real(p) / (1 - real(p)) if p < 1 else mpf(0)
    first = max(int(low), math.floor(n * p - spread))
    last = min(int(high), int(n), math.ceil(max(float(low), n * p) + spread))
    if p == 1:
        return int(n), [mpf(1)]
    first, terms = min(first, last), [mpf(1)]
    for k in range(first, last):
        terms.append(terms[-1] * real(n - k) / (k + 1) * odds)
    whole, sums, total = mpmath.fsum(terms), [], mpf(0)
    for term in terms:
        total += term
        sums.append(total / whole)
    return first, sums


def binomial_icdf(t, launch, i, params):
    return modules.law("categorical").invert(launch, i, *window(*params))


def icdf_cells():
    """All counts, and the counts of a window."""
    yield Counts("binomial:icdf(20,0.1)", DRAWS, (20.0, 0.1, 0.0, math.inf), lambda k, n, p, *_: exact(n, p)(k, n, p),
                 least=0)
    cdf_of = exact(100.0, 0.3)
    below, whole = cdf_of(19, 100.0, 0.3), cdf_of(35, 100.0, 0.3)
    yield Counts("binomial:icdf(100,0.3,20,35)", DRAWS, (100.0, 0.3, 20.0, 35.0),
                 lambda k, n, p, *_: (min(cdf_of(k, n, p),
                                          whole) - below) / (whole - below) if k >= 20 else mpf(0), least=20)


ANSWERS = {"binomial_icdf": Answers(binomial_icdf, 2, given("20 0.1 0 1e9", "100 0.3 20 35", "7 0 0 9", "7 1 0 9",
                                                            "1e15 1e-10 0 4e15", "4e6 0.5 0 1e9",
                                                            "50 0.9 0 10"), types=(I64,)),
           "binomial_logit": Answers(binomial_logit, 81,
                                     given("100 -1", "20 2", "1000 0", "1e9 -3", "9007199254740991 30", "5 700", "5 -700"),
                                     types=(I64,), bases=lambda t: []),
           "beta_binomial": Answers(beta_binomial, 49, given("100 2 3", "10 0.5 0.5", "0 1 1", "1e9 20 30", "50 1e-3 2",
                                                              "1e15 1e12 0.01", "1e15 0.01 1e12"),
                                    types=(I64,),
                                    bases=lambda t: []),   # the stages' own answers prove their words
           "binomial": Answers(binomial, 24, given(
    "100 0.3", "20 0.1", "20 0.5", "64 0.15", "65 0.15", "1000 0.9", "7 0", "7 1", "0 0.5", "1 0.5", "1e6 1e-6",
    "9007199254740992 0.5", "9007199254740991 0.3", "9007199254740991 1e-15", "9007199254740991 0.999999", "1e12 0.25"),
                                types=(I64,))}
CELLS = {"binomial_icdf": icdf_cells, "binomial": binomial_cells, "binomial_logit": binomial_logit_cells,
         "beta_binomial": beta_binomial_cells}
