#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the polynomial coefficients of engine/math and checks that the headers carry them.

    coefficients.py [--only NAME]            print every polynomial, or that one
    coefficients.py [--only NAME] --check    exit status 1 if a header lacks a printed coefficient

Each polynomial is the minimax fit (Remez exchange on a grid of Chebyshev points) under a weight that turns its error
into relative error of the function it serves. The coefficients are rounded one at a time from the constant term up, and the
others are fitted again around those already rounded, so that rounding costs almost no accuracy. Needs mpmath.
"""
import os
import sys

from mpmath import mp, mpf, matrix, lu_solve, log, log1p, expm1, exp, sin, cos, cot, pi, sqrt, floor, nstr, atan

mp.prec = 240
GRID = 400
HERE = os.path.dirname(os.path.abspath(__file__))
MATH = os.path.join(HERE, "..", "..", "engine", "math")


def rounded(x, bits):
    """x rounded to `bits` bits (exponents here are far from the limits)."""
    if x == 0:
        return mpf(0)
    e = bits - 1 - int(floor(log(abs(x), 2)))
    return mpf(int(floor(x * mpf(2) ** e + mpf(1) / 2))) / mpf(2) ** e


def text(x):
    """A hexadecimal constant without trailing zeros."""
    if x == 0:
        return "0"
    head, tail = float(x).hex().split("p")
    return head.rstrip("0").rstrip(".") + "p" + str(int(tail))


def exchange(error, count):
    """The largest error of each run of one sign, `count` runs."""
    picks = []
    for i, e in enumerate(error):
        if e == 0:
            continue
        if picks and (error[picks[-1]] > 0) == (e > 0):
            if abs(e) > abs(error[picks[-1]]):
                picks[-1] = i
        else:
            picks.append(i)
    while len(picks) > count:
        picks.pop(0 if abs(error[picks[0]]) < abs(error[picks[-1]]) else -1)
    return picks if len(picks) == count else None


def error_of(coefficients, first, xs, target, weight):
    """weight (target - x^first (c0 + c1 x + ...)) over the grid."""
    error = []
    for x, t, w in zip(xs, target, weight):
        value = mpf(0)
        for c in reversed(coefficients):
            value = value * x + c
        error.append(w * (t - value * x ** first))
    return error


def remez(xs, target, weight, first, start):
    """Coefficients of x^first, x^(first+1), ... that minimize the largest |weight (target - polynomial)| over the grid; not
    worse than the coefficients `start`."""
    count = len(start) + 1
    error = error_of(start, first, xs, target, weight)
    best = (max(map(abs, error)), start)
    for attempt in range(10):
        picks = exchange(error, count)
        if picks is None:
            if attempt:
                break
            picks = [(len(xs) - 1) * i // (count - 1) for i in range(count)]
        rows = [[xs[i] ** (first + p) for p in range(count - 1)] + [(-1) ** n / weight[i]] for n, i in enumerate(picks)]
        solution = lu_solve(matrix(rows), matrix([target[i] for i in picks]))
        coefficients = [solution[i] for i in range(count - 1)]
        error = error_of(coefficients, first, xs, target, weight)
        worst = max(map(abs, error))
        if worst < best[0]:
            best = (worst, coefficients)
        if worst < abs(solution[count - 1]) * mpf("1.02"):
            break
    return best[1]


def fit(target, weight, low, high, degree, bits):
    xs = [(low + high) / 2 - (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * GRID)) for i in range(GRID)]
    ts, ws = [target(x) for x in xs], [abs(weight(x)) for x in xs]
    fixed, rest, tail = [], ts, [mpf(0)] * (degree + 1)
    for power in range(degree + 1):
        tail = remez(xs, rest, ws, power, tail)
        fixed.append(rounded(tail.pop(0), bits))
        rest = [t - fixed[-1] * x ** power for x, t in zip(xs, rest)]
    return fixed, max(abs(w * r) for w, r in zip(ws, rest))


def atanh_tail(z, first):
    """sum over k >= 0 of z^k / (2 k + first)"""
    total, term, k = mpf(0), mpf(1), 0
    while abs(term) > mpf(2) ** -200:
        total += term / (2 * k + first)
        term *= z
        k += 1
    return total


LN2 = log(mpf(2))
LOW, HIGH = sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1
ZMAX = (HIGH / (2 + HIGH)) ** 2
HALFPI_HI = {32: mpf(float.fromhex("0x1.921fb6p0")), 64: mpf(float.fromhex("0x1.921fb54442d18p0"))}


def log_tail(f):
    return (f - log1p(f)) / f ** 2


ROWS = 16   # of each table


def row_near(middle):
    """c near that value such that log c is almost exactly a double; and that double."""
    steps = 0
    while True:
        for sign in (1, -1):
            c = rounded(middle + sign * steps * mpf(2) ** -40, 53)
            if abs(log(c) - rounded(log(c), 53)) < mpf(2) ** -66:
                return c, rounded(log(c), 53)
        steps += 1


def neglog_rows():
    """c is about 1/m in the middle of the row's interval."""
    return [row_near(mpf(4 * ROWS) / (2 * ROWS + 2 * j + 1)) for j in range(ROWS - 1)] + [(mpf(1), mpf(0))]


