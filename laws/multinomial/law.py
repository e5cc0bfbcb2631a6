# SPDX-License-Identifier: MIT OR Apache-2.0
"""Rows of counts with a fixed total, exact. Component c of row i has the index i K + c. It is drawn from the remaining
total, w_c and the sum of the weights after it, summed from the last on in doubles; the last component takes the rest. Tests
are in tests/exact/rows/multinomial.c."""
import modules
from oracle import F64, I64, Q, SEEDS, Launch, other_family


def binomial(launch, family, index, n, p):
    _, k, _, _ = modules.law("binomial").binomial(I64, other_family(launch, family, False, launch.row), index, (n, p))
    return k


def of_weights(launch, index, left, w, rest):
    """The total of the later components is drawn where theirs is the rarer outcome."""
    if not w:
        return 0
    k = binomial(launch, 54, index, left, F64.rn(min(w, rest) / F64.rn(w + rest)))
    return int(left) - k if rest < w else k


def of_colors(launch, index, left, w, rest):
    _, k, _, _ = modules.law("hypergeometric").hypergeometric(I64, other_family(launch, 57, False, launch.row), index,
                                                            (w, rest, left))
    return k


def of_shapes(launch, index, left, w, rest):
    """The odds have an error of a few ulps, as in beta_binomial; no case here is so near."""
    j, odds, _, _ = modules.law("beta").beta_prime(F64, other_family(launch, 55, True, launch.row), index, (w, rest, Q(1)))
    if j is None:
        return None
    return modules.law("binomial").by_odds(other_family(launch, 56, False, launch.row), index, left, odds)


class Shared:
    """Answers of one of these distributions: component(launch, index, left, w, rest), and totals and weights."""

    def __init__(self, family, component, *cases):
        self.family, self.component, self.cases = family, component, cases

    def row(self, launch, i, total, weights):
        left, out, k = F64.number(total), [], len(weights)
        rest = [F64.number("0")]
        for w in reversed(weights[1:]):
            rest.append(F64.rn(rest[-1] + w))
        rest.reverse()
        for c in range(k - 1):
            count = self.component(launch, i * k + c, left, weights[c], rest[c])
            if count is None:
                return None   # too near to decide
            out.append(int(count))
            left -= count
        return out + [int(left)]

    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS TOTAL WEIGHTS...; then a line per row: its index and its counts"]
        for number, case in enumerate(self.cases):
            total, *texts = case.split()
            weights, (seed, stream) = [F64.number(w) for w in texts], SEEDS[number % len(SEEDS)]
            launch = Launch(seed, stream, self.family, False, row=len(weights))
            where = [0, 1, 2, 3, 77, 2 ** 33 + 5, 2 ** 61]
            rows = [(i, self.row(launch, i, total, weights)) for i in where]
            rows = [(i, row) for i, row in rows if row is not None]
            out.append("case i64 %016x %016x %d %d %s %s" % (seed, stream, len(weights), len(rows), total, " ".join(texts)))
            out += ["%x %s" % (i, " ".join(map(str, row))) for i, row in rows]
        return "\n".join(out) + "\n"


ANSWERS = {
    "multinomial": Shared(54, of_weights, "10 0.2 0.3 0.5", "1000 1 0 2.5 0 0.1 0", "0 1 1",
                          "2147483647 1e-300 1 1e300 3e299",
                          "9007199254740992 1 2 3 4 5", "300 0 0 5", "50 5e-324 1e-323", "9007199254740992 1 1.66e-16",
                          "9007199254740992 1 1e-15 2e-15"),
    "multivariate_hypergeometric": Shared(57, of_colors, "10 5 6 7", "18 5 6 7", "0 5 6 7", "1000 0 5000 20 0 90000",
                                          "4503599627370496 1e15 3e15 2e15 3e15", "1 1 0", "40 20 20"),
    "dirichlet_multinomial": Shared(55, of_shapes, "10 0.2 0.3 0.5", "1000 1 20 2.5", "0 1 1", "100 1e-3 1e-2 1e-3 0.1",
                                    "1000000 40 3 0.5 9", "9007199254740992 999999999999 0.01"),
}
ELSEWHERE = {
    ("multinomial", "cells"): "tests/exact/rows/multinomial.c: means, covariances; the laws of its components have cells",
    ("multivariate_hypergeometric",
     "cells"): "tests/exact/rows/multinomial.c: means, covariances; the laws of its components have cells",
    ("dirichlet_multinomial",
     "cells"): "tests/exact/rows/multinomial.c: means, covariances; the laws of its components have cells",
}
