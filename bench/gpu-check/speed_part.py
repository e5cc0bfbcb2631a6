# SPDX-License-Identifier: MIT OR Apache-2.0
"""Parts that time our own kernels: headline, speed, and ncu, which profiles six of them."""
import contextlib
import csv
import os
import shutil
import subprocess

from machine import json_lines, log_name, tail


CLOCKS = "clocks.sm,clocks.mem,power.draw,temperature.gpu"
# The metrics that are requested from ncu, by their names in the table.
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


@contextlib.contextmanager
def clocks(check, device, result):
    """Samples the GPU's clocks while something runs, and stores minimum, median and maximum of each in result."""
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
            with contextlib.suppress(ValueError, IndexError):   # "[N/A]", or a truncated line
                seen.append(float(line[number]))
        if seen:
            seen.sort()
            result[field] = {"least": seen[0], "median": seen[len(seen) // 2], "most": seen[-1], "samples": len(seen)}


def headline(check, device, kept):
    """Eight distributions in three sizes."""
    return timed(check, device, "headline", kept)


def speed(check, device, kept):
    """Samples and bytes per second; on OpenCL only few rows."""
    return timed(check, device, "speed", kept)


def timed(check, device, part, kept):
    """Runs the program speed, after the rows that are already known."""
    rows = kept.get("rows", [])
    seen = kept.get("seen", 0)   # number of lines, including those that are not rows
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
    # A machine without a compiler is not a failure; a kernel that does not draw is.
    lost = [row for row in more if "missing" in row and not row["what"].startswith(("first call", "words"))]
    result["failures"] += [f"{row['what']} {row.get('sampler', '')} {row.get('dtype', '')} {row.get('strategy', '')}: "
                           f"{row['missing']}" for row in lost]
    if not check.cuda:
        result["stand_in"] = "a processor plays the GPU: few samplers, small jobs, figures that tell of no GPU"
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
    rows = [row for row in found if row.get("ID", "").isdigit()]   # the line after the names has units
    if result["status"] == "time":
        return {"missing": f"it was stopped after {result['seconds']} s"}
    if result["status"] != 0 or not rows:   # counters may require administrator rights, which is not a failure
        return {"missing": f"it ended with {result['status']}: {tail(text)}"}
    if len(laws) != len(rows):
        laws = [row.get("Kernel Name", "") for row in rows]
    result["rows"] = [{"law": law, **{name: row.get(metric) for name, metric in METRICS.items()}}
                      for law, row in zip(laws, rows)]
    return result
