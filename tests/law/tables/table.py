# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes tests/law/tables/table.txt: quantiles of gamma distributions by mpmath.  python3 table.py [FILE]

A line: SHAPE UPPER V LOG_QUANTILE. V is a float, the probability below (UPPER 0) or above (UPPER 1) the quantile; the
logarithm, since the quantile itself may be below the smallest double, has 30 digits."""
import os
import random
import sys

from mpmath import mp, mpf
from scipy import special

mp.dps = 40
OUT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "table.txt")


def log_quantile(a, upper, v):
    """Newton's method in log x on the logarithm of the probability."""
    a, v = mpf(a), mpf(v)
    low = (mp.log(v) + mp.loggamma(a + 1)) / a
    if not upper and low < -80:
        return low          # the next term is x / (a + 1)
    start = special.gammainccinv(float(a), float(v)) if upper else special.gammaincinv(float(a), float(v))
    l = mp.log(start) if start > 1e-290 else low
    for _ in range(12):
        x = mp.exp(l)
        if upper:
            p = mp.gammainc(a, x, mp.inf, regularized=True)
        else:
            p = mp.gammainc(a, 0, x, regularized=True)
        slope = mp.exp(a * l - x - mp.loggamma(a)) / p * (-1 if upper else 1)
        step = (mp.log(v) - mp.log(p)) / slope
        l += step
        if abs(step) < mpf(10) ** -32:
            return l
    raise ValueError((a, upper, v))


random.seed(1)
with open(OUT, "w") as out:
    out.write("# made by tests/law/tables/table.py; do not edit\n")
    for a in (0.1, 0.125, 0.24, 0.5, 0.9, 1, 2.5, 19.5, 20, 100, 5000, 1e6):
        a = float(__import__("numpy").float32(a))
        for upper in (0, 1):
            for e in list(range(2, 12)) * 4 + [20, 33, 50, 65, 90, 129]:
                v = (random.randrange(1 << 23, 1 << 24) | 1) * 2.0 ** (-23 - e) if e < 65 else 2.0 ** -e
                out.write("%s %d %s %s\n" % (a.hex(), upper, v.hex(),
                                             mp.nstr(log_quantile(a, upper, v), 30, min_fixed=-5, max_fixed=20)))
