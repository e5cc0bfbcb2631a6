#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks and times GPUs, part after part, and keeps what it finds in one JSON file and a table of it (docs/gpu-check.md).

usage: gpu_check.py [--programs FOLDER] [--sources FOLDER] [--commit NAME] [--device NAME] [--parts "bits speed ..."]

--programs: where reroll, gpu-check/bits and the others are, and where the results go (default: build). --sources: this
folder, with peers.py and peers.cu. A part that is in the file already, of the same commit and device, is not run again: so it can be
run in pieces. Without --device it is cuda:0 where that is usable, else every OpenCL device.
"""
import argparse
import concurrent.futures
import csv
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import time

import table

PARTS = ["bits", "speed", "law", "peers", "studies"]
# Seconds that a part may take on a GPU; together 18 minutes and a bit of what none of them needs.
LIMITS = {"bits": 300, "speed": 270, "law": 180, "peers": 240, "studies": 150}
# Where a processor plays the GPU compilers take most of the time, and nobody waits for them with a lease.
PATIENCE = 6
PROCESSES = max(1, min(8, (os.cpu_count() or 1) // 2))


class Check:
    """What all parts share: where things are, and on which devices they run."""

    def __init__(self, options):
        self.programs = os.path.abspath(options.programs)
        self.sources = os.path.abspath(options.sources)
        self.logs = os.path.join(self.programs, "gpu-check", "logs")
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

    def limit(self, part):
        return LIMITS[part] * (1 if self.cuda else PATIENCE)

    def run(self, name, command, limit, environment=None):
        """Runs a program with its output in a log: its exit status ("time": it was stopped), its output, its seconds."""
        log = os.path.join(self.logs, name + ".log")
        start = time.monotonic()
        with open(log, "w", encoding="utf-8") as file:
            try:
                status = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, timeout=limit, check=False,
                                        env={**os.environ, **(environment or {})}).returncode
            except subprocess.TimeoutExpired:
                status = "time"
            except OSError as error:
                status = str(error)
        with open(log, encoding="utf-8", errors="replace") as file:
            return {"status": status, "seconds": round(time.monotonic() - start, 1)}, file.read()


    def run_all(self, name, commands, limit):
        """Runs programs side by side: their worst exit status, all that they say, the seconds of all."""
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(len(commands)) as pool:
            done = list(pool.map(lambda k: self.run(f"{name}-{k}", commands[k], limit), range(len(commands))))
        statuses = [result["status"] for result, _ in done]
        status = next((s for s in statuses if s not in (0, 1)), int(any(statuses)))
        return {"status": status, "seconds": round(time.monotonic() - start, 1)}, "".join(text for _, text in done)


def log_name(part, device):
    return f"{part}-{device.replace(':', '')}"


# ---- Parts: each gives what is written under its name, by device. ----

def bits(check, device):
    """Every bit of every sampler, strategy and transform."""
    if check.cuda:   # several processes, for the compiler takes longer than the GPU
        shares = [["--all", "--big", f"--share={k}/{PROCESSES}"] for k in range(PROCESSES)]
    else:            # the everyday choice
        shares = [[]]
    commands = [[check.path("gpu-check/bits"), device, *share] for share in shares]
    result, text = check.run_all(log_name("bits", device), commands, check.limit("bits"))
    result["tests"] = len(re.findall(r"^(?:not )?ok ", text, re.M))
    result["failures"] = re.findall(r"^(?:not ok|Bail out).*", text, re.M)
    result["shares"] = shares
    return result


def speed(check, device):
    """Samples and bytes a second."""
    command = [check.path("gpu-check/speed"), device, *([] if check.cuda else ["--quick"])]
    result, text = check.run(log_name("speed", device), command, check.limit("speed"))
    result["rows"] = [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]
    return result


def sanitizer(check, device):
    """compute-sanitizer over a small share of bits."""
    tool = shutil.which("compute-sanitizer") or shutil.which("compute-sanitizer", path="/usr/local/cuda/bin")
    if not check.cuda or not tool:
        return {"missing": "compute-sanitizer is not found" if check.cuda else "compute-sanitizer is for CUDA"}
    command = [tool, "--error-exitcode=9", check.path("gpu-check/bits"), device, "--all", "--share=0/40"]
    result, text = check.run("sanitizer", command, 120)
    result["failures"] = re.findall(r"^not ok.*", text, re.M)
    result["summary"] = re.findall(r"^=+ (ERROR SUMMARY.*)", text, re.M)
    return result


def law(check, device):
    """Iterations of real warps against the model."""
    if check.lanes(device) < 2 and not check.cuda:
        return {"missing": f"warps of {device} have one lane"}
    result, text = check.run(log_name("law", device), [check.path("tests/model/counts")], check.limit("law"),
                             {"REROLL_DEVICE": device})
    found = re.findall(r"^# (.*?)\s+(?:n \S+ chi2 \S+ )?z (\S+) p (\S+) sees (\S+)( FAILED)?$", text, re.M)
    result["tests"] = len(found)
    result["failures"] = [what for what, _, _, _, failed in found if failed] + re.findall(r"^\[  FAILED  \] .*", text, re.M)
    result["least_p"] = min((float(p) for _, _, p, _, _ in found), default=None)
    result["sanitizer"] = sanitizer(check, device)
    return result


def peers(check, device):
    """Other libraries on the same GPU."""
    if not check.cuda:
        return {"missing": "no CUDA device: the peers run on none other"}
    result = {"rows": []}
    start = time.monotonic()
    for number in range(8):
        command = [sys.executable, os.path.join(check.sources, "peers.py"), str(number), check.programs]
        done, text = check.run(f"peers-{number}", command, check.limit("peers") / 3)
        rows = [json.loads(line) for line in text.splitlines() if line.startswith('{"peer"')]
        if done["status"] == 3:   # there is no such peer
            break
        if done["status"] != 0:
            rows.append({"peer": f"number {number}", "missing": f"its process ended with {done['status']}: {text[-300:]}"})
        result["rows"] += rows
    result["seconds"] = round(time.monotonic() - start, 1)
    return result


def studies(check, device):
    """The studies that take a device."""
    if check.lanes(device) < 2 and not check.cuda:
        return {"missing": f"warps of {device} have one lane"}
    folder = os.path.join(check.logs, "warp-iterations")
    os.makedirs(folder, exist_ok=True)
    command = [check.path("studies/warp-iterations/warp-iterations"), folder, "--quick", "--device", device]
    result, text = check.run("warp-iterations", command, check.limit("studies"))
    if result["status"] != 0:
        return {**result, "failures": [text[-300:]]}
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
    """Did a part find something wrong?"""
    if isinstance(result, dict):
        return bool(result.get("failures")) or result.get("status", 0) != 0 or any(bad(v) for v in result.values())
    return False


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default="build")
    parser.add_argument("--sources", default=here)
    parser.add_argument("--commit", default=first_line(["git", "describe", "--always", "--dirty"]) or "unknown")
    parser.add_argument("--device")
    parser.add_argument("--parts", default=" ".join(PARTS))
    options = parser.parse_args()
    wanted = options.parts.split()
    if set(wanted) - set(PARTS):
        parser.error(f"the parts are {' '.join(PARTS)}")
    check = Check(options)
    path = os.path.join(check.programs, "gpu-check.json")
    if not check.devices:
        sys.exit("gpu-check: no GPU and no OpenCL runtime is usable here; reroll devices says why")
    results = read_results(path, check, options.commit)
    if not check.cuda:
        print(f"No CUDA device ({results['provenance']['why_no_cuda']}): OpenCL stands in for it: {', '.join(check.devices)}.")
    for part in PARTS:
        for device in check.devices if part in wanted else []:
            kept = results["parts"].setdefault(part, {})
            if device in kept and kept[device].get("status", 0) != "time":
                print(f"{part} on {device}: known", flush=True)
                continue
            print(f"{part} on {device} ...", flush=True)
            kept[device] = globals()[part](check, device)
            write_results(path, results)
            print(f"{part} on {device}: {table.summary(part, kept[device])}", flush=True)
    write_results(path, results)
    print(f"wrote {path} and {path[:-len('.json')]}.md")
    sys.exit(1 if bad(results["parts"]) else 0)


if __name__ == "__main__":
    main()
