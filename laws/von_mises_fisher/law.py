# SPDX-License-Identifier: MIT OR Apache-2.0
"""Points about a direction. In three dimensions: the shortest turn of the nearer pole to it, as a matrix (Rodrigues),
applied to the point about that pole. In others: the tangent after the reflection of the last axis to it (Householder). A
normal is within 5 ulp, which changes the perpendicular direction by less than 10 half ulps of its length.

Their versine, attempt by attempt from the ratio of the densities."""
import functools
import math

import mpmath
from mpmath import mp, mpf
from scipy import stats

import modules
from cells import FEW, TYPES, Case
from oracle import (ATTEMPTS, F32, F64, SEEDS, Answers, Launch, Q, first_of_two, fraction, given, hunt, other_family, real,
                    second_of_two, second_uniforms, sides, standard_normal)

# ---- 1 - cos ----


def log_density(y, kappa, a):
    """The logarithm of the density of the log odds v / (2 - v); and v."""
    v = 2 / (1 + mp.exp(-y))
    return -kappa * v + a * (mp.log(v) + mp.log(2 - v)), v


def versine(t, launch, i, params):
    kappa, k = (real(p) for p in params)
    a, eps, low_used = (k - 1) / 2, mpf(2) ** -t.digits, False
    s = a if a < 1 else mp.sqrt(a)
    with mp.workprec(500):      # at kappa = 1e30 the logarithms of both densities are as large
        b = a / (kappa + mp.sqrt(kappa ** 2 + a ** 2))
        part, top = b / (1 + b), log_density(mp.log(b), kappa, a)[0]
        for j in range(ATTEMPTS):
            v, c, sign, used = sides(t, first_of_two(t, launch, i, j), lambda: first_of_two(t, launch, i, j, 1))
            u, low_used = second_of_two(t, launch, i, j)[0], low_used or used
            y = sign * mp.log((1 - v) / v) / s
            off = 12 * eps * abs(y)
            here = [log_density(mp.log(b) + x, kappa, a)[0] - top for x in (y - off, y, y + off)]
            margin = max(abs(here[1] - x) for x in here) + eps * (16 + 200 * abs(here[1]) + 8 * a * abs(y))
            if abs(mp.log(u * 4 * v * (1 - v)) - here[1]) <= margin:
                return None, Q(0), 0, low_used
            if mp.log(u * 4 * v * (1 - v)) < here[1]:
                value = log_density(mp.log(b) + y, kappa, a)[1]
                steep = (1 - part) / (1 + part * mp.expm1(y))
                return j, fraction(+value), int(12 * abs(y) * steep) + 32, low_used
    return None, Q(0), 0, low_used


@functools.lru_cache(maxsize=None)
def spread(kappa, k):
    """The mode of the log odds, and a step of about their sd."""
    a = (mpf(k) - 1) / 2
    return mp.log(a / (kappa + mp.sqrt(mpf(kappa) ** 2 + a ** 2))), 1 / min(a, mp.sqrt(a))


@functools.lru_cache(maxsize=None)
def area(kappa, k, n, high):
    """The integral of the density of the log odds over its maximum, from step n to high steps."""
    mode, step = spread(kappa, k)
    a = (mpf(k) - 1) / 2
    top = log_density(mode, kappa, a)[0]
    return mp.quad(lambda x: mp.exp(log_density(mode + x * step, kappa, a)[0] - top), [mpf(n) / 2, mpf(high) / 2])


REACH = 180


def versine_cdf(x, kappa, k):
    """The integral from where the density is below 1e-38 of its maximum."""
    mode, step = spread(kappa, k)
    if x >= 2:
        return mpf(1)
    at = (mp.log(x / (2 - mpf(x))) - mode) / step * 2
    n = int(mp.floor(at))
    below = sum(area(kappa, k, m, m + 1) for m in range(-REACH, n)) + area(kappa, k, n, at)
    return below / all_of(kappa, k)


@functools.lru_cache(maxsize=None)
def all_of(kappa, k):
    return sum(area(kappa, k, m, m + 1) for m in range(-REACH, REACH))


def check():
    """Three dimensions give an exponential between 0 and 2; the whole integral agrees with the Bessel function; two
    dimensions give von Mises's angle."""
    assert abs(versine_cdf(mpf("0.3"), 2.0, 3.0) - mp.expm1(mpf("-0.6")) / mp.expm1(-4)) < 1e-30
    mode, step = spread(3.0, 5.5)
    top, a = log_density(mode, mpf(3), mpf("2.25"))[0], mpf("2.25")
    whole = mp.exp(-3) * mp.sqrt(mp.pi) * mp.gamma(a) * (mpf(2) / 3) ** (a - mpf(1) / 2) * mp.besseli(a - mpf(1) / 2, 3) * 2
    assert abs(all_of(3.0, 5.5) * step * mp.exp(top) / whole - 1) < 1e-25
    assert abs(versine_cdf(mpf(1), 2.0, 2.0) - (2 * stats.vonmises(2).cdf(math.pi / 2) - 1)) < 1e-12


