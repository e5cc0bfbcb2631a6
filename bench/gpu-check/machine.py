# SPDX-License-Identifier: MIT OR Apache-2.0
"""What all parts share: where programs are, on which devices they run, how long they may, and what they say."""
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time

# Where a processor plays the GPU compilers take most of the time, and nobody waits for them with a lease.
PATIENCE = 6


class Check:
    """What all parts share: where things are, and on which devices they run."""

    def __init__(self, options):
        self.programs = os.path.abspath(options.programs)
        self.sources = os.path.abspath(options.sources)
        self.logs = os.path.join(self.programs, "gpu-check", "logs")
        self.end = time.monotonic() + options.seconds   # 0: stopped
        self.part_end = self.end
        self.groups = set()   # processes at work
        os.makedirs(self.logs, exist_ok=True)
        self.known = json.loads(self.run_tool(["reroll", "devices", "--json"]))
        usable = [d["name"] for d in self.known if d["available"] and not d["name"].startswith("cpu")]
        cuda = [name for name in usable if name.startswith("cuda")]
        if options.device:
            self.devices = [options.device]
        else:
            self.devices = cuda[:1] or [name for name in usable if name.startswith("opencl")]
        self.cuda = bool(self.devices) and self.devices[0].startswith("cuda")

    def path(self, program):
        return os.path.join(self.programs, *program.split("/"))

    def run_tool(self, command):
        return subprocess.run([self.path(command[0]), *command[1:]], stdout=subprocess.PIPE, text=True, check=True).stdout

    def lanes(self, device):
        return next((d["lanes"] for d in self.known if d["name"] == device), 0)

    def begin(self, limit):
        """The clock of a part that may take so many seconds on a GPU; False: there is no time left for it."""
        self.part_end = min(self.end, time.monotonic() + limit * (1 if self.cuda else PATIENCE))
        return self.left() > 5

    def left(self):
        """Seconds of this part."""
        return self.part_end - time.monotonic()

    def run(self, name, command, environment=None, limit=None):
        """Runs a program with its output in a log: its exit status ("time": it was stopped), its output, its seconds."""
        log = os.path.join(self.logs, name + ".log")
        start = time.monotonic()
        limit = min(self.left(), limit or self.left())
        if limit <= 0:
            return {"status": "time", "seconds": 0}, ""
        with open(log, "w", encoding="utf-8") as file:
            try:
                status = self.run_group(command, file, limit, {**os.environ, **(environment or {})})
            except OSError as error:
                status = str(error)
        with open(log, encoding="utf-8", errors="replace") as file:
            return {"status": status, "seconds": round(time.monotonic() - start, 1)}, file.read()

    def run_group(self, command, file, limit, environment):
        """Its exit status, or "time". What it has started is ended with it: compute-sanitizer's program, that of peers.py.
        A group, not a session: who ends this one's session ends all."""
        group = {"process_group": 0} if sys.version_info >= (3, 11) else {"start_new_session": True}
        with subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, env=environment, **group) as child:
            self.groups.add(child.pid)
            try:
                status = child.wait(limit if self.end else 0)
                return status if self.end else "time"
            except subprocess.TimeoutExpired:
                return "time"
            finally:
                self.groups.discard(child.pid)
                kill_group(child.pid)

    def stop(self, *_):
        """Control-C and SIGTERM: the time is up."""
        self.end = self.part_end = 0
        for group in list(self.groups):
            kill_group(group)


def kill_group(group):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def log_name(part, device):
    return f"{part}-{device.replace(':', '')}"


def json_lines(text):
    """The rows that a program has written; one that was cut off is none. And those that are no JSON."""
    rows, broken = [], []
    for line in text.splitlines():
        if line.startswith("{"):
            try:
                rows.append(json.loads(line))
            except ValueError:
                if line.endswith("}"):
                    broken.append(f"no JSON: {line}")
    return rows, broken


def tail(text):
    """The end of what a program has said, in one line."""
    return " ".join(text[-300:].split())


def worst(statuses):
    """Of exit statuses: "time", for then there is more to do; else what is neither 0 nor 1, else 1."""
    return "time" if "time" in statuses else next((s for s in statuses if s not in (0, 1)), int(any(statuses)))
