#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads [plan of gamma, plan of gamma:table] as reroll plan --json prints them, and compares the break-even of each against
the other with set-up over gain per sample."""
import json
import math
import sys


def chosen_ns(plan):
    return next(s["ns"] for s in plan["strategies"] if s["strategy"] == plan["choice"])


def method(plan, name):
    return next(m for m in plan["methods"] if m["sampler"] == name)


def rounding(x):
    """The largest error of a number printed with six digits: half a unit of the sixth."""
    return 0.5 * 10.0 ** (math.floor(math.log10(x)) - 5) if x else 0.0


def near(n, setup, slow, fast):
    """n = setup / (slow - fast) within the rounding of all four: a small gain has few significant digits, or none."""
    if n is None:
        return False
    unsure = rounding(slow) + rounding(fast)
    least = (setup - rounding(setup)) / (slow - fast + unsure)
    most = (setup + rounding(setup)) / (slow - fast - unsure) if slow - fast > unsure else math.inf
    return least - rounding(n) - 1 <= n <= most + rounding(n) + 1


def main():
    there, back = json.load(sys.stdin)
    table, gamma = method(there, "gamma:table"), method(back, "gamma")
    slow, fast = chosen_ns(there), chosen_ns(back)
    assert there["costs"] == back["costs"] == "calibrated"
    assert (table["ns"], gamma["ns"]) == (fast, slow), "each shows the other as the other shows itself"
    assert table["setup_ns"] > 0 and gamma["setup_ns"] == 0
    if fast < slow:
        even = (table["setup_ns"], slow, fast)
        assert near(table["faster_from"], *even) and table["faster_below"] is None, (table, even)
        assert gamma["faster_from"] == 0 and near(gamma["faster_below"], *even), (gamma, even)
    elif fast > slow:
        assert table["faster_from"] is None and gamma["faster_from"] == 0 and gamma["faster_below"] is None, (table, gamma)
    for m in there["methods"]:
        if m["setup_ns"] == 0:
            assert (m["faster_from"] == 0) == (m["ns"] < slow) and not math.isnan(m["ns"]), (m, slow)


main()
