# SPDX-License-Identifier: MIT OR Apache-2.0
"""categorical: exact numbers. The parameters of a case are its weights."""
import bisect

from mpmath import mpf

from oracle import I64, Answers, Q, given, real


def digits(launch, i):
    """U: four words and half of the last digit."""
    side = launch.block(i, 0, 0, 4)
    words = [launch.block(i // 4)[i % 4], launch.block(i // 4, 0, 0, 1)[i % 4], side[0], side[1]]
    return sum(Q(w, 2 ** (32 * k + 32)) for k, w in enumerate(words)) + Q(1, 2 ** 129)


def categorical(t, launch, i, weights):
    """The shares are within 2^-96 of exact ones, which no U here is as near to."""
    u, total, share = digits(launch, i), sum(weights), Q(0)
    for c, w in enumerate(weights):
        share += w / total
        if u < share:
            return 0, c, 0, False
    raise AssertionError("all shares are below U")


def invert(launch, i, first, shares):
    """The count whose cumulative share is the first above U, where shares may be off by 2^-36."""
    u = real(digits(launch, i))
    place = bisect.bisect_right(shares, u)
    near = any(abs(share - u) < mpf(2) ** -36 for share in shares[max(place - 1, 0):place + 1] if share < 1)
    return (None if near else 0), first + min(place, len(shares) - 1), 0, False


MANY = " ".join("%g" % (1 / (k + 1)) for k in range(100))
ANSWERS = {"categorical": Answers(categorical, 28, given("1 2 3", "1", "0 0 5", "0.3 0 0.7 0", "1e300 1e308 3e307 1e-300", "1 1 1 1 1 1 1 1 1",
                                                         "0 1 2 3 4 5 6 7 8 9 0 0 1e-9 12 1e-20 2 0", MANY), types=(I64,), fed=lambda t: [])}
ELSEWHERE = {("categorical", "cells"): "tests/law/categorical_f64.c: shares, and that every look at U gives the number that all its digits give"}
