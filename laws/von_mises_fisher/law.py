# SPDX-License-Identifier: MIT OR Apache-2.0
"""Points about a direction: the shortest turn of the nearer pole to it, as a matrix (Rodrigues), of the point about that
pole. A normal is within 5 ulp, which moves the direction across by less than 10 half ulps of its length."""
import mpmath
from mpmath import mpf

import rooms
from oracle import F32, F64, SEEDS, Launch, fraction, other_family, real, standard_normal


def turn(m, sign):
    """The matrix that turns (0, 0, sign) to m about what is orthogonal to both."""
    u = mpmath.matrix([-sign * m[1], sign * m[0], 0])
    cross = mpmath.matrix([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    return mpmath.eye(3) + cross + cross * cross / (1 + sign * m[2])


def point(t, launch, i, mean, kappa):
    length = mpmath.sqrt(sum(x * x for x in mean))
    m = [x / length for x in mean] if length else [mpf(0), mpf(0), mpf(1)]
    sign = -1 if m[2] < 0 else 1
    x, y = (standard_normal(t, launch, 3 * i + c)[0] for c in range(2))
    k = max(kappa, mpf("1e-30"))
    height = (fraction(2 * k), fraction(mpf(0)), fraction(1 / k))
    v = real(rooms.law("bounded").truncated_exponential(F64, other_family(launch, 121, True), i, height)[1])
    across = mpmath.sqrt(v * (2 - v))
    about = mpmath.matrix([across * x / mpmath.hypot(x, y), sign * across * y / mpmath.hypot(x, y), sign * (1 - v)])
    return turn(m, sign) * about, across


CASES = ((["1", "2", "-2"], "3"), (["0"], "0"), (["-1e-9", "1e-10", "-1e-8"], "1e9"), (["1e20", "0", "0"], "0.001"))


class Points:
    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS; the mean and kappa, how many numbers and which; a line a row: its index, and",
               "# an entry and what it may be off by, K times"]
        for t in F32, F64:
            for number, (mean, kappa) in enumerate(CASES):
                (seed, stream), where = SEEDS[number % len(SEEDS)], [0, 1, 2, 77, 2 ** 33 + 5]
                mean, kappa = [real(t.rn(fraction(mpf(x)))) for x in mean], real(t.rn(fraction(mpf(kappa))))
                out += ["case %s %016x %016x 3 %d" % (t.name, seed, stream, len(where))]
                out += ["%d %s" % (len(mean), " ".join(mpmath.nstr(x, 20) for x in mean)), "1 " + mpmath.nstr(kappa, 20)]
                for i in where:
                    x, across = point(t, Launch(seed, stream, 120, t.wide), i, mean if len(mean) == 3 else mean * 3, kappa)
                    off = [real(t.eps) * (24 * across + abs(c)) + 40 * real(F64.eps) for c in x]
                    pairs = [mpmath.nstr(c, 20) + " " + mpmath.nstr(o, 5) for c, o in zip(x, off)]
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


ANSWERS = {"von_mises_fisher": Points()}
ELSEWHERE = {("von_mises_fisher", "cells"): "tests/exact/whole.c: both angles"}
