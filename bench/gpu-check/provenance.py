# SPDX-License-Identifier: MIT OR Apache-2.0
"""The provenance of results: the machine, its tools and the commit."""
import contextlib
import ctypes
import os
import subprocess
import time

# The oldest driver for each CUDA toolkit: release notes of CUDA, "CUDA Toolkit and Corresponding Driver Versions".
DRIVERS = {11: 450, 12: 525, 13: 580}


def first_line(command):
    """The last line of a tool's output; None if the tool is missing."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.strip().splitlines()
    return lines[-1] if done.returncode == 0 and lines else None


def gpu_facts():
    """The facts from nvidia-smi, with the clocks as found."""
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
    """The CUDA version of the driver; 12.4 is (12, 4)."""
    with contextlib.suppress(OSError, AttributeError):
        number = ctypes.c_int()
        ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(number))
        return (number.value // 1000, number.value % 1000 // 10)
    return None


def driver_sentence(check, driver):
    """The consequences if the driver is older than the toolkit of the kit's code; "": it is not."""
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
