#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks and times GPUs, part after part, and keeps what it finds in one JSON file and a table of it (docs/gpu-check.md).

usage: gpu_check.py [--programs FOLDER] [--sources FOLDER] [--commit NAME] [--device NAME] [--parts "bits speed ..."]
                    [--seconds N]

--programs: where reroll, gpu-check/bits and the others are, and where the results go (default: build). --sources: this
folder, with peers.py and peers.cu. What the file has already of the same commit and device is not run again: so it can be
run in pieces, of at most N seconds (540 without --seconds). Without --device it is cuda:0 where that is usable, else
every OpenCL device. Where $OUT is a folder, the file, the table and the logs (one tar) are there too. Exit status: 0 all
is well, 1 something is wrong, 3 nothing is, but not all is done: the same command goes on.
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

# Seconds that a part may take on a GPU, and what runs it, in this order: what tells most in ten minutes comes first.
PARTS = {"compact": (60, compact), "headline": (60, headline), "peers": (180, peers), "ncu": (60, ncu), "bits": (240, bits),
         "speed": (240, speed), "law": (180, law), "examples": (60, examples), "studies": (150, studies)}


def one_part(part, check, device, kept):
    """A fault of this program in one part is no reason to lose the others."""
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
    """Which devices these are, where that is not what somebody expects."""
    if not check.cuda:
        print(f"No CUDA device ({facts['why_no_cuda']}): OpenCL stands in for it: {', '.join(check.devices)}.")
    elif facts["driver"]:
        print(facts["driver"])


def go_on(part, check, device, found, seconds):
    """A part on a device, into found, which has what is known of it; True: it is done."""
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
        print("Not all is done: the same command goes on.")
    sys.exit(1 if bad(results["parts"]) else 0 if done else 3)


if __name__ == "__main__":
    main()
