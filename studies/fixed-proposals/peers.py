#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Times NumPy's standard_gamma with one shape per draw as timing.c times Reroll, and appends rows to FOLDER/peers.csv.

usage: peers.py FOLDER [--quick]
"""
import sys
import time

import numpy

QUICK = "--quick" in sys.argv
LONG, LONGEST = 2e-2, 3e-1


def call_time(call, calls):
    start = time.process_time()
    for _ in range(calls):
        call()
    return (time.process_time() - start) / calls


def rounds_of(first):
    if first > LONGEST:
        return 1
    return 3 if QUICK or first > LONG else 7


def main():
    rng = numpy.random.default_rng(4)
    sizes = [1 << e for e in (range(4, 19, 2) if QUICK else range(4, 25))]
    shapes = 0.1 * 100 ** rng.random(sizes[-1])
    loop = 5e-4 if QUICK else 1e-2
    rows = []
    for dtype, kind in (("f32", numpy.float32), ("f64", numpy.float64)):
        out = numpy.empty(sizes[-1], kind)
        for n in sizes:
            def call(n=n, kind=kind, out=out[:n], shape=shapes[:n]):
                rng.standard_gamma(shape, dtype=kind, out=out)
            first = call_time(call, 1)
            calls = 1
            while calls * first < loop:
                calls *= 2
                first = call_time(call, calls)
            rows.append((dtype, n, call, calls, rounds_of(first), []))
    for number in range(7):
        for _, _, call, calls, rounds, times in rows:
            if number < rounds:
                times.append(1e9 * call_time(call, calls))
    with open(f"{sys.argv[1]}/peers.csv", "a", encoding="ascii") as csv:
        for dtype, n, _, _, _, times in rows:
            low, middle, high = numpy.quantile(times, (0.25, 0.5, 0.75))
            print(f"numpy,cpu,{numpy.__version__},{dtype},{n},{middle:.6g},{low:.6g},{high:.6g}", file=csv)


main()
