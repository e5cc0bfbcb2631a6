#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The unevenness in f32 of derived distributions with huge shapes, over cells of neighbouring floats: second_rounding.py
"LAW OPTIONS"... prints a table with one row per distribution and shape. In the options {0} is the shape and {1} twice the
shape (about 4 s per distribution; needs NumPy). REROLL: the command. laws/gamma/README.md has such a table.

A derived distribution of an already rounded variate has more preimages for one float than for the next. A cell is M
neighbouring floats. Its count is compared with the mean of the counts at its sides, which removes the density. The excess
over the counting noise is the unevenness: its standard deviation as a fraction of the count. Cells within 1.5 standard
deviations."""
import os
import subprocess
import sys

import numpy as np

CELLS = [1, 2, 4, 8, 16, 32, 64]


def unevenness(floats, cell):
    keys = floats.view(np.int32) // cell
    middle, reach = np.median(keys), 1.5 * np.std(keys)
    counts = np.bincount(keys - keys.min()).astype(float)
    low = max(0, int(middle - reach - keys.min()) + 1)
    counts = counts[low:int(middle + reach - keys.min())]
    if len(counts) < 32:
        return None
    beside = counts[1:-1] - (counts[:-2] + counts[2:]) / 2
    excess = np.mean(beside**2) / 1.5 - np.mean(counts)
    noise = np.mean(counts) * np.sqrt(4 / len(counts))
    return np.sqrt(max(excess, noise)) / np.mean(counts), excess < 2 * noise


def main():
    reroll = os.environ.get("REROLL", "build/reroll")
    print("| law | shape | " + " | ".join(map(str, CELLS)) + " |\n|---|---|" + "---:|" * len(CELLS))
    for how in sys.argv[1:]:
        for shape in ("1e6", "1e8"):
            law, *options = how.format(shape, 2 * float(shape)).split()
            command = [reroll, "sample", law, *options, "--dtype", "f32", "-n", "2^24", "--format", "raw"]
            drawn = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
            floats = np.frombuffer(drawn, np.float32)
            cells = [unevenness(floats, c) for c in CELLS]
            texts = ["" if c is None else ("< " if c[1] else "") + f"{100 * c[0]:.1f} %" for c in cells]
            print(f"| {law} | {shape} | " + " | ".join(texts) + " |")


if __name__ == "__main__":
    main()
