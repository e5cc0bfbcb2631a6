# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the table of docs/shapes.md from the samplers themselves.

    reroll samplers --json | python3 tests/exact/shapes.py            prints the table
    reroll samplers --json | python3 tests/exact/shapes.py PAGE       fails where the page differs
"""
import json
import sys


def sides(shape):
    return " x ".join(shape) if shape else "a number"


def parameter(p):
    words = [sides(p["shape"])] + ["once"] * p["once"] + [p["rule"]] * bool(p["rule"])
    return f"{p['name']}: {', '.join(words)}" if words != ["a number"] else p["name"]


def lines(samplers):
    for s in samplers:
        if s["shape"] or any(p["shape"] for p in s["params"]):
            yield f"| {s['name']} | {sides(s['shape'])} | {'; '.join(parameter(p) for p in s['params'])} |"


def main():
    want = list(lines(json.load(sys.stdin)))
    if len(sys.argv) == 1:
        print("\n".join(want))
        return
    page = open(sys.argv[1]).read().split("## All samplers")[1].split("## ")[0]
    have = [line for line in page.splitlines() if line.startswith("| ") and "| sampler |" not in line]
    print(f"1..1\n{'ok' if have == want and want else 'not ok'} 1 - the page has the shapes of all samplers")
    for line in sorted(set(want) ^ set(have)):
        print("#", "missing:" if line in want else "wrong:", line)


main()
