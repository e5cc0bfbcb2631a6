# SPDX-License-Identifier: MIT OR Apache-2.0
"""Gammas and functions of a gamma variate.

Origin of the ulps:
    gamma             4 for the polynomial and the products, plus the effect of 6 ulp of the normal on (1 + y)^3,
                      18 |y| / (1 + y); boosted: 3 E / a more, for an exponent with three roundings
    loggamma          the same errors of g, absolute, plus 3 ulp of E / a and of the logarithm
    chi2, chi,        those of gamma (chi and nakagami: the root halves them), and an ulp for each of root, quotient
    inverse-gamma,    and product
    nakagami
    gamma:erlang      2 for the logarithm and the product with the scale; for n uniforms 2 n + 2 half ulps of 1, absolute, or
                      relative to 1 - P where P >= sqrt(1/2)"""
import math

import mpmath
import numpy as np
import scipy.special as sp
from mpmath import mp, mpf

import modules
from cells import DRAWS, LEVELS, MANY, TAIL, TYPES, Case
import fed
from oracle import (ATTEMPTS, HALF, M32, Answers, Q, box_muller, fraction, given, hunt, is_open, join, minus_log, plain,
                    real,
                    representable, second_uniforms, shared_word, unit)


def ratio(y):
    """-R(y) >= 0."""
    return -(mpmath.log1p(y) - y + y * y / 2 - y ** 3 / 3)


