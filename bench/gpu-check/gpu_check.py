#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks and times GPUs in parts, and keeps the results in one JSON file and a table (docs/gpu-check.md).

usage: gpu_check.py [--programs FOLDER] [--sources FOLDER] [--commit NAME] [--device NAME] [--parts "bits speed ..."]
                    [--seconds N]

--programs: the directory of reroll, gpu-check/bits and the others, and of the results (default: build). --sources: the
directory of this file, peers.py and peers.cu. Results of the same commit and device in the file are not run again, so the
check can be run in pieces of at most N seconds (540 without --seconds). Without --device it uses cuda:0 if usable, else
every OpenCL device. If $OUT is a directory, the file, the table and the logs (one tar) are copied there. Exit status: 0: all
passed; 1: something failed; 3: nothing failed, but parts are not done: the same command continues.
"""
import argparse
import os
import signal
import sys

import table
from bits_part import bits, compact
from examples_part import examples
from law_part import law, studies
from machine import Check
from peers_part import peers
from provenance import first_line
from results import bad, hand_over, read_results, write_results
from speed_part import headline, ncu, speed

# Seconds that a part may take on a GPU, and its function. The parts that are most informative in ten minutes come first.
PARTS = {"compact": (60, compact), "headline": (60, headline), "peers": (180, peers), "ncu": (60, ncu), "bits": (240, bits),
         "speed": (240, speed), "law": (180, law), "examples": (60, examples), "studies": (150, studies)}


def one_part(part, check, device, kept):
    """Runs a part; an error of this program in one part does not stop the others."""
    try:
        return PARTS[part][1](check, device, kept)
    except Exception as error:   # pylint: disable=broad-except
        return {"status": 1, "seconds": 0, "failures": [f"{type(error).__name__}: {error}"]}


def options_given():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default="build")
    parser.add_argument("--sources", default=here)
    parser.add_argument("--commit", default=first_line(["git", "describe", "--always", "--dirty"]) or "unknown")
    parser.add_argument("--device")
    parser.add_argument("--parts", default=" ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=540)
    options = parser.parse_args()
    options.parts = options.parts.split()
    if set(options.parts) - set(PARTS):
        parser.error(f"the parts are {' '.join(PARTS)}")
    return options


def say_stand_in(check, facts):
    """Prints the devices if they are not a GPU, or a message about the driver."""
    if not check.cuda:
        print(f"No CUDA device ({facts['why_no_cuda']}): OpenCL stands in for it: {', '.join(check.devices)}.")
    elif facts["driver"]:
        print(facts["driver"])


def go_on(part, check, device, found, seconds):
    """Runs a part on a device, unless found has its result, and stores the result there; True: the part is done."""
    kept = found.get(device, {"status": "time"})
    if kept.get("status", 0) != "time":
        print(f"{part} on {device}: known", flush=True)
        return True
    if not check.begin(PARTS[part][0]):
        found[device] = {**kept, "skipped": f"no time is left of {seconds:.0f} s"}
        print(f"{part} on {device}: {found[device]['skipped']}", flush=True)
        return False
    print(f"{part} on {device} ...", flush=True)
    found[device] = one_part(part, check, device, kept)
    print(f"{part} on {device}: {table.summary(part, found[device])}", flush=True)
    return found[device].get("status", 0) != "time"


def main():
    options = options_given()
    check = Check(options)
    signal.signal(signal.SIGINT, check.stop)
    signal.signal(signal.SIGTERM, check.stop)
    path = os.path.join(check.programs, "gpu-check.json")
    if not check.devices:
        sys.exit("gpu-check: no GPU and no OpenCL runtime is usable here; reroll devices says why")
    results = read_results(path, check, options.commit)
    say_stand_in(check, results["provenance"])
    done = True
    for part in [part for part in PARTS if part in options.parts]:
        for device in check.devices:
            done = go_on(part, check, device, results["parts"].setdefault(part, {}), options.seconds) and done
            write_results(path, results)
    hand_over([], check.logs)
    print(f"wrote {path} and {path[:-len('.json')]}.md")
    if not done:
        print("Not all is done: the same command continues.")
    sys.exit(1 if bad(results["parts"]) else 0 if done else 3)


if __name__ == "__main__":
    main()
