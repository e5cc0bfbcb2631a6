# SPDX-License-Identifier: MIT OR Apache-2.0
"""The uniforms: exact."""
import math

from mpmath import mpf

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import F32, Answers, Q, end_words, hunt, one_word32, power, shared_word, shared_word_low, unit


def uniform(t, launch, i, params):
    low, high = params
    u, _, used = unit(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))
    x = t.rn(t.rn(high - low) * u + low)
    return 0, max(low, min(high, x)), 0, used


def below(t, x):
    """The largest number below x: half an ulp away where x > 0 is a power of two."""
    step = power(max(t.quantum(x) - 1, t.least))
    return x - step if t.rn(x - step) == x - step else x - 2 * step


def uniform_32(t, launch, i, params):
    low, high = params
    x = t.rn(t.rn(high - low) * one_word32(t, launch, i)[0] + low)
    return 0, max(low, min(below(t, high), x)), 0, False


def ends(t):
    wide = Q(2) ** (126 if t is F32 else 1022)
    return [(Q(0), Q(1)), (t.number("-1.7"), t.number("0.1")), (Q(1), 1 + 2 * t.eps), (Q(3), Q(3)), (-wide, wide)]


def ends_32(t):
    """high a power of two, 0 and negative too."""
    return ends(t) + [(t.number("-1"), Q(0)), (-1 - 2 * t.eps, Q(-1)), (1 - t.eps, Q(1)), (Q(0), power(t.least))]


def edges(t):
    return [(params, end_words(t)) for params in ends_32(t)]


# ---- Cells ----

DYADIC = [2.0 ** -k for k in range(1, 26)] + [1 - 2.0 ** -k for k in range(2, 24)] + [math.sqrt(0.5)]


def points(t, low, high):
    return [low + (high - low) * p for p in LEVELS + [1 - p for p in TAIL] + DYADIC]


def cdf(x, low, high):
    return min((x - low) / (high - low), mpf(1))


def cells_of(name, points):
    return lambda: [Case("%s(%d,%d)" % (name, *ends), kind, MANY, ends, points, cdf)
                    for kind in TYPES for ends in ((0, 1), (-3, 5))]


ANSWERS = {
    "uniform": Answers(uniform, 2, ends, hunt(shared_word_low)),
    "uniform_32": Answers(uniform_32, 17, ends_32, edges=edges),
}
CELLS = {"uniform": cells_of("uniform", points), "uniform_32": cells_of("uniform:32", points)}
