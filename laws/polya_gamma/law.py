# SPDX-License-Identifier: MIT OR Apache-2.0
"""polya-gamma, PG(1, z), attempt by attempt from the hat's definition. polya-gamma-sum, whose terms have their own words: 48
ulps each. polya-gamma-part, PG(b, z) for b up to 1, with one form of its density and extra digits for the cancellation."""
import functools
import math

import mpmath
from mpmath import mp, mpf

from cells import FEW, TYPES, Case
from oracle import (ATTEMPTS, F64, Answers, Q, first_of_two, fraction, given, hunt, join, other_family, plain, real,
                    second_of_two,
                    second_uniforms, sides, unit)


def log_density(x, c):
    """The logarithm of the density of log x; seven terms of the series."""
    low = x < 2 / mp.pi
    q = mp.exp(-4 / x if low else -mp.pi ** 2 * x)
    s = mpmath.fsum((-1) ** n * (2 * n + 1) * q ** (n * (n + 1) // 2) for n in range(7))
    head = mp.log(2 / mp.pi) / 2 - mp.log(x) / 2 - 1 / (2 * x) if low else mp.log(mp.pi / 2) + mp.log(x) - mp.pi ** 2 * x / 8
    return head - c * c * x / 2 + mp.log(s)


@functools.lru_cache(maxsize=None)
def hat(c):
    """x0, the ends of the level, the tails, the level over phi(0), phi(0)."""
    with mp.workprec(400):
        low, high, t = 2 / (1 + mp.sqrt(1 + 4 * c * c)), 1 / (mp.pi ** 2 / 8 + c * c / 2), 2 / mp.pi
        x0 = max(min(low, t), high)
        bend = (1 / (2 * x0) if x0 < t else mp.pi ** 2 * x0 / 8) + c * c * x0 / 2
        s = mpf("1.2") * mp.log1p(mp.sqrt(2 / bend))
        phi = lambda d: log_density(x0 * mp.exp(d), c)
        def slope(d):       # from above, where the form may change at d
            h = s * mpf(2) ** -60
            return (-3 * phi(d) + 4 * phi(d + h) - phi(d + 2 * h)) / (2 * h)
        left, right = 1 / slope(-s), -1 / slope(s)
        to_left, to_right = s + (phi(-s) - phi(0)) * left, s + (phi(s) - phi(0)) * right
        e = abs(slope(mpf(0))) * max(to_left, to_right)
        return x0, e * left - to_left, to_right - e * right, left, right, e, phi(0)


def part_log_density(b, x, c):
    """The logarithm of the density of log x, up to a constant; far out only a value so small that it does not matter."""
    if x > 300:
        return -mp.pi ** 2 * x / 8
    with mp.workprec(460 + int(3.6 * float(x))):
        s, rising, n = mpf(1), mpf(1), 1
        while True:
            term = rising * (2 * n + b) * mp.exp(-2 * n * (n + b) / x)
            s += -term if n % 2 else term
            if term < mpf(2) ** (-440 - int(3.6 * float(x))):
                return mp.log(s) - mp.log(x) / 2 - b * b / (2 * x) - c * c * x / 2
            rising *= (b + n) / (n + 1)
            n += 1


@functools.lru_cache(maxsize=None)
def part_hat(b, c):
    """The same as hat, for polya-gamma-part."""
    with mp.workprec(400):
        x0 = 2 * b * b / (1 + mp.sqrt(1 + 4 * b * b * c * c))
        s = mpf("1.2") * mp.log1p(mp.sqrt(2 / (b * b / (2 * x0) + c * c * x0 / 2)))
        r = min(4 * s / 3, mp.log(mpf("3.9") / x0))
        phi = lambda d: part_log_density(b, x0 * mp.exp(d), c)
        slope = lambda d: (phi(d + s * mpf(2) ** -60) - phi(d - s * mpf(2) ** -60)) / (s * mpf(2) ** -59)
        left, right = 1 / slope(-s), -1 / slope(r)
        to_left, to_right = s + (phi(-s) - phi(0)) * left, r + (phi(r) - phi(0)) * right
        e = abs(slope(mpf(0))) * max(to_left, to_right)
        return x0, e * left - to_left, to_right - e * right, left, right, e, phi(0)


def attempt(z, v, sign, u, t, b=None):
    """The value, and whether it is accepted (None: within rounding), from the first uniform's distance to its nearer end and
    the second uniform."""
    c = abs(z) / 2
    x0, left, right, tail_left, tail_right, e, phi0 = hat(c) if b is None else part_hat(b, c)
    area, left_side = tail_left + tail_right + right - left, sign < 0
    v *= area
    if v > (tail_left if left_side else tail_right) + right - left:     # past the level: the other tail
        v, left_side = area - v, not left_side
    tail = tail_left if left_side else tail_right
    out = -mp.log(v / tail) if v < tail else mpf(0)
    d = -out * tail if v < tail else v - tail
    d = left + d if left_side else right - d
    x = x0 * mp.exp(d)
    log_ratio = e - out - (log_density(x, c) if b is None else part_log_density(b, x, c)) + phi0
    bound = mp.exp(-log_ratio)
    near = abs(u / bound - 1) <= mpf(2) ** -t.digits * ((128 if b is None else 1024) + 64 * log_ratio)
    return x / 4, None if near else u < bound


def polya_gamma(t, launch, i, params, b=None):
    low_used = False
    for j in range(ATTEMPTS):
        v, _, sign, used = sides(t, first_of_two(t, launch, i, j), lambda: first_of_two(t, launch, i, j, 1))
        u, low_used = second_of_two(t, launch, i, j)[0], low_used or used
        x, accepted = attempt(real(params[0]), v, sign, u, t, b)
        if accepted is None:
            return None, Q(0), 0, low_used
        if accepted:
            far = 0 if b is None else mp.log(4 * x / part_hat(b, abs(real(params[0])) / 2)[0])   # d
            return j, fraction(x), max(48, math.ceil(3 * far)), low_used
    raise SystemExit("polya-gamma: more attempts than ATTEMPTS")


def words_of_sum(t, launch, i, j, c):
    """The first word, its LOW word, and the second uniform of attempt j of term c."""
    main, low = (launch.block(i, j, c, purpose) for purpose in (0, 1))
    if t.wide:
        return join(*main[:2]), join(*low[:2]), real(plain(t, join(main[2], low[2])))
    return main[0], low[0], real(unit(t, main[1], lambda: low[1])[0])


def polya_gamma_sum(t, launch, i, params):
    total, c, j, low_used = mpf(0), 0, 0, False
    while c < params[0]:
        first, low, u = words_of_sum(t, launch, i, j, c)
        v, _, sign, used = sides(t, first, lambda: low)
        x, accepted = attempt(real(params[1]), v, sign, u, t)
        low_used = low_used or used
        if accepted is None:
            return None, Q(0), 0, low_used
        total, c, j = (total + x, c + 1, 0) if accepted else (total, c, j + 1)
    return 0, fraction(total), 98, low_used


def polya_gamma_part(t, launch, i, params):
    return polya_gamma(t, launch, i, params[1:], real(params[0]))


def polya_gamma_real(t, launch, i, params):
    """PG(n, z) and PG(b - n, z)."""
    b, n = params[0], math.ceil(params[0]) - 1
    j, part, ulps, used = polya_gamma_part(F64, other_family(launch, 137, True), i, (b - n, params[1]))
    k, whole, more = 0, Q(0), False
    if n:
        k, whole, _, more = polya_gamma_sum(F64, other_family(launch, 136, True), i, (n, params[1]))
    return None if k is None else j, whole + part, max(98, ulps), used or more


# ---- Cells ----


def cdf_of_sum(x, b, z):
    """The first form of the density, (1 - e^-2s)^-b term by term: inverse Gaussians."""
    c, x, total, b = abs(mpf(z)) / 2, 4 * mpf(x), mpf(0), mpf(b)
    for n in range(400):
        m = 2 * n + b
        term = mp.ncdf((c * x - m) / mp.sqrt(x)) + mp.exp(2 * c * m) * mp.ncdf(-(c * x + m) / mp.sqrt(x))
        term *= (1 + mp.exp(-2 * c)) ** b * mp.exp(-2 * n * c) * mpmath.binomial(n + b - 1, n)
        total += -term if n % 2 else term
        if term < mpf(10) ** -45:
            break
    return total


def cdf(x, z):
    return cdf_of_sum(x, 1, z)


def check():
    with mp.workdps(20):    # the mean, which is b tanh(z / 2) / (2 z), by the trapezoidal rule
        mean = sum(1 - cdf_of_sum(mpf(k) / 32, 3, 2) for k in range(1, 192)) / 32 + mpf(1) / 64
    assert abs(mean - 3 * mp.tanh(1) / 4) < 1e-7
    density = lambda x: mp.exp(log_density(x, mpf(1)) - mp.log(x)) * mp.cosh(1)
    assert abs(mp.quad(density,
                       [mpf("0.01"), 0.1, 0.3, 2 / mp.pi, 1, 2]) - cdf(mpf(2) / 4, 2) + cdf(mpf("0.01") / 4, 2)) < 1e-12


def points(t, z):
    c = abs(z) / 2
    x0 = float(hat(mpf(c))[0])
    s = 1 / (1 + c) ** 0.5
    return [x0 / 4 * 2.718281828 ** (s * k / 12) for k in range(-36, 44)]


def polya_gamma_cells():
    return [Case("polya-gamma(%g)" % z, kind, FEW, (z,), points, cdf, digits=80)
            for kind in TYPES for z in (0.0, 1.7, 1.8, 9.0)]


def sum_points(t, b, z):
    mean, sd = b * (math.tanh(z / 2) / (2 * z) if z else 0.25), math.sqrt(b * (0.04 if abs(z) < 3 else 0.002))
    return [mean + sd * k / 12 for k in range(-30, 70) if mean + sd * k / 12 > 0]


def sum_cells():
    return [Case("polya-gamma-sum(%g,%g)" % p, kind, FEW, p, sum_points, cdf_of_sum, digits=80)
            for kind in TYPES for p in ((2.0, 1.0), (7.0, 0.0))]


def part_points(t, b, z):
    x0 = 2 * b * b / (1 + math.sqrt(1 + b * b * z * z))
    return [x0 / 4 * 2 ** (k / 4) for k in range(-14, 60) if x0 / 4 * 2 ** (k / 4) < 3]


def part_cells():
    return [Case("polya-gamma-part(%g,%g)" % p, "f64", FEW, p, part_points, cdf_of_sum, digits=80)
            for p in ((0.5, 1.0), (0.1, 0.0), (1.0, 0.0), (0.9375, 6.0))]


def real_cells():
    return [Case("polya-gamma-real(%g,%g)" % p, kind, FEW, p, sum_points if p[0] > 1 else part_points, cdf_of_sum, digits=80)
            for kind in TYPES for p in ((2.5, 1.0), (0.25, 0.0))]


def sum_low(t, launch, i):
    return sides(t, words_of_sum(t, launch, i, 0, 0)[0], lambda: 0)[3]


def first_low(t, launch, i):
    return sides(t, first_of_two(t, launch, i, 0), lambda: 0)[3]


ANSWERS = {"polya_gamma":
           Answers(polya_gamma, 66, given("0", "1", "1.7", "-1.85", "4", "30", "1e4", "1e8", "1e-20"), hunt(first_low),
                                  fed=given("1"), bases=second_uniforms),
           "polya_gamma_sum": Answers(polya_gamma_sum, 76, given("1 1", "2 0", "5 -1.85", "3 1e8", "12 4"), hunt(sum_low),
                                      fed=lambda t: []),
           "polya_gamma_part": Answers(polya_gamma_part, 135, given("0.5 1", "1 0", "0.3 0", "0.01 -4", "1e-30 2",
                                                                    "0.75 1e8", "0.999 0.1", "0.1 0"),
                                       hunt(first_low), types=(F64,),
                                       fed=given("0.5 1"), bases=second_uniforms),
           "polya_gamma_real": Answers(polya_gamma_real, 136, given("2.5 1", "0.3 0", "4 -3", "1 0"), types=(F64,),
                                       bases=lambda t: [])}
CELLS = {"polya_gamma": polya_gamma_cells, "polya_gamma_sum": sum_cells, "polya_gamma_part": part_cells,
         "polya_gamma_real": real_cells}
