#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Exact posterior moments of examples/pumps, as an oracle for its exact.c: `pumps_exact.py DATA.csv > pumps_exact.txt`.

Shares nothing with exact.c: 50-digit decimal arithmetic, raw moments instead of centred ones, and the double
exponential rule beta = exp(pi/2 sinh x) instead of a plain sum in log(beta). Standard library only.
"""
import csv
import sys
from decimal import Decimal as D, getcontext

getcontext().prec = 50
ALPHA, PRIOR_SHAPE, PRIOR_RATE = D("1.802"), D("0.1"), D(1)
HALF_PI = D("1.57079632679489661923132169163975144209858469968755291")


def nodes(failures, hours, step):
    """beta and its weight under the marginal posterior, with the Jacobian of beta = exp(pi/2 sinh x)."""
    found = []
    for i in range(int(-4 / step), int(4 / step) + 1):
        x = i * step
        log_beta = HALF_PI * (x.exp() - (-x).exp()) / 2
        beta = log_beta.exp()
        jacobian = HALF_PI * (x.exp() + (-x).exp()) / 2
        log_weight = PRIOR_SHAPE * log_beta - PRIOR_RATE * beta
        for s, t in zip(failures, hours):
            log_weight += ALPHA * log_beta - (ALPHA + s) * (beta + t).ln()
        found.append((beta, jacobian, log_weight))
    top = max(w for _, _, w in found)
    return [(b, j * (w - top).exp()) for b, j, w in found if w - top > -150]


def moments(failures, hours, step):
    points = nodes(failures, hours, step)
    total = sum(w for _, w in points)

    def mean_and_sd(first, second):
        m1 = sum(w * first(b) for b, w in points) / total
        m2 = sum(w * second(b) for b, w in points) / total
        return m1, (m2 - m1 * m1).sqrt()

    rows = []
    for s, t in zip(failures, hours):
        a = ALPHA + s
        rows.append(mean_and_sd(lambda b: a / (b + t), lambda b: a * (a + 1) / (b + t) ** 2))
    rows.append(mean_and_sd(lambda b: b, lambda b: b * b))
    return rows


def main():
    with open(sys.argv[1], newline="") as file:
        table = list(csv.DictReader(file))
    failures = [D(row["failures"]) for row in table]
    hours = [D(row["thousand_hours"]) for row in table]
    coarse, fine = (moments(failures, hours, D(1) / n) for n in (32, 64))
    assert all(abs(a / b - 1) < D("1e-20") for x, y in zip(coarse, fine) for a, b in zip(x, y)), "not converged"
    names = [row["pump"] for row in table] + ["beta"]
    for name, (mean, sd) in zip(names, fine):
        print(f"{name} {mean:.15f} {sd:.15f}")


if __name__ == "__main__":
    main()
