#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Candidates for the list of changes, drawn at random from the changes that universalmutator (PyPI) makes to our files.

    candidates.py SEED COUNT FILE...     COUNT records, as run.py reads them, without the tests that should detect them

Lines are drawn evenly from the code of all files, then one change of each. A reader decides which are worth a test, and
which test should detect them: docs/testing.md.
"""
import contextlib
import os
import random
import re
import sys

from universalmutator import mutator

HERE = os.path.dirname(os.path.abspath(__file__))
RULES = ["universal.rules", "c_like.rules", "c.rules", os.path.join(HERE, "lane.rules")]
# Changes that a compiler refuses or that test nothing: declarations, texts, whole lines as comments, breaks where no loop
# is.
DULL = re.compile(r"^\s*(#|/\*|\*|//|typedef|static const char|[{}]*;?$)|SPDX")
WORD = re.compile(r"\b[A-Za-z_]\w*|\b0x[0-9a-f]+u?\b")
NOISE = re.compile(r'/\*|^\s*(break|continue);|""|%%|=\+|=-| % ')


def code_lines(lines):
    """Numbers of lines outside comments and dull places."""
    inside = False
    for number, line in enumerate(lines):
        begins = inside
        inside = (inside or "/*" in line) and "*/" not in line.split("/*")[-1]
        if not begins and not inside and not DULL.search(line):
            yield number


def changes(lines, number, words):
    """The possible changed lines for one line, each once, made of known words."""
    with contextlib.redirect_stdout(None):
        made = {m[1].rstrip("\n") for m in mutator.mutants_regexp([lines[number] + "\n"], RULES, ignorePatterns=[])}
    return sorted(m for m in made if "\n" not in m and "".join(m.split()) != "".join(lines[number].split())
                  and not NOISE.search(m) and set(WORD.findall(m)) <= words)


def head(lines, number):
    """A line above, or this one, that is found once and leads to this one without ambiguity."""
    if sum(lines[number].strip() in other for other in lines) == 1:
        return None
    for above in range(number - 1, -1, -1):
        text = lines[above].strip()
        if text and sum(text in other for other in lines) == 1:
            return text if not any(lines[number].strip() in other for other in lines[above:number]) else False
    return False


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    text = {name: open(name).read().split("\n") for name in sys.argv[3:]}
    places = [(name, number) for name in text for number in code_lines(text[name])]
    known = set(WORD.findall(open(RULES[-1]).read()))
    words = {name: known.union(*map(WORD.findall, lines)) for name, lines in text.items()}
    random.seed(seed)
    random.shuffle(places)
    for name, number in places:
        lines = text[name]
        where, made = head(lines, number), changes(lines, number, words[name])
        if where is False or not made or count == 0:
            continue
        count -= 1
        print(f"file {name}" + (f"\nin {where}" if where else ""))
        print(f"- {lines[number].strip()}\n+ {random.choice(made).strip()}\n")


if __name__ == "__main__":
    main()
