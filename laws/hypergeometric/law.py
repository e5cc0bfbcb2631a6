# SPDX-License-Identifier: MIT OR Apache-2.0
"""hypergeometric and fisher-hypergeometric: exact counts. Transformed rejection with its constants as doubles, and inversion
below s l = 12 N; a hat of three pieces."""
import functools
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


# ---- Fisher's noncentral law: the hat and its proposals in real numbers ----


class Table:
    """l, s, e and the odds after the mirrors; the sample is first + sign k."""

    def __init__(self, good, bad, taken, odds):
        n = good + bad
        of, drawn = min(good, bad), min(taken, n - taken)
        swapped, left = good > bad, drawn < taken
        other = drawn if swapped else Q(0)
        self.first, self.sign = (good - other if left else other), -1 if swapped != left else 1
        self.s, self.l, self.odds = min(of, drawn), max(of, drawn), odds ** self.sign
        self.e = n - self.s - self.l
        if (self.l - self.s / 2) * self.odds > self.e + self.s / 2:
            self.first, self.sign, self.odds = self.first + self.sign * self.s, -self.sign, 1 / self.odds
            self.l, self.e = self.e + self.s, self.l - self.s

    def solution(self, more):
        """Of (l + more - m) (s + more - m) odds = m (e + m)."""
        l, s, e, w = (real(x) for x in (self.l + more, self.s + more, self.e, self.odds))
        under, apart = (l + s) * w + e, (l - s) * w
        return 2 * l * s * w / (under + mp.sqrt(apart ** 2 + e ** 2 + 2 * w * (e * (l + s) + 2 * l * s)))

    def log_mass(self, k):
        """But for a constant."""
        l, s, e = int(self.l), int(self.s), int(self.e)
        return log_choose(l, k) + log_choose(e + s, s - k) + k * mp.log(real(self.odds))

    def ratio(self, k):
        """f(k + 1) / f(k)"""
        return real((self.l - k) * (self.s - k) * self.odds / ((k + 1) * (self.e + k + 1)))


class Hat:
    """Of x - mode: where the level ends on either side, and what the tails are scaled by."""

    def __init__(self, table):
        self.mode = min(int(mp.floor(table.solution(1))), int(table.s))
        m, s, l, e = table.solution(0), real(table.s), real(table.l), real(table.e)
        step = int(mp.floor(mpf("1.5") / mp.sqrt(1 / m + 1 / (l - m) + 1 / (s - m) + 1 / (e + m)))) + 1
        self.top = table.log_mass(self.mode)
        high, low = self.mode + step, self.mode - step
        self.right, self.left = (mpf(int(table.s) + 1 - self.mode), mpf(0)), (mpf(self.mode), mpf(0))
        if high < table.s:
            end, tail = self.side(table, high, 1 / table.ratio(high))
            self.right = end + 1, tail
        if low > 0:
            self.left = self.side(table, low, table.ratio(low - 1))

    def side(self, table, k, ratio):
        t = mp.exp((self.top - table.log_mass(k)) / 2)
        tail = 1 / (t * min(mp.sqrt(ratio) - 1, mpf(1)))
        return abs(k - self.mode) - (t - 1) * tail, tail

    def offset(self, u):
        """Where the area below the hat is u of all, and the root of the hat there."""
        area = sum(self.left) + sum(self.right)
        below, above = u * area, (1 - u) * area
        if below < self.left[1]:
            return -(self.left[0] + self.left[1] * (self.left[1] / below - 1)), below / self.left[1]
        if above < self.right[1]:
            return self.right[0] + self.right[1] * (self.right[1] / above - 1), above / self.right[1]
        return below - self.left[1] - self.left[0], mpf(1)


@functools.lru_cache(maxsize=None)
def made(params):
    table = Table(*params)
    return table, Hat(table) if table.s else None


def fisher_attempts(launch, i, table, hat):
    for j in range(ATTEMPTS):
        u, v = (real(x) for x in rooms.law("poisson").digits(launch, i, j))
        y, root = hat.offset(u)
        k = hat.mode + int(mp.floor(y))
        if abs(y - mp.nint(y)) < (abs(y) + sum(hat.left) + sum(hat.right)) * mpf(2) ** -44:
            return None, 0
        if not 0 <= k <= table.s:
            continue
        excess = table.log_mass(k) - hat.top - 2 * mp.log(root) - mp.log(v)
        if abs(excess) < mpf(2) ** -38:
            return None, 0
        if excess >= 0:
            return j, k
    return None, 0


