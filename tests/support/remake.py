# SPDX-License-Identifier: MIT OR Apache-2.0
"""The command line of the oracles: writes their files, or with --check says in TAP which of them are what they make."""

import os
import sys


def run(here, files):
    """files: pairs of a name in the folder `here` and a function that gives its text."""
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: oracle.py [--check]")
    todo, bad = list(files), 0
    if check:
        print("1..%d" % len(todo))
    for number, (name, make) in enumerate(todo, 1):
        text, path = make(), os.path.join(here, name)
        if check:
            same = os.path.exists(path) and open(path, encoding="ascii").read() == text
            bad += not same
            print("%sok %d - %s is what oracle.py makes" % ("" if same else "not ", number, name))
        else:
            with open(path, "w", encoding="ascii") as f:
                f.write(text)
    return 1 if bad else 0
