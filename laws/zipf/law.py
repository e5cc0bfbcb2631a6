# SPDX-License-Identifier: MIT OR Apache-2.0
"""zipf, zipfian and discrete-power-law: exact counts, from 128 bits of U and 64 or 128 of V. Parameters of the draw in many
digits, not as doubles."""
import functools
import math

import mpmath
from mpmath import mp, mpf

import modules
from cells import DRAWS, FEW, Counts
from oracle import ATTEMPTS, I64, Q, Answers, given, real

BINADES = 63
NEAR = mpf(2) ** -38


def binade(e, v):
    """2^e plus the first e bits of V."""
    return (1 << e) + int(v * 2 ** e)


def zipf(t, launch, i, params):
    a = min(real(params[0]), mpf(200))
    ratio = 2 ** (1 - a)
    for j in range(ATTEMPTS):
        u, v = modules.law("poisson").digits(launch, i, j)
        at = ratio ** BINADES + real(u) * (1 - ratio ** BINADES)
        y = mpmath.log(at, 2) / (1 - a)
        e = min(int(mpmath.floor(y)), BINADES - 1)
        k = binade(e, v)
        limit = ratio ** (e + 1) + (1 - ratio) * mpf(2) ** e * mpf(k) ** -a      # compared with R + U M
        if abs(y - mpmath.nint(y)) < NEAR or abs(at / limit - 1) < NEAR:
            return None, k, 0, False
        if at < limit:
            return j, k, 0, False
    return None, 0, 0, False


def zipfian(t, launch, i, params):
    """In terms of D, which is counted from the last binade where a < 1; y goes to (1 - U) (T + 1) at a = 1."""
    a, n = min(real(params[0]), mpf(200)), int(params[1])
    top, c = n.bit_length() - 1, abs(a - 1) * mpmath.log(2)
    for j in range(ATTEMPTS):
        u, v = modules.law("poisson").digits(launch, i, j)
        y = -mpmath.log1p((real(u) - 1) * -mpmath.expm1(-c * (top + 1))) / c if c else (1 - real(u)) * (top + 1)
        d = min(int(mpmath.floor(y)), top)
        e = top - d if a < 1 else d
        k = binade(e, v)
        odds = (mpf(2) ** e / k) ** a
        excess = (mpmath.log1p(mpmath.expm1(c) * odds) / c if c else odds) - (d + 1 - y)
        if abs(y - mpmath.nint(y)) < NEAR or (k > 1 << e and abs(excess) < NEAR):
            return None, k, 0, False
        if k <= n and (k == 1 << e or excess > 0):
            return j, k, 0, False
    return None, 0, 0, False


def area(a, low, high):
    """The integral of t^-a."""
    return mpmath.log(high / low) if a == 1 else (high ** (1 - a) - low ** (1 - a)) / (1 - a)


def inverse_area(a, low, part):
    return low * mpmath.exp(part) if a == 1 else (low ** (1 - a) + (1 - a) * part) ** (1 / (1 - a))


def same_bits(k):
    """The first and the last count with the same 13 leading bits."""
    size = 1 << max(0, k.bit_length() - 13)
    return k // size * size, k // size * size + size - 1


def cell(k, first, high):
    """The same, but cells that are cut by the ends are joined to their neighbours."""
    start, last = same_bits(k)
    if start < first:
        start, last = same_bits(last + 1)
    elif last > high:
        start, last = same_bits(start - 1)
    return (first if same_bits(start - 1)[0] < first else start), (high if same_bits(last + 1)[1] > high else last)


@functools.lru_cache(maxsize=None)
def power_law_hat(params):
    """1 / C; the weight of low, of its own; the hat from the first count of x on."""
    a, low, high = real(params[0]), int(params[1]), int(params[2])
    keep = mpmath.exp(-3 * a / 8192) if high >= 8192 else mpf(1)
    own = mpf(low) ** -a * keep if a > 1 and low < 8192 else mpf(0)
    first = low + (own > 0)
    return keep, own, first, area(a, first - mpf(0.5), high + mpf(0.5)) if first <= high else mpf(0)


def power_law_attempt(a, high, keep, first, part, v):
    """The count, its excess of acceptance, and how far the point is from an end of its cell, in terms of the cell."""
    x = inverse_area(a, first - mpf(0.5), part)
    k = min(max(int(mpmath.floor(x + mpf(0.5))), first), high)
    start, last = cell(k, first, high)
    n, k = last - start + 1, start + math.floor((last - start + 1) * v)
    bound = n * mpf(k) ** -a * keep
    done = area(a, start - mpf(0.5), max(x, start - mpf(0.5)))
    return k, (bound - done) / area(a, start - mpf(0.5), last + mpf(0.5)), min(x - start + mpf(0.5), last + mpf(0.5) - x) / n


