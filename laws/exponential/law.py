# SPDX-License-Identifier: MIT OR Apache-2.0
"""The exponential: by a logarithm of a uniform with LOW words, of one word, and by a ziggurat.

2 ulps, in f64 3: one logarithm (below 1 ulp, in f64 2) and the product with the scale. The ziggurat:
tests/known/ziggurats.py."""
import math

from mpmath import mp

from cells import LEVELS, MANY, TAIL, TYPES, Case
from oracle import (Answers, end_words, fraction, given, hunt, minus_log, one_word32, real, shared_word, shared_word_low,
                    unit)
from ziggurats import ziggurat, ziggurat_places


def exponential(t, launch, i, params):
    u, upper, used = unit(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))
    return 0, fraction(minus_log(u, upper) * real(params[0])), 3 if t.wide else 2, used


def exponential_32(t, launch, i, params):
    return 0, fraction(minus_log(*one_word32(t, launch, i)) * real(params[0])), 2, False


def exponential_ziggurat(t, launch, i, params):
    j, value, ulps, used = ziggurat(t, launch, i, "exponential")
    return j, value * params[0], ulps + (ulps > 0), used


# ---- Cells ----

SWITCHES = [-math.log(q) for q in (math.sqrt(0.5), 2.0 ** -8, 2.0 ** -11, 1 - 2.0 ** -8, 1 - 2.0 ** -11, 1 - 2.0 ** -24)]
BORDERS = [7.697116, 6.94, 3.0, 1.2, 0.1, 0.06]     # where the ziggurat's tail begins, and some of its layers
NEAR = [b / 256 for b in BORDERS]                   # where its abscissas take more digits


def cdf(x, scale):
    return -mp.expm1(-x / scale)


def cells_of(label, more):
    quantiles = [-math.log1p(-p) for p in LEVELS] + [-math.log(p) for p in TAIL]
    def points(t, scale):
        return [scale * x for x in quantiles + more]
    return lambda: [Case(label, kind, MANY, (2,), points, cdf) for kind in TYPES]


def tail(t):
    """Layer 0 and an abscissa of ones."""
    word = (0xFFFFFFFF, 0xFFFFFF00) * 2 if t.wide else (0xFFFFFF00,) * 4
    return [{(0, 0, k): w for k, w in enumerate(word)}]


ANSWERS = {
    "exponential": Answers(exponential, 2, given("1", "0.37"), hunt(shared_word_low)),
    "exponential_32": Answers(exponential_32, 17, given("1", "0.37"), edges=lambda t: [(given("1")(t)[0], end_words(t))]),
    "exponential_ziggurat": Answers(exponential_ziggurat, 13, given("1", "0.37"), ziggurat_places("exponential"),
                                    bases=tail),
}
CELLS = {
    "exponential": cells_of("exponential(2)", SWITCHES),
    "exponential_32": cells_of("exponential:32(2)", SWITCHES),
    "exponential_ziggurat": cells_of("exponential:ziggurat(2)", BORDERS + NEAR),
}
