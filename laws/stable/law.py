# SPDX-License-Identifier: MIT OR Apache-2.0
"""stable, from its stages in f64: a Cauchy variate, within 8 ulp, and an exponential, within 3. Their effect on a sample is
found by perturbing them; the formula's own roundings are 60 half ulps of each of its terms. The oracle is Weron's formula in
60 digits, which leaves enough digits after the cancellation."""
import mpmath
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import FEW, TYPES, Case, quantiles
from oracle import F64, Q, Answers, fraction, given, minus_log, other_family, real, shared_word, unit


def weron(alpha, beta, c, w):
    """(the sample in parametrization 0, the absolute values of its terms) for tan F = c and the exponential w."""
    angle = mp.atan(c)
    if alpha == 1:
        part = 1 + 2 / mp.pi * beta * angle
        log = mp.log(mp.sqrt(1 + c * c) * part / w)
        return part * c + 2 / mp.pi * beta * log, abs(part * c) + abs(beta * log)
    shift = beta * mp.tan(mp.pi * alpha / 2)
    b = mp.atan(shift) / alpha
    size = (1 + shift ** 2) ** (1 / (2 * alpha))
    x = size * mp.sin(alpha * (angle + b)) * mp.sqrt(1 + c * c) ** (1 / alpha)
    x *= (mp.cos(angle - alpha * (angle + b)) / w) ** ((1 - alpha) / alpha)
    return x - shift, abs(x) + abs(x - shift)


def terms(alpha, beta, c, w):
    """The sum of the absolute values of the terms that the library adds: its exponential's error counts y times."""
    e, h, angle = 1 - alpha, mp.sqrt(1 + c * c), mp.atan(c)
    t = 2 / mp.pi * beta * (e * mp.pi / 2 * mp.cot(e * mp.pi / 2) if e else 1)
    s = mp.sin(e * angle) / e if e else angle
    q = mp.log(h * (mp.cos(e * angle) + t * s) / w) / alpha
    y = e * q
    first = mp.exp(y) * (abs(c * mp.cos(e * angle)) + abs(mp.sin(e * angle)) + abs(t * s) * (abs(c) + 1))
    return (first * (1 + abs(y)) + abs(t) * (abs(mp.expm1(y) / e) if e else abs(q)) + abs(t) * mp.exp(y)) / min(alpha, 1)


def factors(alpha, beta, c, w):
    """The product of the library's factors in parametrization 1, alpha below 1/2, in absolute value: y counts as in
    terms()."""
    e, h, angle, b = 1 - alpha, mp.sqrt(1 + c * c), mp.atan(abs(c)), beta * mp.sign(c)
    wide = mp.tan(mp.pi * alpha / 2)
    y = e / alpha * mp.log(h * (mp.cos(e * angle) + b * wide * mp.sin(e * angle)) / w)
    part = mp.sin(alpha * angle) + b * wide * mp.cos(alpha * angle)
    if b < 0:
        part = (1 + b) * mp.sin(alpha * angle) - b * mp.sin(alpha * mp.atan(1 / abs(c))) / mp.cos(mp.pi * alpha / 2)
    return mp.exp(y) * h * part * (1 + abs(y) + 1 / alpha)


def drawn(launch, i, alpha, beta, families, made_of=terms):
    """(sample in parametrization 0, its error, LOW words used)"""
    _, c, _, used = modules.law("laplace").cauchy(F64, other_family(launch, families[0], True), i, (Q(0), Q(1)))
    of = other_family(launch, families[1], True)
    u, upper, more = unit(F64, shared_word(F64, of, i), lambda: shared_word(F64, of, i, 0, 1))
    c, w, eps = real(c), minus_log(u, upper), real(F64.eps)
    with mp.workdps(60):
        x = weron(alpha, beta, c, w)[0]
        moved = abs(weron(alpha, beta, c * (1 + 20 * eps), w)[0] - x) + abs(weron(alpha, beta, c, w * (1 + 8 * eps))[0] - x)
        return x, 2 * moved + 60 * eps * made_of(alpha, beta, c, w), used or more


def stable_s0(t, launch, i, params):
    alpha, beta, loc, scale = (real(p) for p in params)
    x, error, used = drawn(launch, i, alpha, beta, (104, 105))
    return (0, *modules.law("weibull").near(F64, loc, scale * x, scale * error), used)


