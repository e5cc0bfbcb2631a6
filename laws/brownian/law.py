# SPDX-License-Identifier: MIT OR Apache-2.0
"""Paths from their normals, by independent formulas: sums of all terms instead of recursions. A standard normal is within 5
ulp; the errors of f64 sums, products and exponentials are counted in ulps of all terms together."""
import mpmath
from mpmath import mpf

from oracle import F32, F64, SEEDS, Launch, fraction, real, standard_normal


def normals(t, launch, i, k):
    return [standard_normal(t, launch, i * k + c)[0] for c in range(k)]


def bound(t, terms, fixed, value, roundings):
    """Error bound of a component: each term by its normal, all terms by a number of f64 roundings, the value by the last
    one."""
    size = sum(abs(x) for x in terms)
    return real(t.eps) * (10 * size + abs(value)) + real(F64.eps) * roundings * (size + sum(abs(x) for x in fixed))


def times(step):
    return [sum(step[:c + 1]) for c in range(len(step))]


def brownian(t, z, step, drift, scale, start):
    drift, scale, start, k = drift[0], scale[0], start[0], len(z)
    for c, at in enumerate(times(step)):
        terms = [scale * mpmath.sqrt(step[j]) * z[j] for j in range(c + 1)]
        value = start + drift * at + sum(terms)
        yield value, bound(t, terms, [start, drift * at], value, k + 6)


def brownian_bridge(t, z, step, start, stop, scale):
    """x_c = a + (b - a) t_c / T + (T - t_c) sum over j <= c of sqrt(step_j / (r_j r_(j-1))) z_j, where r_j is the time
    after j."""
    start, stop, scale, k = start[0], stop[0], scale[0], len(z)
    at = times(step)
    left = [at[-1]] + [at[-1] - x for x in at]
    for c in range(k):
        r = left[c + 1]
        terms = [scale * r * mpmath.sqrt(step[j] / (left[j + 1] * left[j])) * z[j] for j in range(c + 1)] if r else [mpf(0)]
        fixed = [start * r / at[-1], stop * (1 + r / at[-1])]
        value = stop + (start - stop) * r / at[-1] + sum(terms)
        yield value, bound(t, terms, fixed, value, 8 * k)


def ornstein_uhlenbeck(t, z, mean, step, theta, sigma):
    theta, sigma, k = theta[0], sigma[0], len(z)
    at, mean = times(step), mean * k if len(mean) == 1 else mean
    for c in range(k):
        spread = [-mpmath.expm1(-2 * theta * s) / (2 * theta) if theta else s for s in step]
        terms = [sigma * mpmath.exp(-theta * (at[c] - at[j])) * mpmath.sqrt(spread[j]) * z[j] for j in range(c + 1)]
        value = mean[c] + sum(terms)
        yield value, bound(t, terms, [mean[c]], value, 10 * k)


class Rows:
    """Answers of rows: the values of each parameter, then rows of pairs: a component and its error bound."""

    def __init__(self, family, row, *cases):
        self.family, self.row, self.cases = family, row, cases

    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS; a line per parameter, how many values and which; a line per row: its "
               "index, and",
               "# a component and what it may be off by, K times"]
        for t in F32, F64:
            for number, (k, params) in enumerate(self.cases):
                seed, stream = SEEDS[number % len(SEEDS)]
                params = [[real(t.rn(fraction(mpf(v)))) for v in values] for values in params]
                where = [0, 1, 2, 77, 2 ** 33 + 5] if k < 40 else [3, 2 ** 40]
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, k, len(where)))
                out += ["%d %s" % (len(values), " ".join(mpmath.nstr(v, 20) for v in values)) for values in params]
                for i in where:
                    z = normals(t, Launch(seed, stream, self.family, t.wide, row=k), i, k)
                    both = [mpmath.nstr(x, 20) + " " + mpmath.nstr(off, 5) for x, off in self.row(t, z, *params)]
                    out.append("%x %s" % (i, " ".join(both)))
        return "\n".join(out) + "\n"


def one(*values):
    return [[v] for v in values]


UNEVEN = ["0", "0.5", "0.001", "3", "0", "1e-6", "100", "0.25", "0.25"]
EVEN = ["0.0625"] * 40

ANSWERS = {
    "brownian": Rows(110, brownian, (9, [UNEVEN] + one("0.3", "2", "-1")), (40, [EVEN] + one(0, 1, 0)),
                     (2, [["1", "1e10"]] + one("-7", "1e-5", "1000"))),
    "brownian_bridge": Rows(111, brownian_bridge, (9, [UNEVEN] + one("-1", "2.5", "2")), (40, [EVEN] + one(0, 0, 1)),
                            (2, [["1", "1e10"]] + one("-7", "1000", "1e-5"))),
    "ornstein_uhlenbeck": Rows(112, ornstein_uhlenbeck, (9, [["5"], UNEVEN] + one("0.3", "2")),
                               (9, [["0", "1", "2", "3", "4", "5", "6", "7", "-8"], UNEVEN] + one("0", "1")),
                               (40, [["0"], EVEN] + one("1.5", "1"))),
}
ELSEWHERE = {
    ("brownian", "cells"): "tests/exact/rows/brownian.c: means and covariances; its normals are the normal's",
    ("brownian_bridge", "cells"): "tests/exact/rows/brownian.c: means and covariances; its normals are the normal's",
    ("ornstein_uhlenbeck", "cells"): "tests/exact/rows/brownian.c: means and covariances; its normals are the normal's",
}
