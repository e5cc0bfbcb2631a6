#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Prints far.h: the density of J*(b), 0 < b < 1, for x >= 4 (part.h). There the logarithm of x f(x) is log(2^b b / sqrt(2
pi)) + b log x - pi^2 x / 8 + L(b, 4 / x), and

    L(b, y) = E(b) + b (1 - b) y Q(b, y),   E(b) = log(2 pi) / 2 + b log(pi / 4) - log Gamma(1 + b).

Reason: cosh(sqrt(2 t))^-b has a branch cut for t <= -pi^2 / 8. f(x) is e^(-pi^2 x / 8) x^(b - 1) / Gamma(b) times the mean
of k(G / x)^-b, G a gamma of shape 1 - b and u k(u) = -cos(sqrt(pi^2 / 4 + 2 u)), with an error of e^(-pi^2 x). L is computed
from the series at x up to 30, and from the expansion of that mean in 1 / x beyond; both agree there to 45 digits. Q is
interpolated at Chebyshev points in both variables.

    far.py              prints far.h
    far.py --check      checks the error of the committed numbers; with REROLL_DEEP also that they are equal to its output"""
import os
import re
import sys

try:
    from mpmath import mp, mpf
except ImportError:
    print("1..0 # SKIP the polynomial of polya-gamma-part needs mpmath")
    sys.exit()

mp.dps = 50
DEGREE_E, DEGREE_B, DEGREE_Y, TERMS = 22, 8, 14, 100


def cosine(terms):
    """k_j: C(v) = cos(sqrt(v)) has 4 v C'' + 2 C' + C = 0; v = pi^2 / 4 + 2 u."""
    v = mp.pi ** 2 / 4
    a = [mpf(0), -1 / (2 * mp.sqrt(v))]
    for j in range(terms):
        a.append(-((4 * j + 2) * (j + 1) * a[j + 1] + a[j]) / (4 * v * (j + 2) * (j + 1)))
    return [-a[j + 1] * mpf(2) ** (j + 1) for j in range(terms)]


K = cosine(TERMS + 2)


def power(p):
    """The coefficients of (k_0 + k_1 u + ...)^p."""
    c = [K[0] ** p]
    for m in range(1, TERMS):
        c.append(mp.fsum((p * j - (m - j)) * K[j] * c[m - j] for j in range(1, m + 1)) / (m * K[0]))
    return c


def expansion(b, coefficients, x):
    total, rising = mpf(0), mpf(1)
    for m, c in enumerate(coefficients):
        term = c * rising / x ** m
        if m and abs(term) < mpf(10) ** -46:
            break
        total += term
        rising *= 1 - b + m
    return mp.log(2 * mp.pi) / 2 - b * mp.log(2) - mp.loggamma(1 + b) + mp.log(total)


def series(b, x):
    with mp.workdps(60 + int(1.3 * x)):
        total, rising, n = mpf(1), mpf(1), 1
        while True:
            term = rising * (2 * n + b) * mp.exp(-2 * n * (n + b) / x)
            total += -term if n % 2 else term
            if term < mpf(10) ** (-50 - int(1.2 * x)):
                return mp.log(total) - (b + mpf(1) / 2) * mp.log(x) - b * b / (2 * x) + mp.pi ** 2 * x / 8
            rising *= (b + n) / mpf(n + 1)
            n += 1


def first(b):
    return mp.log(2 * mp.pi) / 2 + b * mp.log(mp.pi / 4) - mp.loggamma(1 + b)


def far(b, coefficients, y):
    return expansion(b, coefficients, 4 / y) if 4 / y > 30 else series(b, 4 / y)


def nodes(n):
    return [mp.cos(mp.pi * (2 * i + 1) / (2 * n)) for i in range(n)]


def interpolate(values):
    """Powers of t of the polynomial with these values at Chebyshev points of [-1, 1]."""
    n = len(values)
    total, before, now = [mpf(0)] * n, [mpf(1)] + [mpf(0)] * (n - 1), [mpf(0), mpf(1)] + [mpf(0)] * (n - 2)
    for j in range(n):
        weight = sum(v * mp.cos(mp.pi * j * (2 * i + 1) / (2 * n)) for i, v in enumerate(values)) * (2 if j else 1) / n
        total = [a + weight * b for a, b in zip(total, before)]
        before, now = now, [2 * a - b for a, b in zip([mpf(0)] + now[:-1], before)]
    return total


def tables():
    half = lambda t: (1 + t) / 2
    rows = []
    for s in nodes(DEGREE_B + 1):
        b = half(s)
        c = power(-b)
        rows.append(interpolate([(far(b, c, half(t)) - first(b)) / (b * (1 - b) * half(t)) for t in nodes(DEGREE_Y + 1)]))
    q = [interpolate([row[j] for row in rows]) for j in range(DEGREE_Y + 1)]
    return interpolate([first(half(t)) for t in nodes(DEGREE_E + 1)]), q


def text(name, values, size):
    lines = ["    " + ", ".join(float(x).hex() for x in values[at:at + 4]) + "," for at in range(0, len(values), 4)]
    return "RR_TABLE rr_scalar %s[%s] = {\n%s\n};\n" % (name, size, "\n".join(lines))


def header(e, q):
    return """/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by far.py. Coefficients in powers of 2 b - 1: of E, and of each coefficient of Q in powers of 2 y - 1. */
#ifndef RR_POLYA_GAMMA_FAR_H
#define RR_POLYA_GAMMA_FAR_H

#define RR_POLYA_E %d
#define RR_POLYA_Q_B %d
#define RR_POLYA_Q_Y %d

%s
%s
#endif
""" % (DEGREE_E, DEGREE_B, DEGREE_Y, text("rr_polya_e", e, "RR_POLYA_E + 1"),
       text("rr_polya_q", [x for row in q for x in row], "(RR_POLYA_Q_Y + 1) * (RR_POLYA_Q_B + 1)"))


def committed(text):
    """The two tables of far.h."""
    numbers = [mpf(float.fromhex(x)) for x in re.findall(r"-?0x[0-9a-f.]+p[-+]\d+", text)]
    row = DEGREE_B + 1
    return numbers[:DEGREE_E + 1], [numbers[at:at + row] for at in range(DEGREE_E + 1, len(numbers), row)]


def error(e, q, count):
    """The largest error of L at count x count points between the nodes."""
    horner = lambda c, t: mp.polyval(list(reversed(c)), t)
    worst = mpf(0)
    for i in range(1, count + 1):
        b = mpf(i) / (count + 1) + mpf(i % 3) / 300
        c = power(-b)
        worst = max(worst, abs(horner(e, 2 * b - 1) - first(b)))
        for k in range(1, count + 1):
            y = mpf(k) / count
            value = first(b) + b * (1 - b) * y * horner([horner(row, 2 * b - 1) for row in q], 2 * y - 1)
            worst = max(worst, abs(value - far(b, c, y)))
    return worst


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        print(header(*tables()), end="")
        sys.exit()
    deep = bool(os.environ.get("REROLL_DEEP"))
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "far.h"), encoding="ascii") as f:
        there = f.read()
    small = error(*committed(there), 11 if deep else 4) < mpf(2) ** -53
    same = not deep or there == header(*tables())
    print("1..2\n%sok 1 - the error of far.h is below 2^-53" % ("" if small else "not "))
    print("%sok 2 - far.h is the output of far.py%s" % ("" if same else "not ",
                                                      "" if deep else " # SKIP only with REROLL_DEEP=1"))
    sys.exit(not (same and small))
