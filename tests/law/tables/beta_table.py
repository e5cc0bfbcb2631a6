# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes tests/law/tables/beta_table.txt: quantiles of beta distributions by mpmath.  python3 beta_table.py [FILE]

A line: A B UPPER V LOG_X LOG_Y. V is a float, the probability below (UPPER 0) or above (UPPER 1) the quantile x; y is 1 - x;
the logarithms have 30 digits."""
import os
import random
import sys

import numpy as np
from mpmath import mp, mpf
from scipy import special

mp.dps = 45
OUT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "beta_table.txt")


def log_below(a, b, l):
    """log P(X <= e^l) by the series of DLMF 8.17.8, of one sign; where it is slow by the continued fraction 8.17.22, from
    its end."""
    x, total, term, n = mp.exp(l), mpf(1), mpf(1), 0
    if x > 0.9:
        for m in range(400, 0, -1):
            odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            total = 1 + m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)) / (1 + odd / total)
        total = 1 / (1 - (a + b) * x / (a + 1) / total)
    while x <= 0.9 and abs(term) > abs(total) * mpf(10) ** -40:
        term *= (a + b + n) * x / (a + 1 + n)
        total += term
        n += 1
    return a * l + b * mp.log(-mp.expm1(l)) + mp.log(total / a) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b)


def log_quantile(a, b, log_v):
    """Newton's method for log x; log P is concave, so it converges from any start."""
    l = min((log_v + mp.loggamma(a + 1) + mp.loggamma(b) - mp.loggamma(a + b)) / a, mp.log((a + 1) / (a + b + 2)))
    near = special.betaincinv(float(a), float(b), float(mp.exp(log_v)))
    if 1e-290 < near < 0.9:
        l = mp.log(near)
    for _ in range(300):
        f = log_below(a, b, l)
        slope = mp.exp(a * l + (b - 1) * mp.log(-mp.expm1(l)) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b) - f)
        step = (log_v - f) / slope
        l = min(l + step, mpf(-10) ** -12)
        if abs(step) < mpf(10) ** -32:
            return l
    raise ValueError((a, b, log_v))


def both(a, b, upper, v):
    """log x and log(1 - x), from the end that is nearer by the mean."""
    low = 1 - v if upper else v
    if mp.log(low) <= log_below(a, b, mp.log((a + 1) / (a + b + 2))):
        l = log_quantile(a, b, mp.log(low))
        return l, mp.log(-mp.expm1(l))
    l = log_quantile(b, a, mp.log(1 - low if not upper else v))
    return mp.log(-mp.expm1(l)), l


SHAPES = """0.3,0.3 0.31,0.4 0.4,0.31 0.3,0.8 0.3,4 0.3,1000 1000,0.3 0.5,0.5 0.6,0.6 1,1 2,3 0.7,2.5 100,3 2,1000
    1000,1000"""

if __name__ == "__main__":
    random.seed(1)
    with open(OUT, "w") as out:
        out.write("# made by tests/law/tables/beta_table.py; do not edit\n")
        for pair in SHAPES.split():
            a, b = (mpf(float(np.float32(x))) for x in pair.split(","))
            for upper in (0, 1):
                for e in list(range(2, 10)) * 2 + [2, 2, 20, 33, 65, 129]:
                    v = (random.randrange(1 << 23, 1 << 24) | 1) * 2.0 ** (-23 - e) if e < 65 else 2.0 ** -e
                    logs = (mp.nstr(l, 30, min_fixed=-5, max_fixed=20) for l in both(a, b, upper, mpf(v)))
                    out.write("%s %s %d %s %s\n" % (float(a).hex(), float(b).hex(), upper, v.hex(), " ".join(logs)))