def gamma_parts(t, launch, i, shape):
    """attempt (None: within rounding), d, y, ulps of g, whether LOW words were used"""
    third, boosted = t.rn(Q(1, 3)), shape < 1
    d = t.rn(shape + t.rn(Q(2, 3))) if boosted else t.rn(shape - third)
    c = t.rn(third / t.rn(fraction(mpmath.sqrt(real(d)))))
    eps = mpf(2) ** -t.digits
    low_used = False
    for j in range(ATTEMPTS):
        if t.wide:
            b = launch.block(i // 2, j)
            z, used = box_muller(t, (join(b[0], b[1]), join(b[2], b[3])),
                                 lambda: join(*launch.block(i // 2, j, 0, 1)[:2]), i % 2)
            # The second word of a uniform is LOW, and only the full test uses it. W joins both words, and there are no
            # further bits: W = 0 is not handled.
            w = join(launch.block(i // 4, j, 1, 0)[i % 4], launch.block(i // 4, j, 1, 1)[i % 4])
            u, upper = plain(t, w), t.rn(Q(2 * (w - 2 ** 64) + 1, 2 ** 65)) if w >> 32 >= HALF else None
        else:
            b = launch.block(i // 2, j)
            z, used = box_muller(t, (b[0], b[1]), lambda: launch.block(i // 2, j, 0, 1)[0], i % 2)
            u, upper, _ = unit(t, b[2 + i % 2], lambda: launch.block(i // 2, j, 0, 1)[2 + i % 2])
        low_used = low_used or used
        y, e = real(c) * z, minus_log(u, upper)
        off = 6 * eps * abs(y)
        if abs(1 + y) <= 2 * off:
            return None, d, y, 0, low_used
        if y < -1:
            continue
        thresholds = [3 * real(d) * ratio(v) for v in (y - off, y, y + off)]
        if min(thresholds) * (1 - 16 * eps) <= e * (1 + 2 * eps) and e * (1 - 2 * eps) <= max(thresholds) * (1 + 16 * eps):
            return None, d, y, 0, low_used
        if e > thresholds[1]:
            return j, d, y, 4 + 18 * abs(y) / (1 + y), low_used
    raise SystemExit("gamma: more attempts than ATTEMPTS")


def boost(t, launch, i):
    u, upper, used = unit(t, shared_word(t, launch, i, 0, 2), lambda: shared_word(t, launch, i, 0, 3))
    return minus_log(u, upper), used


def gamma(t, launch, i, params):
    shape, scale = params
    j, d, y, ulps, used = gamma_parts(t, launch, i, shape)
    if j is None:
        return None, Q(0), 0, used
    g = real(d) * (1 + y) ** 3
    if shape < 1:
        e, more = boost(t, launch, i)
        used = used or more
        g *= mpmath.exp(-e / real(shape))
        ulps += 3 * e / real(shape)
    return j, representable(t, g * real(scale)), int(ulps) + 2, used


def loggamma(t, launch, i, params):
    shape = params[0]
    j, d, y, ulps, used = gamma_parts(t, launch, i, shape)
    if j is None:
        return None, Q(0), 0, used
    eps = mpf(2) ** -t.digits
    l = mpmath.log(real(d) * (1 + y) ** 3)
    wrong = 2 * ulps * eps + 3 * eps * abs(l)
    if shape < 1:
        e, more = boost(t, launch, i)
        used = used or more
        l -= e / real(shape)
        wrong += 6 * eps * e / real(shape)
    x = fraction(l)
    return j, x, int(wrong / mpf(2) ** t.quantum(x)) + 2, used


def gamma_of(t, launch, i, shape):
    """attempt, g, the boost's exponent -E / a (0: none), ulps of g exp(that), whether LOW words were used"""
    j, d, y, ulps, used = gamma_parts(t, launch, i, shape)
    if j is None:
        return None, mpf(1), mpf(0), 0, used
    if not shape < 1:
        return j, real(d) * (1 + y) ** 3, mpf(0), ulps, used
    e, more = boost(t, launch, i)
    return j, real(d) * (1 + y) ** 3, -e / real(shape), ulps + 3 * e / real(shape), used or more


def chi2(t, launch, i, params):
    j, g, x, ulps, used = gamma_of(t, launch, i, params[0] / 2)
    return j, representable(t, 2 * g * mpmath.exp(x)), int(ulps) + 2, used


def chi(t, launch, i, params):
    j, g, x, ulps, used = gamma_of(t, launch, i, params[0] / 2)
    return j, representable(t, mpmath.sqrt(2 * g * mpmath.exp(x))), int(ulps) + 3, used


def inverse_gamma(t, launch, i, params):
    j, g, x, ulps, used = gamma_of(t, launch, i, params[0])
    return j, representable(t, real(params[1]) / g * mpmath.exp(-x)), int(ulps) + 4, used


def nakagami(t, launch, i, params):
    m, spread = params
    j, g, x, ulps, used = gamma_of(t, launch, i, m)
    return j, representable(t, mpmath.sqrt(real(spread) / real(m) * g * mpmath.exp(x))), int(ulps) + 4, used


def generalized_gamma(t, launch, i, params):
    a, c, scale = params
    j, g, x, ulps, used = gamma_of(t, launch, i, a)
    log, c = mpmath.log(g) + x, real(c)
    part = real(scale) * mpmath.exp(log / c)
    off = (2 * ulps + 3 * abs(mpmath.log(g)) + 4 * abs(x)) / abs(c) + 2 * abs(log / c) + 6
    return (j, *modules.law("weibull").near(t, 0, part, part * real(t.eps) * off), used)


def erlang(t, launch, i, params):
    shape, scale = params
    per, used = (2 if t.wide else 4), False
    total = mpf(0)
    for k in range(int(shape)):
        def word(purpose):
            b, w = launch.block(i, 0, k // per, purpose), k % per
            return join(b[2 * w], b[2 * w + 1]) if t.wide else b[w]
        w = word(0)
        if w >> (t.bits - 32) < 2 ** 20:
            total -= mpmath.log(real(unit(t, w, lambda: word(1))[0]))
            used = True
        else:
            total -= mpmath.log(mpf(2 * w + 1) / mpf(2) ** (t.bits + 1))
    off = (3 * int(shape) + 2) * mpf(2) ** -t.digits * (total if total < 0.35 else 1)
    x = fraction(total)
    return 0, fraction(total * real(scale)), int(off / mpf(2) ** t.quantum(x)) + 3, used


def gamma_low(t, launch, i):
    """Attempt 0 or the boost."""
    pair = launch.block(i // 2)[0] < (2 ** 21 if t.wide else 2 ** 24)
    return pair or is_open(t, shared_word(t, launch, i, 0, 2))


def erlang_low(t, launch, i):
    """Among the first uniforms, which every shape uses."""
    return launch.block(i)[0] < 2 ** 20


def shapes(t):
    return given("1e-6", "0.3", "0.999", "1", "2", "10", "1e6", *["1e12"] * t.wide)(t)


# ---- Cells ----

def temme(a, x):
    """P(Gamma(a) <= x) by the uniform expansion (Temme 1979) with two terms; its error is below 1e-17 for a >= 1e6."""
    a = mpf(a)
    mu = x / a - 1
    if mu == 0:
        mu = mpf(10) ** -15
    eta = mp.sign(mu) * mp.sqrt(2 * (mu - mp.log1p(mu)))
    c0 = 1 / mu - 1 / eta
    c1 = 1 / eta ** 3 - 1 / mu ** 3 - 1 / mu ** 2 - 1 / (12 * mu)
    r = mp.exp(-a * eta ** 2 / 2) / mp.sqrt(2 * mp.pi * a) * (c0 + c1 / a)
    return mp.erfc(-eta * mp.sqrt(a / 2)) / 2 - r


def gamma_cdf(a, x):
    """P(Gamma(a) <= x) for mpf x."""
    if x <= 0:
        return mpf(0)
    if a >= 1e6:
        return temme(a, x)
    if x < mpf(10) ** -60:
        return x ** a / mp.gamma(mpf(a) + 1)
    return mp.gammainc(a, 0, x, regularized=True)


def check():
    """The expansion is compared with scipy where it is used, and with mpmath below."""
    for z in (-4, -1, 0.5, 4):
        a = 2e6
        x = mpf(a + z * math.sqrt(a))
        assert abs(float(gamma_cdf(a, x)) - sp.gammainc(a, float(x))) < 1e-13
    for z in (-4, -0.3, 2):
        a = 1e5
        x = mpf(a + z * math.sqrt(a))
        assert abs(temme(a, x) - mp.gammainc(a, 0, x, regularized=True)) < mpf(10) ** -15


def quantiles(a):
    low = [float(sp.gammaincinv(a, p)) for p in LEVELS]
    return low + [float(sp.gammainccinv(a, p)) for p in TAIL]


def switches(a):
    """y = -1/2, +-1/4, and the ends of the series of Q in f64 and f32; x^4 = d / 0.0221, beyond which a squeeze decides
    little; the median of d v."""
    if a < 1:
        return [1.0]
    d = a - 1 / 3
    xs = (d / 0.0221) ** 0.25 / (3 * math.sqrt(d))
    return [d * (1 + y) ** 3 for y in (-0.5, -0.25, 0.25, -0.3, 0.4, -0.4, 0.6, 0.0, xs, -xs) if y > -1]


def of_scale(x, a, scale):
    return gamma_cdf(a, x / scale)


def gamma_points(t, a, scale):
    return quantiles(a) + switches(a) + [0.0]


CELL_SHAPES = """1e-6 1e-3 0.05 0.3 0.9 below_1 1 0.999999 1.000001 1.5 2 2.5 10 100 1e4 1e7 1e8 1e12"""


def gamma_cells():
    for kind, t in TYPES.items():
        for s in CELL_SHAPES.split():
            a = float(np.nextafter(t(1), t(0))) if s == "below_1" else float(t(s))
            label = s if s in ("below_1", "0.999999", "1.000001") else "%g" % float(s)
            yield Case("gamma(%s)" % label, kind, DRAWS, (a, 1), gamma_points, of_scale)


def loggamma_points(t, a):
    out = []
    for p in LEVELS:
        x = float(sp.gammaincinv(a, p))
        out.append(math.log(x) if x > 1e-280 and a > 1e-2 else (math.log(p) + math.lgamma(a + 1)) / a)
    return out + [math.log(x) for x in (float(sp.gammainccinv(a, p)) for p in TAIL) if x > 1e-280]


def loggamma_cells():
    return [Case("loggamma(%g)" % a, kind, DRAWS, (float(t(a)),), loggamma_points, lambda x, a: gamma_cdf(a, mp.exp(x)))
            for kind, t in TYPES.items() for a in (1e-6, 1e-3, 0.3, 2)]


def table_points(t, a, scale):
    """Cells end where the table's tails begin, v = 2^-8, at borders of its half octaves, and at the median."""
    borders = [2.0 ** -8, 3 * 2.0 ** -9, 2.0 ** -7, 2.0 ** -4, 2.0 ** -2, 0.375, 0.5]
    return quantiles(a) + [float(f(a, v)) for v in borders for f in (sp.gammaincinv, sp.gammainccinv)]


def table_cells():
    return [Case("gamma:table(%g)" % a, kind, MANY, (float(t(a)), 1), table_points, of_scale)
            for kind, t in TYPES.items() for a in (0.1, 0.5, 2.5, 100)]


def of_gamma(public, params, shape, up, cdf):
    """Cells of a function of the gamma. At parameters p, shape(*p) is the gamma's shape, up(x, *p) the variate of the gamma
    x, and cdf(v, *p) the distribution function. Parameters are the same number in both types."""
    def points(t, *p):
        return [up(x, *p) for x in quantiles(shape(*p)) + switches(shape(*p)) if x > 0]
    return lambda: [Case("%s(%s)" % (public, ",".join("%g" % q for q in p)), kind, DRAWS, p, points, cdf)
                    for kind in TYPES for p in params]


def accepting(t):
    return second_uniforms(t)[1:2]


def decided(t, i, forced):
    """Whether gamma(2) accepts these words."""
    found = fed.verdict(gamma, t, i, (Q(2), Q(1)), fed.Launch(0, forced))
    return found is not None and found[0] == "0"


def verdicts(t):
    """The second uniform is zero in its first word, so that its LOW word decides. The sine or the cosine is -1, and the
    radius is chosen, near the end where 1 + y is 0, so that the bound is inside that LOW word's range."""
    rows = []
    for i in fed.INDICES:
        low = (1, 1, i % 4) if t.wide else (0, 1, 2 + i % 2)
        angle, second = ((0, 0, 2), (1, 0, i % 4)) if t.wide else ((0, 0, 1), (0, 0, 2 + i % 2))
        words = {angle: 0xC0000000 if i % 2 else 0x80000000, second: 0}
        near, far = 0, M32      # the radius's word: too near the end; accepted
        while far - near > 1:
            middle = (near + far) // 2
            if decided(t, i, {**words, (0, 0, 0): middle, low: 0xC0000000}):
                far = middle
            else:
                near = middle
        words[0, 0, 0] = far - (far >> 8)
        rows += [(i, salt, {**words, low: edge}) for salt in range(4) for edge in (0x01000000, 0xF0000000)]
    return [((Q(2), Q(1)), rows)]


def power_cdf(x, a, c, scale):
    if x <= 0:
        return mpf(0)
    p = gamma_cdf(a, (x / mpf(scale)) ** mpf(c))
    return p if c > 0 else 1 - p


RARE = hunt(gamma_low)
DEGREES = given("0.01", "1", "2.5", "40")
ANSWERS = {
    "gamma": Answers(gamma, 5, lambda t: [(shape, Q(1)) for shape, in shapes(t)]
                     + given("2 0.1", "0.01 1e5", "0.002 1e38")(t),
                     RARE, fed=given("2 1", "0.5 1"), bases=second_uniforms, edges=verdicts),
    "loggamma": Answers(loggamma, 5, shapes, RARE, fed=given("2", "0.5"), bases=accepting),
    "chi2": Answers(chi2, 5, DEGREES, RARE, fed=given("5", "1"), bases=accepting),
    "chi": Answers(chi, 5, DEGREES, RARE, fed=given("5", "1"), bases=accepting),
    "inverse_gamma": Answers(inverse_gamma, 5, given("0.02 1", "0.3 0.1", "4 1", "0.0126 6.5e-19", "0.002 1e-38"), RARE,
                             fed=given("2 1", "0.5 1"), bases=accepting),
    "nakagami": Answers(nakagami, 5, given("0.01 1", "0.3 0.1", "4 1", "0.02 1e30"), RARE,
                        fed=given("2 1", "0.5 1"), bases=accepting),
    "generalized_gamma": Answers(generalized_gamma, 5,
                                 given("2 1.5 1", "0.3 -0.5 2", "1e-3 0.01 1", "40 1e3 1", "5 -2 1e-20"), RARE,
                                 fed=given("2 1.5 1", "0.5 2 1"), bases=accepting),
    "gamma_erlang": Answers(erlang, 9, given("1 1", "2 1", "3 1", "7 1", "100 1", "4 0.1"), hunt(erlang_low)),
}
DEGREES_OF = [(1,), (2.5,), (40,)]
CELLS = {
    "gamma": gamma_cells,
    "gamma_erlang": of_gamma("gamma:erlang", [(1, 1), (3, 1), (100, 2)], lambda n, scale: n, lambda x, n, scale: scale * x,
                             of_scale),
    "gamma_table": table_cells,
    "loggamma": loggamma_cells,
    "chi2": of_gamma("chi2", DEGREES_OF, lambda df: df / 2, lambda x, df: 2 * x, lambda v, df: gamma_cdf(df / 2, v / 2)),
    "chi": of_gamma("chi", DEGREES_OF, lambda df: df / 2, lambda x, df: math.sqrt(2 * x),
                    lambda v, df: gamma_cdf(df / 2, v * v / 2)),
    "inverse_gamma": of_gamma("inverse-gamma", [(0.3125, 1), (4, 2)], lambda a, scale: a, lambda x, a, scale: scale / x,
                              lambda v, a, scale: 1 - gamma_cdf(a, scale / v) if v > 0 else mpf(0)),
    "generalized_gamma": of_gamma("generalized-gamma", [(2, 1.5, 1), (0.5, 2, 3), (3, -2, 1)], lambda a, c, scale: a,
                                  lambda x, a, c, scale: scale * x ** (1 / c), power_cdf),
    "nakagami": of_gamma("nakagami", [(0.3125, 1), (3, 4)], lambda m, spread: m,
                         lambda x, m, spread: math.sqrt(spread / m * x),
                         lambda v, m, spread: gamma_cdf(m, m * v * v / spread)),
}
ELSEWHERE = {
    ("gamma_table", "answers"): "tests/law/tables/table.c: the table's quantiles and values against mpmath's",
    ("dirichlet", "answers"): "tests/exact/rows/dirichlet.c: sums, components and moments of rows",
    ("dirichlet", "cells"): "tests/exact/rows/dirichlet.c: components against their beta laws, sums, moments",
}
