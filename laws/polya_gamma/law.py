# SPDX-License-Identifier: MIT OR Apache-2.0
"""polya-gamma, PG(1, z), attempt by attempt from the hat's definition."""
import functools

import mpmath
from mpmath import mp, mpf

from cells import FEW, TYPES, Case
from oracle import ATTEMPTS, Answers, Q, first_of_two, fraction, given, hunt, real, second_of_two, second_uniforms, sides


def log_density(x, c):
    """Of log x; five terms of the series."""
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


def polya_gamma(t, launch, i, params):
    c = abs(real(params[0])) / 2
    x0, left, right, tail_left, tail_right, e, phi0 = hat(c)
    low_used = False
    for j in range(ATTEMPTS):
        v, _, sign, used = sides(t, first_of_two(t, launch, i, j), lambda: first_of_two(t, launch, i, j, 1))
        u, low_used = second_of_two(t, launch, i, j)[0], low_used or used
        v *= tail_left + tail_right + right - left
        tail = tail_left if sign < 0 else tail_right
        out = -mp.log(v / tail) if v < tail else mpf(0)
        d = -out * tail if v < tail else v - tail
        d = left + d if sign < 0 else right - d
        x = x0 * mp.exp(d)
        log_ratio = e - out - log_density(x, c) + phi0
        bound = mp.exp(-log_ratio)
        if abs(u / bound - 1) <= mpf(2) ** -t.digits * (128 + 64 * log_ratio):
            return None, Q(0), 0, low_used
        if u < bound:
            return j, fraction(x / 4), 48, low_used
    raise SystemExit("polya-gamma: more attempts than ATTEMPTS")


# ---- Cells ----


def cdf(x, z):
    """The first form of the density, term by term: inverse Gaussians."""
    c, x, total = abs(mpf(z)) / 2, 4 * mpf(x), mpf(0)
    for n in range(400):
        m = 2 * n + 1
        term = mp.ncdf((c * x - m) / mp.sqrt(x)) + mp.exp(2 * c * m) * mp.ncdf(-(c * x + m) / mp.sqrt(x))
        term *= (1 + mp.exp(-2 * c)) * mp.exp(-2 * n * c)
        total += -term if n % 2 else term
        if term < mpf(10) ** -45:
            break
    return total


def check():
    density = lambda x: mp.exp(log_density(x, mpf(1)) - mp.log(x)) * mp.cosh(1)
    assert abs(mp.quad(density, [mpf("0.01"), 0.1, 0.3, 2 / mp.pi, 1, 2]) - cdf(mpf(2) / 4, 2) + cdf(mpf("0.01") / 4, 2)) < 1e-12


def points(t, z):
    c = abs(z) / 2
    x0 = float(hat(mpf(c))[0])
    s = 1 / (1 + c) ** 0.5
    return [x0 / 4 * 2.718281828 ** (s * k / 12) for k in range(-36, 44)]


def polya_gamma_cells():
    return [Case("polya-gamma(%g)" % z, kind, FEW, (z,), points, cdf, digits=80) for kind in TYPES for z in (0.0, 1.7, 1.8, 9.0)]


def first_low(t, launch, i):
    return sides(t, first_of_two(t, launch, i, 0), lambda: 0)[3]


ANSWERS = {"polya_gamma": Answers(polya_gamma, 66, given("0", "1", "1.7", "-1.85", "4", "30", "1e4", "1e8", "1e-20"), hunt(first_low),
                                  fed=given("1"), bases=second_uniforms)}
CELLS = {"polya_gamma": polya_gamma_cells}
