# SPDX-License-Identifier: MIT OR Apache-2.0
"""Rotations and orthogonal matrices from their normals by complete reflections, multiplied from the first to
the last; each product is checked to be orthogonal."""
import mpmath
from mpmath import mpf

from oracle import F32, F64, SEEDS, Launch, real, standard_normal


def signed(x):
    return -1 if x < 0 else 1


def haar(z, d, special):
    q, signs, last = mpmath.eye(d), [], 1
    for k in range(d - 1):
        v = mpmath.matrix([0] * k + [z[k * d + j] for j in range(k, d)])
        signs.append(signed(v[k]))
        v[k] += signs[k] * mpmath.norm(v)
        q = q * (mpmath.eye(d) - 2 * v * v.T / (v.T * v)[0])
        last *= signs[k]
    q = q * mpmath.diag([-s for s in signs] + [last if special else -signed(z[d * d - 1])])
    assert mpmath.mnorm(q.T * q - mpmath.eye(d)) < mpf(2) ** -250 and abs(abs(mpmath.det(q)) - 1) < mpf(2) ** -250
    assert not special or mpmath.det(q) > 0
    return q


def unitary(z, d):
    """The entries of Q, real and imaginary parts in turn; one reflection after the other, and the factor R's diagonal."""
    m = mpmath.matrix([[mpmath.mpc(z[2 * (a * d + b)], z[2 * (a * d + b) + 1]) for b in range(d)] for a in range(d)])
    q, phases = mpmath.eye(d), []
    for k in range(d):
        v = mpmath.matrix([0] * k + [m[k, j] for j in range(k, d)])
        phases.append(v[k] / abs(v[k]))
        v[k] += phases[k] * mpmath.norm(v)
        if k < d - 1:
            q = q * (mpmath.eye(d) - 2 * v * v.H / (v.H * v)[0])
    q = q * mpmath.diag([-p for p in phases])
    assert mpmath.mnorm(q.H * q - mpmath.eye(d)) < mpf(2) ** -250
    first = mpmath.matrix([m[0, j] for j in range(d)])
    assert mpmath.norm(q[:, 0] - first / mpmath.norm(first)) < mpf(2) ** -250
    return [part for a in range(d) for b in range(d) for part in (q[a, b].real, q[a, b].imag)]


class Unitaries:
    def text(self, name):
        out = ["# case TYPE SEED STREAM 2K^2 ROWS; a line per row: its index, and a number and what it may be off, "
               "2K^2 times"]
        for t in F32, F64:
            for number, d in enumerate((2, 3, 5)):
                (seed, stream), n = SEEDS[number % len(SEEDS)], 2 * d * d
                where = [0, 1, 2, 77, 2 ** 33 + 5]
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, n, len(where)))
                for i in where:
                    launch = Launch(seed, stream, 174, t.wide, row=n)
                    q = unitary([standard_normal(t, launch, i * n + c)[0] for c in range(n)], d)
                    off = mpmath.nstr(real(t.eps) * 20 * d + real(F64.eps) * 40 * d, 5)   # as below
                    out.append("%x %s" % (i, " ".join(mpmath.nstr(x, 20) + " " + off for x in q)))
        return "\n".join(out) + "\n"


class Matrices:
    def __init__(self, family, special):
        self.family, self.special = family, special

    def text(self, name):
        out = ["# case TYPE SEED STREAM K^2 ROWS; a line per row: its index, and an entry and what it may be off, K^2 times"]
        for t in F32, F64:
            for number, d in enumerate((2, 3, 8)):
                seed, stream = SEEDS[number % len(SEEDS)]
                where = [0, 1, 2, 77, 2 ** 33 + 5]
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, d * d, len(where)))
                for i in where:
                    launch = Launch(seed, stream, self.family, t.wide, row=d * d)
                    z = [standard_normal(t, launch, i * d * d + c)[0] for c in range(d * d)]
                    q = haar(z, d, self.special)
                    # a vector's entries have an error of 5 ulp, its reflection twice that, and so has their product
                    off = mpmath.nstr(real(t.eps) * 20 * d + real(F64.eps) * 40 * d, 5)
                    pairs = [mpmath.nstr(q[a, b], 20) + " " + off for a in range(d) for b in range(d)]
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


ANSWERS = {"rotation": Matrices(113, True), "orthogonal": Matrices(171, False), "unitary": Unitaries()}
ELSEWHERE = {("rotation", "cells"): "tests/exact/rows/matrices.c: entries and the trace of three dimensions; determinants",
             ("unitary", "cells"): "tests/exact/rows/matrices.c: entries and the determinant of two dimensions",
             ("orthogonal", "cells"): "tests/exact/rows/matrices.c: entries and the trace of both determinants"}
