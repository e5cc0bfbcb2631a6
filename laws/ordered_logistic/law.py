# SPDX-License-Identifier: MIT OR Apache-2.0
"""ordered-logistic: the number of cut points that are at most eta plus a logistic variate. The variate has an error of 6
ulps; a case where that could change a count has no answer."""
import modules
from oracle import F64, I64, Answers, Q, given, other_family, real


def ordered_logistic(t, launch, i, params):
    eta, cuts = params[0], params[1:]
    _, variate, ulps, used = modules.law("laplace").logistic(F64, other_family(launch, 75, True), i, (Q(0), Q(1)))
    away = [real(cut - eta - variate) for cut in cuts]
    margin = [(ulps + 1) * 2 * real(F64.eps) * (abs(real(variate)) + abs(real(cut - eta))) for cut in cuts]
    near = any(abs(x) <= r for x, r in zip(away, margin))
    return (None if near else 0), sum(x <= 0 for x in away), 0, used


CASES = ("0 -1 0.5 3", "2.5 0", "-1e-3 -2 -1.5 -1 -0.5 -0.25 0 0.25 0.5 1 1.5 2", "1e6 999999 1000000.5 1e7",
         "-40 -80 -60 -39", "1e300 -1e308 1e308")
ANSWERS = {"ordered_logistic": Answers(ordered_logistic, 75, given(*CASES), types=(I64,), bases=lambda t: [])}
ELSEWHERE = {("ordered_logistic", "cells"): "tests/exact/bits/ordered.c: all chances, down to 2^-20"}
