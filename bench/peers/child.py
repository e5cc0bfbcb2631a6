# SPDX-License-Identifier: MIT OR Apache-2.0
"""Shared code of peers in Python: the communication with bench.py (see README.md), and the loop that is timed.

A peer passes `rows`: {(law, type, method): make}, where make(call) returns a function that draws n samples, to be timed, or
raises Cannot. The clock is this process's processor time (which includes threads that a library starts), or the wall clock
if it draws with several threads."""
import os
import sys
import time

# This must precede the import of a library that starts threads.
THREADS = os.environ.get("PEER_THREADS", "1")
for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = THREADS


class Cannot(Exception):
    """The reason why a peer cannot draw a requested row."""


class Call:
    """One call: n samples of a type, and the parameters in order, with their names. A tuple (low, high) is one parameter per
    draw, (low, high, "integers") the same with integers; `weights=K` is an array of K weights."""

    def __init__(self, words):
        law, self.type, method, threads, n, *params = words
        self.key = law, self.type, "" if method == "-" else method
        self.threads, self.n = int(threads), int(n)
        self.names = [word.split("=")[0] for word in params]
        self.params = [read(*word.split("=")) for word in params]
        self.each = any(isinstance(p, tuple) for p in self.params)

    def one(self):
        """The parameters, if all are constant."""
        if self.each:
            raise Cannot("supports one parameter for all draws only")
        return self.params

    def arrays(self, spread):
        """The parameters; those per draw as arrays from spread(low, high)."""
        made = [spread(*p[:2]) if isinstance(p, tuple) else p for p in self.params]
        return [values // 1 if isinstance(p, tuple) and len(p) == 3 else values for p, values in zip(self.params, made)]


def read(name, text):
    if name == "weights":
        return weights(int(text))
    low, dots, high = text.partition(":" if ":" in text else "..")
    return (float(low), float(high)) + ("integers",) * (dots == ":") if dots else float(text)


def weights(number):
    """Weights, evenly spread between 0 and 1 like parameters per draw."""
    import numpy as np

    return (np.arange(number) + 0.5) * 0.6180339887498949 % 1


def converse(version, rows, digits, can, threads=1):
    """Answers bench.py until it closes the pipe. digits(type): the fractional bits of 65,536 uniforms."""
    print("version", version)
    for what, text in can.items():
        print("can", what, text)
    print("threads", threads)
    for law, kind, method in rows:
        print("has", law, kind, method or "-")
    print("ready", flush=True)
    last, draw = None, None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "digits":
                print("digits", digits(rest) if ("uniform", rest, "") in rows else 0, flush=True)
            elif word == "rest":
                last = draw = None
                print("ok", flush=True)
            else:
                calls, _, what = ("0", "", rest) if word == "moments" else rest.partition(" ")
                if what != last:
                    draw = None
                    last, call = what, Call(what.split())
                    draw = make(call, rows, threads)
                    draw()   # compilation and new memory are not timed
                if word == "moments":
                    print("moments %.12g %.9g" % moments(draw()), flush=True)
                else:
                    print("ns %.6g" % loop(draw, int(calls), call), flush=True)
        except Exception as error:   # any error of a library: bench.py records it
            last = None
            print("no", " ".join(str(error).split())[:200] or type(error).__name__, flush=True)


def make(call, rows, threads):
    if call.key not in rows:
        raise Cannot("does not have this row")
    if call.threads > threads:
        raise Cannot("supports one thread only")
    return rows[call.key](call)


def loop(draw, calls, call):
    clock = time.process_time_ns if call.threads == 1 else time.perf_counter_ns
    start = clock()
    for _ in range(calls):
        draw()
    return (clock() - start) / calls / call.n


def moments(values):
    """Mean and standard deviation of asinh x, which exist for every distribution: bench.py compares them."""
    import numpy as np

    values = np.arcsinh(np.asarray(values, dtype=np.float64))
    return values.mean(), values.std()


def digits_of(values):
    """The number of fractional bits of the finest of these numbers (a NumPy array)."""
    import numpy as np

    values = np.asarray(values, dtype=np.float64)
    digits = 0
    while digits < 1074 and np.any(values != np.floor(values)):
        values = values * 2
        digits += 1
    return digits