def fisher_hypergeometric(t, launch, i, params):
    with mp.workdps(120):
        table, hat = made(params)
        j, k = fisher_attempts(launch, i, table, hat) if hat else (0, 0)
    return j, int(table.first) + table.sign * k, 0, False


def fisher_exact(good, bad, taken, odds):
    """P(X <= k), a sum over all counts."""
    good, bad, taken = int(good), int(bad), int(taken)
    first, last = max(0, taken - bad), min(good, taken)
    terms = [math.comb(good, k) * math.comb(bad, taken - k) * mpf(odds) ** k for k in range(first, last + 1)]
    return lambda k, *_: mpmath.fsum(terms[:max(k - first + 1, 0)]) / mpmath.fsum(terms)


def fisher_points(*params):
    """By steps of a third of an sd about the mode."""
    table = Table(*(Q(x) for x in params))
    mode, step = int(mp.floor(table.solution(1))), max(1, int(math.sqrt(table.s) / 12))
    return [int(table.first) + table.sign * (mode + step * i) for i in range(-40, 40)]


@functools.lru_cache(maxsize=None)
def fisher_sums(good, bad, taken, odds):
    """The same from the mode on, terms below 1e-60 left out."""
    table = Table(*(Q(x) for x in (good, bad, taken, odds)))
    mode = int(mp.floor(table.solution(1)))
    terms, term = {mode: mpf(1)}, mpf(1)
    for k in range(mode, int(table.s)):
        term *= table.ratio(k)
        terms[k + 1] = term
        if term < mpf(10) ** -60:
            break
    term = mpf(1)
    for k in range(mode - 1, -1, -1):
        term /= table.ratio(k)
        terms[k] = term
        if term < mpf(10) ** -60:
            break
    all_of = mpmath.fsum(terms.values())
    places = {int(table.first) + table.sign * k: term for k, term in terms.items()}
    return lambda k, *_: mpmath.fsum([term for place, term in places.items() if place <= k]) / all_of


def fisher_hypergeometric_cells():
    for p in ((20.0, 80.0, 10.0, 3.0), (4.0, 4.0, 4.0, 2.0), (24.0, 24.0, 24.0, 1.0), (70.0, 30.0, 60.0, 20.0),
              (50.0, 60.0, 80.0, 0.1), (300.0, 700.0, 100.0, 0.001), (300.0, 700.0, 100.0, 0.5), (10.0, 90.0, 50.0, 1000.0)):
        yield Counts("fisher-hypergeometric(%g,%g,%g,%g)" % p, DRAWS, p, fisher_exact(*p), least=max(0, int(p[2] - p[1])))
    p = (1e5, 3e5, 4e4, 2.5)
    yield Counts("fisher-hypergeometric(%g,%g,%g,%g)" % p, FEW, p, fisher_sums(*p), least=0, points=fisher_points)


ANSWERS = {"hypergeometric": Answers(hypergeometric, 29, given(
    "300 700 100", "700 300 100", "300 700 900", "700 300 900", "24 24 24", "23 24 23", "20 80 10", "0 0 0", "0 5 3",
    "5 0 3", "5 6 0", "5 6 11", "1 1 1", "64 400 64", "65 400 65", "1e12 1e12 1000",
    "4503599627370496 4503599627370496 4503599627370496", "1e15 8e15 70", "3e8 9e15 3e8",
    "1 9007199254740991 4503599627370496", "9007199254740991 1 9007199254740991"), types=(I64,)),
    "fisher_hypergeometric": Answers(fisher_hypergeometric, 64, given(
        "300 700 100 2", "700 300 100 2", "300 700 900 2", "700 300 900 0.5", "24 24 24 1", "4 4 4 2.17", "20 80 10 1e-3",
        "0 0 0 3", "0 5 3 3", "5 0 3 3", "5 6 0 3", "5 6 11 3", "1 1 1 0.1", "1 1 1 1e100", "64 400 64 1e-100",
    "65 400 65 1e20",
        "1e12 1e12 1000 0.1", "4503599627370496 4503599627370496 4503599627370496 3", "1e15 8e15 70 0.3",
        "3e8 9e15 3e8 1e7", "9007199254740991 1 9007199254740991 5", "4e15 5e15 4e15 1e-12"), types=(I64,))}
CELLS = {"hypergeometric": hypergeometric_cells, "fisher_hypergeometric": fisher_hypergeometric_cells}
