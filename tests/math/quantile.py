#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the rational functions of engine/math/normal_quantile.h and checks that the header carries them.

    quantile.py            print every coefficient, numerator and then denominator, from the constant term up
    quantile.py --check    a test (TAP): the header carries them; f32 only, in seconds, or all with REROLL_LONG set

Each is the rational minimax fit (Remez exchange on a grid of points, spread in the logarithm of the argument) of numerator
and denominator of one degree, the constant of the denominator 1. The coefficients are rounded one at a time, and the others
are fitted again around those already rounded. The functions fitted are made by Newton's method from erfc at full precision.
"""
import os
import sys

try:
    from coefficients import rounded, text
    from mpmath import mp, mpf, matrix, lu_solve, log, sqrt, erfc, exp, pi, cos, nstr
except ImportError:
    print("1..0 # SKIP quantile.py wants mpmath")
    sys.exit(0)

GRID = 160
HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "engine", "math", "normal_quantile.h")


def quantile(log_v):
    """x with log P(X > x) = log_v. log P is concave, so Newton's method converges from below."""
    x = mpf(0) if log_v > -3 else sqrt(-2 * log_v) - 1
    while True:
        p = erfc(x / sqrt(mpf(2))) / 2
        step = (log(p) - log_v) * p * sqrt(2 * pi) * exp(x * x / 2)
        x += step
        if abs(step) < mpf(2) ** (-mp.prec // 2):
            return x


def centre(q):
    """x / c - 51/16 as a function of q = v (1 - v), and the weight that makes its error relative to x."""
    c = sqrt(mpf(1) / 4 - q)
    x = quantile(log(mpf(1) / 2 - c))
    return x / c - mpf(51) / 16, c / x


def tail(s):
    """s - x as a function of s = sqrt(-2 log v), and the weight that makes its error relative to x."""
    x = quantile(-s * s / 2)
    return s - x, 1 / x


def polynomial(coefficients, x):
    value = mpf(0)
    for c in reversed(coefficients):
        value = value * x + c
    return value


class Fit:
    """Numerator of degree n over denominator of degree m, some coefficients fixed: [a0 ... an, b1 ... bm], b0 = 1."""

    def __init__(self, function, low, high, n, m):
        l, h = log(low), log(high)
        self.n, self.unknowns = n, n + 1 + m
        self.xs = [exp((l + h) / 2 - (h - l) / 2 * cos(pi * (2 * i + 1) / (2 * GRID))) for i in range(GRID)]
        self.f, self.w = zip(*map(function, self.xs))
        self.powers = [[x ** k for k in range(max(n, m) + 1)] for x in self.xs]
        self.coefficients = [None] * self.unknowns
        self.fixed = set()

    def bottom(self, i):
        return 1 + sum(b * p for b, p in zip(self.coefficients[self.n + 1:], self.powers[i][1:]))

    def errors(self):
        top = [sum(a * p for a, p in zip(self.coefficients[:self.n + 1], row)) for row in self.powers]
        return [w * (f - t / self.bottom(i)) for i, (w, f, t) in enumerate(zip(self.w, self.f, top))]

    def row(self, i):
        return self.powers[i][:self.n + 1] + [-self.f[i] * p for p in self.powers[i][1:self.unknowns - self.n]]

    def solve(self, picks, weights):
        """p - f q = (-1)^k E weight / w at the picks, for the free coefficients and E."""
        free = [k for k in range(self.unknowns) if k not in self.fixed]
        rows, right = [], []
        for k, i in enumerate(picks):
            row = self.row(i)
            rows.append([row[j] for j in free] + [(-1) ** k * weights[k] / self.w[i]])
            right.append(self.f[i] - sum(row[j] * self.coefficients[j] for j in self.fixed))
        solution = lu_solve(matrix(rows), matrix(right))
        for j, value in zip(free, solution):
            self.coefficients[j] = value
        return solution[len(free)]

    def level(self, picks):
        """The same with the denominator as the weight, found in a few iterations."""
        before = None
        weights = [mpf(1) if self.coefficients[0] is None else self.bottom(i) for i in picks]
        for _ in range(12):
            e = self.solve(picks, weights)
            if before is not None and abs(e - before) < abs(e) / 1000:
                break
            before, weights = e, [self.bottom(i) for i in picks]
        return e

    def exchange(self, errors, count):
        picks = []
        for i, e in enumerate(errors):
            if picks and (errors[picks[-1]] > 0) == (e > 0):
                if abs(e) > abs(errors[picks[-1]]):
                    picks[-1] = i
            else:
                picks.append(i)
        while len(picks) > count:
            picks.pop(0 if abs(errors[picks[0]]) < abs(errors[picks[-1]]) else -1)
        return picks if len(picks) == count else None

    def remez(self):
        count = self.unknowns + 1 - len(self.fixed)
        best = None
        picks = None
        if self.coefficients[0] is not None:
            errors = self.errors()
            best = (max(map(abs, errors)), list(self.coefficients))
            picks = self.exchange(errors, count)
        for _ in range(15):
            picks = picks or [round((GRID - 1) * (0.5 - 0.5 * float(cos(pi * k / (count - 1))))) for k in range(count)]
            e = self.level(picks)
            errors = self.errors()
            worst = max(map(abs, errors))
            if best is None or worst < best[0]:
                best = (worst, list(self.coefficients))
            if worst < abs(e) * mpf("1.02"):
                break
            picks = self.exchange(errors, count)
            if picks is None:
                break
        self.coefficients = best[1]
        return best[0]

    def run(self, bits):
        worst = self.remez()
        degree = [j if j <= self.n else j - self.n for j in range(self.unknowns)]
        for j in sorted(range(self.unknowns), key=lambda j: (degree[j], j)):   # a0, a1, b1, a2, ...
            self.coefficients[j] = rounded(self.coefficients[j], bits)
            self.fixed.add(j)
            worst = self.remez() if len(self.fixed) < self.unknowns else max(map(abs, self.errors()))
        return worst


# name, function, dtype, smallest and largest argument, degrees of numerator and denominator
V = mpf(2) ** -8
FITS = [
    ("centre", centre, 32, (V * (1 - V), mpf(1) / 4 - mpf(2) ** -20), (7, 6)),
    ("tail", tail, 32, (sqrt(-2 * log(V)), sqrt(298 * log(mpf(2)))), (4, 4)),
    ("centre", centre, 64, (V * (1 - V), mpf(1) / 4 - mpf(2) ** -20), (13, 13)),
    ("tail", tail, 64, (sqrt(-2 * log(V)), sqrt(2148 * log(mpf(2)))), (10, 10)),
]


def main():
    check, source = "--check" in sys.argv, open(HEADER).read() if os.path.exists(HEADER) else ""
    todo = [f for f in FITS if not check or f[2] == 32 or os.environ.get("REROLL_LONG")]
    bad = 0
    if check:
        print("1..%d" % len(todo))
    for number, (name, function, dtype, (low, high), (n, m)) in enumerate(todo, 1):
        mp.prec = 120 if dtype == 32 else 220
        fit = Fit(function, +low, +high, n, m)
        worst = fit.run(24 if dtype == 32 else 53)
        missing = [c for c in fit.coefficients if "RR_C(%s)" % text(c) not in source]
        bad += len(missing)
        if check:
            print("%sok %d - %s f%d is what quantile.py makes" % ("not " if missing else "", number, name, dtype))
            continue
        print("%s f%d: relative error 2^%s" % (name, dtype, nstr(log(worst, 2), 4)))
        for k, c in enumerate(fit.coefficients):
            print("    %s%d %s%s" % ("ab"[k > n], k - n * (k > n), text(c), "  missing" if c in missing else ""))
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
