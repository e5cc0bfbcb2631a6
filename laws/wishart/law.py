# SPDX-License-Identifier: MIT OR Apache-2.0
"""Wishart matrices from their normals and gammas: L A A' L', and L (A A')^-1 L' by an inverse. A normal is within 5 ulp, the
root of a gamma within 4, an entry of the factor within an ulp for a well conditioned scale matrix, as here."""
import mpmath
from mpmath import mpf

import modules
from oracle import F32, F64, SEEDS, Launch, fraction, other_family, real, standard_normal


def triangle(t, seed, stream, families, i, d, df, upper=False):
    """Bartlett's triangle of sample i, a lower or an upper one."""
    launch, a = Launch(seed, stream, families[0], t.wide, row=d * d), mpmath.matrix(d, d)
    for r in range(d):
        for c in range(r + 1, d) if upper else range(r):
            a[r, c] = standard_normal(t, launch, i * d * d + r * d + c)[0]
        shape = fraction((df - (d - 1 - r if upper else r)) / 2)
        stage = other_family(launch, families[1], True, d)
        attempt, g, _, _ = modules.law("gamma").gamma(F64, stage, i * d + r, (shape, fraction(mpf(1))))
        assert attempt is not None
        a[r, r] = mpmath.sqrt(2 * real(g))
    return a


def size(m):
    return mpmath.matrix([[abs(m[i, j]) for j in range(m.cols)] for i in range(m.rows)])


def wishart(l, a, eps, extra):
    """The product, and its error bound: the errors of each term's factors, and the roundings in f64."""
    b, most = l * a, size(l) * size(a)
    return b * b.T, (26 * eps + extra) * most * most.T


def inverse_wishart(l, a, eps, extra):
    inverse = a ** -1
    b = l * inverse.T
    wrong = (13 * eps + extra) * (size(l) * size(inverse).T + size(b) * size(a).T * size(inverse).T)
    return b * b.T, wrong * size(b).T + size(b) * wrong.T + extra * size(b) * size(b).T


def wishart_cholesky(l, a, eps, extra):
    return l * a, (13 * eps + extra) * size(l) * size(a)


def inverse_wishart_cholesky(l, u, eps, extra):
    """L U'^-1, for an upper triangle."""
    inverse = u ** -1
    c = l * inverse.T
    assert all(abs(c[i, j]) < mpf(2) ** -200 for i in range(c.rows) for j in range(i + 1, c.cols))
    return c, (13 * eps + extra) * (size(l) * size(inverse).T + size(c) * size(u).T * size(inverse).T)


def scales():
    """Matrices and degrees of freedom: not an integer, barely large enough, large, above 1e6, the largest."""
    yield mpmath.matrix([[2, "0.5"], ["0.5", 1]]), mpf("3.25")
    yield mpmath.matrix([[1, "0.25", 0], ["0.25", 4, -1], [0, -1, 2]]), mpf("2.25")
    yield mpmath.matrix([[mpf("0.5") ** abs(i - j) for j in range(6)] for i in range(6)]), mpf(100)
    yield mpmath.matrix([[2, "0.5"], ["0.5", 1]]), mpf(1000001)
    yield mpmath.matrix([[1, "0.25", 0], ["0.25", 4, -1], [0, -1, 2]]), mpf(10) ** 15
    yield mpmath.matrix([[2, "0.5"], ["0.5", 1]]), mpf(10) ** 30


class Matrices:
    def __init__(self, families, make, upper=False):
        self.families, self.make, self.upper = families, make, upper

    def text(self, name):
        out = ["# case TYPE SEED STREAM K^2 ROWS; the scale matrix and df, how many numbers and which; a line per row: its "
               "index,",
               "# and an entry and what it may be off by, K^2 times"]
        for t in F32, F64:
            for number, (scale, df) in enumerate(scales()):
                (seed, stream), d, where = SEEDS[number % len(SEEDS)], scale.rows, [0, 1, 2, 77, 2 ** 33 + 5]
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, d * d, len(where)))
                entries = [mpmath.nstr(scale[i, j], 20) for i in range(d) for j in range(d)]
                out += ["%d %s" % (d * d, " ".join(entries)), "1 " + mpmath.nstr(df, 20)]
                l = mpmath.cholesky(scale)
                for i in where:
                    a = triangle(t, seed, stream, self.families, i, d, df, self.upper)
                    m, off = self.make(l, a, real(t.eps), 40 * d * real(F64.eps))
                    pairs = [mpmath.nstr(m[r, c], 20) + " " + mpmath.nstr(off[r, c], 5) for r in range(d) for c in range(d)]
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


ANSWERS = {"wishart": Matrices((114, 115), wishart), "inverse_wishart": Matrices((116, 117), inverse_wishart),
           "wishart_cholesky": Matrices((114, 115), wishart_cholesky),
           "inverse_wishart_cholesky": Matrices((172, 173), inverse_wishart_cholesky, True)}
ELSEWHERE = {
    ("wishart", "cells"): "tests/exact/rows/matrices.c: means and variances of entries, the law of a diagonal one",
    ("wishart_cholesky", "cells"): "tests/exact/rows/matrices.c: its square is the wishart of the same index",
    ("inverse_wishart_cholesky", "cells"): "tests/exact/rows/matrices.c: the distribution of its square",
    ("inverse_wishart", "cells"): "tests/exact/rows/matrices.c: means of entries, the law of a diagonal one",
}
