# SPDX-License-Identifier: MIT OR Apache-2.0
"""Rows on a sphere and in a ball, from their normals: standard normals are within 5 ulp, the rest within a few.
tests/exact/rows/sphere.c compares a row's components within 32 ulp of the radius."""
import mpmath

from oracle import F32, F64, SEEDS, Launch, minus_log, other_family, real, shared_word, standard_normal, unit


def exponential(launch, i, family):
    """The exponential of the row's number, in f64."""
    of = other_family(launch, family, True)
    u, upper, _ = unit(F64, shared_word(F64, of, i), lambda: shared_word(F64, of, i, 0, 1))
    return minus_log(u, upper)


def direction(t, launch, i, k):
    z = [standard_normal(t, launch, i * k + c)[0] for c in range(k)]
    length = mpmath.sqrt(sum(x * x for x in z))
    return [x / length for x in z]


def on_sphere(t, launch, i, k):
    return direction(t, launch, i, k)


def in_ball(t, launch, i, k):
    by = mpmath.exp(-exponential(launch, i, 88) / k)
    return [x * by for x in direction(t, launch, i, k)]


class Rows:
    """Answers of rows about 0 of radius 1."""

    def __init__(self, family, row):
        self.family, self.row = family, row

    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS; then a line per row: its index and its components"]
        for t in F32, F64:
            for number, k in enumerate((2, 3, 10)):
                seed, stream = SEEDS[number % len(SEEDS)]
                where = [0, 1, 2, 77, 2 ** 33 + 5]
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, k, len(where)))
                for i in where:
                    row = self.row(t, Launch(seed, stream, self.family, t.wide, row=k), i, k)
                    out.append("%x %s" % (i, " ".join(mpmath.nstr(x, 20) for x in row)))
        return "\n".join(out) + "\n"


ANSWERS = {"sphere": Rows(86, on_sphere), "ball": Rows(87, in_ball)}
ELSEWHERE = {
    ("sphere", "cells"): "tests/exact/rows/sphere.c: a component of three is uniform; lengths",
    ("ball", "cells"): "tests/exact/rows/sphere.c: the radius to the power K is uniform",
}
