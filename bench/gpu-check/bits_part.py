# SPDX-License-Identifier: MIT OR Apache-2.0
"""Parts that compare bits: compact, for the default strategy, and bits, for everything.

A part gets its result from when it was stopped (kept, or {}), and returns the result that is stored under its name and
device."""
import concurrent.futures
import os
import re
import time

from machine import json_lines, log_name, tail, worst

CORES = os.cpu_count() or 1
# Number of shares of the kernels; a share is either done or not when the time is up. A prime number: the list has all
# strategies of a sampler, then those of the next, so otherwise one share could have all kernels of the slow `fixed`.
SHARES = 31
# The same for the default test run, on a processor instead of a GPU.
STAND_IN_SHARES = 7
# Samples of a launch, the same number as in speed.
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
    """rr_sqrt_pos and rr_third_over for every float: roots.cu."""
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


def fractions_of(check, device, part, wanted, kept):
    """Processes of bits, several at a time, since compilers are slow. wanted: {name: (options, environment)}."""
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
    """The bits of the default strategy, in jobs as large as those that are timed."""
    # A share that was stopped begins again, since shares are small.
    choice, shares = (["--all", LARGE], SHARES) if check.cuda else ([], STAND_IN_SHARES)
    wanted = {f"{k}": ([*choice, "--compact", f"--share={k}/{shares}"], None) for k in range(shares)}
    return fractions_of(check, device, "compact", wanted, kept)


def bits(check, device, kept):
    """Every bit of every sampler, strategy and transform."""
    wanted = {"everyday": ([], None)}
    if check.cuda:
        wanted = {f"{k}": (["--all", "--big", LARGE, f"--share={k}/{SHARES}"], None) for k in range(SHARES)}
        # The others run the kit's code, if it exists; this share tests some kernels from this machine's compiler.
        wanted["compiled"] = (["--all", "--large=0", f"--share=0/{SHARES}"], {"REROLL_CUDA_BUNDLE": ""})
    rooted = kept.get("roots", {"status": "time"})
    if rooted.get("status") == "time":
        rooted = roots(check, device)
    found = fractions_of(check, device, "bits", wanted, kept)
    return {**found, "status": worst([found["status"], rooted.get("status", 0)]), "roots": rooted}