def stable(t, launch, i, params):
    alpha, beta, loc, scale = (real(p) for p in params)
    small = alpha < mpf(1) / 2
    x, error, used = drawn(launch, i, alpha, beta, (102, 103), factors if small else terms)
    shift = 2 / mp.pi * beta * mp.log(scale) if alpha == 1 else beta * mp.tan(mp.pi * alpha / 2)
    error = scale * (error + 8 * real(F64.eps) * (abs(x + shift) if small else abs(shift) + abs(x)))
    return (0, *modules.law("weibull").near(F64, loc, scale * (x + shift), error), used)


# ---- Cells ----


def nolan_cdf(x, alpha, beta):
    """P(X <= x) in parametrization 0, alpha not 1: Nolan (2020), theorem 3.3, an integral over the angle."""
    zeta = -beta * mp.tan(mp.pi * alpha / 2)
    if x < zeta:
        return 1 - nolan_cdf(-x, alpha, -beta)
    theta = mp.atan(-zeta) / alpha
    power = alpha / (alpha - 1)

    def of(angle):
        low, high = mp.sin(alpha * (theta + angle)), mp.cos(angle)
        if low <= 0 or high <= 0:      # an end, after rounding
            return mpf(0 if (low <= 0) == (alpha > 1) else 1)
        v = mp.cos(alpha * theta) ** (1 / (alpha - 1)) * (high / low) ** power
        return mp.exp(-(x - zeta) ** power * v * mp.cos(alpha * theta + (alpha - 1) * angle) / high)
    with mp.workdps(20):
        cuts = [-theta + (mp.pi / 2 + theta) * k / 8 for k in range(9)]
        part = mp.quad(of, cuts) / mp.pi
    return 1 - part if alpha > 1 else (mp.pi / 2 - theta) / mp.pi + part


def s0_cdf(x, alpha, beta, loc, scale):
    z = (x - mpf(loc)) / scale
    if alpha == 1:
        return mpf(1) / 2 + mp.atan(z) / mp.pi      # beta is 0
    return mp.ncdf(z / mp.sqrt(2)) if alpha == 2 else nolan_cdf(z, mpf(alpha), mpf(beta))


def s1_cdf(x, alpha, beta, loc, scale):
    z = (x - mpf(loc)) / scale
    if alpha != 0.5:
        return nolan_cdf(z - beta * mp.tan(mp.pi * alpha / 2), mpf(alpha), mpf(beta)) if z > 0 or beta < 1 else mpf(0)
    return mp.erfc(1 / mp.sqrt(2 * z)) if z > 0 else mpf(0)      # beta 1: Levy's distribution


def check():
    assert abs(nolan_cdf(mpf(2), mpf("1.5"), mpf(0)) - stats.levy_stable.cdf(2, 1.5, 0)) < 1e-6


def s0_points(t, alpha, beta, loc, scale):
    wide = quantiles(stats.cauchy())[::3]
    return [loc + scale * x * (1 if alpha < 2 else 0.1) for x in wide if abs(x) < 1e4]


def s0_cells():
    return [Case("stable-s0(%g,%g,%g,%g)" % p, kind, FEW, p, s0_points, s0_cdf)
            for kind in TYPES for p in ((1.5, 0.5, 0, 1), (0.75, -0.5, 0, 1), (1, 0, 3, 2), (2, 0, 0, 1))]


def s1_cells():
    return [Case("stable(%g,%g,%g,%g)" % p, kind, FEW, p, lambda t, a, b, loc, scale: quantiles(stats.levy(loc, scale)),
                 s1_cdf)
            for kind in TYPES for p in ((0.5, 1, 1, 2),)] + [
                Case("stable(%g,%g,%g,%g)" % p, kind, FEW, p, lambda t, *p: [10. ** (k / 4) for k in range(-12, 33, 2)],
                     s1_cdf)
                for kind in TYPES for p in ((0.25, 1, 0, 1), (0.375, -0.5, 0, 1))]


GIVEN = given("1.5 0.5 0 1", "0.75 -0.5 0 1", "1 0 3 2", "1 0.7 0 2", "2 0 0 1", "0.5 1 0 1", "0.5 -1 0 1",
              "1.0000000000000002 0.5 0 1",
              "0.9999999999999999 -1 0 1", "0.1 0.3 0 1", "1.999 1 0 1")
SMALL = given("0.05 1 0 1", "0.05 -1 0 1", "0.05 0.5 0 1", "0.3 0.4 0 1", "0.49999999 -0.7 0 1",
              "0.2 1 0 1e-3")    # drawn as products
ANSWERS = {
    "stable": Answers(stable, 102, lambda t: GIVEN(t) + SMALL(t), types=(F64,), bases=lambda t: []),
    "stable_s0": Answers(stable_s0, 104, GIVEN, types=(F64,), bases=lambda t: []),
}
CELLS = {"stable": s1_cells, "stable_s0": s0_cells}
