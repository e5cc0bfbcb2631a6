# SPDX-License-Identifier: MIT OR Apache-2.0
"""categorical and its alias table: exact numbers. The parameters of a case are its weights."""
import bisect
import functools

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


# ---- The alias table: shares of 128 digits, then columns ----


def shares(weights):
    """P_c, of 2^128: the contract's F_i, one less the other."""
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
    left, room = shares(weights) + [0] * (2 ** bits - len(weights)), 2 ** (128 - bits)
    if max(left) == 2 ** 128:
        return bits, [(0, left.index(2 ** 128))] * 2 ** bits
    table = [(0, b) for b in range(2 ** bits)]
    first = lambda start, wanted: next((c for c in range(start, 2 ** bits) if wanted(left[c])), None)
    more, b = first(0, lambda x: x > room), first(0, lambda x: x < room)
    while b is not None:
        giver = more
        table[b] = left[b], giver
        left[giver] -= room - left[b]
        left[b] = room
        if left[giver] <= room:
            more = first(giver + 1, lambda x: x > room)
        b = giver if left[giver] < room else first(0, lambda x: x < room)
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
ANSWERS = {"categorical": Answers(categorical, 28, SETS, types=(I64,), fed=lambda t: []),
           "categorical_alias": Answers(categorical_alias, 53, ALIAS, types=(I64,), fed=lambda t: [])}
ELSEWHERE = {("categorical", "cells"):
             "tests/law/tables/categorical_f64.c: shares, and that every look at U gives the number of all digits",
             ("categorical_alias",
              "cells"): "tests/law/tables/categorical_f64.c: its columns add up to the shares, to the last digit"}
