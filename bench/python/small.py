# SPDX-License-Identifier: MIT OR Apache-2.0
"""Times of small calls and bulk work of the Python package as ratios to NumPy's, in one process.

    python bench/python/small.py [--seconds S] [PART ...]        all parts, or those whose names begin with PART

The two calls of a pair are measured in turn, and the minimal time of each is used, so that load on the machine changes the
ratio little. An aim is the project's goal for the ratio; a line above its aim ends with "above". Parts: small, words,
construction, rows, bulk.
"""
import argparse
import functools
import time
import timeit

import numpy as np

import bulk
import reroll

OURS, THEIRS = reroll.Generator(1), np.random.default_rng(1)
P3 = np.array([.2, .3, .5])
RATES = np.linspace(.5, 50, 100)
HUNDRED = np.linspace(.1, 9, 100)


def _both(text, aim):
    """A case from an expression of `rng`."""
    names = {"np": np, "P3": P3, "RATES": RATES, "HUNDRED": HUNDRED}
    ours, theirs = (timeit.Timer(text, globals={**names, "rng": rng}) for rng in (OURS, THEIRS))
    return text.replace("rng.", ""), ours, theirs, aim


def small():
    """Calls of at most 1000 numbers."""
    aims = {"normal(0., 1.)": .12, "normal(loc=0., scale=1.)": .3, "gamma(shape=2.)": .3, "uniform(low=0., high=1.)": .3,
            "normal(0., 1., None)": .3, "integers(0, 6, endpoint=True)": .3, "choice(3, p=P3)": 1, "normal(size=10)": .7,
            "gamma(2., size=100)": .3, "poisson(RATES)": .25, "normal(size=1000)": .3, "random()": None, "poisson(3.)": None,
            "integers(6)": None, "random(10)": None, "uniform(-1, 1, 10)": None, "exponential(size=10)": None,
            "integers(0, 6, size=10)": None, "binomial(10, .3, size=10)": None, "beta(2., 3., size=10)": None,
            "normal(HUNDRED, 1.)": None, "gamma(HUNDRED)": None, "beta(HUNDRED, 2.)": None, "choice(P3)": None,
            "choice(10, 3, replace=False)": None, "permutation(10)": None, "dirichlet(P3)": None,
            "multinomial(10, P3)": None}
    return [_both(f"rng.{call}", aim) for call, aim in aims.items()]


def words():
    """NumPy's own methods on a Generator's words, compared with PCG64."""
    own = np.random.Generator
    cases = (("random", {"size": 10**5}, 1.2), ("normal", {"size": 10**5}, 1.4), ("random", {"size": 10}, None),
             ("integers", {"low": 0, "high": 100, "size": 10**5}, None))
    made = []
    for name, how, aim in cases:
        call = functools.partial(getattr(own, name), **how)
        text = f"Generator.{name}({', '.join(f'{k}={v}' for k, v in how.items())})"
        made.append((text, functools.partial(call, OURS), functools.partial(call, THEIRS), aim))
    return made


def construction():
    """Compared with NumPy's default_rng(7); the goals are 5 us for a seed and 1.5 us for at, child and spawn."""
    theirs = lambda: np.random.default_rng(7)
    return [("Generator(7)", lambda: reroll.Generator(7), theirs, None), ("at(7)", lambda: OURS.at(7), theirs, None),
            ("child('a')", lambda: OURS.child("a"), theirs, None), ("spawn(1)", lambda: OURS.spawn(1), theirs, None),
            ("BitGenerator(7)", lambda: reroll.BitGenerator(7), lambda: np.random.PCG64(7), None)]


def rows():
    """Many rows of few numbers."""
    return [_both("rng.dirichlet([1, 2, 3], 10**6)", .8), _both("rng.dirichlet([.5] * 20, 10**5)", .8),
            _both("rng.multinomial(100, P3, 10**5)", None),
            _both("rng.multivariate_normal([0, 1, 2], np.eye(3), 10**5)", None)]


def measure(ours, theirs, seconds):
    """The minimal time of each, called in turn. The pair are callables or timers."""
    timers = [call if isinstance(call, timeit.Timer) else timeit.Timer(call) for call in (ours, theirs)]
    each = max(timer.timeit(1) for timer in timers)
    each = max(max(timer.timeit(3) / 3 for timer in timers), 1e-7) if each < seconds else each
    count = max(1, int(seconds / 20 / each))
    best, end = [np.inf, np.inf], time.perf_counter() + seconds
    while time.perf_counter() < end or best[1] == np.inf:
        best = [min(before, timer.timeit(count) / count) for before, timer in zip(best, timers)]
    return best


def main():
    parts = {"small": small, "words": words, "construction": construction, "rows": rows, "bulk": bulk.cases}
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--seconds", type=float, default=.5, help="seconds per line (.5)")
    asked.add_argument("part", nargs="*", help=", ".join(parts))
    given = asked.parse_args()
    print(f"NumPy {np.__version__}, reroll {reroll.__version__}, {OURS._device.name}")
    for name, cases in parts.items():
        if given.part and not any(name.startswith(p) for p in given.part):
            continue
        print(f"\n{name:44} {'ours us':>10} {'NumPy us':>10} {'ratio':>6} {'aim':>5}")
        for text, ours, theirs, aim in cases():
            a, b = measure(ours, theirs, given.seconds)
            late = "  above" if aim is not None and a > aim * b else ""
            wanted = "" if aim is None else aim
            print(f"{text:44} {a * 1e6:10.2f} {b * 1e6:10.2f} {a / b:6.2f} {wanted:>5}{late}", flush=True)


if __name__ == "__main__":
    main()
