#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""stop_midway.py SIGNALS JOBFILE COMMAND...: runs a command, sends it a signal after the first checkpoint with samples.
INT+INT: twice, as timeout(1) does.

Exits as the command does, with 128 + the number of a signal that ended it. A shell would start it with SIGINT ignored,
which the command respects; here it has the default.
"""
import json
import signal
import subprocess
import sys
import time


def done(path):
    try:
        with open(path) as file:
            return sum(count for _, count in json.load(file)["done"])
    except FileNotFoundError:
        return 0


def main():
    numbers, path = [signal.Signals["SIG" + name] for name in sys.argv[1].split("+")], sys.argv[2]
    start = done(path)
    process = subprocess.Popen(sys.argv[3:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    deadline = time.monotonic() + 30
    while done(path) <= start and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    if process.poll() is not None:
        sys.exit("the command ended before it was stopped")
    for number in numbers:
        process.send_signal(number)
        time.sleep(0.002)   # so that the kernel does not merge two into one
    code = process.wait(30)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
