# SPDX-License-Identifier: MIT OR Apache-2.0
"""uniform: exact."""
import math

from mpmath import mpf

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import F32, Answers, Q, hunt, shared_word, shared_word_low, unit


def uniform(t, launch, i, params):
    low, high = params
    u, _, used = unit(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))
    x = t.rn(t.rn(high - low) * u + low)
    return 0, max(low, min(high, x)), 0, used


def ends(t):
    wide = Q(2) ** (126 if t is F32 else 1022)
    return [(Q(0), Q(1)), (t.number("-1.7"), t.number("0.1")), (Q(1), 1 + 2 * t.eps), (Q(3), Q(3)), (-wide, wide)]


# ---- Cells ----

DYADIC = [2.0 ** -k for k in range(1, 26)] + [1 - 2.0 ** -k for k in range(2, 24)] + [math.sqrt(0.5)]


def points(t, low, high):
    return [low + (high - low) * p for p in LEVELS + [1 - p for p in TAIL] + DYADIC]


def cdf(x, low, high):
    return min((x - low) / (high - low), mpf(1))


def uniform_cells():
    return [Case("uniform(%d,%d)" % ends, kind, MANY, ends, points, cdf) for kind in TYPES for ends in ((0, 1), (-3, 5))]


ANSWERS = {"uniform": Answers(uniform, 2, ends, hunt(shared_word_low))}
CELLS = {"uniform": uniform_cells}
