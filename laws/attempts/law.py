# SPDX-License-Identifier: MIT OR Apache-2.0
"""attempts: exact; its law is the geometric one."""

import numpy as np
from mpmath import mpf

from cells import DRAWS, Counts
from oracle import U32, Answers, given


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
    return [Counts("attempts(%g)" % p, DRAWS, (float(np.float32(p)),), cdf) for p in (0.98, 0.5, 0.1, 0.01)]


ANSWERS = {"attempts": Answers(attempts, 6, given("1", "0.98", "0.5", "0.02"), types=(U32,), a=32)}
CELLS = {"attempts": attempts_cells}
