#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""A simulated library with invented times, for peers.py: NAME LOG SCRIPT TIME...

Every request goes to LOG with NAME before it. A row of "uniform f32" takes the times in turn, cyclically; other rows take
the first one. SCRIPT: "plain"; "dies", at its second run; "hangs", at its second run; "refuses" every run; "cheats": draws
another distribution; "absent"."""
import sys
import time

name, log, script, *times = sys.argv[1:]
if script == "absent":
    print("missing no such library")
    sys.exit(1)
print("version 1.0 made up\ncan each no\ncan tails none\ncan same no\nthreads 1")
for row in ["uniform f32 -", "uniform f64 -"] + ["uniform f32 other"] * (name == "Reroll"):
    print("has", row)
print("ready", flush=True)
runs = timed = 0
for line in sys.stdin:
    with open(log, "a", encoding="ascii") as file:
        file.write(name + " " + line)
    if not line.startswith("run "):
        mean = "0.9" if script == "cheats" else "0.5"
        print({"digits": "digits 24", "moments": "moments %s 0.3" % mean}.get(line.split()[0], "ok"), flush=True)
        continue
    runs += 1
    if script == "dies" and runs == 2:
        print("out of luck", file=sys.stderr)
        sys.exit(3)
    if script == "hangs" and runs == 2:
        time.sleep(600)
    ns = times[timed % len(times) if "uniform f32 - " in line else 0]
    timed += "uniform f32 - " in line
    print("no such thing here" if script == "refuses" else "ns " + ns, flush=True)