def discrete_power_law(t, launch, i, params):
    a, high = real(params[0]), int(params[2])
    with mp.workdps(400):
        keep, own, first, hat = power_law_hat(params)
        for j in range(ATTEMPTS):
            u, v = modules.law("poisson").digits(launch, i, j)
            place = real(u) * (hat + own)
            if own and abs(place / hat - 1 if hat else 1) < NEAR:
                return None, 0, 0, False
            if own and place >= hat:
                return j, first - 1, 0, False
            k, excess, margin = power_law_attempt(a, high, keep, first, place if a < 1 else hat - place, v)
            if margin < mpf(2) ** -33 or abs(excess) < mpf(2) ** -33:
                return None, k, 0, False
            if excess > 0:
                return j, k, 0, False
    return None, 0, 0, False


# ---- Cells ----


def cdf(k, a):
    """The probability of counts above 2^63 is negligible for these a, except where the condition matters."""
    whole = mpmath.zeta(a) - mpmath.zeta(a, mpf(2) ** 63)
    return (mpmath.zeta(a) - mpmath.zeta(a, k + 1)) / whole


def points(a):
    """Counts to 40, and octaves of them."""
    last = int(min(mpf(63), 24 / (mpf(a) - 1)))
    return list(range(1, 40)) + [2 ** e * m // 4 for e in range(6, last) for m in (4, 5, 6, 7)]


def zipf_cells():
    yield Counts("zipf(2)", DRAWS, (2.0,), cdf, points=points)
    yield Counts("zipf(1.3)", DRAWS, (1.3,), cdf, points=points)
    yield Counts("zipf(4)", DRAWS, (4.0,), cdf, points=points)
    yield Counts("zipf(1.0001)", FEW, (1.0001,), cdf, points=lambda a: [2 ** e for e in range(63)])


@functools.lru_cache(maxsize=None)
def power_sum(a, k):
    """1 + 2^-a + ... + k^-a: below 200 a sum, else by Euler and Maclaurin from 200 on."""
    a = mpf(a)
    if k <= 200:
        return mpmath.fsum(mpf(j) ** -a for j in range(1, k + 1))

    def rest(x):
        x, terms, factor = mpf(x), [mpf(x) ** -a / 2], a
        for m in range(1, 12):
            terms.append(-mpmath.bernoulli(2 * m) / mpmath.factorial(2 * m) * factor * x ** (-a - 2 * m + 1))
            factor *= (a + 2 * m - 1) * (a + 2 * m)
        return mpmath.fsum(terms) + (mpmath.log(x) if a == 1 else x ** (1 - a) / (1 - a))
    return power_sum(float(a), 200) + rest(k) - rest(200)


def zipfian_cdf(k, a, n):
    return power_sum(a, min(int(k), int(n))) / power_sum(a, int(n))


def zipfian_points(a, n):
    """Cells end at quarters of binades, as tests/quadrature integrates parts of them."""
    ends = list(range(1, 16)) + [2 ** e * m // 4 - 1 for e in range(4, 54) for m in (5, 6, 7, 8)]
    last = [k for k in ends if k < n and 1e-4 < zipfian_cdf(k, a, n) < 1 - 1e-5]
    return last[:60] + last[60::2]


def zipfian_cells():
    for a, n, draws in ((1.0, 98303.0, DRAWS), (0.0, 100.0, FEW), (0.5, 2.0 ** 40, FEW), (1.5, 20.0, FEW),
                        (0.99, 2.0 ** 49 * 1.75 - 1, FEW), (3.0, 5.0, FEW), (1.000001, 2.0 ** 53, FEW)):
        yield Counts("zipfian(%g,%g)" % (a, n), draws, (a, n), zipfian_cdf, points=zipfian_points)


@functools.lru_cache(maxsize=None)
def power_law_sum(a, low, high):
    """The sum of (k / low)^-a: below 300 counts, then by Euler and Maclaurin."""
    a, low, high = mpf(a), mpf(low), mpf(high)
    middle = min(high, low + 300)
    total = mpmath.fsum((k / low) ** -a for k in mpmath.arange(low, middle + 1))
    if middle == high:
        return total

    def ends(x):
        terms, factor = [(x / low) ** -a / 2], a
        for m in range(1, 25):
            terms.append(-mpmath.bernoulli(2 * m) / mpmath.factorial(2 * m) * factor * (x / low) ** -a * x ** (1 - 2 * m))
            factor *= (a + 2 * m - 1) * (a + 2 * m)
        return mpmath.fsum(terms)
    return total + low ** a * area(a, middle, high) + ends(high) - ends(middle)


def power_law_cdf(k, a, low, high):
    return mpf(0) if k < low else power_law_sum(a, low, min(k, high)) / power_law_sum(a, low, high)


def power_law_points(a, low, high):
    """Counts from low on, quarters of binades, and quantiles."""
    ends = {int(low) + i for i in range(12)} | {2 ** e * m // 4 for e in range(4, 54) for m in (4, 5, 6, 7)}
    for i in range(1, 20):
        part = power_law_cdf(high, a, low, high) * i / 20
        ends.add(int(inverse_area(mpf(a), mpf(low) - mpf(0.5), part * area(mpf(a), low - mpf(0.5), high + mpf(0.5)))))
    found = [k for k in sorted(ends) if low <= k < high]
    cdfs = [power_law_cdf(k, a, low, high) for k in found]
    kept, below = [], mpf(0)
    for k, f in zip(found, cdfs):
        if f - below > 1e-4 and 1 - f > 1e-5:
            kept.append(k)
            below = f
    return kept


POWER_LAWS = ((2.5, 5.0, 1e5), (1.0, 20.0, 4e5), (0.0, 7.0, 70.0), (0.5, 1.0, 2.0 ** 40), (1.01, 3.0, 2.0 ** 53),
              (300.0, 2000.0, 9000.0), (1024.0, 16385.0, 17000.0), (0.0, 2.0 ** 53 - 5, 2.0 ** 53), (3.0, 1.0, 9.0),
              (1.7, 5000.0, 2.0 ** 30), (100.0, 2.0 ** 40 + 12345, 2.0 ** 42))


def discrete_power_law_cells():
    for p in POWER_LAWS:
        yield Counts("discrete-power-law(%g,%g,%g)" % p, FEW, p, power_law_cdf, least=int(p[1]), points=power_law_points)


def check():
    for a, low, high in ((2.5, 5, 900), (1.0, 20, 700), (0.0, 3, 999), (40.0, 50, 500), (1024.0, 4096, 4500)):
        direct = mpmath.fsum(mpf(k) ** -mpf(a) for k in range(low, high + 1)) * mpf(low) ** mpf(a)
        assert abs(power_law_sum(a, low, high) / direct - 1) < mpf(10) ** -27, (a, low, high)
    assert abs(power_sum(0.5, 300) - mpmath.fsum(mpf(j) ** mpf(-0.5) for j in range(1, 301))) < mpf(10) ** -28
    assert abs(power_sum(1.0, 300) - mpmath.harmonic(300)) < mpf(10) ** -28


ANSWERS = {"zipfian": Answers(zipfian, 160, given("1 100000", "0 100", "0 9007199254740992", "0.5 1e12", "1.5 20", "2 1",
                                                  "1.0000000000000002 9007199254740992", "0.9999999999999999 1e6",
                                                  "1 9007199254740991", "4 7", "1e300 5", "1.00001 3"), types=(I64,)),
           "discrete_power_law": Answers(discrete_power_law, 169, given(
               "2.5 5 100000", "0 7 70", "1 20 400000", "0.5 1 1099511627776", "1.0000000000000002 1 9007199254740992",
               "0.9999999999999999 3 1e6", "1 1 9007199254740992", "300 2000 9000", "1024 8192 8300", "1024 1 5", "0 1 1",
               "2 1 1", "2 9007199254740992 9007199254740992", "0 9007199254740987 9007199254740992", "7 8191 8192",
               "1.5 8192 8193", "1.5 8193 8195", "3 16383 16386", "1.5 16387 16393",
               "2 1048831 1049100", "0.5 1048000 1048575", "64 12345678901 22345678901", "0 1 9007199254740992",
               "20 30 8191", "1.00001 3 100"), types=(I64,)),
           "zipf": Answers(zipf, 26,
                           given("2", "1.1", "1.5", "4", "12", "1.0000000000000002", "1.00001", "150", "1e4", "1e300"),
                           types=(I64,))}
CELLS = {"zipf": zipf_cells, "zipfian": zipfian_cells, "discrete_power_law": discrete_power_law_cells}
