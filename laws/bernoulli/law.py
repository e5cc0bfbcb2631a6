# SPDX-License-Identifier: MIT OR Apache-2.0
"""bernoulli: exact: U < p, where U has the bits that the contract gives it."""
import mpmath
from mpmath import mpf

from cells import Counts, MANY
from oracle import F64, I64, Q, Answers, fraction, given, other_family, real


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
    """Words equal to the digits of p, and to those with the last digit one less or more."""
    p = t.number("0.1")
    whole = int(p * 2 ** 128)
    for last in (-1, 0, 1):
        w = [(whole + last) >> shift & 0xffffffff for shift in (96, 64, 32, 0)]
        words = {(0, 0, 2): w[0], (0, 1, 2): w[1], (0, 4, 0): w[2], (0, 4, 1): w[3]}
        yield (p,), [(6, 1, words)]


def bernoulli_logit(t, launch, i, params):
    """The probability is within 3 ulps; no U here is as close to it."""
    odds = mpmath.exp(-abs(real(params[0])))
    j, k, _, used = bernoulli(t, other_family(launch, 85, False), i, (F64.rn(fraction(odds / (1 + odds))),))
    return j, 1 - k if params[0] > 0 else k, 0, used


# ---- Cells ----


def bernoulli_cells():
    return [Counts("bernoulli(%g)" % p, MANY, (p,), lambda k, p: 1 - mpf(p) if k == 0 else mpf(1), least=0)
            for p in (0.3, 0.999)]


def bernoulli_logit_cells():
    return [Counts("bernoulli-logit(%g)" % x, MANY, (x,), lambda k, x: 1 / (1 + mpmath.exp(mpf(x))) if k == 0 else mpf(1),
                   least=0)
            for x in (-1.0, 3.0)]


ANSWERS = {"bernoulli_logit":
           Answers(bernoulli_logit, 85, given("-1", "3", "0", "-700", "700", "40"), types=(I64,), bases=lambda t: []),
           "bernoulli": Answers(bernoulli, 19, given("0.3", "1", "0", "0.999", "1e-9"), types=(I64,), edges=edges)}
CELLS = {"bernoulli": bernoulli_cells, "bernoulli_logit": bernoulli_logit_cells}
