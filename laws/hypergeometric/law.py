# SPDX-License-Identifier: MIT OR Apache-2.0
"""hypergeometric, fisher-hypergeometric and wallenius-hypergeometric: exact counts. Transformed rejection with its constants
as doubles, inversion below s l = 12 N, a hat of three pieces, and an urn."""
import functools
import math

import mpmath
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import DRAWS, FEW, Counts, count_quantiles
from oracle import ATTEMPTS, F64, I64, Q, Answers, given, other_family, real


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
        u, v = modules.law("poisson").digits(launch, i, j)
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
            j, k = 0, invert(s, l, n, modules.law("poisson").digits(launch, i, 0)[0])
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
    """The same from the mode on, without terms beyond 40 sd."""
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


# ---- Fisher's noncentral distribution: the hat and its proposals in real numbers ----


class Table:
    """l, s, e and the odds after the reflections; the sample is first + sign k."""

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
        """The solution m of (l + more - m) (s + more - m) odds = m (e + m)."""
        l, s, e, w = (real(x) for x in (self.l + more, self.s + more, self.e, self.odds))
        under, apart = (l + s) * w + e, (l - s) * w
        return 2 * l * s * w / (under + mp.sqrt(apart ** 2 + e ** 2 + 2 * w * (e * (l + s) + 2 * l * s)))

    def log_mass(self, k):
        """Up to a constant."""
        l, s, e = int(self.l), int(self.s), int(self.e)
        return log_choose(l, k) + log_choose(e + s, s - k) + k * mp.log(real(self.odds))

    def ratio(self, k):
        """f(k + 1) / f(k)"""
        return real((self.l - k) * (self.s - k) * self.odds / ((k + 1) * (self.e + k + 1)))


class Hat:
    """The hat of x - mode: the ends of the level on either side, and the scales of the tails."""

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
        """The point where the area below the hat is the fraction u of all, and the root of the hat there."""
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
        u, v = (real(x) for x in modules.law("poisson").digits(launch, i, j))
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
    good, bad, taken, odds = params
    if odds < Q(F64.number("1e-100")):
        return 0, max(0, int(taken - bad)), 0, False
    if odds > F64.number("1e100"):
        return 0, int(min(good, taken)), 0, False
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
    """In steps of a third of an sd about the mode."""
    table = Table(*(Q(x) for x in params))
    mode, step = int(mp.floor(table.solution(1))), max(1, int(math.sqrt(table.s) / 12))
    return [int(table.first) + table.sign * (mode + step * i) for i in range(-40, 40)]


@functools.lru_cache(maxsize=None)
def fisher_sums(good, bad, taken, odds):
    """The same from the mode on, without terms below 1e-60."""
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


def negative_hypergeometric(t, launch, i, params):
    """beta-binomial of shapes r and nbad + 1 - r, or its mirror image. The beta is within a few ulps, which changes a count
    with a probability of 1e-14 ngood; no case here is so near a boundary."""
    good, bad, r = params
    a, b = max(r, Q(1)), bad - r + 1
    mirrored = b < r
    j, p, _, used = modules.law("beta").beta(F64, other_family(launch, 161, True), i, (b, a) if mirrored else (a, b))
    if j is None:
        return None, 0, 0, used
    _, k, _, _ = modules.law("binomial").binomial(t, other_family(launch, 162, False), i, (good, F64.rn(p)))
    return 0, 0 if r == 0 else int(good) - k if mirrored else k, 0, used


def negative_masses(good, bad, r):
    """From the definition: k good and r - 1 bad ones in some order, then a bad one."""
    total = mpmath.binomial(good + bad, good)
    return [mpmath.binomial(k + r - 1, k) * mpmath.binomial(good + bad - r - k, good - k) / total
            for k in range(int(good) + 1)]


