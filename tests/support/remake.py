# SPDX-License-Identifier: MIT OR Apache-2.0
"""The command line of the oracles: writes their files, or with --check reports in TAP whether each file is up to date."""

import os
import sys


def difference(have, want):
    """The first lines that differ, for a failed test."""
    pairs = zip(have.splitlines() + [""], want.splitlines() + [""])
    return next(("# it says %s\n# and not %s" % pair for pair in pairs if pair[0] != pair[1]), "# their ends differ")


def check(path, text):
    """(Is it equal?, the difference)."""
    if not os.path.exists(path):
        return False, "# there is no such file"
    with open(path, encoding="ascii") as f:
        have = f.read()
    return have == text, difference(have, text)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as f:
        f.write(text)


def asked():
    """Parses the command line: (check?, names, N: only every N-th file, by --turns=N, which is quicker)."""
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    names = [word for word in sys.argv[1:] if word not in options]
    return "--check" in options, names, next((int(word[8:]) for word in options if word.startswith("--turns=")), 1)


def run(here, files):
    """files: a function that returns, for the names on the command line (none: all), pairs of a file name in the folder
    `here` and a function that makes its text."""
    checking, names, turns = asked()
    todo, bad = list(files(names))[::turns], 0
    if names and not todo:
        sys.exit("nothing is called %s" % " or ".join(names))
    if checking:
        print("1..%d" % len(todo))
    for number, (name, make) in enumerate(todo, 1):
        path = os.path.join(here, name)
        if not checking:
            write(path, make())
            continue
        same, what = check(path, make())
        bad += not same
        print("%sok %d - %s is what the oracle makes" % ("" if same else "not ", number, name))
        if not same:
            print(what)
    return 1 if bad else 0
