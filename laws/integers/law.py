# SPDX-License-Identifier: MIT OR Apache-2.0
"""integers and integers-closed: exact, by Python's integers."""
from mpmath import mpf

from cells import Counts, MANY
from oracle import WHOLE_I64, WHOLE_U64, Answers


def drawn(t, launch, i, low, n):
    bits = 32 if n <= 2 ** 32 else 64
    j = 0
    while True:
        word = launch.block(i // 4, j)[i % 4]
        if bits == 64:
            word = word << 32 | launch.block(i // 4, j, 0, 1)[i % 4]
        whole, left = divmod(word * n, 2 ** bits)
        if left >= 2 ** bits % n:
            return j, low + whole, 0, bits == 64
        j += 1


def integers(t, launch, i, params):
    return drawn(t, launch, i, params[0], params[1] - params[0])


def closed(t, launch, i, params):
    return drawn(t, launch, i, params[0], params[1] - params[0] + 1)


def given(signed, unsigned):
    return lambda t: unsigned if t is WHOLE_U64 else signed


def edges(t):
    """Words whose leftover is the last rejected or the first accepted one: n is odd."""
    for n, bits in ((3 * 2 ** 30 + 1, 32), (2 ** 32 - 1, 32), (2 ** 32 + 1, 64), (3 * 2 ** 40 + 1, 64)):
        least = 2 ** bits % n
        rows = []
        for left in (least - 1, least, 2 ** bits - 1, 0):
            w = left * pow(n, -1, 2 ** bits) % 2 ** bits
            upper, lower = (w, 7) if bits == 32 else (w >> 32, w & 0xffffffff)
            rows.append((6, 1, {(0, 0, 2): upper, (0, 1, 2): lower}))
        yield (5, n + 5), rows


# ---- Cells ----


def cdf(k, low, high):
    return (mpf(int(k)) - int(low) + 1) / (int(high) - int(low))


def closed_cdf(k, low, high):
    return cdf(k, low, high + 1)


def quantiles(low, high):
    return [int(low) + (int(high) - int(low)) * k // 64 - 1 for k in range(1, 65)]


def integers_cells():
    ends = ((0.0, 3 * 2.0 ** 30), (-2.0 ** 32, 3 * 2.0 ** 45), (-2.0 ** 62, 1.5 * 2.0 ** 62))
    return ([Counts("integers(-3,7)", MANY, (-3.0, 7.0), cdf, least=-3),
             Counts("integers(0,100)", MANY, (0.0, 100.0), cdf, least=0)] +
            [Counts("integers(%g,%g)" % e, MANY, e, cdf, points=quantiles) for e in ends])


def closed_cells():
    return [Counts("integers-closed(1,6)", MANY, (1.0, 6.0), closed_cdf, least=1)]


SIGNED = [(0, 1), (0, 2), (-3, 4), (7, 107), (0, 3 * 2 ** 30), (-5, 2 ** 32 - 5), (0, 2 ** 32 + 1), (-2 ** 63, 1),
          (-2 ** 63, 2 ** 63 - 1)]
UNSIGNED = [(2 ** 63, 2 ** 64 - 1), (2 ** 64 - 2, 2 ** 64 - 1)]
SIGNED_CLOSED = [(1, 6), (-9, -9), (-2 ** 31, 2 ** 31 - 1), (-2 ** 63, 2 ** 63 - 1), (2 ** 63 - 1, 2 ** 63 - 1)]
UNSIGNED_CLOSED = [(0, 2 ** 64 - 1), (2 ** 64 - 1, 2 ** 64 - 1)]
TYPES = (WHOLE_I64, WHOLE_U64)

ANSWERS = {"integers":
           Answers(integers, 23, given(SIGNED, UNSIGNED), types=TYPES, edges=edges, fed=lambda t: [(0, 2 ** 40)]),
           "integers_closed": Answers(closed, 23, given(SIGNED_CLOSED, UNSIGNED_CLOSED), types=TYPES, fed=lambda t: [])}
CELLS = {"integers": integers_cells, "integers_closed": closed_cells}