def log1p_rows():
    """c is about 1 / (1 + j/16), and is printed times 2^1022."""
    rows = [(mpf(1), mpf(0))] + [row_near(mpf(ROWS) / (ROWS + j)) for j in range(1, ROWS)]
    return [(c * mpf(2) ** 1022, l) for c, l in rows]


def neglog_weight(r):
    """One over the smallest result of the rows that reach r; below 0 those of the last row, whose result is -log1p(r)."""
    if r < 0:
        return r ** 2 / log1p(r)
    row = min((1 / r - (2 * ROWS + 1)) / 2, ROWS - 2)
    return r ** 2 / log(mpf(ROWS + 1 + int(max(row, 0))) / (2 * ROWS))


def level_near(middle):
    """c near that value, and L, a multiple of 2^-45, such that -log2 c is almost exactly L."""
    start, steps = int(floor(-log(middle, 2) * mpf(2) ** 45)), 0
    while True:
        for sign in (1, -1):
            level = (start + sign * steps) / mpf(2) ** 45
            c = rounded(mpf(2) ** -level, 53)
            if abs(log(c, 2) + level) < mpf(2) ** -66:
                return c, level
        steps += 1


def log2_rows():
    """c is about 1/m in the middle of the row's interval of m in [1/2, 1)."""
    return [level_near(mpf(4 * ROWS) / (2 * ROWS + 2 * j + 1)) for j in range(ROWS)]


def exp2_rows():
    """2^(j / ROWS) as a double and the remainder, a double."""
    values = [mpf(2) ** (mpf(j) / ROWS) for j in range(ROWS)]
    return [(rounded(v, 53), rounded(v - rounded(v, 53), 53)) for v in values]


def exp_tail(r):
    return (expm1(r) - r) / r ** 2


def times_cot(z):
    return sqrt(z) * cot(pi / 2 * sqrt(z))


def atan_tail(z):
    return (atan(sqrt(z)) / sqrt(z) - 1) / z


def log2_over(f):
    return log1p(f) / f / LN2 if f else 1 / LN2


def gamma_q(y):
    return -(log1p(y) - y + y ** 2 / 2 - y ** 3 / 3) / y ** 4


LOG2_REACH = 1 / (2 * ROWS + mpf("0.999"))

