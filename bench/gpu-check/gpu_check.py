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
import concurrent.futures
import contextlib
import csv
import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time

import table

# Seconds that a part may take on a GPU, in this order: what tells most in ten minutes comes first.
LIMITS = {"compact": 60, "headline": 60, "peers": 180, "ncu": 60, "bits": 240, "speed": 240, "law": 180, "examples": 60,
          "studies": 150}
PARTS = list(LIMITS)
# Where a processor plays the GPU compilers take most of the time, and nobody waits for them with a lease.
PATIENCE = 6
PROCESSES = max(1, min(8, (os.cpu_count() or 1) // 2))
# Of the kernels, each of which is done or not when the time is up. A prime number: kernels are listed a sampler after the
# other, each under all strategies, so that with one strategy a share none would be as slow as that of fixed.
SHARES = 31
SANITIZER = 120
# Of one peer: a library that compiles or draws for ever is not to take the others' time.
PEER = 45
# Samples of a launch, as many as speed has in work.
LARGE = f"--large={1 << 26}"
# The driver that knows a CUDA toolkit's code: release notes of CUDA, "CUDA Toolkit and Corresponding Driver Versions".
DRIVERS = {11: 450, 12: 525, 13: 580}
CLOCKS = "clocks.sm,clocks.mem,power.draw,temperature.gpu"
# What ncu is asked for, by the name that it has in the table.
METRICS = {
    "us": "gpu__time_duration.sum", "instructions": "smsp__inst_executed.sum",
    "issue slots": "sm__inst_issued.avg.pct_of_peak_sustained_active",
    "alu": "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active",
    "fma": "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active",
    "xu": "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active",
    "lsu": "sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active",
    "DRAM": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "occupancy": "sm__warps_active.avg.pct_of_peak_sustained_active", "registers": "launch__registers_per_thread",
}


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

    def begin(self, part):
        """The clock of a part; False: there is no time left for it."""
        self.part_end = min(self.end, time.monotonic() + LIMITS[part] * (1 if self.cuda else PATIENCE))
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


# ---- Parts: each gives what is written under its name, by device. kept: what it gave when it was stopped, or {}. ----

def share(check, device, part, name, options, environment=None):   # pylint: disable=too-many-arguments
    """One process of bits."""
    command = [check.path("gpu-check/bits"), device, *options]
    result, text = check.run(f"{log_name(part, device)}-{name}", command, environment)
    result["tests"] = len(re.findall(r"^(?:not )?ok ", text, re.M))
    result["failures"] = re.findall(r"^(?:not ok|Bail out).*", text, re.M)
    if result["status"] not in (0, "time") and not result["failures"]:
        result["failures"] = [f"share {name} ended with {result['status']}: {tail(text)}"]
    return result


def roots(check, device):
    """rr_sqrt_pos and rr_third_over of every float: roots.cu."""
    program = check.path("gpu-check/roots")
    if not check.cuda:
        return {"missing": "no CUDA device: elsewhere rr_sqrt_pos is rr_sqrt, which the device's self-test has tried"}
    if not os.path.exists(program):
        return {"missing": "gpu-check/roots is not built: make gpu-kit makes it where nvcc is found"}
    number = device.partition(":")[2]
    result, text = check.run("roots", [program], {"CUDA_VISIBLE_DEVICES": number} if number.isdigit() else None)
    if result["status"] == "time":
        return result
    found = (json_lines(text)[0] or [{"missing": f"it ended with {result['status']}: {tail(text)}"}])[0]
    counts = {"roots": found, "thirds": found.get("thirds", {})}
    found["failures"] = [f"{f['wrong']} {what} differ, from {f['lowest']} on"
                         for what, f in counts.items() if f.get("wrong")]
    return {**found, "seconds": result["seconds"]}


def shares_of(check, device, part, wanted, kept):
    """Processes of bits, several at a time, as compilers take longer than the GPU. wanted: options, environment by name."""
    start = time.monotonic()
    done = {name: result for name, result in kept.get("shares", {}).items() if result["status"] != "time"}
    with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
        running = {name: pool.submit(share, check, device, part, name, *how) for name, how in wanted.items()
                   if name not in done}
        done.update({name: future.result() for name, future in running.items()})
    return {"status": worst([result["status"] for result in done.values()]),
            "seconds": round(kept.get("seconds", 0) + time.monotonic() - start, 1),
            "tests": sum(result["tests"] for result in done.values() if result["status"] != "time"),
            "failures": [failure for result in done.values() for failure in result["failures"]], "shares": done}


def compact(check, device, kept):
    """The bits of the strategy that everything takes by default, in as large jobs as are timed."""
    if not check.cuda:
        return shares_of(check, device, "compact", {"everyday": (["--compact"], None)}, kept)
    # A share that is stopped begins again: shares are small.
    wanted = {f"{k}": (["--all", "--compact", LARGE, f"--share={k}/{SHARES}"], None) for k in range(SHARES)}
    return shares_of(check, device, "compact", wanted, kept)


def bits(check, device, kept):
    """Every bit of every sampler, strategy and transform."""
    wanted = {"everyday": ([], None)}
    if check.cuda:
        wanted = {f"{k}": (["--all", "--big", LARGE, f"--share={k}/{SHARES}"], None) for k in range(SHARES)}
        # The kit's code is what the others run, where it is there: a few kernels of the compiler of this machine.
        wanted["compiled"] = (["--all", "--large=0", f"--share=0/{SHARES}"], {"REROLL_CUDA_BUNDLE": ""})
    rooted = kept.get("roots", {"status": "time"})
    if rooted.get("status") == "time":
        rooted = roots(check, device)
    found = shares_of(check, device, "bits", wanted, kept)
    return {**found, "status": worst([found["status"], rooted.get("status", 0)]), "roots": rooted}


@contextlib.contextmanager
def clocks(check, device, result):
    """Samples the GPU's clocks while something runs: the least, the median and the most of each into result."""
    fields, lines = CLOCKS.split(","), []
    tool = shutil.which("nvidia-smi") if check.cuda else None
    if not tool:
        yield
        return
    log = os.path.join(check.logs, f"clocks-{device.replace(':', '')}.csv")
    with open(log, "w+", encoding="utf-8") as file:
        command = [tool, f"--query-gpu={CLOCKS}", "--format=csv,noheader,nounits", "-lms", "200", "-i",
                   device.partition(":")[2] or "0"]
        with subprocess.Popen(command, stdout=file, stderr=subprocess.DEVNULL) as child:
            try:
                yield
            finally:
                child.terminate()
        file.seek(0)
        lines = [line.split(", ") for line in file.read().splitlines()]
    for number, field in enumerate(fields):
        seen = []
        for line in lines:
            with contextlib.suppress(ValueError, IndexError):   # "[N/A]", a line that was cut off
                seen.append(float(line[number]))
        if seen:
            seen.sort()
            result[field] = {"least": seen[0], "median": seen[len(seen) // 2], "most": seen[-1], "samples": len(seen)}


def headline(check, device, kept):
    """Eight laws in three sizes."""
    return timed(check, device, "headline", kept)


def speed(check, device, kept):
    """Samples and bytes a second; on OpenCL few of them."""
    return timed(check, device, "speed", kept)


def timed(check, device, part, kept):
    """The program speed, behind the rows that are there already."""
    rows = kept.get("rows", [])
    seen = kept.get("seen", 0)   # lines, of which some may have been no rows
    options = ([] if check.cuda else ["--quick"]) + (["--headline"] if part == "headline" else [])
    if seen >= 2:
        memset = next((row.get("gbs", 0) for row in rows if row["what"] == "memset"), 0)
        bits_gs = next((row["gs"] for row in rows if "gs" in row and (row["what"].startswith("words")
                                                                    or row.get("sampler") == "bits")), 0)
        options.append(f"--after={seen},{memset},{bits_gs}")
    else:
        rows, seen = [], 0
    seen_clocks = {}
    with clocks(check, device, seen_clocks):
        result, text = check.run(log_name(part, device), [check.path("gpu-check/speed"), device, *options])
    result["seconds"] = round(result["seconds"] + kept.get("seconds", 0), 1)
    more, broken = json_lines(text)
    result["failures"] = kept.get("failures", []) + broken
    if check.end and result["status"] == "time" and not more and result["seconds"] - kept.get("seconds", 0) > 60:
        more = [{"what": "row", "missing": "it did not end in a minute, and was left out"}]
    elif result["status"] not in (0, "time"):
        result["failures"].append(f"speed ended with {result['status']}: {tail(text)}")
    result["rows"] = rows + more
    result["seen"] = seen + len(more) + len(broken)
    result["clocks"] = seen_clocks or kept.get("clocks", {})
    # That a machine has no compiler is no fault; that a kernel could not be drawn from is.
    lost = [row for row in more if "missing" in row and not row["what"].startswith(("first call", "words"))]
    result["failures"] += [f"{row['what']} {row.get('sampler', '')} {row.get('dtype', '')} {row.get('strategy', '')}: "
                           f"{row['missing']}" for row in lost]
    if not check.cuda:
        result["stand_in"] = "a processor plays the GPU: few samplers, small jobs, figures that tell of no GPU"
    return result


def sanitizer(check, device):
    """compute-sanitizer over a small share of bits."""
    tool = shutil.which("compute-sanitizer") or shutil.which("compute-sanitizer", path="/usr/local/cuda/bin")
    if not check.cuda or not tool:
        return {"missing": "compute-sanitizer is not found" if check.cuda else "compute-sanitizer is for CUDA"}
    # Calls that fail are no finding: asking the driver where a pointer of the host's lies fails, and is the way to know it.
    command = [tool, "--tool", "memcheck", "--report-api-errors", "no", "--error-exitcode", "9",
               check.path("gpu-check/bits"), device, "--all", f"--share=0/{SHARES}"]
    result, text = check.run("sanitizer", command, limit=SANITIZER)
    result["summary"] = re.findall(r"^=+ (ERROR SUMMARY.*)", text, re.M)
    found = re.findall(r"^not ok.*", text, re.M)
    if result["status"] != "time" and not result["summary"]:
        return {"missing": f"it ended with {result['status']} and without a summary: {tail(text)}"}
    if result["status"] == "time":   # it is slow, and would be so again
        return {"missing": f"it was stopped after {result['seconds']} s", "failures": found}
    result["failures"] = found
    if "Device not supported" in text:   # what it says of kernels is then not about them
        return {"missing": "compute-sanitizer says: Device not supported"}
    return result


def law(check, device, kept):
    """Iterations of real warps against the model."""
    if check.lanes(device) < 2 and not check.cuda:
        return {"missing": f"warps of {device} have one lane"}
    fresh = kept.get("counts", {}).get("status", "time") == "time"
    if fresh:
        counts, text = check.run(log_name("law", device), [check.path("tests/model/counts")], {"REROLL_DEVICE": device})
        found = re.findall(r"^# (.*?)\s+(?:n \S+ chi2 \S+ )?z (\S+) p (\S+) sees (\S+)( FAILED)?$", text, re.M)
        counts["tests"] = len(found)
        counts["failures"] = [what for what, _, _, _, failed in found if failed]
        counts["failures"] += re.findall(r"^\[  FAILED  \] .*", text, re.M)
        counts["least_p"] = min((float(p) for _, _, p, _, _ in found), default=None)
    else:
        counts = kept["counts"]
    # With less than its time left the sanitizer is for the next command.
    if counts["status"] == "time" or (fresh and check.cuda and check.left() < SANITIZER):
        return {"status": "time", "seconds": counts["seconds"], "counts": counts}
    return {"status": counts["status"], "counts": counts, "sanitizer": sanitizer(check, device)}


def peers(check, device, kept):
    """Other libraries on the same GPU."""
    if not check.cuda:
        return {"missing": "no CUDA device: the peers run on none other"}
    result = {"status": 0, "seconds": kept.get("seconds", 0), "done": kept.get("done", 0), "rows": kept.get("rows", []),
              "failures": kept.get("failures", [])}
    start = time.monotonic()
    while True:
        command = [sys.executable, os.path.join(check.sources, "peers.py"), str(result["done"]), check.programs]
        done, text = check.run(f"peers-{result['done']}", command, limit=PEER)
        if done["status"] == 3:   # there is no such peer
            break
        if done["status"] == "time" and check.left() <= 0:
            result["status"] = "time"
            break
        rows, broken = json_lines(text)
        result["rows"] += [row for row in rows if "peer" in row]
        result["failures"] += broken
        if done["status"] != 0:
            result["rows"].append({"peer": f"number {result['done']}",
                                   "missing": f"its process ended with {done['status']}: {tail(text)}"})
        result["done"] += 1
    result["seconds"] = round(result["seconds"] + time.monotonic() - start, 1)
    return result


def ncu(check, device, _):
    """Six kernels under NVIDIA's profiler: pipes, issue slots, DRAM, occupancy."""
    tool = shutil.which("ncu") or shutil.which("ncu", path="/usr/local/cuda/bin")
    if not check.cuda or not tool:
        return {"missing": "ncu is not found" if check.cuda else "ncu is for CUDA"}
    command = [tool, "--csv", "--page", "raw", "--print-units", "base", "--metrics", ",".join(METRICS.values()),
               check.path("gpu-check/speed"), device, "--once"]
    result, text = check.run("ncu", command)
    lines = text.splitlines()
    laws = [line[len("once "):] for line in lines if line.startswith("once ")]
    found = list(csv.DictReader(line for line in lines if line.startswith('"')))
    rows = [row for row in found if row.get("ID", "").isdigit()]   # the line below the names has units
    if result["status"] == "time":
        return {"missing": f"it was stopped after {result['seconds']} s"}
    if result["status"] != 0 or not rows:   # counters may be for administrators only: no fault of ours
        return {"missing": f"it ended with {result['status']}: {tail(text)}"}
    if len(laws) != len(rows):
        laws = [row.get("Kernel Name", "") for row in rows]
    result["rows"] = [{"law": law, **{name: row.get(metric) for name, metric in METRICS.items()}}
                      for law, row in zip(laws, rows)]
    return result


def examples(check, device, _):
    """The programs of examples/device: 0 and "yes" is good, 3 is no such device."""
    listed = next((path for path in (os.path.join(check.sources, "..", "..", "examples", "device", "programs.txt"),
                                     check.path("examples/device/programs.txt")) if os.path.exists(path)), None)
    if not listed:
        return {"missing": "examples/device/programs.txt is not here"}
    header = next((path for path in (check.path("gen/reroll_device_single.h"),
                                     check.path("examples/device/reroll_device_single.h")) if os.path.exists(path)), None)
    words = {"DEVICE": device, "FOLDER": os.path.dirname(listed), "HEADER": header}
    with open(listed, encoding="utf-8") as file:
        programs = [line.split() for line in file if line.strip() and not line.startswith("#")]
    result = {"status": 0, "seconds": 0, "tests": 0, "failures": [], "rows": []}
    for how, name, *arguments in programs:
        if how != "cc" and not check.cuda:
            why = "it is for CUDA"
        elif not os.access(check.path(f"examples/device/{name}"), os.X_OK):
            why = "it is not built: make device-examples"
        elif None in (arguments := [words.get(word, word) for word in arguments]):
            why = "there is no reroll_device.h as one text"
        else:
            # Those that take no device take the first.
            first = None if device in arguments or not check.cuda else {"CUDA_VISIBLE_DEVICES": device.partition(":")[2]}
            command = [check.path(f"examples/device/{name}"), *arguments]
            ended, text = check.run(f"{log_name('example', device)}-{name}", command, first)
            result["seconds"] = round(result["seconds"] + ended["seconds"], 1)
            if ended["status"] == "time":
                result["status"] = "time"
                break
            # 127: a library of CUDA's that it is linked with is not here.
            why = {3: "no such device", 127: tail(text)}.get(ended["status"])
            if not why:
                result["tests"] += 1
                if ended["status"] != 0 or not text.rstrip().endswith("yes"):
                    result["failures"].append(f"{name} ended with {ended['status']}: {tail(text)}")
        result["rows"].append({"program": name, "missing": why} if why else {"program": name})
    return result


def studies(check, device, _):
    """The studies that take a device."""
    if check.lanes(device) < 2 and not check.cuda:
        return {"missing": f"warps of {device} have one lane"}
    folder = os.path.join(check.logs, "warp-iterations")
    os.makedirs(folder, exist_ok=True)
    command = [check.path("studies/warp-iterations/warp-iterations"), folder, "--quick", "--device", device]
    result, text = check.run("warp-iterations", command)
    if result["status"] == "time":
        return result
    if result["status"] != 0:
        return {**result, "failures": [tail(text)]}
    with open(os.path.join(folder, "grid.csv"), encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["source"] == "reroll"]
    columns = ("warp", "rho", "loops", "mean", "model_mean", "mean_z")
    result["rows"] = [{key: float(row[key]) for key in columns} for row in rows]
    # 40 and more estimates: 5 standard errors are passed by chance in fewer than 1 of 10^4 runs.
    result["failures"] = [f"rho {row['rho']}: z {row['mean_z']}" for row in result["rows"] if abs(row["mean_z"]) > 5]
    return {"warp-iterations": result}


# ---- Provenance ----

def first_line(command):
    """What a tool says; None where it is not there."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.strip().splitlines()
    return lines[-1] if done.returncode == 0 and lines else None


def gpu_facts():
    """What nvidia-smi says, clocks as found."""
    fields = ("name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem,power.limit,temperature.gpu,"
              "ecc.mode.current,mig.mode.current")
    line = first_line(["nvidia-smi", f"--query-gpu={fields}", "--format=csv,noheader"])
    return dict(zip(fields.split(","), line.split(", "))) if line else {"missing": "nvidia-smi is not found"}


def nvrtc_version():
    for name in ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"):
        try:
            major, minor = ctypes.c_int(), ctypes.c_int()
            ctypes.CDLL(name).nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
            return f"{major.value}.{minor.value}"
        except (OSError, AttributeError):
            pass
    return None


def driver_version():
    """The CUDA that the driver knows, as 12.4: (12, 4)."""
    with contextlib.suppress(OSError, AttributeError):
        number = ctypes.c_int()
        ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(number))
        return (number.value // 1000, number.value % 1000 // 10)
    return None


def driver_sentence(check, driver):
    """Is the driver older than the toolkit that made the kit's code? Says what happens then; "": it is not."""
    try:
        with open(check.path("CUDA"), encoding="utf-8") as file:
            kit = tuple(int(part) for part in file.read().split(".")[:2])
    except (OSError, ValueError):
        return ""
    if not check.cuda or not driver or driver >= kit or not any(kit):
        return ""
    wanted = f"{DRIVERS[kit[0]]} or newer" if kit[0] in DRIVERS else f"of CUDA {kit[0]}"
    then = "a driver that refuses its code is given its PTX, and then what NVRTC makes here"
    if driver[0] == kit[0]:
        then = "its code runs on any driver of the same CUDA, its PTX and programs that want more may not"
    return (f"The driver knows CUDA {driver[0]}.{driver[1]}, the kit is of CUDA {kit[0]}.{kit[1]}, which wants driver "
            f"{wanted}: {then}.")


def provenance(check, commit):
    processor = None
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            processor = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), None)
    except OSError:
        pass
    return {
        "commit": commit, "devices": check.devices, "date": time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime()),
        "models": {d["name"]: d["model"] for d in check.known if d["name"] in check.devices},
        "gpu": gpu_facts(), "nvrtc": nvrtc_version(),
        "nvcc": first_line(["nvcc", "--version"]) or first_line(["/usr/local/cuda/bin/nvcc", "--version"]),
        "driver": driver_sentence(check, driver_version()),
        "reroll": first_line([check.path("reroll"), "--version"]), "processor": processor, "processors": os.cpu_count(),
        "why_no_cuda": next((d["why"] for d in check.known if d["name"].startswith("cuda") and not d["available"]), ""),
    }


def read_results(path, check, commit):
    """What is known already of this commit on these devices."""
    try:
        with open(path, encoding="utf-8") as file:
            results = json.load(file)
        if results["provenance"]["commit"] == commit and results["provenance"]["devices"] == check.devices:
            return results
    except (OSError, ValueError, KeyError):
        pass
    return {"provenance": provenance(check, commit), "parts": {}}


def write_results(path, results):
    """The file is whole at any time."""
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
        file.write("\n")
    os.replace(path + ".part", path)
    with open(path[:-len(".json")] + ".md", "w", encoding="utf-8") as file:
        file.write(table.text(results))
    hand_over([path, path[:-len(".json")] + ".md"])


def hand_over(files, logs=None):
    """Copies into $OUT, from where a borrowed machine gives files back; logs as one tar."""
    out = os.environ.get("OUT")
    if not out or not os.path.isdir(out):
        return
    for file in files:
        if os.path.dirname(os.path.abspath(file)) != os.path.abspath(out):
            shutil.copy(file, out)
    if logs:
        with tarfile.open(os.path.join(out, "gpu-check-logs.tar.gz"), "w:gz") as tar:
            tar.add(logs, "logs")


def bad(result):
    """Did a part find something wrong? Not to be done is not."""
    if isinstance(result, dict):
        return (bool(result.get("failures")) or result.get("status", 0) not in (0, "time")
                or any(bad(v) for v in result.values()))
    return False


def one_part(part, check, device, kept):
    """A fault of this program in one part is no reason to lose the others."""
    try:
        return globals()[part](check, device, kept)
    except Exception as error:   # pylint: disable=broad-except
        return {"status": 1, "seconds": 0, "failures": [f"{type(error).__name__}: {error}"]}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default="build")
    parser.add_argument("--sources", default=here)
    parser.add_argument("--commit", default=first_line(["git", "describe", "--always", "--dirty"]) or "unknown")
    parser.add_argument("--device")
    parser.add_argument("--parts", default=" ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=540)
    options = parser.parse_args()
    wanted = options.parts.split()
    if set(wanted) - set(PARTS):
        parser.error(f"the parts are {' '.join(PARTS)}")
    check = Check(options)
    signal.signal(signal.SIGINT, check.stop)
    signal.signal(signal.SIGTERM, check.stop)
    path = os.path.join(check.programs, "gpu-check.json")
    if not check.devices:
        sys.exit("gpu-check: no GPU and no OpenCL runtime is usable here; reroll devices says why")
    results = read_results(path, check, options.commit)
    if not check.cuda:
        why = results["provenance"]["why_no_cuda"]
        print(f"No CUDA device ({why}): OpenCL stands in for it: {', '.join(check.devices)}.")
    elif results["provenance"]["driver"]:
        print(results["provenance"]["driver"])
    done = True
    for part in PARTS:
        for device in check.devices if part in wanted else []:
            found = results["parts"].setdefault(part, {})
            kept = found.get(device, {"status": "time"})
            if kept.get("status", 0) != "time":
                print(f"{part} on {device}: known", flush=True)
                continue
            if not check.begin(part):
                done = False
                found[device] = {**kept, "skipped": f"no time is left of {options.seconds:.0f} s"}
                print(f"{part} on {device}: {found[device]['skipped']}", flush=True)
                continue
            print(f"{part} on {device} ...", flush=True)
            found[device] = one_part(part, check, device, kept)
            done = done and found[device].get("status", 0) != "time"
            write_results(path, results)
            print(f"{part} on {device}: {table.summary(part, found[device])}", flush=True)
    write_results(path, results)
    hand_over([], check.logs)
    print(f"wrote {path} and {path[:-len('.json')]}.md")
    if not done:
        print("Not all is done: the same command goes on.")
    sys.exit(1 if bad(results["parts"]) else 0 if done else 3)


if __name__ == "__main__":
    main()
