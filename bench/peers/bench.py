#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Times Reroll and its peers in one run, rounds interleaved, and writes JSON.

Every peer is a process for the whole run, so its arrays are warm and no start is timed. For each row of rows.txt and each
size all peers run in turn in every round, so a disturbance of a round affects all of them. README.md describes the
communication. A peer that is missing, ends or does not answer is one line in the result. The run has a time limit: the
result lists rows that were not reached, and sizes for which a peer is too slow.
"""
import argparse
import json
import os
import re
import select
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = (1 << 20, 1, 16, 4096, 1 << 26)   # by importance, since the time is limited
TYPES = ("u32", "f32", "f64", "i32", "i64")
COSTS = ("bits", "uniform", "exponential", "normal", "gamma", "poisson", "binomial")   # timed in all sizes


class Plan:
    """Limits of time, in seconds."""

    def __init__(self, quick, answer):
        self.total = 190 if quick else 1320   # a row that has begun is finished
        self.rounds = 5 if quick else 9
        self.loop = 4e-3 if quick else 12e-3
        self.call = 0.15 if quick else 0.3     # a longer call is timed once
        self.long_call = 0.6                    # a longer call at 2^26 is left out
        self.share = self.total / (8 if quick else 6)   # of one peer
        self.answer = answer                    # a peer without an answer for this time is ended
        self.quick = quick

    def takes(self, law, params, n):
        """Whether the run has this row at this size: a few distributions have small and large sizes, fewer with --quick."""
        if n == 1 << 20:
            return True
        return law in COSTS if not self.quick else law in ("normal", "poisson") and n < 4096 and not ranges(params)


class Gone(Exception):
    """A peer's process has ended, or was ended."""


class Peer:
    """A process, and its description of itself. `missing` is the reason if it is not available."""

    def __init__(self, name, command, plan, threads=1):
        self.name, self.command, self.plan = name, command, plan
        self.version, self.can, self.has, self.threads, self.loop = "", {}, [], 1, 0
        self.missing, self.deaths, self.spent, self.process, self.text, self.complaint = "", 0, 0.0, None, b"", b""
        self.environment = dict(os.environ, PEER_THREADS=str(threads), PYTHONDONTWRITEBYTECODE="1")
        try:
            self.start()
        except (Gone, OSError) as error:
            self.missing = self.missing or str(error)

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=self.environment)
        os.set_blocking(self.process.stderr.fileno(), False)
        self.can, self.has, self.text, self.complaint = {}, [], b"", b""
        while (line := self.line()) != "ready":
            word, _, rest = line.partition(" ")
            if word == "missing":
                self.missing = rest
            elif word == "can":
                what, _, text = rest.partition(" ")
                self.can[what] = text
            elif word == "has":
                law, kind, method = rest.split()
                self.has.append((law, kind, method))
            elif word in ("version", "threads", "loop"):
                setattr(self, word, rest if word == "version" else int(rest))

    def line(self):
        """The next line of its output."""
        end = time.monotonic() + self.plan.answer
        while b"\n" not in self.text:
            self.drain()
            if not select.select([self.process.stdout], [], [], min(1, max(0, end - time.monotonic())))[0]:
                if time.monotonic() < end:
                    continue
                self.stop()
                raise Gone("no answer in %g s" % self.plan.answer)
            read = os.read(self.process.stdout.fileno(), 65536)
            if not read:
                raise Gone(self.last_words())
            self.text += read
        line, _, self.text = self.text.partition(b"\n")
        return line.decode(errors="replace").strip()

    def drain(self):
        """Reads its standard error, so that the pipe does not fill; keeps the end for an error message."""
        self.complaint = (self.complaint + (self.process.stderr.read() or b""))[-2000:]

    def last_words(self):
        status = self.process.wait()
        self.drain()
        words = [w for w in self.complaint.decode(errors="replace").splitlines() if w.strip()]
        return "its process ended with status %d%s" % (status, ": " + words[-1].strip()[:120] if words else "")

    def ask(self, request):
        """Its answer to one request. A peer that has ended is started again at the next request, until its third end."""
        start = time.monotonic()
        try:
            if self.process is None:
                self.start()
            self.process.stdin.write(request.encode() + b"\n")
            self.process.stdin.flush()
            return self.line()
        except (Gone, OSError) as error:
            if isinstance(error, OSError):
                error = Gone(self.last_words() if self.process else str(error))
            self.stop()
            self.deaths += 1
            if self.deaths == 3:
                self.missing = str(error)
            raise error
        finally:
            self.spent += time.monotonic() - start

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                try:
                    pipe.close()
                except OSError:
                    pass
            self.process = None


