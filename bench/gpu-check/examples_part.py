# SPDX-License-Identifier: MIT OR Apache-2.0
"""The part examples: the programs of examples/device."""
import os

from machine import log_name, tail


def examples(check, device, _):
    """The programs of examples/device: status 0 and "yes" is a pass, 3 means no such device."""
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
            # Programs without a device argument use the first device.
            first = None if device in arguments or not check.cuda else {"CUDA_VISIBLE_DEVICES": device.partition(":")[2]}
            command = [check.path(f"examples/device/{name}"), *arguments]
            ended, text = check.run(f"{log_name('example', device)}-{name}", command, first)
            result["seconds"] = round(result["seconds"] + ended["seconds"], 1)
            if ended["status"] == "time":
                result["status"] = "time"
                break
            # 127: a CUDA library that the program is linked with is missing.
            why = {3: "no such device", 127: tail(text)}.get(ended["status"])
            if not why:
                result["tests"] += 1
                if ended["status"] != 0 or not text.rstrip().endswith("yes"):
                    result["failures"].append(f"{name} ended with {ended['status']}: {tail(text)}")
        result["rows"].append({"program": name, "missing": why} if why else {"program": name})
    return result
