# SPDX-License-Identifier: MIT OR Apache-2.0
"""Cholesky factors of correlation matrices from their normals and gammas. A normal is within 5 ulp, the root of a gamma
within 4, and a row's length has at most the error of its entries."""
import mpmath
from mpmath import mpf

import modules
from oracle import F32, F64, SEEDS, Launch, fraction, other_family, real, standard_normal


def row_of(t, launch, i, d, a, eta):
    z = [standard_normal(t, launch, i * d * d + a * d + b)[0] for b in range(a)]
    shape = fraction(eta + mpf(d - 1 - a) / 2)
    attempt, g, _, _ = modules.law("gamma").gamma(F64, other_family(launch, 119, True, d), i * d + a,
                                                (shape, fraction(mpf(1))))
    assert attempt is not None
    row = z + [mpmath.sqrt(2 * real(g))]
    length = mpmath.sqrt(sum(x * x for x in row))
    return [x / length for x in row] + [mpf(0)] * (d - 1 - a)


class Factors:
    def text(self, name):
        out = ["# case TYPE SEED STREAM K^2 ROWS; eta, how many numbers and which; a line per row: its index, and an entry "
               "and",
               "# what it may be off by, K^2 times"]
        for t in F32, F64:
            for number, (d, eta) in enumerate(((2, mpf(1)), (3, mpf("0.25")), (7, mpf(4)))):
                (seed, stream), where = SEEDS[number % len(SEEDS)], [0, 1, 2, 77, 2 ** 33 + 5]
                out += ["case %s %016x %016x %d %d" % (t.name, seed, stream, d * d, len(where)), "1 " + mpmath.nstr(eta, 20)]
                for i in where:
                    launch = Launch(seed, stream, 118, t.wide, row=d * d)
                    entries = [x for a in range(d) for x in row_of(t, launch, i, d, a, eta)]
                    pairs = [mpmath.nstr(x, 20) + " " + mpmath.nstr((22 * real(t.eps) + 10 * d * real(F64.eps)) * abs(x), 5)
                             for x in entries]
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


ANSWERS = {"lkj": Factors()}
ELSEWHERE = {("lkj", "cells"): "tests/exact/rows/matrices.c: correlations, and entries of the factor of three dimensions"}
