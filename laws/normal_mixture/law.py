# SPDX-License-Identifier: MIT OR Apache-2.0
"""normal-mixture: the component of categorical, exact, and its normal in f64: 5 ulps of it, and the sum rounded once. The parameters
of a case are all weights, then all means, then all sds."""
from mpmath import mpf

import rooms
from oracle import F64, Answers, fraction, given, other_family, real, standard_normal


def normal_mixture(t, launch, i, params):
    k = len(params) // 3
    c = rooms.law("categorical").categorical(F64, other_family(launch, 77, False), i, params[:k])[1]
    z, used = standard_normal(F64, other_family(launch, 78, True), i)
    mean, sd = real(params[k + c]), real(params[2 * k + c])
    x = mean + sd * z
    off = 5 * sd * abs(z) * 2 * mpf(2) ** -53
    return 0, fraction(x), int(off / mpf(2) ** t.quantum(fraction(x))) + 1, used


CASES = ("0.3 0.7 -1 2 0.5 1", "1 5 0", "1 0 2 0 -3 7 9 0 1 2 0 0.25", "1e-9 1 1e300 -1e-300 1 1e-300",
         "1 2 3 4 5 6 7 8 9 10 0 0 0 0 0 10 10 10 10 10 1 2 3 4 5 6 7 8 9 1e9")
# f32 is f64, rounded: tests/exact/counts.c. Stages' words are the proof of their own laws.
ANSWERS = {"normal_mixture": Answers(normal_mixture, 77, given(*CASES), types=(F64,), bases=lambda t: [])}
ELSEWHERE = {("normal_mixture", "cells"): "tests/exact/mixture.c: cells of the mixture against its distribution function"}
