# SPDX-License-Identifier: MIT OR Apache-2.0
"""Parts that compare iterations of a device's warps with the model: law, which also runs compute-sanitizer, and studies."""
import csv
import os
import re
import shutil

from bits_part import SHARES
from machine import log_name, tail

# Time limit of compute-sanitizer in seconds.
SANITIZER = 120


def sanitizer(check, device):
    """compute-sanitizer over a small share of bits."""
    tool = shutil.which("compute-sanitizer") or shutil.which("compute-sanitizer", path="/usr/local/cuda/bin")
    if not check.cuda or not tool:
        return {"missing": "compute-sanitizer is not found" if check.cuda else "compute-sanitizer is for CUDA"}
    # Failed calls are not errors: the driver's query of a host pointer fails, which is how the library recognizes one.
    command = [tool, "--tool", "memcheck", "--report-api-errors", "no", "--error-exitcode", "9",
               check.path("gpu-check/bits"), device, "--all", f"--share=0/{SHARES}"]
    result, text = check.run("sanitizer", command, limit=SANITIZER)
    result["summary"] = re.findall(r"^=+ (ERROR SUMMARY.*)", text, re.M)
    found = re.findall(r"^not ok.*", text, re.M)
    if result["status"] != "time" and not result["summary"]:
        return {"missing": f"it ended with {result['status']} and without a summary: {tail(text)}"}
    if result["status"] == "time":   # it is slow, and would be slow again
        return {"missing": f"it was stopped after {result['seconds']} s", "failures": found}
    result["failures"] = found
    if "Device not supported" in text:   # its reports on kernels are then meaningless
        return {"missing": "compute-sanitizer says: Device not supported"}
    return result


def law(check, device, kept):
    """Iterations of real warps compared with the model."""
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
    # With less than its time left the sanitizer is left to the next command.
    if counts["status"] == "time" or (fresh and check.cuda and check.left() < SANITIZER):
        return {"status": "time", "seconds": counts["seconds"], "counts": counts}
    return {"status": counts["status"], "counts": counts, "sanitizer": sanitizer(check, device)}


def studies(check, device, _):
    """The studies that use a device."""
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
    # With 40 and more estimates, 5 standard errors are exceeded by chance in fewer than 1 of 10^4 runs.
    result["failures"] = [f"rho {row['rho']}: z {row['mean_z']}" for row in result["rows"] if abs(row["mean_z"]) > 5]
    return {"warp-iterations": result}
