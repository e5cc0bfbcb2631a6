#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Shuffles, permutations and choices compared with NumPy: the same call by reroll.Generator and by numpy.random.default_rng,
in turn, in one process.

    bulk.py [SECONDS [TEXT]]     SECONDS per case (default 1); only cases whose name contains TEXT

Prints the minimal time of each and their ratio, and marks a ratio above its goal with *.
"""
import sys
import time

import numpy as np

import reroll

DEVICES = ("cpu", "cpu,threads=1")


def _chances(n):
    p = np.random.default_rng(n).random(n)
    return p / p.sum()


def _calls():
    """(name, call(rng), aim: the largest accepted ratio to NumPy's time)."""
    shuffled, array, square = list(range(10**5)), np.arange(10**6), np.arange(10**6).reshape(1000, 1000)
    few, thousand, many, most = np.array([.2, .3, .5]), _chances(1000), _chances(10**5), _chances(10**7)
    return [
        ("shuffle(list of 1e5)", lambda rng: rng.shuffle(shuffled), 1),
        ("shuffle(array of 1e6)", lambda rng: rng.shuffle(array), 1),
        ("shuffle(rows of 1000 x 1000)", lambda rng: rng.shuffle(square), 1),
        ("permutation(1e6)", lambda rng: rng.permutation(10**6), 1),
        ("permuted(1000 x 1000, axis=0)", lambda rng: rng.permuted(square, axis=0), 1),
        ("permuted(1000 x 1000, axis=1)", lambda rng: rng.permuted(square, axis=1), 1),
        ("choice(1e6, 1e5, replace=False)", lambda rng: rng.choice(10**6, 10**5, replace=False), 2),
        ("choice(3, p=list)", lambda rng: rng.choice(3, p=[.2, .3, .5]), 1),
        ("choice(3, p=p)", lambda rng: rng.choice(3, p=few), 1),
        ("choice(1000, p=p)", lambda rng: rng.choice(1000, p=thousand), 1),
        ("choice(1000, 1000, p=p)", lambda rng: rng.choice(1000, 1000, p=thousand), 1),
        ("choice(1e5, p=p)", lambda rng: rng.choice(10**5, p=many), 1),
        ("choice(1e5, 1e5, p=p)", lambda rng: rng.choice(10**5, 10**5, p=many), 1),
        ("choice(1000, 16, replace=False, p=p)", lambda rng: rng.choice(1000, 16, replace=False, p=thousand), 1),
        ("choice(1e5, 16, replace=False, p=p)", lambda rng: rng.choice(10**5, 16, replace=False, p=many), 1),
        ("choice(1e7, 16, replace=False, p=p)", lambda rng: rng.choice(10**7, 16, replace=False, p=most), 1),
    ]


def cases(devices=DEVICES):
    """(name, our call, NumPy's call, aim) for each call on each device."""
    theirs, calls = np.random.default_rng(1), _calls()

    def case(device, name, call, aim):
        ours = reroll.Generator(1, device)
        return f"{name} on {device}", lambda: call(ours), lambda: call(theirs), aim

    return [case(device, *call) for device in devices for call in calls]


def _seconds(call, times):
    began = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - began) / times


def least_times(calls, seconds):
    """The minimal time of each call, measured in turn; short calls are repeated between two readings of the clock."""
    times = max(1, int(1e-3 / max(_seconds(call, 1) for call in calls)))
    least, end = [float("inf")] * len(calls), time.perf_counter() + seconds
    while True:
        least = [min(old, _seconds(call, times)) for old, call in zip(least, calls)]
        if time.perf_counter() > end:
            return least


def main():
    seconds, text = float(sys.argv[1]) if len(sys.argv) > 1 else 1., sys.argv[2] if len(sys.argv) > 2 else ""
    print(f"{'call':52} {'ours, us':>12} {'NumPy, us':>12} {'ratio':>7} {'aim':>5}")
    for name, ours, theirs, aim in cases():
        if text in name:
            a, b = least_times((ours, theirs), seconds)
            print(f"{name:52} {1e6 * a:12.2f} {1e6 * b:12.2f} {a / b:7.2f} {aim:5} {'*' if a > aim * b else ''}", flush=True)


if __name__ == "__main__":
    main()
