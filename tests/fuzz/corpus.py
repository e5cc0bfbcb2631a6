# SPDX-License-Identifier: MIT OR Apache-2.0
"""Inputs of a target in one text file: an input per line, with Python's escapes for newlines, backslashes and bytes that are
not printable ASCII.

    python3 tests/fuzz/corpus.py unpack FOLDER FILE...   writes line 7 of corpus/json.txt to FOLDER/corpus-json-0007
    python3 tests/fuzz/corpus.py pack FOLDER FILE        the inverse: the shortest inputs first
"""
import os
import sys


def escaped(data):
    names = {0x0a: "\\n", 0x0d: "\\r", 0x09: "\\t", 0x5c: "\\\\"}
    return "".join(names.get(b) or (chr(b) if 0x20 <= b < 0x7f else f"\\x{b:02x}") for b in data)


def plain(line):
    return line.encode("ascii").decode("unicode_escape").encode("latin-1")


def unpack(folder, *files):
    os.makedirs(folder, exist_ok=True)
    for file in filter(os.path.exists, files):
        place, name = os.path.split(file)
        prefix = os.path.basename(place) + "-" + os.path.splitext(name)[0]
        with open(file, encoding="ascii", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                with open(os.path.join(folder, f"{prefix}-{number:04}"), "wb") as to:
                    to.write(plain(line[:-1]))


def pack(folder, file):
    inputs = set()
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as data:
            inputs.add(data.read())
    with open(file, "w", encoding="ascii", newline="\n") as to:
        to.writelines(escaped(data) + "\n" for data in sorted(inputs, key=lambda data: (len(data), data)))


if len(sys.argv) < 4 or sys.argv[1] not in ("pack", "unpack"):
    sys.exit(__doc__)
(pack if sys.argv[1] == "pack" else unpack)(*sys.argv[2:])