def points(t, kappa, k):
    mode, step = spread(kappa, k)
    at = [mode + step * m / 12 for m in range(-48, 49)]
    return [float(2 / (1 + mp.exp(-y))) for y in at]


def versine_cells():
    for kappa, k in (0.0, 2.0), (2.0, 2.0), (1e4, 2.0), (2.0, 3.0), (5.0, 5.5), (0.0, 100.0), (300.0, 1000.0):
        for kind in TYPES:
            yield Case("vmf-versine(%g,%g)" % (kappa, k), kind, FEW, (kappa, k), points, versine_cdf)


def first_low(t, launch, i):
    return sides(t, first_of_two(t, launch, i, 0), lambda: 0)[3]


def versine_sets(t):
    return given("2 4", "0 2", "30 2", "1e30 2", "0.3 2.5", "1e-30 3", "700 40", "1e30 3", "100 1e4",
                 *(["1e9 1e6", "0 4294967295", "1e5 4294967295"] if t.wide else []))(t)


# ---- Points ----


def turn(m, sign):
    """The matrix that turns (0, 0, sign) to m about the axis orthogonal to both."""
    u = mpmath.matrix([-sign * m[1], sign * m[0], 0])
    cross = mpmath.matrix([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    return mpmath.eye(3) + cross + cross * cross / (1 + sign * m[2])


def other_point(t, launch, i, mean, kappa):
    """In any number of dimensions; None where the versine's verdict is within rounding."""
    k = len(mean)
    m = mpmath.matrix(mean) / mpmath.norm(mpmath.matrix(mean))
    z = mpmath.matrix([standard_normal(t, launch, k * i + c)[0] for c in range(k - 1)] + [0])
    height = (fraction(kappa), Q(k))
    attempt, v, _, _ = versine(F64, other_family(launch, 68, True), i, height)
    assert attempt is not None
    w = m.copy()
    w[k - 1] += -1 if m[k - 1] < 0 else 1
    y = z / mpmath.norm(z)
    t = y - w * (2 * (w.T * y)[0] / (w.T * w)[0])
    across = mpmath.sqrt(real(v) * (2 - real(v)))
    return m * (1 - real(v)) + across * t, across


def point(t, launch, i, mean, kappa):
    if len(mean) != 3:
        return other_point(t, launch, i, mean, kappa)
    length = mpmath.sqrt(sum(x * x for x in mean))
    m = [x / length for x in mean]
    sign = -1 if m[2] < 0 else 1
    x, y = (standard_normal(t, launch, 3 * i + c)[0] for c in range(2))
    k = max(kappa, mpf("1e-30"))
    height = (fraction(2 * k), fraction(mpf(0)), fraction(1 / k))
    v = real(modules.law("bounded").truncated_exponential(F64, other_family(launch, 121, True), i, height)[1])
    across = mpmath.sqrt(v * (2 - v))
    about = mpmath.matrix([across * x / mpmath.hypot(x, y), sign * across * y / mpmath.hypot(x, y), sign * (1 - v)])
    return turn(m, sign) * about, across


CASES = ((3, ["1", "2", "-2"], "3"), (3, ["1"], "0"), (3, ["-1e-9", "1e-10", "-1e-8"], "1e9"),
         (3, ["1e20", "0", "0"], "0.001"),
         (2, ["0.6", "-0.8"], "3"), (2, ["-1e-20", "1e-30"],
                                     "1e9"), (4, ["1", "-2", "3", "-4"], "5"), (4, ["0", "0", "0", "1"], "0"),
         (17, ["-1"], "100"), (40, ["0.5"], "1e30"))


class Points:
    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS; the mean and kappa, how many numbers and which; a line per row: its index, "
               "and",
               "# an entry and what it may be off by, K times"]
        for t in F32, F64:
            for number, (k, mean, kappa) in enumerate(CASES):
                (seed, stream), where = SEEDS[number % len(SEEDS)], [0, 1, 2, 77, 2 ** 33 + 5]
                mean, kappa = [real(t.rn(fraction(mpf(x)))) for x in mean], real(t.rn(fraction(mpf(kappa))))
                out += ["case %s %016x %016x %d %d" % (t.name, seed, stream, k, len(where))]
                out += ["%d %s" % (len(mean), " ".join(mpmath.nstr(x, 20) for x in mean)), "1 " + mpmath.nstr(kappa, 20)]
                for i in where:
                    x, across = point(t, Launch(seed, stream, 120, t.wide, row=k), i, mean * (k // len(mean)), kappa)
                    off = [real(t.eps) * (24 * across + abs(c)) + (40 if k == 3 else 200) * real(F64.eps) for c in x]
                    pairs = [mpmath.nstr(c, 20) + " " + mpmath.nstr(o, 5) for c, o in zip(x, off)]
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


ANSWERS = {
    "von_mises_fisher": Points(),
    "vmf_versine": Answers(versine, 31, versine_sets, hunt(first_low), fed=given("2 4"), bases=second_uniforms),
}
CELLS = {"vmf_versine": versine_cells}
ELSEWHERE = {("von_mises_fisher", "cells"): "tests/exact/rows/von_mises_fisher.c: the direction; the versine has cells"}
