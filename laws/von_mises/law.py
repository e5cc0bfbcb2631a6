# SPDX-License-Identifier: MIT OR Apache-2.0
"""The von Mises distribution.

theta within 7 ulps; the sum with mu, and a turn that is subtracted, one each of the terms. The bound has 8 |1 - a| + 3."""
import mpmath
import numpy as np
from mpmath import mp, mpf
from scipy import stats

from cells import FEW, LEVELS, TYPES, Case
from oracle import ATTEMPTS, Answers, Q, first_of_two, fraction, given, hunt, real, second_of_two, second_uniforms, sides


def half_angles(kappa):
    """m and b^2 of the proposal, from Best and Fisher's r."""
    if not kappa:
        return mpf(1), mpf(1)
    with mp.workprec(2400):     # r - 1 at 1e300
        r = (1 + mpmath.sqrt(1 + 4 * kappa ** 2)) / (2 * kappa)
        return +(kappa * (r - 1)), +((r - 1) / (r + 1))


def von_mises(t, launch, i, params):
    mu, kappa = real(params[0]), real(params[1])
    m, square = half_angles(kappa)
    eps, low_used = mpf(2) ** -t.digits, False
    for j in range(ATTEMPTS):
        v, c, sign, used = sides(t, first_of_two(t, launch, i, j), lambda: first_of_two(t, launch, i, j, 1))
        u, low_used = second_of_two(t, launch, i, j)[0], low_used or used
        sine, cosine = (mpmath.sin(mp.pi * c),
                        mpmath.cos(mp.pi * c)) if c < v else (mpmath.cos(mp.pi * v), mpmath.sin(mp.pi * v))
        y = m * sine ** 2 / (m + 2 * kappa * cosine ** 2)
        a = m + 2 * kappa * y
        bound = a * mpmath.exp(1 - a)
        if abs(u / bound - 1) <= eps * (16 * abs(1 - a) + 8):
            return None, Q(0), 0, low_used
        if u < bound:
            theta = 2 * sign * mpmath.atan2(mpmath.sqrt(square) * sine, cosine)
            return (j,) + turned(t, mu, theta) + (low_used,)
    raise SystemExit("von-mises: more attempts than ATTEMPTS")


def turned(t, mu, theta):
    """The sum without its turns, and its ulps."""
    quantum = lambda v: mpf(2) ** t.quantum(fraction(v))
    x = mu + theta
    value = x - 2 * mp.pi * mpmath.nint(x / (2 * mp.pi))
    off = 7 * quantum(theta) + (2 * quantum(mpf(4)) if mu else 0)
    if mp.pi - abs(value) < 2 * off:
        return fraction(abs(value)), 10 ** 9      # either end
    return fraction(value), int(off / quantum(value)) + 2


# ---- Cells ----


def von_mises_cdf(x, mu, kappa):
    """By the integral from 0: the density is even, and a half has probability 1/2."""
    kappa = mpf(kappa)
    if abs(x) >= mp.pi:
        return mpf(1 if x > 0 else 0)
    reach = 20 / mp.sqrt(kappa) if kappa > 50 else mp.pi
    cuts = [k * abs(x) / 8 for k in range(9)] if abs(x) < reach else [k * reach / 8 for k in range(8)] + [min(abs(x), mp.pi)]
    part = mp.quad(lambda v: mp.exp(-2 * kappa * mp.sin(v / 2) ** 2),
                   cuts) / (2 * mp.pi * mp.exp(-kappa) * mp.besseli(0, kappa))
    return mpf(1) / 2 + (part if x > 0 else -part)


def check():
    assert abs(von_mises_cdf(mpf(1), 0, 2) - stats.vonmises(2).cdf(1)) < 1e-12


def points(t, mu, kappa):
    if not kappa:
        return [np.pi * (2 * p - 1) for p in LEVELS] + [np.pi * (2 * (1 - p) - 1) for p in LEVELS]
    law = stats.vonmises(kappa)
    return [float(law.ppf(k / 64)) for k in range(1, 64)] + [-float(law.ppf(2. ** -k)) for k in (8, 12, 16)]


def von_mises_cells():
    return [Case("von-mises(%g)" % kappa, kind, FEW, (0.0, kappa), points, von_mises_cdf) for kind in TYPES
            for kappa in (0.0, 0.5, 4.0, 700.0)]


def first_low(t, launch, i):
    return sides(t, first_of_two(t, launch, i, 0), lambda: 0)[3]


def parameters(t):
    """Directions above 1000 too, up to the largest of the type."""
    largest = "1e15" if t.wide else "1e7"
    return given("0 0", "0 1", "2 0.3", "-3 7", "0 1e30", "0.5 1e-30", "900 3", "0 3000", "1000.1 3", "-54321 40", "1234567 0",
                 largest + " 3", "-" + largest + " 1e30")(t)


ANSWERS = {
    "von_mises": Answers(von_mises, 65, parameters, hunt(first_low),
                         fed=given("0 5"), bases=second_uniforms),
}
CELLS = {"von_mises": von_mises_cells}
