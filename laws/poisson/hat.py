#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Proves that the hat of poisson.h is above the distribution, for every mean from 10 on, every count and every u.

With s = sqrt(lam), e = 1 / s in (0, .3163], a = a' s, b = b' s, where b' = 2.53 + .931 e and a' = .02483 b' - .059 e, a
proposal is at the distance s t from the centre lam + .43, t = (1/2 - u) (2 a' / u + b'). The ratio P(k) (a / u^2 + b) / A
decreases in u on the interval of k, so it is largest at the interval's far end: k + 1 = lam + .43 + s t on the right, k =
lam + .43 - s t on the left. With z = t - .57 e or .43 e - t, d = e z, w = k / lam = 1 + d, and Robbins' bound k! > sqrt(2 pi
k) k^k exp(1 / (12 k + 1) - k), whose proof holds for all real k > 0,

    ratio < R(e, u) = exp(-z^2 g(d) - e^2 / (12 w + e^2)) / sqrt(2 pi w) (a' / u^2 + b') / A',

with g(d) = ((1 + d) log(1 + d) - d) / d^2.

k need not be an integer: for each side this is one function of two numbers, smooth down to e = 0. It is bounded on boxes of
(e, u) by intervals that are rounded outwards, directly and by the mean value theorem. A box whose bound is too large is cut
in four.