# name, header, dtype, target, weight, low, high, degree
FITS = {
    "log": ("log_kernel.h", log_tail, lambda f: f ** 2 / log1p(f), (LOW, HIGH), {32: 8, 64: 19}),
    "short log": ("short/log.h", log_tail, lambda f: f ** 2 / log1p(f), (LOW, HIGH), {32: 7}),
    "neglog table": ("tables/neglog_table.h", log_tail, neglog_weight, (-mpf(1) / (2 * ROWS), mpf(1) / (2 * ROWS + 1)),
                     {64: 7}),
    "log2 table": ("tables/log2_table.h", log2_over, abs, (-LOG2_REACH, LOG2_REACH), {64: 7}),
    "exp2 table": ("tables/exp2_table.h", lambda f: expm1(LN2 * f) / f, abs, (-mpf(1) / (2 * ROWS), mpf(1) / (2 * ROWS)),
                   {64: 5}),
    "exp": ("exp.h", exp_tail, lambda r: r ** 2 / exp(r), (-LN2 / 2, LN2 / 2), {32: 4, 64: 9}),
    "short log2": ("short/power2.h", log2_over, lambda f: abs(f) + mpf(1) / 20, (LOW, HIGH), {32: 8}),
    "short exp2": ("short/power2.h", lambda f: expm1(LN2 * f) / f, abs, (-mpf(1) / 2, mpf(1) / 2), {32: 5, 64: 10}),
    "sin": ("sincos.h", None, None, (mpf(0), mpf(1) / 4), {32: 3, 64: 6}),
    "cos": ("sincos.h", lambda z: (cos(pi / 2 * sqrt(z)) - 1) / z, lambda z: z, (mpf(0), mpf(1) / 4), {32: 3, 64: 6}),
    "cot": ("short/cot.h", times_cot, lambda z: 1 / times_cot(z), (mpf(0), mpf(1) / 4), {32: 4, 64: 9}),
    "atan": ("atan.h", atan_tail, lambda z: z * sqrt(z) / atan(sqrt(z)), (mpf(0), (sqrt(mpf(2)) - 1) ** 2), {32: 4, 64: 10}),
    "pow": ("pow.h", lambda z: atanh_tail(z, 5), lambda z: z ** 2, (mpf(0), ZMAX), {32: 2, 64: 6}),
    "gamma": ("gamma_ratio.h", gamma_q, lambda y: 1 / gamma_q(y), None, {32: 12, 64: 20}),
    "quick exp2": ("quick.h", lambda x: exp(LN2 * x), lambda x: exp(-LN2 * x), (-mpf(1) / 2, mpf(1) / 2), {32: 5}),
    "quick log2": ("quick.h", log2_over, lambda f: abs(f) + mpf(1) / 1000, (LOW, HIGH), {32: 6}),
}
TABLES = {"neglog table": ("tables/neglog_table.h", neglog_rows), "log1p table": ("tables/log1p_table.h", log1p_rows),
          "log2 table": ("tables/log2_table.h", log2_rows), "exp2 table": ("tables/exp2_table.h", exp2_rows)}
GAMMA_RANGE = {32: (mpf(-2) / 5, mpf(3) / 5), 64: (mpf(-3) / 10, mpf(2) / 5)}


def shown(constants, header):
    """Prints them, and counts those missing in the header."""
    path = os.path.join(MATH, header)
    source = open(path).read() if os.path.exists(path) else ""
    for c in constants:
        print("    " + text(c))
    return sum(text(c).lstrip("-") not in source for c in constants)


def main():
    missing, only = 0, sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    for name, (header, target, weight, interval, degrees) in FITS.items():
        if only and name != only:
            continue
        for dtype, degree in degrees.items():
            if name == "sin":
                target = lambda z, d=dtype: sin(pi / 2 * sqrt(z)) / sqrt(z) - HALFPI_HI[d]
                weight = lambda z: mpf(2) / 3
            low, high = interval or GAMMA_RANGE[dtype]
            coefficients, worst = fit(target, weight, low, high, degree, 24 if dtype == 32 else 53)
            print("%s f%d: relative error 2^%s" % (name, dtype, nstr(log(worst, 2), 4)))
            missing += shown(coefficients, header)
    for name, (header, rows) in TABLES.items():
        if not only or name == only:
            print(name + ": rows")
            missing += shown([number for row in rows() for number in row], header)
    if "--check" in sys.argv:
        print("%d coefficients missing from the headers" % missing)
        return missing != 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
