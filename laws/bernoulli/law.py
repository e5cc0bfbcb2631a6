# SPDX-License-Identifier: MIT OR Apache-2.0
"""bernoulli: exact: U < p, U of the digits that the contract says."""
from mpmath import mpf

from cells import Counts, MANY
from oracle import I64, Q, Answers, given


def digits(launch, i):
    side = launch.block(i, 0, 0, 4)
    for word in (launch.block(i // 4)[i % 4], launch.block(i // 4, 0, 0, 1)[i % 4], side[0], side[1]):
        yield word


def bernoulli(t, launch, i, params):
    rest, places = params[0], digits(launch, i)
    for k in range(4):
        digit = int(rest * 2 ** 32)     # 2^32 itself where p is 1
        rest = rest * 2 ** 32 - digit
        word = next(places)
        if word != digit:
            return 0, int(word < digit), 0, k > 0
    return 0, 0, 0, True


def edges(t):
    """Words that are the digits of p up to the last, and one less, or more, there."""
    p = t.number("0.1")
    whole = int(p * 2 ** 128)
    for last in (-1, 0, 1):
        w = [(whole + last) >> shift & 0xffffffff for shift in (96, 64, 32, 0)]
        words = {(0, 0, 2): w[0], (0, 1, 2): w[1], (0, 4, 0): w[2], (0, 4, 1): w[3]}
        yield (p,), [(6, 1, words)]


# ---- Cells ----


def bernoulli_cells():
    return [Counts("bernoulli(%g)" % p, MANY, (p,), lambda k, p: 1 - mpf(p) if k == 0 else mpf(1), least=0)
            for p in (0.3, 0.999)]


ANSWERS = {"bernoulli": Answers(bernoulli, 19, given("0.3", "1", "0", "0.999", "1e-9"), types=(I64,), edges=edges)}
CELLS = {"bernoulli": bernoulli_cells}