class Cell:
    """One peer's method for one row and size: its times, or why there are none."""

    def __init__(self, peer, row, n, threads):
        law, kind, method, params = row
        self.peer, self.method, self.n = peer, "" if method == "-" else method, n
        self.what = " ".join([law, kind, method, str(threads), str(n), params]).strip()
        self.missing, self.times, self.calls, self.rounds, self.words = "", [], 1, 0, 0

    def run(self, calls):
        """ns per sample, over `calls` calls; None if there is no such time."""
        if self.missing:
            return None
        try:
            word, _, rest = self.peer.ask("run %d %s" % (calls, self.what)).partition(" ")
        except Gone as error:
            self.missing = str(error)
            return None
        if word != "ns":
            self.missing = rest or word
            return None
        ns, *words = map(float, rest.split())
        self.words = words[0] if words else 0
        return ns

    def compare(self, first):
        """Checks that it draws the distribution of the first cell, by moments that always exist; returns the first ones."""
        try:
            word, _, rest = ("", "", "") if self.missing else self.peer.ask("moments " + self.what).partition(" ")
        except Gone as error:
            self.missing, self.times = str(error), []
            return first
        if word != "moments":
            return first
        mean, sd = map(float, rest.split())
        if first and not abs(mean - first[0]) < 8 * (sd + first[1]) / self.n ** 0.5 + 1e-6:
            self.missing, self.times = "draws another law: mean of asinh x %.7g, Reroll's %.7g" % (mean, first[0]), []
        return first or (mean, sd)

    def begin(self, plan):
        """Finds the number of calls per loop; a call that takes too long has only this one time."""
        if self.peer.missing:
            self.missing = self.peer.missing
        elif self.peer.spent > plan.share:
            self.missing = "this peer has used its share of the time"
        calls = 1
        while (ns := self.run(calls)) is not None:
            seconds = max(ns, 1e-3) * self.n * calls * 1e-9
            if seconds > (plan.call if self.n <= 1 << 20 else plan.long_call):
                self.times, self.rounds = [ns], 0
                return
            loop = max(plan.loop, self.peer.loop * 1e-3)
            if seconds > loop / 4 or calls >= 1 << 22:
                self.calls = max(1, min(1 << 22, round(loop / seconds * calls)))
                self.rounds = plan.rounds if self.n < 1 << 24 else 3
                return
            calls = min(calls * 16, max(calls + 1, round(loop / seconds * calls)))

    def result(self):
        cell = {"peer": self.peer.name, "method": self.method}
        if not self.times:
            return {**cell, "missing": self.missing or "not timed"}
        low, middle, high = (float("%.5g" % quantile(self.times, q)) for q in (0.25, 0.5, 0.75))
        cell.update({"ns": middle, "quartiles": [low, high], "rounds": len(self.times), "calls": self.calls})
        return {**cell, "words": self.words} if self.words else cell


def quantile(values, q):
    """R's type 7: linear between the order statistics."""
    values = sorted(values)
    at = q * (len(values) - 1)
    i = int(at)
    return values[i] if i + 1 == len(values) else values[i] + (at - i) * (values[i + 1] - values[i])


def interleave(cells, plan):
    """All rounds of all cells: every round times all of them, every other round in reverse order."""
    for cell in cells:
        cell.begin(plan)
    same = None
    for cell in cells if cells[-1].n == 1 << 20 and "u32" not in cells[-1].what else ():
        same = same if cell.what.split()[0] in ("cycle", "memset", "bits") else cell.compare(same)
    for number in range(plan.rounds):
        for cell in cells[::-1] if number % 2 else cells:
            if number < cell.rounds and (ns := cell.run(cell.calls)) is not None:
                cell.times.append(ns)
            if cell.missing:
                cell.times = []


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def peers_of(arguments, plan):
    """Every peer of the list, started, or with the reason why not."""
    peers = []
    for line in lines_of(arguments.peers):
        command, _, name = line.rpartition(": ")
        program, *options = command.split()
        peer = Peer(name, command_of(program, arguments) + options, plan, arguments.threads)
        if peer.missing and (why := build_failure(program, arguments)):
            peer.missing = why
        print("bench.py: %s: %s" % (name, "missing: " + peer.missing if peer.missing else peer.version), file=sys.stderr)
        peers.append(peer)
    return peers