By hand: u < 1/64, where t > 4.5 and x = 1 / u > 64. On the right d > 0 and g >= 1 / (2 + 2 d / 3) (Bernstein), z^2 g > .0757
x and R < .36 (.063 x^2 + 2.9) exp(-.0757 x) < .8, which decreases in x. On the left g >= 1/2. Where w > 1/4, R < .72 (.063
x^2 + 2.9) exp(-z^2 / 2) < .02. Else z > 3 / (4 e) and, since k >= 1, w >= e^2, so R is at most .05. For k = 0 P is e^-lam:
.04 at lam = 10, and decreasing.

    hat.py --check      fails where a box stays above the bound"""
import os
import re
import sys

try:
    import numpy as np
except ImportError:
    print("1..0 # SKIP the proof of poisson's hat needs numpy")
    sys.exit()

BOUND = 0.9999     # the largest value is .999676, at e = 0
SMALL = 1 / 64
LEAST = 1.0        # the smallest k that is examined


def constants(path, pattern):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), path), encoding="utf-8") as f:
        return [float(x) for x in re.search(pattern, f.read()).groups()]


NUMBER = r"RR_C\((-?[\d.]+)\)"
HAT = r"hat\.b = .*%s.*%s\)\);\s*g\.hat\.a = .*%s.*%s\)\);" % ((NUMBER,) * 4)
# From both lane texts: b and a; the numbers above and below in A's quotient, and the number added to it; the centre.
B, A = constants("poisson.h", HAT)[:2], constants("poisson.h", HAT)[2:]
OVER, UNDER, PLUS = constants("poisson.h", r"rr_splat\(%s\), g\.hat\.b - %s\) \+ %s" % ((NUMBER,) * 3))
CENTRE, = constants("poisson.h", r"rr_propose\(g\.hat, g\.m \+ %s" % NUMBER)
assert constants("draw/first.h", HAT) == B + A
assert constants("draw/first.h", r"c = g\.hat\.b - %s, d = .*%s\), rr_splat\(%s" % ((NUMBER,) * 3)) == [UNDER, PLUS, OVER]


class I:
    """Intervals with ends rounded outwards: each operation by 2 ulps, and by 4 if it is a function of the C library."""

    def __init__(self, low, high=None):
        self.low, self.high = low, low if high is None else high

    @staticmethod
    def out(low, high, ulps=2):
        eps = ulps * 2.0 ** -52
        return I(low - np.abs(low) * eps - 1e-300, high + np.abs(high) * eps + 1e-300)

    def __add__(self, other):
        other = other if isinstance(other, I) else I(other)
        return I.out(self.low + other.low, self.high + other.high)

    def __neg__(self):
        return I(-self.high, -self.low)

    def __sub__(self, other):
        return self + (-other if isinstance(other, I) else I(-other))

    def __mul__(self, other):
        other = other if isinstance(other, I) else I(other)
        ends = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high]
        return I.out(np.minimum.reduce(ends), np.maximum.reduce(ends))

    def over(self, other):    # other > 0
        return self * I.out(1 / other.high, 1 / other.low)

    def rising(self, f):
        return I.out(f(self.low), f(self.high), 4)

    def square(self):
        low = np.where((self.low < 0) & (self.high > 0), 0, np.minimum(np.abs(self.low), np.abs(self.high)))
        return I.out(low ** 2, np.maximum(np.abs(self.low), np.abs(self.high)) ** 2)


def g_at(d, order):
    """g, decreasing, and its derivative, increasing. By series near 0; elsewhere cancellation costs less than 2^-38."""
    far = np.where(np.abs(d) > 0.05, d, 1.0)
    if order:
        near = sum(-n * (-d) ** (n - 1) / ((n + 1) * (n + 2)) for n in range(1, 15))
        exact = (2 * far - (2 + far) * np.log1p(far)) / far ** 3
    else:
        near = sum((-d) ** n / ((n + 1) * (n + 2)) for n in range(14))
        exact = ((1 + far) * np.log1p(far) - far) / far ** 2
    return np.where(np.abs(d) > 0.05, exact, near)


def g_of(d, order):
    ends = g_at(d.low, order), g_at(d.high, order)
    return I.out(np.minimum(*ends), np.maximum(*ends), 2.0 ** 14)


class D:
    """A value and its derivatives by e and u."""

    def __init__(self, value, e, u):
        self.value, self.e, self.u = value, e, u

    def __add__(self, other):
        if isinstance(other, float):
            return D(self.value + other, self.e, self.u)
        return D(self.value + other.value, self.e + other.e, self.u + other.u)

    def __neg__(self):
        return D(-self.value, -self.e, -self.u)

    def __mul__(self, other):
        if isinstance(other, float):
            return D(self.value * other, self.e * other, self.u * other)
        return D(self.value * other.value, self.e * other.value + self.value * other.e,
                 self.u * other.value + self.value * other.u)

    def by(self, value, slope):
        return D(value, self.e * slope, self.u * slope)

    def inverse(self):
        one = I(1.0).over(self.value)
        return self.by(one, -one.square())

    def log(self):
        return self.by(self.value.rising(np.log), I(1.0).over(self.value))

    def square(self):
        return self.by(self.value.square(), self.value * 2.0)


def log_ratio(e, u, right):
    """log R, with k clamped at LEAST; and d, not clamped."""
    zero, one = I(np.zeros_like(e.low)), I(np.ones_like(e.low))
    e, u = D(e, one, zero), D(u, zero, one)
    b = e * B[1] + B[0]
    a = b * A[0] + e * A[1]
    over = u.inverse()
    t = (-u + 0.5) * (a * over * 2.0 + b)
    z = t + e * (CENTRE - 1) if right else e * CENTRE + -t
    d = z * e
    uncut = d.value
    least = e.value.square() * LEAST - 1.0
    d.value = I(np.maximum(d.value.low, least.low), np.maximum(d.value.high, least.low))
    z.value = I(np.maximum(z.value.low, -1 / np.maximum(e.value.low, 1e-18)), z.value.high)
    g = d.by(g_of(d.value, 0), g_of(d.value, 1))
    area = e * OVER * (b + e * -UNDER).inverse() + PLUS
    half_log = (d + 1.0).log() * 0.5
    hat = (a * over.square() + b) * area.inverse()
    stirling = e.square() * ((d + 1.0) * 12.0 + e.square()).inverse()
    return hat.log() + -(z.square() * g) + -half_log + -stirling + -0.91893853320467267, uncut, least


def bound(e, u, right):
    whole, d, least = log_ratio(e, u, right)
    middle = I((e.low + e.high) / 2), I((u.low + u.high) / 2)
    centre = log_ratio(*middle, right)[0].value.high
    steep = [np.maximum(np.abs(x.low), np.abs(x.high)) * (y.high - y.low) * 0.50001 for x, y in ((whole.e, e), (whole.u, u))]
    mean = np.where(d.low > least.high, centre + steep[0] + steep[1], np.inf)
    return np.where(d.high < least.low, -np.inf, np.minimum(whole.value.high, mean))


def boxes(right):
    """The numbers of boxes that stay above the bound and of those examined."""
    edges = np.concatenate([[0.0], np.arange(1, 65) * (0.3163 / 64)])
    us = np.arange(SMALL, 0.5, 1 / 256)
    e0, u0 = (x.ravel() for x in np.meshgrid(edges[:-1], us))
    e1, u1 = (x.ravel() for x in np.meshgrid(edges[1:], us + 1 / 256))
    looked = 0
    for _ in range(12):
        looked += len(e0)
        left = bound(I(e0, e1), I(u0, u1), right) > np.log(BOUND)
        e0, e1, u0, u1 = e0[left], e1[left], u0[left], u1[left]
        if not len(e0) or len(e0) > 50000:
            break
        em, um = (e0 + e1) / 2, (u0 + u1) / 2
        e0, e1 = np.concatenate((e0, em, e0, em)), np.concatenate((em, e1, em, e1))
        u0, u1 = np.concatenate((u0, u0, um, um)), np.concatenate((um, um, u1, u1))
    return len(e0), looked


if __name__ == "__main__":
    print("1..2")
    for number, right in enumerate((True, False), 1):
        left, looked = boxes(right)
        print("%s %d - the %s side of the hat: %d boxes, %d left" % ("not ok" if left else "ok", number,
                                                                   "right" if right else "left", looked, left))
