# SPDX-License-Identifier: MIT OR Apache-2.0
"""categorical and its alias table: exact numbers. The parameters of a case are its weights."""
import bisect
import functools
import math

import mpmath
from mpmath import mpf

from oracle import I64, Answers, Q, given, real


def digits(launch, i):
    """U: four words and half of the last bit."""
    side = launch.block(i, 0, 0, 4)
    words = [launch.block(i // 4)[i % 4], launch.block(i // 4, 0, 0, 1)[i % 4], side[0], side[1]]
    return sum(Q(w, 2 ** (32 * k + 32)) for k, w in enumerate(words)) + Q(1, 2 ** 129)


def categorical(t, launch, i, weights):
    """The probabilities are within 2^-96 of exact ones; no U here is as close to them."""
    u, total, share = digits(launch, i), sum(weights), Q(0)
    for c, w in enumerate(weights):
        share += w / total
        if u < share:
            return 0, c, 0, False
    raise AssertionError("all shares are below U")


def invert(launch, i, first, shares):
    """The count whose cumulative probability is the first above U, where probabilities may have errors of 2^-36."""
    u = real(digits(launch, i))
    place = bisect.bisect_right(shares, u)
    near = any(abs(share - u) < mpf(2) ** -36 for share in shares[max(place - 1, 0):place + 1] if share < 1)
    return (None if near else 0), first + min(place, len(shares) - 1), 0, False


def categorical_logit(t, launch, i, logits):
    """Weights have relative errors below 2^-43."""
    most = max(logits)
    weights = [mpf(0) if x == -math.inf else mpmath.exp(real(x) - real(most)) for x in logits]
    total, u, share = sum(weights), real(digits(launch, i)), mpf(0)
    ends = []
    for w in weights:
        share += w / total
        ends.append(share)
    last = max(c for c, w in enumerate(weights) if w > 0)
    c = min(bisect.bisect_right(ends, u), last)
    near = any(abs(end - u) < mpf(2) ** -42 for end in ends[:last])
    return (None if near else 0), c, 0, False


# ---- The alias table: probabilities of 128 bits, then columns ----


def shares(weights):
    """P_c in units of 2^-128: the difference of two of the contract's F_i."""
    most = max(weights)
    e = most.numerator.bit_length() - most.denominator.bit_length()
    e += 1 if most >= Q(2) ** e else 0           # 2^(e - 1) <= most < 2^e
    scale = Q(2) ** (126 - len(weights).bit_length() - e)
    sums, total = [], 0
    for w in weights:
        total += int(w * scale)
        sums.append(total)
    up = 128 - total.bit_length()
    inverse = (2 ** 256 - 1) // (total << up)
    ends = [(a << up) * inverse >> 128 if a < total else 2 ** 128 for a in sums]
    return [b - a for a, b in zip([0] + ends, ends)]


@functools.lru_cache(maxsize=None)
def columns(weights):
    """B, and (T, alias) of each column."""
    bits = max(1, (len(weights) - 1).bit_length())
    left, capacity = shares(weights) + [0] * (2 ** bits - len(weights)), 2 ** (128 - bits)
    if max(left) == 2 ** 128:
        return bits, [(0, left.index(2 ** 128))] * 2 ** bits
    table = [(0, b) for b in range(2 ** bits)]
    first = lambda start, wanted: next((c for c in range(start, 2 ** bits) if wanted(left[c])), None)
    more, b = first(0, lambda x: x > capacity), first(0, lambda x: x < capacity)
    while b is not None:
        giver = more
        table[b] = left[b], giver
        left[giver] -= capacity - left[b]
        left[b] = capacity
        if left[giver] <= capacity:
            more = first(giver + 1, lambda x: x > capacity)
        b = giver if left[giver] < capacity else first(0, lambda x: x < capacity)
    return bits, table


def categorical_alias(t, launch, i, weights):
    bits, table = columns(tuple(weights))
    u = int(digits(launch, i) * 2 ** 128)
    b, v = u >> (128 - bits), u % 2 ** (128 - bits)
    return 0, b if v < table[b][0] else table[b][1], 0, False


MANY = " ".join("%g" % (1 / (k + 1)) for k in range(100))
SETS = given("1 2 3", "1", "0 0 5", "0.3 0 0.7 0", "1e300 1e308 3e307 1e-300", "1 1 1 1 1 1 1 1 1",
             "0 1 2 3 4 5 6 7 8 9 0 0 1e-9 12 1e-20 2 0", MANY)
ALIAS = given("1 2 3", "1", "0 0 5", "0.3 0 0.7 0", "1e300 1e308 3e307 1e-300", "1 1 1 1 1 1 1 1 1", "1 1 1 1", "3 1",
              "0 1 2 3 4 5 6 7 8 9 0 0 1e-9 12 1e-20 2 0", MANY)
LOGITS = given("0 1 -2", "7", "-inf -inf -3e300", "-1 -inf 2 -inf", "700 -700 710 709.5", "-1000 -999 -1001 -998.5 -1003",
               "1e17 1e17 -1e308", "-inf 0 1 -2 3 0.5 -0.25 2 1 0 -inf 1e-9 -40 -1e5 2.5 1 -inf")
ANSWERS = {"categorical": Answers(categorical, 28, SETS, types=(I64,), fed=lambda t: []),
           "categorical_logit": Answers(categorical_logit, 28, LOGITS, types=(I64,), fed=lambda t: []),
           "categorical_alias": Answers(categorical_alias, 53, ALIAS, types=(I64,), fed=lambda t: [])}
ELSEWHERE = {("categorical_logit", "cells"): "tests/exact/bits/logits.c: the categorical of the exponentials",
             ("categorical", "cells"):
             "tests/law/tables/categorical_f64.c: shares, and that every look at U gives the number of all digits",
             ("categorical_alias",
              "cells"): "tests/law/tables/categorical_f64.c: its columns add up to the shares, to the last digit"}
