# SPDX-License-Identifier: MIT OR Apache-2.0
"""Parts that compare bits: compact, the strategy that everything takes by default, and bits, all of them.

A part is given what it gave when it was stopped (kept, or {}), and gives what is written under its name, by device."""
import concurrent.futures
import os
import re
import time

from machine import json_lines, log_name, tail, worst

CORES = os.cpu_count() or 1
# Of the kernels, each of which is done or not when the time is up. A prime number: kernels are listed a sampler after the
# other, each under all strategies, so that with one strategy a share none would be as slow as that of fixed.
SHARES = 31
# The same of the everyday choice, where a processor plays the GPU.
STAND_IN_SHARES = 7
# Samples of a launch, as many as speed has in work.
LARGE = f"--large={1 << 26}"


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
    with concurrent.futures.ThreadPoolExecutor(max(1, min(8, CORES // 2)) if check.cuda else CORES) as pool:
        running = {name: pool.submit(share, check, device, part, name, *how) for name, how in wanted.items()
                   if name not in done}
        done.update({name: future.result() for name, future in running.items()})
    return {"status": worst([result["status"] for result in done.values()]),
            "seconds": round(kept.get("seconds", 0) + time.monotonic() - start, 1),
            "tests": sum(result["tests"] for result in done.values() if result["status"] != "time"),
            "failures": [failure for result in done.values() for failure in result["failures"]], "shares": done}


def compact(check, device, kept):
    """The bits of the strategy that everything takes by default, in as large jobs as are timed."""
    # A share that is stopped begins again: shares are small.
    choice, shares = (["--all", LARGE], SHARES) if check.cuda else ([], STAND_IN_SHARES)
    wanted = {f"{k}": ([*choice, "--compact", f"--share={k}/{shares}"], None) for k in range(shares)}
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
