# SPDX-License-Identifier: MIT OR Apache-2.0
"""Gumbel-softmax: powers of exponentials over their sum. An exponential is within 3 ulp, which is 6 half ulps. The f64
errors of its logarithm, the sum with the logit, the quotient, the exponential and the sums are counted in ulps of y."""
import mpmath
from mpmath import mpf

import modules
from oracle import F32, F64, SEEDS, Launch, Q, fraction, real

CASES = ((3, ["0", "1", "-2"], "0.5"), (2, ["0"], "1"), (5, ["100", "-50", "3.5", "0", "99"], "20"),
         (2, ["1e5", "100001"], "1e-3"), (3, ["1e17", "-1e30", "1e17"], "2"),
         (40, ["-0.25"], "0.1"))


def row(t, launch, i, logits, temperature):
    """Each component and its error bound."""
    draw = modules.law("exponential").exponential
    e = [real(draw(t, launch, i * len(logits) + c, (Q(1),))[1]) for c in range(len(logits))]
    below = [l - max(logits) for l in logits]
    z = [l - mpmath.log(x) for l, x in zip(below, e)]
    y = [v / temperature for v in z]
    off = max((6 * real(t.eps) + 6 * real(F64.eps) * (abs(v) + abs(l))) / temperature for v, l in zip(z, below))
    whole = sum(mpmath.exp(v) for v in y)
    for v in y:
        x = mpmath.exp(v) / whole
        yield x, x * (2 * off * (1 + off) + 2 * real(t.eps) + 4 * (len(y) + 8) * real(F64.eps)) + mpf(2) ** (t.least - 1)


class Rows:
    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS; the logits and the temperature, how many numbers and which; a line per row: "
               "its index,",
               "# and a component and what it may be off by, K times"]
        for t in F32, F64:
            for number, (k, logits, temperature) in enumerate(CASES):
                (seed, stream), where = SEEDS[number % len(SEEDS)], [0, 1, 2, 77, 2 ** 33 + 5]
                logits = [real(t.rn(fraction(mpf(x)))) for x in logits]
                temperature = real(t.rn(fraction(mpf(temperature))))
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, k, len(where)))
                out.append("%d %s" % (len(logits), " ".join(mpmath.nstr(x, 20) for x in logits)))
                out.append("1 " + mpmath.nstr(temperature, 20))
                for i in where:
                    pairs = row(t, Launch(seed, stream, 69, t.wide, row=k), i, logits * (k // len(logits)), temperature)
                    out.append("%x %s" % (i, " ".join(mpmath.nstr(x, 20) + " " + mpmath.nstr(o, 5) for x, o in pairs)))
        return "\n".join(out) + "\n"


ANSWERS = {"gumbel_softmax": Rows()}
ELSEWHERE = {("gumbel_softmax", "cells"): "tests/exact/rows/gumbel_softmax.c: the largest component, odds of two"}