def command_of(program, arguments):
    script = os.path.join(HERE, "peer_" + program)
    if os.path.exists(script + ".py"):
        return [arguments.python, script + ".py"]
    if os.path.exists(script + ".R"):
        return ["Rscript", "--vanilla", script + ".R"]
    return [os.path.join(arguments.programs, program)]


def build_failure(program, arguments):
    """Why the program is missing: the first error of its compiler."""
    try:
        with open(os.path.join(arguments.programs, program + ".log"), encoding="utf-8") as file:
            return next((line.split("rror: ")[-1].strip() for line in file if "rror: " in line), "")
    except OSError:
        return ""


def available_memory():
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return 1024 * int(re.search(r"MemAvailable: *(\d+)", file.read()).group(1))
    except (OSError, AttributeError):
        return 1 << 62


def ranges(params):
    """The number of a row's parameters with one value per draw."""
    return params.count("..") + params.count(":")


def too_large(cells, kind, params, n):
    """Whether memory may be too small for all of these: 1.5 arrays each, and the same for each parameter per draw."""
    arrays = len({c.peer.name for c in cells if not c.missing}) * 1.5 * (1 + ranges(params))
    size = 8 if kind.endswith("64") or kind == "i32" and ranges(params) else 4
    return arrays * n * size > 0.8 * available_memory()


def cells_of(peers, law, kind, params, n, threads):
    """The cells of a row: every method of every peer, or the method that the row names, if the peer has it. Only the first
    method for sizes that measure the cost of a call."""
    cells = []
    law, _, named = law.partition(":")
    for peer in peers:
        methods = [m for has, of, m in peer.has if (has, of) == (law, kind)]
        methods = [m for m in methods if m == named] or methods
        for method in methods if n == 1 << 20 else methods[:1]:
            cells.append(Cell(peer, (law, kind, method, params), n, threads))
    return cells


def ceilings_of(first, kind, n, threads):
    """The limits of the machine, timed in the same rounds: the time of a cycle, memset, a raw word."""
    if n < 4096 or kind == "u32":
        return []
    rows = ("cycle", "u32", "-", ""), ("memset", kind, "-", ""), ("bits", "u32", "-", "")
    return [Cell(first, row, min(n, 1 << 20) if row[0] == "cycle" else n, threads) for row in rows if row[:3] in first.has]


def measure(row, kind, n, peers, plan, arguments, slow):
    """One row of the result, or None if Reroll does not have it."""
    law, _, params = row.partition(" ")
    cells = cells_of(peers, law, kind, params, n, arguments.threads)
    if not any(cell.peer is peers[0] for cell in cells):
        return None
    ceilings = ceilings_of(peers[0], kind, n, arguments.threads)
    for cell in cells:
        ns = slow.get((cell.peer.name, row, kind, cell.method), 0)
        if n > 1 << 20 and ns * n * 1e-9 > plan.long_call:
            cell.missing = "a call would take %.1f s" % (ns * n * 1e-9)
    if too_large(cells, kind, params, n):
        for cell in cells:
            cell.missing = cell.missing or "not enough memory for all libraries at the same time"
    interleave(ceilings + cells, plan)
    for cell in cells:
        if cell.times and n == 1 << 20:
            slow[cell.peer.name, row, kind, cell.method] = quantile(cell.times, 0.5)
    if n > 1 << 20:
        rest(peers)
    return {"row": row, "type": kind, "n": n, "threads": arguments.threads,
            "ceilings": {c.what.split()[0]: c.result() for c in ceilings}, "cells": [c.result() for c in cells]}


def rest(peers):
    """Makes all peers free their large arrays."""
    for peer in peers:
        if not peer.missing:
            try:
                peer.ask("rest")
            except Gone:
                pass


