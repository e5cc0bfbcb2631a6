# SPDX-License-Identifier: MIT OR Apache-2.0
"""Rotations from their normals by whole reflections, multiplied from the first to the last; each product is checked to be a
rotation."""
import mpmath
from mpmath import mpf

from oracle import F32, F64, SEEDS, Launch, real, standard_normal


def signed(x):
    return -1 if x < 0 else 1


def rotation(z, d):
    q, signs, last = mpmath.eye(d), [], 1
    for k in range(d - 1):
        v = mpmath.matrix([0] * k + [z[k * d + j] for j in range(k, d)])
        signs.append(signed(v[k]))
        v[k] += signs[k] * mpmath.norm(v)
        q = q * (mpmath.eye(d) - 2 * v * v.T / (v.T * v)[0])
        last *= signs[k]
    q = q * mpmath.diag([-s for s in signs] + [last])
    assert mpmath.mnorm(q.T * q - mpmath.eye(d)) < mpf(2) ** -250 and abs(mpmath.det(q) - 1) < mpf(2) ** -250
    return q


class Matrices:
    def text(self, name):
        out = ["# case TYPE SEED STREAM K^2 ROWS; a line a row: its index, and an entry and what it may be off, K^2 times"]
        for t in F32, F64:
            for number, d in enumerate((2, 3, 8)):
                seed, stream = SEEDS[number % len(SEEDS)]
                where = [0, 1, 2, 77, 2 ** 33 + 5]
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, d * d, len(where)))
                for i in where:
                    launch = Launch(seed, stream, 113, t.wide, row=d * d)
                    z = [standard_normal(t, launch, i * d * d + c)[0] for c in range(d * d)]
                    q = rotation(z, d)
                    # a vector is off by 5 ulp of its entries, its reflection by twice that, and so the product of them
                    off = mpmath.nstr(real(t.eps) * 20 * d + real(F64.eps) * 40 * d, 5)
                    pairs = [mpmath.nstr(q[a, b], 20) + " " + off for a in range(d) for b in range(d)]
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


ANSWERS = {"rotation": Matrices()}
ELSEWHERE = {("rotation", "cells"): "tests/exact/rows/matrices.c: entries and the trace of three dimensions; determinants"}
