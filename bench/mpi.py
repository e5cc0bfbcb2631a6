#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""mpi.py REROLL REROLL_MPI LAUNCHER... -- FOLDER NUMBER ROUNDS: compares one process with 1, 2 and 4 ranks of the same total
number of threads.

Rounds are interleaved. Times include the launcher's start, which the last column shows alone. The files of the first round
are compared. Prints the table of docs/mpi.md.
"""
import filecmp
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def seconds_of(command, path):
    """Seconds until the file is written."""
    begin = time.monotonic()
    subprocess.run([*command, "-o", path, "--quiet", "--force"], check=True)
    return time.monotonic() - begin


def processor():
    with open("/proc/cpuinfo") as file:
        return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown processor")


def main():
    arguments = sys.argv[1:]
    cut = arguments.index("--")
    (reroll, reroll_mpi, *launcher), (base, number, rounds) = arguments[:cut], arguments[cut + 1:]
    cores = len(os.sched_getaffinity(0))
    job = ["sample", "gamma", "--shape", "0.7"]
    size = ["-n", number]

    def ranks(count):
        threads = max(1, cores // count)
        name = f"{count} rank{'s' * (count > 1)}, {threads} thread{'s' * (threads > 1)}"
        return name, [*launcher, "-n", str(count), reroll_mpi, *job, *size, "--threads", str(threads)]

    columns = [(f"one process, {cores} threads", [reroll, *job, *size, "--threads", str(cores)]), *map(ranks, (1, 2, 4)),
               ("4 ranks, no numbers", [*launcher, "-n", "4", reroll_mpi, *job, "-n", "0"])]
    times = {name: [] for name, _ in columns}
    folder = tempfile.mkdtemp(dir=base)
    whole, other = (os.path.join(folder, name) for name in ("whole.npy", "other.npy"))
    try:
        for turn in range(int(rounds)):
            for column, (name, command) in enumerate(columns):
                times[name].append(seconds_of(command, other if column else whole))
                if 0 < column < 4 and not turn and not filecmp.cmp(whole, other, shallow=False):
                    sys.exit(f"{name}: another file than that of the plain command")
    finally:
        shutil.rmtree(folder)
    print(f"{processor()}, {cores} cores; load {os.getloadavg()[0]:.1f}; gamma --shape 0.7 -n {number}, f64, to {base}; "
          f"medians (minima) of {rounds} rounds\n")
    print("| " + " | ".join(times) + " |\n" + "|---:" * len(times) + "|")
    print("| " + " | ".join(f"{statistics.median(t):.2f} s ({min(t):.2f})" for t in times.values()) + " |")


main()