def negative_hypergeometric_cells():
    for params in ((60.0, 40.0, 5.0), (30.0, 20.0, 18.0), (100.0, 1.0, 1.0), (25.0, 30.0, 15.0)):
        terms = negative_masses(*(int(x) for x in params))
        yield Counts("negative-hypergeometric(%g,%g,%g)" % params, FEW, params,
                     lambda k, *_, terms=terms: mpmath.fsum(terms[:k + 1]) if k + 1 < len(terms) else mpf(1), least=0)


# ---- Wallenius' noncentral distribution: the urn in fractions; its probabilities by Wallenius' integral ----


def item_unit(launch, i, c):
    """U of item c, and the middle of the interval that its first word determines: U is within 2^-33 of that."""
    first, side = launch.block(i, 0, c // 4)[c % 4], launch.block(i, 0, c, 4)
    words = (first, launch.block(i, 0, c // 4, 1)[c % 4], side[0], side[1])
    return sum(Q(w, 2 ** (32 * k + 32)) for k, w in enumerate(words)) + Q(1, 2 ** 129), Q(2 * first + 1, 2 ** 33)


def wallenius_hypergeometric(t, launch, i, params):
    good, bad, left, odds = params
    odds, c, low = Q(min(odds, F64.number("1e100"))), 0, False
    while left and good and bad:
        weight = odds * good
        u, rough = item_unit(launch, i, c)
        least, total = min(weight, bad), weight + bad
        low = low or abs(rough * total - least) <= total / 2 ** 32
        if abs(u * total - least) < least / 2 ** 45:
            return None, 0, 0, low
        took = (u * total < least) == (weight <= bad)
        good, bad, left, c = good - took, bad - (not took), left - 1, c + 1
    return 0, int(params[0] - good) + (0 if bad else int(left)), 0, low


def wallenius_mass(good, bad, taken, odds, k):
    """C(good, k) C(bad, taken - k) times the integral of (1 - u^(odds / d))^k (1 - u^(1 / d))^(taken - k) from 0 to 1, d =
    odds (good - k) + bad - taken + k, expanded. Terms of its sum are up to 2^taken."""
    d, other = odds * (good - k) + bad - taken + k, taken - k
    if other < 0 or other > bad or d == 0:
        return mpf(d == 0)
    terms = (mpf((-1) ** (i + j) * math.comb(k, i) * math.comb(other, j)) * d / (d + odds * i + j)
             for i in range(k + 1) for j in range(other + 1))
    return math.comb(good, k) * math.comb(bad, other) * mpmath.fsum(terms)


@functools.lru_cache(maxsize=None)
def wallenius_sums(good, bad, taken, odds):
    """P(X <= k) of all k."""
    good, bad, taken, sums = int(good), int(bad), int(taken), []
    with mp.workdps(60 + taken + len(str(math.comb(good + bad, taken)))):
        for k in range(min(good, taken) + 1):
            sums.append((sums[-1] if sums else 0) + wallenius_mass(good, bad, taken, mpf(odds), k))
        assert abs(sums[-1] - 1) < mpf(10) ** -40
        sums[-1] = mpf(1)
    return lambda k, *_: sums[min(k, len(sums) - 1)]


def wallenius_hypergeometric_cells():
    for p in ((4.0, 4.0, 4.0, 2.0), (12.0, 9.0, 8.0, 0.5), (70.0, 30.0, 60.0, 20.0), (50.0, 60.0, 80.0, 0.1),
              (300.0, 700.0, 100.0, 2.0), (20.0, 80.0, 10.0, 1e-3), (30.0, 30.0, 21.0, 1.0)):
        yield Counts("wallenius-hypergeometric(%g,%g,%g,%g)" % p, DRAWS, p, wallenius_sums(*p),
                     least=max(0, int(p[2] - p[1])))


def check():
    """At odds of 1 it is the hypergeometric distribution; otherwise SciPy's."""
    for k in range(22):
        assert abs(wallenius_sums(30.0, 30.0, 21.0, 1.0)(k) - exact(30, 30, 21)(k)) < mpf(10) ** -30
    for p in ((12.0, 9.0, 8.0, 0.5), (70.0, 30.0, 60.0, 20.0)):
        scipys = stats.nchypergeom_wallenius(p[0] + p[1], p[0], p[2], p[3])
        for k in range(int(max(0, p[2] - p[1])), int(min(p[0], p[2])) + 1):
            assert abs(float(wallenius_sums(*p)(k)) - scipys.cdf(k)) < 1e-9


def rare_items(t):
    """An item whose first words are 0: its LOW word decides, or its side words."""
    items = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    for text, zeros in (("9 9 5 1e-10", 0), ("9 9 5 1e10", 0), ("9 9 5 1e-20", 1), ("9 9 5 1e20", 1), ("9 9 5 6e-30", 2)):
        rows = []
        for draw, k in items:
            words = [(draw, 0, k), (draw, 1, k), (0, 4, 0), (0, 4, 1)]
            forced = dict.fromkeys(words[:zeros + 1], 0)
            rows += [(9, 5, {**forced, words[zeros + 1]: last}) for last in (0x10000000, 0xE0000000)]
        yield given(text)(t)[0], rows


ANSWERS = {"negative_hypergeometric": Answers(negative_hypergeometric, 161, given(
               "60 40 5", "30 20 18", "10 0 0", "0 10 3", "1000 1 1", "1e5 1e9 3", "12 7 0", "40 1000 999"),
               types=(I64,), bases=lambda t: []),
           "hypergeometric": Answers(hypergeometric, 29, given(
    "300 700 100", "700 300 100", "300 700 900", "700 300 900", "24 24 24", "23 24 23", "20 80 10", "0 0 0", "0 5 3",
    "5 0 3", "5 6 0", "5 6 11", "1 1 1", "64 400 64", "65 400 65", "1e12 1e12 1000",
    "4503599627370496 4503599627370496 4503599627370496", "1e15 8e15 70", "3e8 9e15 3e8",
    "1 9007199254740991 4503599627370496", "9007199254740991 1 9007199254740991"), types=(I64,)),
    "fisher_hypergeometric": Answers(fisher_hypergeometric, 64, given(
        "300 700 100 2", "700 300 100 2", "300 700 900 2", "700 300 900 0.5", "24 24 24 1", "4 4 4 2.17", "20 80 10 1e-3",
        "0 0 0 3", "0 5 3 3", "5 0 3 3", "5 6 0 3", "5 6 11 3", "1 1 1 0.1", "1 1 1 1e100", "64 400 64 1e-100",
    "65 400 65 1e20",
        "1e12 1e12 1000 0.1", "4503599627370496 4503599627370496 4503599627370496 3", "1e15 8e15 70 0.3",
        "3e8 9e15 3e8 1e7", "9007199254740991 1 9007199254740991 5", "4e15 5e15 4e15 1e-12", "300 700 900 0",
        "300 700 900 inf", "700 300 100 0", "1 1 1 inf", "20 80 10 9.999999999999998e-101", "20 80 10 1e-100",
        "80 20 10 1e100", "80 20 10 1.0000000000000002e100", "0 0 0 0"), types=(I64,)),
    "wallenius_hypergeometric": Answers(wallenius_hypergeometric, 168, given(
        "12 9 8 0.5", "30 70 20 2", "70 30 60 20", "20 80 10 1e-3", "4 4 4 2.17", "0 0 0 3", "0 5 3 3", "5 0 3 3", "5 6 0 3",
        "5 6 11 3", "1 1 1 0.1", "1 1 1 1e100", "3 7 8 0", "3 7 2 0", "7 3 9 inf", "7 3 2 inf", "5 9 7 1", "9 5 13 1e300",
        "4503599627370496 4503599627370496 70 3", "9007199254740991 1 50 1e-15", "1 9007199254740991 50 1e15",
        "1e15 8e15 259 8"), types=(I64,), bases=lambda t: [], edges=rare_items)}
CELLS = {"negative_hypergeometric": negative_hypergeometric_cells,
         "wallenius_hypergeometric": wallenius_hypergeometric_cells,
         "hypergeometric": hypergeometric_cells, "fisher_hypergeometric": fisher_hypergeometric_cells}