def run(arguments):
    """The whole result."""
    plan = Plan(arguments.quick, arguments.answer)
    start = time.monotonic()
    peers = peers_of(arguments, plan)
    digits = {peer.name: digits_of(peer) for peer in peers}
    rows, late, slow = [], [], {}
    for n in SIZES:
        for line in lines_of(arguments.rows):
            row, _, only = line.partition(" | ")
            law, _, params = row.partition(" ")
            for kind in (only.split() or TYPES) if plan.takes(law, params, n) else ():
                if not any((law, kind) == has[:2] for has in peers[0].has):
                    continue
                if time.monotonic() - start > plan.total:
                    late.append("%s %s n=%d" % (row, kind, n))
                elif result := measure(row, kind, n, peers, plan, arguments, slow):
                    rows.append(result)
                    show(result)
    for peer in peers:
        peer.stop()
    about = [{"name": p.name, "version": p.version, "can": p.can, "digits": digits[p.name], "missing": p.missing}
             for p in peers]
    return {"provenance": provenance(arguments, time.monotonic() - start), "peers": about, "late": late, "rows": rows}


def digits_of(peer):
    """{type: fractional bits of the finest of 65,536 uniforms}, for the types that it has."""
    found = {}
    for kind in ("f32", "f64"):
        try:
            word, _, rest = ("", "", "") if peer.missing else peer.ask("digits " + kind).partition(" ")
        except Gone:
            continue
        if word == "digits" and rest != "0":
            found[kind] = int(rest)
    return found


def show(result):
    times = ["%s%s %.3g" % (c["peer"], ":" + c["method"] if c["method"] else "", c["ns"])
             for c in result["cells"] if "ns" in c]
    print("%s %s n=%d: %s" % (result["row"], result["type"], result["n"], ", ".join(times)), file=sys.stderr)


def provenance(arguments, seconds):
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        cpu = dict(re.findall(r"^([^\t:]+)\t*: (.*)$", file.read(), re.M))
    with open("/proc/loadavg", encoding="ascii") as file:
        load = [float(x) for x in file.read().split()[:3]]
    return {"cpu": cpu.get("model name", os.uname().machine), "family": cpu.get("cpu family", ""),
            "model": cpu.get("model", ""), "widest": next((w for w in ("avx512f", "avx2") if w in cpu.get("flags", "")), ""),
            "processors": os.cpu_count(), "kernel": os.uname().release, "compiler": arguments.compiler,
            "flags": arguments.flags, "commit": output("git", "-C", HERE, "rev-parse", "--short", "HEAD").strip(),
            "date": time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime()), "load": load, "load at start": arguments.load,
            "seconds": round(seconds), "quick": arguments.quick, "threads": arguments.threads}


def output(*command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    except OSError:
        return ""


def text_of(result):
    """JSON with one line per row, so that two results can be compared by eye."""
    parts = []
    for name, value in result.items():
        if isinstance(value, list):
            parts.append('"%s": [\n%s\n]' % (name, ",\n".join(json.dumps(v) for v in value)))
        else:
            parts.append('"%s": %s' % (name, json.dumps(value)))
    return "{" + ",\n".join(parts) + "}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="3 minutes instead of 20")
    parser.add_argument("--threads", type=int, default=1, help="threads, for libraries that support several (1)")
    parser.add_argument("--programs", default="build/peers", help="the folder of the compiled programs (build/peers)")
    parser.add_argument("--python", default="python3", help="the interpreter for the libraries in Python (python3)")
    parser.add_argument("--peers", default=os.path.join(HERE, "peers.txt"))
    parser.add_argument("--rows", default=os.path.join(HERE, "rows.txt"))
    parser.add_argument("--flags", default="", help="recorded: the flags of the compiler")
    parser.add_argument("--compiler", default="", help="recorded: the compiler")
    parser.add_argument("--answer", type=float, default=60, help="time limit of an answer in seconds (60)")
    parser.add_argument("-o", dest="out", default="-")
    arguments = parser.parse_args()
    with open("/proc/loadavg", encoding="ascii") as file:
        arguments.load = float(file.read().split()[0])
    text = text_of(run(arguments))
    if arguments.out == "-":
        sys.stdout.write(text)
    else:
        with open(arguments.out, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
