# SPDX-License-Identifier: MIT OR Apache-2.0
"""Functions that all parts share: paths of programs, devices, time limits, and the output of programs."""
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time

# Factor of the time limits on a processor instead of a GPU: there compilers take most of the time, and no GPU is reserved.
PATIENCE = 6


class Check:
    """Paths, devices and the time that is left."""

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
        """Starts the clock of a part that may take `limit` seconds on a GPU; False: there is no time left for it."""
        self.part_end = min(self.end, time.monotonic() + limit * (1 if self.cuda else PATIENCE))
        return self.left() > 5

    def left(self):
        """Seconds left for this part."""
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
        """Its exit status, or "time". Its child processes, such as those of compute-sanitizer and peers.py, end with it. It
        has a process group and not a session, so that they also end with this program's session."""
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
    """The rows that a program has written, without a truncated one; and those that are not JSON."""
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
    """The end of a program's output, in one line."""
    return " ".join(text[-300:].split())


def worst(statuses):
    """The worst exit status: "time", since there is more to do; else one that is neither 0 nor 1; else 1, or 0."""
    return "time" if "time" in statuses else next((s for s in statuses if s not in (0, 1)), int(any(statuses)))
