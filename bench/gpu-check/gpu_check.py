#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks and times GPUs, part after part, and keeps what it finds in one JSON file and a table of it (docs/gpu-check.md).

usage: gpu_check.py [--programs FOLDER] [--sources FOLDER] [--commit NAME] [--device NAME] [--parts "bits speed ..."]
                    [--seconds N]

--programs: where reroll, gpu-check/bits and the others are, and where the results go (default: build). --sources: this
folder, with peers.py and peers.cu. What the file has already of the same commit and device is not run again: so it can be
run in pieces, of at most N seconds with --seconds. Without --device it is cuda:0 where that is usable, else every OpenCL
device. Exit status: 0 all is well, 1 something is wrong, 3 nothing is, but not all is done: the same command goes on.
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
import time

import table

PARTS = ["bits", "speed", "law", "peers", "studies"]
# Seconds that a part may take on a GPU: together 1050 of the 1080 that a lease has.
LIMITS = {"bits": 240, "speed": 240, "law": 180, "peers": 240, "studies": 150}
# Where a processor plays the GPU compilers take most of the time, and nobody waits for them with a lease.
PATIENCE = 6
PROCESSES = max(1, min(8, (os.cpu_count() or 1) // 2))
# Of the kernels, each of which is done or not when the time is up. A prime number: kernels are listed a sampler after the
# other, each under all strategies, so that with one strategy a share none would be as slow as that of fixed.
SHARES = 31
SANITIZER = 120
# Samples of a launch, as many as speed has in work.
LARGE = f"--large={1 << 26}"


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

def share(check, device, name, options, environment=None):
    """One process of bits."""
    command = [check.path("gpu-check/bits"), device, *options]
    result, text = check.run(f"{log_name('bits', device)}-{name}", command, environment)
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


def bits(check, device, kept):
    """Every bit of every sampler, strategy and transform. Several processes, for a compiler takes longer than the GPU."""
    if check.cuda:
        wanted = {f"{k}": (["--all", "--big", LARGE, f"--share={k}/{SHARES}"], None) for k in range(SHARES)}
        # The kit's code is what the others run, where it is there: a few kernels of the compiler of this machine.
        wanted["compiled"] = (["--all", f"--share=0/{SHARES}"], {"REROLL_CUDA_BUNDLE": ""})
    else:            # the everyday choice
        wanted = {"everyday": ([], None)}
    start = time.monotonic()
    rooted = kept.get("roots", {"status": "time"})
    if rooted.get("status") == "time":
        rooted = roots(check, device)
    done = {name: result for name, result in kept.get("shares", {}).items() if result["status"] != "time"}
    with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
        running = {name: pool.submit(share, check, device, name, *how) for name, how in wanted.items() if name not in done}
        done.update({name: future.result() for name, future in running.items()})
    return {"status": worst([result["status"] for result in (*done.values(), {"status": rooted.get("status", 0)})]),
            "seconds": round(kept.get("seconds", 0) + time.monotonic() - start, 1),
            "tests": sum(result["tests"] for result in done.values() if result["status"] != "time"),
            "failures": [failure for result in done.values() for failure in result["failures"]],
            "roots": rooted, "shares": done}


def speed(check, device, kept):
    """Samples and bytes a second; on OpenCL few of them."""
    rows = kept.get("rows", [])
    seen = kept.get("seen", 0)   # lines, of which some may have been no rows
    options = [] if check.cuda else ["--quick"]
    if seen >= 2:
        memset = next((row.get("gbs", 0) for row in rows if row["what"] == "memset"), 0)
        bits_gs = next((row.get("gs", 0) for row in rows if row.get("sampler") == "bits"), 0)
        options.append(f"--after={seen},{memset},{bits_gs}")
    else:
        rows, seen = [], 0
    result, text = check.run(log_name("speed", device), [check.path("gpu-check/speed"), device, *options])
    result["seconds"] = round(result["seconds"] + kept.get("seconds", 0), 1)
    more, broken = json_lines(text)
    result["failures"] = kept.get("failures", []) + broken
    if check.end and result["status"] == "time" and not more and result["seconds"] - kept.get("seconds", 0) > 60:
        more = [{"what": "row", "missing": "it did not end in a minute, and was left out"}]
    elif result["status"] not in (0, "time"):
        result["failures"].append(f"speed ended with {result['status']}: {tail(text)}")
    result["rows"] = rows + more
    result["seen"] = seen + len(more) + len(broken)
    # That a machine has no compiler is no fault; that a kernel could not be drawn from is.
    lost = [row for row in more if "missing" in row and not row["what"].startswith("first call")]
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
        done, text = check.run(f"peers-{result['done']}", command, limit=LIMITS["peers"] / 3)
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
    parser.add_argument("--seconds", type=float, default=86400)
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
                print(f"{part} on {device}: no time is left for it", flush=True)
                continue
            print(f"{part} on {device} ...", flush=True)
            found[device] = one_part(part, check, device, kept)
            done = done and found[device].get("status", 0) != "time"
            write_results(path, results)
            print(f"{part} on {device}: {table.summary(part, found[device])}", flush=True)
    write_results(path, results)
    print(f"wrote {path} and {path[:-len('.json')]}.md")
    if not done:
        print("Not all is done: the same command goes on.")
    sys.exit(1 if bad(results["parts"]) else 0 if done else 3)


if __name__ == "__main__":
    main()
