# SPDX-License-Identifier: MIT OR Apache-2.0
"""attempts: exact; its distribution is the geometric."""

import numpy as np
from mpmath import mpf

from cells import DRAWS, Counts
from oracle import U32, Answers, Q, given


def attempts(t, launch, i, params):
    limit = params[0] * 2 ** 32
    j = 0
    while not launch.block(i // 4, j)[i % 4] < limit:
        j += 1
    return j, j + 1, 0, False


# ---- Cells ----

def cdf(k, p):
    return 1 - (1 - mpf(p)) ** k


def attempts_cells():
    return [Counts("attempts(%g)" % p, DRAWS, (float(np.float32(p)),), cdf, kind="u32") for p in (0.98, 0.5, 0.1, 0.01)]


def thresholds(t):
    """Words next to accept 2^32, which is an integer for a float from 2^-8 on."""
    for text in ("0.5", "0.3", "0.98", "0x1p-20", "0x1.000002p-1", "0x1.fffffep-1", "0x1.fffffep-8", "0x1.00001p-16",
                 "0x1.8p-17", "0x1.234566p-10", "1"):
        accept = t.rn(Q(float.fromhex(text) if "x" in text else text))
        beside = [int(accept * 2 ** 32) + d for d in range(-3, 4)]
        yield (accept,), [(5, 0, {(0, 0, k): w for k in range(4)}) for w in beside if 0 <= w < 2 ** 32]


ANSWERS = {"attempts": Answers(attempts, 6, given("1", "0.98", "0.5", "0.02"), types=(U32,), a=32, edges=thresholds)}
CELLS = {"attempts": attempts_cells}
